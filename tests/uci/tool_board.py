"""`stillpoint board` through the real program: the address, who is let in, lines both ways, the end."""
import http.client
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

from _tool import ENGINE, check, folder, run

run("board", "--help")  # ends the test where the board was left out


class Board:
    def __init__(self, *options):
        self.process = subprocess.Popen([ENGINE, "board", "--no-open", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{32})", self.process.stdout.readline())
        check(found, "it prints its address")
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method, path, body=None, patience=30, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        connection.request(method, path, body, {"Authorization": f"Bearer {self.token}",
                                                **{k.title().replace('_', '-'): v for k, v in headers.items()}})
        return connection.getresponse()

    def say(self, *lines, **headers):
        return self.ask("POST", "/native/lines", "\n".join(lines), **headers).status

    def listen(self):
        response = self.ask("GET", "/native/lines", accept_encoding="gzip, br")  # as browsers do
        check(response.status == 200, "the lines can be read")
        return response

    def end_by(self, number):
        self.process.send_signal(number)
        check(self.process.wait(timeout=10) == 0, f"it ends in order by signal {number}")

    def end(self):
        self.process.stdin.close()
        check(self.process.wait(timeout=20) == 0, "it ends with its input")


def until(response, word):
    lines = []
    for line in response:
        lines.append(line.decode().rstrip("\n"))
        if lines[-1].startswith(word):
            return lines
    check(False, f"no {word} in {lines}")


board = Board("--port", "0")

with folder() as empty:
    _, err = run("board", "--no-open", "--page", empty, expect=2)
    check("there is no index.html in " in err, err)

# Who is let in.
check(board.ask("GET", "/native/about").status == 200, "the right token is let in")
check(board.ask("GET", "/native/about", authorization="Bearer " + "0" * 32).status == 401, "a wrong token")
check(board.ask("GET", "/native/about", host="evil.example").status == 403, "a foreign name for this machine")
check(board.ask("GET", "/native/about", origin="http://evil.example").status == 403, "a foreign page")
own = f"http://127.0.0.1:{board.port}"
page = board.ask("GET", "/", origin=own)
check(page.status == 200, "our own page")
check(page.getheader("Cross-Origin-Opener-Policy") == "same-origin"
      and page.getheader("Cross-Origin-Embedder-Policy") == "require-corp", "threads are possible on it")
check(board.ask("GET", "/../CMakeLists.txt").status != 200, "nothing outside the page's folder")

# Lines both ways.
lines = board.listen()
check(board.say("uci", "isready") == 204, "lines are taken")
check(any(line.startswith("id name Stillpoint") for line in until(lines, "readyok")), "the engine answers")
check(board.say("position startpos moves e2e4", "go depth 6") == 204, "a search")
check(any(" depth 6 " in line for line in until(lines, "bestmove")), "its lines are streamed")
for line in ("quit", "savehash /tmp/x", "setoption name Debug Log File value /tmp/x",
             "setoption name eval_file value /tmp/x", "bench", "export_net x", "nonsense"):
    check(board.say(line) == 400, f"not for pages: {line}")

# A second page takes over, and the first one sees its lines end. What the engine did for it is over: its answer does
# not come to the second page, which can search at once, and the first one has no say any more.
first = lines.getheader("Listener")
for _ in range(10):
    check(board.say("go infinite") == 204, "an analysis")
    second = board.listen()
    check(lines.read() is not None, "the first page's lines end")
    board.say("go depth 2", "isready")
    heard = until(second, "bestmove")
    check(any(" depth 2 " in line for line in heard), f"its own search, not the one before: {heard}")
    lines = second
check(board.say("go infinite", listener=first) == 409, "the first page has no say any more")
check(board.say("isready", listener=second.getheader("Listener")) == 204, "the second one has")
until(second, "readyok")

# A page that leaves stops its analysis.
board.say("go infinite")
until(second, "info depth 3")
second.close()
time.sleep(3)  # a closed connection shows at one of the next heartbeats
third = board.listen()
board.say("isready")
check(not any(line.startswith("info") for line in until(third, "readyok")), "the engine is idle")
board.end()

# An engine that dies is replaced.
board = Board("--port", "0")
lines = board.listen()
children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(board.process.pid)], capture_output=True, text=True,
                          check=False).stdout.split()
if children:
    subprocess.run(["kill", "-9", children[0]], check=True)
    until(lines, "info string error: the engine ended")
    board.say("isready")
    until(lines, "readyok")

# Ctrl-C is an ordinary end, even with a page listening and an engine thinking.
board.say("go infinite")
reader = threading.Thread(target=lines.read)
reader.start()
board.process.send_signal(signal.SIGINT)
check(board.process.wait(timeout=20) == 0, "it ends on Ctrl-C")
reader.join(timeout=20)

# The page's files: the network may be cached forever, the others not; a missing file is never cached.
with folder() as place:
    page = pathlib.Path(place)
    (page / "engine").mkdir()
    (page / "index.html").write_text("page")
    (page / "engine/stillpoint-0123456789ab.nn").write_text("net")
    (page / "app.js").write_text("script();\n" * 20000)
    board = Board("--port", "0", "--page", place)
    kept = [board.ask("GET", path).headers.get_all("Cache-Control")
            for path in ("/engine/stillpoint-0123456789ab.nn", "/engine/missing.nn", "/", "/native/about")]
    check(kept == [["public, max-age=31536000, immutable"], ["no-cache"], ["no-cache"], ["no-cache"]], f"kept: {kept}")
    # As they are, whatever the browser takes: the library may spend seconds on compressing them, each time.
    script = board.ask("GET", "/app.js", accept_encoding="gzip, deflate, br")
    check(script.getheader("Content-Encoding") is None and script.read() == (page / "app.js").read_bytes(), "not compressed")
    board.end()

    # Another program as the engine.
    fake = page / "engine.sh"
    fake.write_text("#!/bin/sh\nwhile read -r line; do echo \"heard $line\"; done\n")
    fake.chmod(0o755)
    board = Board("--port", "0", "--engine", str(fake))
    lines = board.listen()
    board.say("isready")
    until(lines, "heard isready")
    board.end()
    _, message = run("board", "--no-open", "--port", "0", "--engine", page / "missing", expect=1)
    check("can't start" in message, "a missing engine is named")

    # An engine that doesn't stop for the next page is ended.
    fake.write_text("#!/bin/sh\nwhile read -r line; do [ \"$line\" = uci ] && echo uciok; done\n")
    board = Board("--port", "0", "--engine", str(fake))
    lines = board.listen()
    board.say("go infinite")
    lines = board.listen()
    board.say("uci")
    until(lines, "uciok")
    board.end()

    # An engine that reads nothing keeps nobody waiting.
    fake.write_text("#!/bin/sh\nsleep 1000\n")
    board = Board("--port", "0", "--engine", str(fake))
    for number in range(3):
        check(board.say(*["isready"] * 100_000) == 204, "its lines wait")
    told = {board.say(*["isready"] * 100_000) for number in range(8)}
    check(502 in told, f"not for ever: {told}")
    check(board.ask("GET", "/native/about").status == 200, "others are answered")
    board.end_by(signal.SIGTERM)

# Other ways to be ended clean up too.
for number in (signal.SIGHUP, signal.SIGQUIT):
    board = Board("--port", "0")
    board.say("go infinite")
    board.end_by(number)

# Connections that send nothing, or little by little, don't keep others out; nor do readers that don't read.
board = Board("--port", "0")


def connect(text=b""):
    connection = socket.create_connection(("127.0.0.1", board.port))
    connection.sendall(text)
    return connection


silent = [connect() for _ in range(200)]
check(board.ask("GET", "/native/about", patience=10).status == 200, "let in beside 200 silent connections")
slow = [connect(b"GET / HTTP/1.1\r\nX: ") for _ in range(64)]
done = threading.Event()


def drip():
    while not done.wait(0.05):
        for connection in slow:
            try:
                connection.send(b"x")
            except OSError:
                pass  # that one has lost its place


dripping = threading.Thread(target=drip)
dripping.start()
check(board.ask("GET", "/native/about", patience=10).status == 200, "let in beside 64 slow connections")
board.process.send_signal(signal.SIGTERM)
check(board.process.wait(timeout=10) == 0, "nor do they keep it from ending")
done.set()
dripping.join()
for connection in silent + slow:
    connection.close()

# The limit for bodies holds whatever their form.
board = Board("--port", "0")
body = b"isready\n" * 400_000
check(board.ask("POST", "/native/lines", body[:1 << 20]).status == 204, "a large body")
for large in (body, iter([body[:1_000_000]] * 3), iter([body[:8]] * 200_000)):  # an iterator is sent in chunks
    try:
        status = board.ask("POST", "/native/lines", large).status
    except OSError:
        status = 413  # the connection was closed before all was sent, and the answer with it
    check(status == 413, f"too large a body: {status}")
check(board.ask("POST", "/native/lines", iter([b"isready\n"] * 100)).status == 204, "a small one in chunks")
board.end()

first = Board("--port", "0")
_, message = run("board", "--no-open", "--port", str(first.port), expect=1)
check("is taken" in message, "a taken port is named")
first.end()
print("ok")
