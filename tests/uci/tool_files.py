"""What all programs do with the files and numbers they are given: one line, the right exit code, nothing spoilt."""
import json
import os
import resource
import subprocess
from pathlib import Path

from _tool import ENGINE, MATE_IN_1, check, folder, run

GAME = '[Event "x"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
LIMITS = ("--nodes", 500, "-q", "-j", 1)


def one_line(*arguments, expect, text=""):
    _, err = run(*arguments, text=text, expect=expect)
    lines = err.strip().splitlines()
    check(len(lines) == 1, f"one line about {arguments}: {err}")
    return lines[0]


def in_little_memory(*arguments, mebibytes=1024, text=""):
    return subprocess.run([ENGINE, *map(str, arguments)], input=text, check=False, timeout=300, capture_output=True, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20)))


with folder() as name:
    here = Path(name)
    games, epd, out = here / "games.pgn", here / "mate.epd", here / "out.pgn"
    games.write_text(GAME, encoding="utf-8")
    epd.write_text(MATE_IN_1 + "\n", encoding="utf-8")
    empty = here / "empty"
    empty.touch()
    (here / "folder").mkdir()

    # What can't be read is refused, by every program in the same way.
    for source in (here / "folder", "/dev/zero", "x" * 5000, here / "missing"):
        for command in (("annotate", source, "-o", out), ("suite", source), ("perft-suite", source),
                        ("match", "--pairs", 1, "--book", source), ("ablation", "--suite", source, "--out", name),
                        ("tune", "--book", source), ("analyse", "--net", source, "--depth", 1)):
            message = one_line(*command, expect=2)
            check(len(message) < 5200, message)
    for command in ("stats", "verify", "dump", "wdl"):
        for source in (here / "missing", "/dev/zero", "x" * 5000):
            one_line("games", command, source, expect=2)
    one_line("games", "dump", here, expect=2)
    one_line("games", "merge", here / "missing", "--out", here / "merged", expect=2)
    check("games.pgn': shorter than" in run("games", "stats", games, expect=1)[0], "not a game file")

    # Nothing in it is not nothing to say.
    check("no games" in one_line("annotate", empty, "-o", out, expect=1), "annotate")
    check("no position" in one_line("suite", empty, expect=1), "suite")
    check("no counts" in one_line("perft-suite", empty, expect=1), "perft-suite")
    check("no position" in one_line("suite", "-", expect=1), "standard input")
    check(not out.exists(), "no output")

    # Nor is what can't be read.
    if Path("/proc/self/mem").exists():
        check("to its end" in one_line("annotate", "/proc/self/mem", "-o", out, expect=1), "annotate")
        check(":1: can't be read" in run("perft-suite", "/proc/self/mem", expect=1)[0], "perft-suite")

    # A line that is too long is named.
    long = here / "long.epd"
    long.write_text(f"{MATE_IN_1} bm Ra8#;\n# {'x' * 2_000_000}\n{MATE_IN_1} bm Ra8#;\n", encoding="utf-8")
    _, err = run("suite", long, "--depth", 3, "-q", expect=1)
    check("long.epd:2: longer than a mebibyte" in err, err)
    check("longer than a mebibyte" in run("perft-suite", long, expect=1)[0], "perft-suite")

    # Pipes are read to their end.
    shell = f"'{ENGINE}' annotate <(cat '{games}') -o '{out}' --nodes 500 -q -j 1"
    subprocess.run(["bash", "-c", shell], check=True, timeout=120)
    piped = out.read_bytes()
    check(b"2... Qh4#" in piped or b"Qh4#" in piped, "the piped game")
    for source in ("-", "/dev/stdin"):
        out.unlink()
        run("annotate", source, "-o", out, *LIMITS, text=GAME)
        check(out.read_bytes() == piped, f"the same from {source}")
    check(sorted(os.listdir(name)) == ["empty", "folder", "games.pgn", "long.epd", "mate.epd", "out.pgn"],
          "nothing is left behind: " + str(os.listdir(name)))

    # Devices and links stay what they are.
    mine = here / "mine"
    mine.write_text("mine", encoding="utf-8")
    (here / "link").symlink_to(mine)
    os.mkfifo(here / "pipe")
    for target in (here / "link", here / "pipe", here / "folder"):
        for arguments in (("-o", target), ("-o", here / "new.pgn", "--html", target)):
            check("not an ordinary file" in one_line("annotate", games, *arguments, expect=2), str(target))
        one_line("match", "--pairs", 1, "--record", target, expect=2)
    # Before the work, not after it.
    one_line("ablation", "--depth", 60, "--out", mine, expect=2)
    check(mine.read_text(encoding="utf-8") == "mine" and (here / "pipe").is_fifo(), "touched")
    check("''" in one_line("annotate", games, "-o", "", expect=2), "no name at all")
    (here / "new.pgn.progress").mkdir()
    check("not an ordinary file" in one_line("annotate", games, "-o", here / "new.pgn", expect=2), "a folder in the way")
    check(not (here / "new.pgn").exists(), "nothing was made")

# Wrong options and numbers: exit code 2.
WRONG = (("match", "--pairs", "-3"), ("match", "--threads", "0"), ("match", "--sprt", "5", "0"),
         ("match", "--a", "hash=99999999999"), ("match", "--a", "killers=perhaps"), ("match", "--fischer", "101"),
         ("match", "--random-plies", "9999"), ("match", "--nonsense"), ("tune", "--pairs", "-1"), ("tune", "--nodes", "x"),
         ("ablation", "--depth", "0"), ("ablation", "--pairs", "-1"), ("suite",), ("suite", "x", "--depth", "0"),
         ("suite", "x", "--time", "soon"), ("annotate", "x"), ("annotate", "x", "-o", "y", "--jobs", "0"),
         ("annotate", "x", "-o", "y", "--thresholds", "1", "2"), ("analyse", "--lines", "0"), ("analyse", "8/8 w"),
         ("serve", "--workers", "0"), ("serve", "--queue", "-1"), ("games",), ("games", "nonsense"), ("games", "stats"),
         ("perft-suite",), ("perft-suite", "x", "--threads", "0"), ("board", "--port", "70000"))
for arguments in WRONG:
    run(*arguments, expect=2)
with folder() as name:
    for option in (("--hash", "99999999999"), ("--hash", "33554432"), ("--hash", "0"), ("--hash", "-1"), ("--nodes", "0"),
                   ("--nodes", "-5"), ("--threads", "99999"), ("--games", "-2"), ("--random-plies", "300"),
                   ("--win-score", "70000"), ("--tree", "101"), ("--play-on", "-1"), ("--minutes", "-1"), ("--seed", "-1")):
        run("datagen", "--out", name, "--net", "plain", *option, expect=2)
    check(os.listdir(name) == [], "datagen began")
for program in ("analyse", "annotate", "suite", "serve", "match", "tune", "ablation", "datagen", "games", "perft-suite"):
    check(f"stillpoint {program}" in run(program, "--help")[0], f"{program} names itself")

# Games of any length take little memory. Sanitizers reserve more than any limit a test could set.
if not any(name in Path(ENGINE).read_bytes() for name in (b"__asan_init", b"__tsan_init")):
    with folder() as name:
        games, out = Path(name, "long.pgn"), Path(name, "out.pgn")
        games.write_text('[Event "long"]\n\n' + "Nf3 Nf6\nNg1 Ng8\n" * 6000 + "*\n", encoding="utf-8")
        result = in_little_memory("annotate", games, "-o", out, "--html", Path(name, "out.html"), "--depth", 1, "--hash", 1,
                                  "-q", "-j", 1)
        check(result.returncode == 0, f"24,000 half-moves: {result.returncode} {result.stderr}")
        check(out.read_text(encoding="utf-8").count("[%eval") == 24_000, "all moves are there")

    # The first job keeps the only worker busy while long games queue up behind it.
    moves = " ".join(["g1f3", "g8f6", "f3g1", "f6g8"] * 5000)
    jobs = [{"id": "first", "moves": "", "limits": {"depth": 200}}]
    jobs += [{"id": i, "moves": moves, "limits": {"depth": 1}} for i in range(200)]
    jobs += [{"cancel": "first"}]
    result = in_little_memory("serve", "--workers", 1, mebibytes=512, text="".join(json.dumps(job) + "\n" for job in jobs))
    check(result.returncode == 0, f"long jobs: {result.returncode} {result.stderr}")
    check(len(result.stdout.splitlines()) == 201 and "error" not in result.stdout, result.stdout[:500])
print("ok")
