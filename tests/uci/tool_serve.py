"""`stillpoint serve` through the real program: answers, errors, back-pressure, end of input, a dead reader."""
import json
import subprocess

from _tool import ENGINE, MATE_IN_1, check, run


def serve(*lines, options=()):
    out, _ = run("serve", *options, text="".join(line + "\n" for line in lines))
    return [json.loads(line) for line in out.splitlines()]


jobs = [json.dumps({"id": i, "fen": MATE_IN_1, "limits": {"nodes": 2000}}) for i in range(50)]
answers = serve(*jobs, options=("--workers", 3, "--queue", 2))
check(sorted(a["id"] for a in answers) == list(range(50)), "every job is answered once")
check(all(a["bestmove"] == "a1a8" for a in answers), "every answer is right")

answers = serve("{", '{"id":"x","fen":"8/8 w"}', jobs[0], '{"id":"y","moves":["e2e5"]}')
check(len(answers) == 4 and sum("error" in a for a in answers) == 3, str(answers))
check(serve() == [], "no input, no output")
check(len(serve('{"id":1,"moves":""}', options=("--nodes", 500))) == 1, "a default limit")

first = serve(*[j.replace("2000}", "20000}, \"fresh\": true") for j in jobs[:6]], options=("--workers", 2))
check(len({a["nodes"] for a in first}) == 1, "fresh jobs all search the same")

# The reader goes away: the server must end by itself.
process = subprocess.Popen([ENGINE, "serve", "--workers", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
process.stdout.close()
try:
    for _ in range(200):
        process.stdin.write(jobs[0] + "\n")
    process.stdin.flush()
    process.stdin.close()
except BrokenPipeError:
    pass
check(process.wait(timeout=60) == 1, "its exit code says that nobody read the answers")
print("ok")
