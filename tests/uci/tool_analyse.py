"""`stillpoint analyse` through the real program: plain text, JSON, files, errors, a terminal and Ctrl-C."""
import json
import os
import pty
import re
import select
import signal
import time
from pathlib import Path

from _tool import ENGINE, MATE_IN_1, check, check_golden, folder, run


def normalised(text):
    """Without what changes with version, speed and search."""
    text = re.sub(r"^depth +\d+ .*\n", "", text, flags=re.M)
    text = re.sub(r"^Stillpoint .*", "Stillpoint VERSION", text, flags=re.M)
    text = re.sub(r"depth \d+/\d+", "depth N/N", text)
    text = re.sub(r"nodes [\d.]+( [kMG])?   speed [\d.]+( [kMG])?/s", "nodes N   speed N/s", text)
    return re.sub(r"hash \d+ %|time \d+:\d+", "X", text)


out, _ = run("analyse", MATE_IN_1, "--depth", 8, "--lines", 1, "--threads", 1)
check_golden(normalised(out), "analyse.txt")
check("\x1b" not in out, "no escape sequences without a terminal")
check(normalised(run("analyse", *MATE_IN_1.split(), "-d", 8, "-l", 1)[0]) == normalised(out), "a FEN in many words")

# One thread: so few nodes are over before a busy machine has let the first of two begin.
result = json.loads(run("analyse", MATE_IN_1, "--nodes", 5000, "--lines", 2, "--threads", 1, "--json")[0])
check(result["bestmove"] == "a1a8" and result["score"] == {"mate": 1} and len(result["lines"]) == 2, str(result))
check(json.loads(run("analyse", "startpos", "--nodes", 500, "--json")[0])["fen"].startswith("rnbqkbnr/"), "startpos")

with folder() as name:
    pgn = Path(name, "games.pgn")
    pgn.write_text("1. e4 Ke7 *\n\n[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 *\n", encoding="utf-8")
    out, err = run("analyse", pgn, "--depth", 5, "--json")
    result = json.loads(out)
    check(result["bestmove"] == "d8h4" and "A - B" in result["title"], str(result))
    check("games.pgn:1: game 1 left out" in err, err)
    check(json.loads(run("analyse", pgn, "--depth", 4, "--at", "1b", "--json")[0])["fen"].split()[1] == "b", "--at")
    epd = Path(name, "two.epd")
    epd.write_text(MATE_IN_1[:-3] + "id \"x\";\nbroken\n" + MATE_IN_1[:-3] + ";\n", encoding="utf-8")
    check(len(run("analyse", epd, "--depth", 3, "--json")[0].splitlines()) == 2, "both positions of an EPD file")

check("FEN" in run("analyse", "nonsense", expect=2)[1], "a clear error")
check("not a time" in run("analyse", "--time", "soon", expect=2)[1], "a clear error for --time")
check("stalemate" in run("analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")[0], "a finished game")


def in_terminal(environment, *arguments):
    """Starts the command on a terminal of its own and presses Ctrl-C after a while; what it showed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "80", **environment})
        os.execv(ENGINE, [ENGINE, *arguments])
    shown, begin, pressed = b"", time.monotonic(), False
    while time.monotonic() - begin < 60:
        if not pressed and shown.count(b"Ctrl-C") >= 3:
            os.kill(pid, signal.SIGINT)
            pressed = True
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            shown += data
    _, status = os.waitpid(pid, 0)
    check(os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0, "Ctrl-C ends it cleanly")
    return shown.decode()


shown = in_terminal({}, "analyse", MATE_IN_1)
check("♚" in shown and "\x1b[48;5;" in shown and "1. Ra8#" in shown, "the live view has colours and pieces")
check(shown.endswith("\x1b[?25h"), "the cursor comes back")
last = shown[shown.rindex("Stillpoint"):]
check("1. Ra8#" in last and "Ctrl-C" not in last, "the final result stays on the screen")
shown = in_terminal({"NO_COLOR": "1"}, "analyse", MATE_IN_1)
check("\x1b[48" not in shown and "\x1b[1m" not in shown, "NO_COLOR is honoured")
print("ok")
