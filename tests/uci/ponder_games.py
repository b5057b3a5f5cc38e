# SPDX-License-Identifier: GPL-3.0-or-later
"""Games with pondering on both sides, run by a scripted GUI: hits and misses, every move legal, no flag falls.

A short run is part of the tests. For a long one on a quiet machine, where the clocks count too:
    STILLPOINT=./stillpoint GAMES=100 CLOCKS=1 tests/uci/ponder_games.py
"""
import os
import random
import time

from _engine import EngineTest, main

GAMES = int(os.environ.get("GAMES", "1"))
CLOCKS_COUNT = os.environ.get("CLOCKS", "") == "1"
SECONDS, INCREMENT = (1.0, 0.01) if CLOCKS_COUNT else (0.3, 0.005)
MAX_PLIES = 400


class Side:
    def __init__(self, engine):
        self.engine = engine
        self.left = SECONDS
        self.pondering = None  # the moves of the game it thinks ahead of
        self.hits = self.misses = 0


class PonderGames(EngineTest):
    def setUp(self):
        self.sides = [Side(self.start()) for _ in range(2)]
        self.judge = self.start()
        for side in self.sides:
            side.engine.send("setoption name Hash value 4", "setoption name Ponder value true")

    def clocks(self):
        white, black = (max(1, int(side.left * 1000)) for side in self.sides)
        return f"wtime {white} btime {black} winc {int(INCREMENT * 1000)} binc {int(INCREMENT * 1000)}"

    def move(self, side, moves):
        """The side's move, with its clock running, and the answer it expects."""
        position = f"position startpos moves {' '.join(moves)}"
        started = time.monotonic()
        if side.pondering == moves:
            side.hits += 1
            side.engine.send("ponderhit")
        else:
            if side.pondering is not None:
                side.misses += 1
                side.engine.send("stop")
                side.engine.until("bestmove")
            side.engine.send(position, f"go {self.clocks()}")
        side.pondering = None
        words = side.engine.until("bestmove")[-1].split()
        side.left -= time.monotonic() - started
        if CLOCKS_COUNT:
            self.assertGreater(side.left, 0, f"flag fell after {' '.join(moves)}")
        side.left = max(side.left, 0.001) + INCREMENT
        return words[1], words[3] if len(words) > 3 else None

    def is_over(self, moves, seen):
        self.assertEqual(self.judge.errors(f"position startpos moves {' '.join(moves)}"), [], moves)
        fen, legal = self.judge.ask("fen", "moves")
        key = " ".join(fen.split()[:4])
        seen[key] = seen.get(key, 0) + 1
        return legal.startswith("0 moves") or seen[key] >= 3 or int(fen.split()[4]) >= 100

    def play(self, opening):
        for side in self.sides:
            side.left, side.pondering = SECONDS, None
            side.engine.ask("ucinewgame")
        moves, seen = list(opening), {}
        while len(moves) < MAX_PLIES and not self.is_over(moves, seen):
            side = self.sides[len(moves) % 2]
            best, expected = self.move(side, moves)
            self.assertNotEqual(best, "(none)", moves)
            moves.append(best)
            if expected:
                side.pondering = moves + [expected]
                side.engine.send(f"position startpos moves {' '.join(side.pondering)}", f"go ponder {self.clocks()}")
        for side in self.sides:
            if side.pondering is not None:
                side.engine.send("stop")
                side.engine.until("bestmove")

    def test_games(self):
        generator = random.Random(5)
        for number in range(GAMES):
            opening = []
            for _ in range(6):
                legal = self.judge.ask(f"position startpos moves {' '.join(opening)}", "moves")[0].split()[2:]
                opening.append(generator.choice(legal))
            self.play(opening)
            if GAMES > 1:
                print(f"game {number + 1}: hits {sum(s.hits for s in self.sides)}, "
                      f"misses {sum(s.misses for s in self.sides)}", flush=True)
        self.assertGreater(sum(side.hits for side in self.sides), 0)
        self.assertGreater(sum(side.misses for side in self.sides), 0)


if __name__ == "__main__":
    main()
