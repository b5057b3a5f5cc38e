#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How late an engine answers: after `stop`, and in its first timed search with a new hash table.

  bench/latency.py [--rounds N] [--hash MB,MB] [--cpu-priority N] ENGINE...

The first column is the number of searching threads or the size of the table, the others are milliseconds: from
`stop` to `bestmove`, or what a `go movetime 100` right after `setoption name Hash` took beyond its time. Several
engines take turns. On a machine that does other work, give a negative --cpu-priority (a nice value, as root) to
engines and measurer, or the figures are those of the scheduler.
"""
import argparse
import os
import random
import subprocess
import time

POSITIONS = ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
             "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
             "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
MOVETIME = 100


class Engine:
    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("uci")
        self.until(b"uciok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, word):
        while not (line := self.process.stdout.readline()).startswith(word):
            if not line:
                raise SystemExit(f"latency: {self.path} has ended")
        return time.monotonic()

    def ready(self, *lines):
        self.send(*lines, "isready")
        self.until(b"readyok")

    def stop_latency(self, fen, think):
        self.send(f"position fen {fen}", "go infinite")
        time.sleep(think)
        sent = time.monotonic()
        self.send("stop")
        return self.until(b"bestmove") - sent

    def hash_latency(self, size, is_awaited):
        self.ready("setoption name Hash value 1")
        (self.ready if is_awaited else self.send)(f"setoption name Hash value {size}")
        sent = time.monotonic()
        self.send("position startpos", f"go movetime {MOVETIME}")
        return self.until(b"bestmove") - sent - MOVETIME / 1000

    def end(self):
        self.send("quit")
        self.process.wait()


def row(name, seconds):
    ms = sorted(1000 * s for s in seconds)
    at = [ms[min(len(ms) - 1, int(len(ms) * share))] for share in (0.5, 0.9, 0.99)]
    print(f"  {name:<28}" + "".join(f"{value:9.2f}" for value in (*at, ms[-1])), flush=True)


def take_priority(nice):
    """For this program and the engines. Linux weighs sessions first, so they get one of their own."""
    if child := os.fork():
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os.setsid()
    os.nice(nice)
    try:
        with open("/proc/self/autogroup", "w", encoding="utf-8") as group:
            group.write(str(nice))
    except OSError:
        pass  # not on this system


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    parser.add_argument("--rounds", type=int, default=500, help="stops a row (default: %(default)s)")
    parser.add_argument("--threads", default="1,2", help="default: %(default)s")
    parser.add_argument("--hash", default="512", help="sizes in MB (default: %(default)s)")
    parser.add_argument("--cpu-priority", type=int, default=0, metavar="NICE", help="default: %(default)s")
    arguments = parser.parse_args()
    if arguments.cpu_priority:
        take_priority(arguments.cpu_priority)
    engines = [Engine(path) for path in arguments.engines]
    print(f"{'':30}   median      90%      99%  largest")
    for threads in arguments.threads.split(","):
        print(f"stop, threads: {threads}")
        found = {engine: [] for engine in engines}
        generator = random.Random(1)
        for engine in engines:
            engine.ready("setoption name Hash value 16", f"setoption name Threads value {threads}")
        for _ in range(arguments.rounds):
            fen, think = generator.choice(POSITIONS), generator.uniform(0.005, 0.06)
            for engine in engines:
                found[engine].append(engine.stop_latency(fen, think))
        for engine, seconds in found.items():
            row(engine.path[-28:], seconds)
    for engine in engines:
        engine.ready("setoption name Threads value 1")
    for size in filter(None, arguments.hash.split(",")):
        for is_awaited in (True, False):
            print(f"movetime {MOVETIME} after Hash {size}" + (", isready between" if is_awaited else ""))
            for engine in engines:
                row(engine.path[-28:], [engine.hash_latency(size, is_awaited) for _ in range(10)])
    for engine in engines:
        engine.end()


if __name__ == "__main__":
    main()
