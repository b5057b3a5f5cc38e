# SPDX-License-Identifier: GPL-3.0-or-later
"""Thousands of commands at random moments: every question gets its answer, and every move is legal."""
import random
import time

from _engine import BESTMOVE, ENDGAME, KIWIPETE, MATE_IN_2, MATED, MIDDLE_GAME, STALEMATED, START, EngineTest, main

FENS = (START, KIWIPETE, MIDDLE_GAME, ENDGAME, MATE_IN_2, MATED, STALEMATED)
RUBBISH = "rubbish"
BOUNDED = ("go depth 1", "go depth 3", "go nodes 1", "go nodes 300", "go movetime 1", "go wtime 20 btime 20",
           "go wtime 0 btime 0", "go wtime 30 btime 30 winc 1 binc 1 movestogo 2", "go softnodes 200")
UNBOUNDED = ("go infinite", "go", "go ponder wtime 100 btime 100", "go ponder", "go infinite depth 2")
OTHERS = ("stop", "stop", "stop", "stop", "ponderhit", "isready", "isready", "ucinewgame", "setoption name Hash value 1",
          "setoption name Hash value 2", "setoption name Clear Hash", "setoption name MultiPV value 3",
          "setoption name MultiPV value 1", "setoption name Threads value 2", "setoption name Threads value 1",
          "setoption name Threads value 4", "setoption name UCI_ShowWDL value true", "setoption name Minimal value true",
          "setoption name Minimal value false", "setoption name Foo value 1", "d", "eval", "moves", "foo", "wait",
          "setoption name Move Overhead value 0")


class Flood(EngineTest):
    def flood(self, seed, rounds, pauses):
        generator = random.Random(seed)
        engine = self.start()
        engine.send("setoption name Hash value 1")
        fen, roots, ready = START, [], 0
        for _ in range(rounds):
            dice = generator.random()
            if dice < 0.3:
                roots.append(fen)
                engine.send(generator.choice(BOUNDED if dice < 0.2 else UNBOUNDED))
            elif dice < 0.5:
                fen = generator.choice(FENS + (RUBBISH,))
                engine.send(f"position fen {fen}")
            else:
                command = generator.choice(OTHERS)
                ready += command == "isready"
                engine.send(command)
            if pauses and generator.random() < 0.2:
                time.sleep(generator.random() * 0.003)
        engine.send("stop", "wait", "isready")
        # readyok answers at once, so wait for the last best move by asking once more for something in order.
        engine.send("position startpos", "fen")
        lines = engine.until(START.replace("+", r"\+") + "$")
        best = [BESTMOVE.fullmatch(line) for line in lines if line.startswith("bestmove")]
        self.assertEqual(len(best), len(roots))
        self.assertTrue(all(best))
        self.assertEqual(lines.count("readyok"), ready + 1)
        for root, match in zip(roots, best):
            if root in (MATED, STALEMATED, RUBBISH):
                self.assertEqual(match["move"], "(none)")
            else:
                played = [match["move"]] + ([match["ponder"]] if match["ponder"] else [])
                engine.send(f"position fen {root} moves {' '.join(played)}")
        self.assertEqual(engine.errors(), [])
        engine.send("quit")
        self.assertEqual(engine.wait(), 0)

    def test_without_pauses(self):
        self.flood(seed=1, rounds=3000, pauses=False)

    def test_with_pauses(self):
        self.flood(seed=2, rounds=1500, pauses=True)

    def test_start_and_stop(self):
        engine = self.start()
        engine.send("setoption name Hash value 1", "setoption name Threads value 2")
        for _ in range(1000):
            engine.send("go infinite", "stop")
        for _ in range(1000):
            engine.until("bestmove")
        engine.send("quit")
        self.assertEqual(engine.wait(), 0)

    def test_answer_is_awaited_each_time(self):
        engine = self.start()
        generator = random.Random(3)
        engine.send("setoption name Hash value 1")
        for number in range(500):
            if number % 50 == 0:
                engine.send("ucinewgame")
            engine.send(f"position fen {generator.choice(FENS[:5])}", generator.choice(UNBOUNDED))
            if number % 3 == 0:
                engine.until("info depth")
            engine.send("ponderhit" if number % 7 == 0 else "isready", "stop")
            engine.until("bestmove")
        engine.send("quit")
        self.assertEqual(engine.wait(), 0)


if __name__ == "__main__":
    main()
