"""Files of self-play games through the real programs: damage costs what it hit, and nobody cuts anything silently."""
import subprocess
from pathlib import Path

from _tool import ENGINE, check, folder, run


def games_in(path):
    out, _ = run("games", "stats", path)
    return int(next(line for line in out.splitlines() if line.startswith("games ")).split()[1])


with folder() as name:
    datagen = ("datagen", "--out", name, "--net", "plain", "--threads", 1, "--nodes", 30, "--max-nodes", 60, "--hash", 1,
               "--seed", 5, "--games", 3)
    for _ in range(4):
        run(*datagen)  # a block each
    (path,) = Path(name).glob("*.spg")
    whole = path.read_bytes()
    blocks = [at for at in range(len(whole)) if whole.startswith(b"SPBK", at)]
    check(len(blocks) == 4 and games_in(path) >= 12, f"{len(blocks)} blocks")
    all_games = games_in(path)

    # A damaged block in the middle.
    damaged = bytearray(whole)
    damaged[blocks[1] + 40] ^= 1
    path.write_bytes(damaged)
    place = f"{blocks[2] - blocks[1]} bytes at byte {blocks[1]}"
    out, _ = run("games", "verify", path, expect=1)
    check(place in out and "NOT SOUND" in out, out)
    left = games_in(path)
    check(all_games - 6 < left < all_games, f"{left} of {all_games} games")
    _, err = run(*datagen)
    check(place in err, err)
    now = path.read_bytes()
    check(now.startswith(damaged) and len(now) > len(damaged), "the file only grew")
    check(games_in(path) >= left + 3, "the new games are behind the old ones")
    out, _ = run("games", "merge", path, "--out", Path(name, "salvaged.spg"))
    check(place in out, out)
    run("games", "verify", Path(name, "salvaged.spg"))
    check(games_in(Path(name, "salvaged.spg")) == games_in(path), "all whole games were salvaged")

    # What a killed run leaves is cut off, with a word.
    path.write_bytes(whole[:-5])
    _, err = run(*datagen)
    check("cut off" in err and f"at byte {blocks[3]}" in err, err)
    run("games", "verify", path)
    result = subprocess.run([ENGINE, "games", "merge", str(path), "--out", str(path)], capture_output=True, check=False)
    check(result.returncode == 1 and b"exists already" in result.stderr, str(result))
print("ok")
