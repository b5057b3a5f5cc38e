"""`stillpoint annotate` through the real program."""
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from _tool import ENGINE, check, check_golden, folder, run

GAMES = """\ufeff[Event "Mates only"]
[White "A"]
[Black "B"]

{Forced from beginning to end.}
1. f3 e5 2. g4 Qh4# 0-1

[Event "Unreadable"]

1. e4 e5 2. Ke3 *

[Event "Not finished"]
[FEN "6k1/5ppp/8/8/8/1q6/1r6/4R1K1 w - - 0 1"]

1. Rd1 h6 2. Rd8+ *
"""

with folder() as name:
    source, out, html = Path(name, "in.pgn"), Path(name, "out.pgn"), Path(name, "out.html")
    source.write_text(GAMES.replace("\n", "\r\n"), encoding="utf-8", newline="")
    _, err = run("annotate", source, "-o", out, "--html", html, "--nodes", 3000, "-j", 2, "-q")
    check("in.pgn:10: game 2 left out: 'Ke3' is not legal here" in err, err)
    text = out.read_text(encoding="utf-8")
    # Evaluations and the lines they lead to depend on the network; mates do not.
    text = re.sub(r'(Annotator|Accuracy) "[^"]*"', r'\1 "X"', text)
    text = re.sub(r"\[%eval -?[\d.]+\]", "[%eval X]", text)
    text = re.sub(r"\([^#]*?\)", "(LINE)", text.replace("\n", " "))
    text = re.sub(r" \$[26](?= )", "", text)
    check("2. g4 $4 {[%eval #-1] Allows mate in 1.}" in text, text)
    check("1. Rd1 $4" in text and "Misses mate in 1." in text and "(1. Re8# {#1, mate in 1})" in text, text)
    page = html.read_text(encoding="utf-8")
    check(page.startswith("<!DOCTYPE html>") and page.count("<section") == 2 and page.rstrip().endswith("</html>"), "report")
    check("https:" not in page and "<script" not in page, "the report needs nothing else")
    check(not Path(str(out) + ".progress").exists(), "the journal is gone at the end")

    # The games themselves are never written over, by whatever name.
    before = source.read_bytes()
    link = Path(name, "link.pgn")
    link.symlink_to(source)
    for arguments in (("-o", source), ("-o", link), ("-o", Path(name, "other.pgn"), "--html", source)):
        _, err = run("annotate", source, *arguments, "--nodes", 100, "-q", expect=2)
        check("holds the games to be annotated" in err, err)
    check(source.read_bytes() == before, "the games were touched")
    # Nor is what only has the name of a run's progress.
    taken = Path(name, "taken.pgn.progress")
    taken.write_bytes(before)
    for games in (source, taken):
        for restart in ((), ("--restart",)):
            run("annotate", games, "-o", Path(name, "taken.pgn"), "--nodes", 100, "-q", *restart, expect=2)
    check(taken.read_bytes() == before, "a file with the name of the progress was touched")
    # The report has a file of its own, by whatever name.
    os.symlink(name, Path(name, "here"))
    for report in (Path(name, "both.pgn"), Path(name, "here", "both.pgn"), "./both.pgn", "both.pgn.progress"):
        result = subprocess.run([ENGINE, "annotate", source, "-o", "both.pgn", "--html", report, "--nodes", "100", "-q"],
                                cwd=name, capture_output=True, text=True, check=False, timeout=120)
        check(result.returncode == 2 and "files of their own" in result.stderr, f"{report}: {result}")

    # Killed in the middle and started again: the same output as in one go.
    many = Path(name, "many.pgn")
    many.write_text("".join(f'[Event "{i}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n' for i in range(30)),
                    encoding="utf-8")
    whole, parts = Path(name, "whole.pgn"), Path(name, "parts.pgn")
    options = ("--nodes", "20000", "-q", "-j", "1")
    run("annotate", many, "-o", whole, *options)
    deaths = 0
    for _ in range(3):
        process = subprocess.Popen([ENGINE, "annotate", str(many), "-o", str(parts), *options], stderr=subprocess.DEVNULL)
        time.sleep(1.5)
        process.send_signal(signal.SIGKILL if deaths == 0 else signal.SIGINT)
        deaths += process.wait() != 0
    if Path(str(parts) + ".progress").exists() or not parts.exists():
        run("annotate", many, "-o", parts, *options)
    check(whole.read_bytes() == parts.read_bytes(), "an interrupted run gives the same output")

    # A second run keeps its hands off the first one's files, even if told to start over.
    first, busy = Path(name, "first.pgn"), [ENGINE, "annotate", str(many), "-o", str(Path(name, "first.pgn")), *options]
    process = subprocess.Popen(busy)
    while not Path(str(first) + ".progress").exists():
        check(process.poll() is None, "it ended before it began")
        time.sleep(0.01)
    process.send_signal(signal.SIGSTOP)
    for restart in ((), ("--restart",)):
        check("another process is writing it" in run(*busy[1:], *restart, expect=2)[1], "two runs at once")
    process.send_signal(signal.SIGCONT)
    check(process.wait() == 0 and first.read_bytes() == whole.read_bytes(), "the first run is undisturbed")

    # Killed in its first second, with a report: it goes on all the same.
    page, begun = Path(name, "begun.html"), Path(name, "begun.pgn")
    command = [ENGINE, "annotate", str(many), "-o", str(begun), "--html", str(page), *options]
    process = subprocess.Popen(command)
    while not Path(str(begun) + ".progress").exists():
        check(process.poll() is None, "it ended before it began")
        time.sleep(0.01)
    process.kill()
    process.wait()
    # ... but not with other games of the same length, or other settings.
    text = many.read_text(encoding="utf-8")
    many.write_text(text.replace("Nf3", "Nc3"), encoding="utf-8")
    check("other games or settings" in run(*command[1:], expect=2)[1], "other games")
    many.write_text(text, encoding="utf-8")
    check("other games or settings" in run(*command[1:], "--hash", 8, expect=2)[1], "other settings")
    run(*command[1:])
    check(begun.read_bytes() == whole.read_bytes(), "the same games as in one go")
    check("</html>" in page.read_text(encoding="utf-8"), "the report is whole")
    check(not [file for file in os.listdir(name) if file.startswith("begun.") and file not in ("begun.pgn", "begun.html")],
          "nothing is left behind")
check("can't read" in run("annotate", "/nowhere.pgn", "-o", os.devnull, expect=2)[1], "a missing file")
print("ok")
