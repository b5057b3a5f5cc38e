# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables are made, verified, described and compared; what is damaged is named and made again."""
import shutil
import signal
import subprocess
import time
from pathlib import Path

from _tool import ENGINE, check, folder, run

with folder() as name:
    out, _ = run("tables", "make", "--only", "KQvK", "--out", name, "--dry-run")
    check(out.startswith("1 table to make, 0 there already: "), out)
    check(not list(Path(name).iterdir()), "a dry run writes nothing")

    out, _ = run("tables", "make", "--only", "KQvK", "--out", name, "--quiet")
    check("made 1 table in " in out, out)
    check({p.name for p in Path(name).iterdir()} == {"KQvK.rtbw", "KQvK.rtbz", "facts.txt"}, "three files are left")
    out, _ = run("tables", "make", "--only", "KQvK", "--out", name, "--quiet")
    check(out == "0 tables to make, 1 there already\n", out)

    out, _ = run("tables", "verify", name, "--samples", 50, "--quiet")
    has_fathom = "built without Fathom" not in out
    check(not has_fathom or out == "1 table, 50 positions: all is well\n", out)
    if has_fathom:
        out, _ = run("tables", "compare", name, name, "--every", 10, "--quiet")
        check(out.startswith("1 table, ") and out.endswith(": all alike\n"), out)
        out, _ = run("tables", "compare", name, name, "--only", "KQvK,KQvK", "--every", 10, "--quiet")
        check(out.startswith("1 table, "), out)
        # What is missing is not alike: an answer, a table.
        with folder() as other:
            shutil.copy(Path(name, "KQvK.rtbw"), other)
            out, _ = run("tables", "compare", name, other, "--every", 10, "--quiet", expect=1)
            check("KQvK: " in out and "no distance" in out and "not all alike" in out, out)
            run("tables", "make", "--only", "KRvK", "--out", other, "--quiet")
            out, _ = run("tables", "compare", name, other, "--every", 10, "--distances", 1000000, "--quiet", expect=1)
            check("KRvK: not in " in out and "KQvK: " not in out, out)
            out, _ = run("tables", "compare", name, other, "--only", "KBvK", "--quiet", expect=1)
            check("KBvK: not in " in out, out)

    # What is noted in the folder is not taken on trust.
    facts = Path(name, "facts.txt")
    noted = facts.read_text()
    facts.write_text(noted.rsplit(" ", 6)[0] + " \x1b[31m\n" + noted)
    out, _ = run("tables", "stats", name)
    check(out.splitlines()[-1].startswith("KQvK ") and " 19 " in out, out)  # mate in ten moves at most
    check("\x1b" not in out and out.count("KQvK") == 1, repr(out))
    facts.write_text(noted)

    # A changed byte is noticed by its checksum, and the file made again.
    table = Path(name, "KQvK.rtbz")
    whole = table.read_bytes()
    table.write_bytes(whole[:-200] + bytes([whole[-200] ^ 1]) + whole[-199:])
    out, _ = run("tables", "verify", name, "--samples", 50, "--quiet", expect=1)
    check("KQvK.rtbz: is damaged" in out, out)
    run("tables", "make", "--only", "KQvK", "--out", name, "--quiet")
    check(table.read_bytes() == whole, "the same table again")

    with folder() as empty:
        for words in (("verify", empty), ("stats", empty), ("verify", "/no/such/folder"), ("compare", name, empty),
                      ("compare", name, name, "--only", "KvKQ")):
            if words[0] == "compare" and not has_fathom:
                continue
            _, err = run("tables", *words, expect=2)
            check(err.startswith("tables: ") and err.count("\n") == 1, f"{words}: {err}")
    for words in ((), ("make",), ("make", "--out", name, "--only", "KvKQ"), ("make", "--out", name, "--men", 6),
                  ("make", "--out", name, "--memory", "much"), ("make", "--out", name, "--memory", "100000000000G"),
                  ("make", "--out", ""), ("make", "--out", name, "--only", "KQQQQvK"), ("verify",)):
        _, err = run("tables", *words, expect=2)
        check(err, f"{words} says nothing")
    _, err = run("tables", "make", "--only", "KQvK", "--out", "/dev/null/x", "--quiet", expect=1)
    check("/dev/null" in err, err)
    _, err = run("tables", "make", "--only", "KRvK", "--out", name, "--memory", "20K", "--quiet", expect=1)
    check("at least " in err, err)

# Stopped in order or killed, the same command goes on with what is missing.
for stop, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
    with folder() as name:
        command = (ENGINE, "tables", "make", "--only", "KQvKR", "--out", name, "--quiet")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while not Path(name, "KQvK.rtbz").exists():
                check(process.poll() is None, "it ended before it could be stopped")
                time.sleep(0.01)
            process.send_signal(stop)
            _, err = process.communicate(timeout=60)
            check(process.returncode == code, f"{process.returncode}: {err}")
        if stop == signal.SIGINT:
            check(err == "tables: stopped; the same command goes on from here\n", err)
        out, _ = run("tables", "make", "--only", "KQvKR", "--out", name, "--quiet")
        check(out.startswith("1 table to make, 2 there already") and "made 1 table in " in out, out)
        check(not Path(name, "making").exists(), "working files are left")
print("ok")
