# SPDX-License-Identifier: GPL-3.0-or-later
"""Talks to the engine through pipes, as a GUI does. The program's path is in STILLPOINT."""
import os
import queue
import re
import subprocess
import tempfile
import threading
import time
import unittest

BINARY = os.environ.get("STILLPOINT", "./stillpoint")
os.environ["XDG_CACHE_HOME"] = "/nonexistent"  # no test depends on tables in the user's folder
# Only reached when something is broken: tests must not depend on how busy the machine is.
PATIENCE = 120

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIDDLE_GAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
MATED_IN_1 = "7k/8/6K1/8/8/8/8/R7 b - - 0 1"

NUMBER = r"-?\d+"
INFO = re.compile(
    rf"info depth (?P<depth>\d+) seldepth (?P<seldepth>\d+) multipv (?P<multipv>\d+) "
    rf"score (?P<kind>cp|mate) (?P<value>{NUMBER})(?: (?P<bound>lowerbound|upperbound))?"
    rf"(?: wdl (?P<win>\d+) (?P<draw>\d+) (?P<loss>\d+))? "
    rf"nodes (?P<nodes>\d+) nps (?P<nps>\d+) hashfull (?P<hashfull>\d+) tbhits (?P<tbhits>\d+) "
    rf"time (?P<time>\d+)(?: pv(?P<pv>(?: [a-h][1-8][a-h][1-8][nbrq]?)+))?")
CURRMOVE = re.compile(r"info depth \d+ currmove [a-h][1-8][a-h][1-8][nbrq]? currmovenumber \d+")
BESTMOVE = re.compile(r"bestmove (?P<move>[a-h][1-8][a-h][1-8][nbrq]?|\(none\))"
                      r"(?: ponder (?P<ponder>[a-h][1-8][a-h][1-8][nbrq]?))?")


class Info:
    """One line of thought."""

    def __init__(self, match):
        for name, text in match.groupdict().items():
            is_number = text is not None and re.fullmatch(NUMBER, text)
            setattr(self, name, int(text) if is_number else text)
        self.pv = match["pv"].split() if match["pv"] else []
        self.line = match.string


class Search:
    """All that was printed between a `go` and its `bestmove`."""

    def __init__(self, lines):
        self.lines = lines
        self.infos = []
        self.notes = []
        for line in lines[:-1]:
            if line.startswith("info string "):
                self.notes.append(line[len("info string "):])
            elif CURRMOVE.fullmatch(line):
                pass
            else:
                match = INFO.fullmatch(line)
                assert match, f"not a proper info line: {line!r}"
                self.infos.append(Info(match))
        match = BESTMOVE.fullmatch(lines[-1])
        assert match, f"not a proper bestmove line: {lines[-1]!r}"
        self.best = match["move"]
        self.ponder = match["ponder"]

    @property
    def last(self):
        """The last exact first line."""
        return [i for i in self.infos if i.multipv == 1 and not i.bound][-1]


class Engine:
    def __init__(self, *arguments, stdout=subprocess.PIPE, **options):
        self.process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.PIPE, stdout=stdout,
                                        stderr=subprocess.DEVNULL, **options)
        self.lines = queue.Queue()
        self.heard = []
        if stdout == subprocess.PIPE:
            threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            # Strict on purpose: what the engine prints is always valid.
            self.lines.put(line.decode("utf-8").rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        for line in lines:
            data = line if isinstance(line, bytes) else line.encode()
            self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def line(self):
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError(f"no answer; heard last: {self.heard[-5:]}") from None
        if line is None:
            raise AssertionError(f"the engine has ended; heard last: {self.heard[-5:]}")
        self.heard.append(line)
        return line

    def until(self, pattern):
        """The lines up to one that matches, inclusive."""
        lines = []
        while not lines or not re.match(pattern, lines[-1]):
            lines.append(self.line())
        return lines

    def ask(self, *commands):
        """What the engine says to these commands, up to readiness."""
        self.send(*commands, "isready")
        return self.until("readyok$")[:-1]

    def errors(self, *commands):
        return [line for line in self.ask(*commands) if line.startswith("info string error")]

    def search(self, go="go depth 4", fen=None, moves=None):
        if fen:
            self.send(f"position fen {fen}" + (f" moves {' '.join(moves)}" if moves else ""))
        self.send(go)
        return self.answer()

    def answer(self):
        return Search(self.until("bestmove"))

    def rest(self):
        """All lines until the engine has ended."""
        lines = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                return lines
            lines.append(line)

    def wait(self):
        return self.process.wait(timeout=PATIENCE)

    def close(self):
        if self.process.poll() is None:
            try:
                self.send("quit")
                self.process.stdin.close()
            except BrokenPipeError:
                pass
            try:
                self.process.wait(timeout=PATIENCE)
            finally:
                self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                if stream:
                    stream.close()
            except BrokenPipeError:
                pass


class EngineTest(unittest.TestCase):
    """Starts an engine when it is first needed, and expects it to end well."""

    _engine = None

    @property
    def engine(self):
        if self._engine is None:
            self._engine = self.start()
            self._engine.send("setoption name Hash value 2")
        return self._engine

    def start(self, *arguments, **options):
        engine = Engine(*arguments, **options)
        self.addCleanup(engine.close)
        return engine

    def tearDown(self):
        if self._engine and self._engine.process.poll() is None:
            self._engine.send("stop", "quit")
            self.assertEqual(self._engine.wait(), 0)

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def assert_legal(self, engine, fen, moves):
        """The engine itself, asked afresh, accepts the moves."""
        self.assertEqual(engine.errors(f"position fen {fen} moves {' '.join(moves)}"), [], (fen, moves))

    def assert_mate_pv(self, engine, fen, info):
        """A mate's line is complete: as long as announced, and ends in mate."""
        plies = 2 * info.value - 1 if info.value > 0 else -2 * info.value
        self.assertEqual(len(info.pv), plies, info.line)
        self.assert_legal(engine, fen, info.pv)
        told = engine.ask("moves", "d")
        self.assertIn("0 moves:", told, info.line)
        checkers = [line for line in told[-1].split("\n") + told if line.startswith("Checkers:")]
        self.assertNotEqual(checkers[0].strip(), "Checkers:", info.line)


def run(*arguments, text="", timeout=PATIENCE):
    """Runs the program to its end: exit code, output, errors."""
    result = subprocess.run([BINARY, *arguments], input=text.encode(), capture_output=True, timeout=timeout,
                            check=False)
    return result.returncode, result.stdout.decode("utf-8"), result.stderr.decode("utf-8")


def main():
    started = time.monotonic()
    program = unittest.main(exit=False)
    print(f"{time.monotonic() - started:.1f} s")
    raise SystemExit(0 if program.result.wasSuccessful() else 1)
