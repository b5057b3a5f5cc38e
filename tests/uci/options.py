# SPDX-License-Identifier: GPL-3.0-or-later
"""Options: any spelling a GUI may use, and no harm from wrong ones."""
import os
import re

from _engine import KIWIPETE, START, EngineTest, main


class SetOption(EngineTest):
    def test_spellings(self):
        for text in ("name Move Overhead value 20", "name MoveOverhead value 20", "name move overhead value 20",
                     "name  Move  Overhead  value  20", "name Move_Overhead value 20", "name Clear Hash",
                     "name ClearHash", "name clear hash value", "name UCI_Chess960 value true",
                     "name uci_chess960 value FALSE", "name Hash value 1", "name SyzygyPath value <empty>",
                     "name SyzygyPath value", "name UCI_Opponent value GM 2800 human Gary Kasparov",
                     "name UCI_Variant value chess", "name UCI_AnalyseMode value true", "name Ponder value true",
                     "name NumaPolicy value none", "name NumaPolicy value auto", "name NumaPolicy value 0",
                     "name UCI_EngineAbout value x", "name Skill Level value 20"):
            with self.subTest(text):
                self.assertEqual(self.engine.errors(f"setoption {text}"), [])

    def test_wrong_ones(self):
        for text in ("", "name", "name ", "value 5", "Hash 16", "name NoSuchOption value 5",
                     "name Hash", "name Hash value", "name Hash value x", "name Hash value 0",
                     "name Hash value -1", "name Hash value 99999999999", "name Hash value 16MB",
                     "name Threads value 0", "name Threads value 1.5", "name MultiPV value 0",
                     "name MultiPV value 99999", "name Ponder value maybe", "name UCI_Variant value atomic",
                     "name NumaPolicy value sideways", "name NumaPolicy value 3-1", "name NumaPolicy value",
                     "name EvalFile value /no/such/file", "name EvalFile value /dev/null",
                     "name Debug Log File value /no/such/folder/log", "name UCI_Elo value 0",
                     "name Hash value 99999999999999999999999999"):
            with self.subTest(text):
                errors = self.engine.errors(f"setoption {text}")
                self.assertEqual(len(errors), 1, errors)
        self.assertNotEqual(self.engine.search("go depth 3", START).best, "(none)")

    def test_defaults_are_accepted(self):
        self.engine.send("uci")
        for line in self.engine.until("uciok$"):
            match = re.match(r"option name (.*?) type (\w+)(?: default (.*?))?(?: min| var|$)", line)
            if match and match[1] != "Debug Log File":
                value = f" value {match[3]}" if match[2] != "button" else ""
                self.assertEqual(self.engine.errors(f"setoption name {match[1]}{value}"), [], line)

    def test_threads_and_hash_together(self):
        for threads, hash_size in ((2, 1), (5, 3), (1, 7), (3, 1)):
            self.engine.send(f"setoption name Threads value {threads}", f"setoption name Hash value {hash_size}")
            self.engine.search("go nodes 3000", KIWIPETE)

    def test_threads_keep_the_hash(self):
        def saved(name):
            self.engine.ask(f"savehash {os.path.join(folder, name)}")
            with open(os.path.join(folder, name), "rb") as file:
                return file.read()

        folder = self.folder()
        self.engine.send("setoption name Hash value 2", "ucinewgame")
        empty = saved("empty")
        self.engine.search("go depth 9", KIWIPETE)
        before = saved("before")
        self.engine.send("setoption name Threads value 2")
        self.assertNotEqual(before, empty)
        self.assertEqual(saved("after"), before)

    def test_impossible_hash(self):
        engine = self.start()
        engine.send("setoption name Hash value 33554432")
        # No machine has that much. It is not taken all at once, so it can be given back before it is there.
        self.assertRegex(engine.line(), r"^info string no memory for 33554432 MiB of hash, using \d+$")
        engine.send("setoption name Hash value 1")
        engine.search("go depth 3")

    def test_a_large_hash_keeps_nobody_waiting(self):
        engine = self.start()
        for change in ("setoption name Hash value 700", "ucinewgame", "setoption name Clear Hash"):
            for go in ("go movetime 20", "go wtime 100 btime 100", "go infinite", "go ponder wtime 100 btime 100"):
                engine.send(change, f"position fen {KIWIPETE}", go, "stop")
                self.assert_legal(engine, KIWIPETE, [engine.answer().best])
        engine.send("setoption name Hash value 700", "go infinite")
        engine.until("info depth 1 ")
        engine.send("quit")
        self.assertEqual(engine.wait(), 0)

    def test_a_large_hash_promises_the_same_search(self):
        def nodes(*between):
            engine.send(*between)
            return [info.nodes for info in engine.search("go depth 9", KIWIPETE).infos]

        engine = self.start()
        first = nodes("setoption name Hash value 300")
        self.assertEqual(nodes("ucinewgame"), first)
        engine.send("setoption name Hash value 300")
        engine.search("go movetime 20")
        self.assertEqual(nodes("ucinewgame"), first)
        self.assertEqual(engine.ask("ucinewgame"), [])
        self.assertEqual(nodes(), first)

    def test_strength(self):
        self.engine.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000")
        for go in ("go wtime 60000 btime 60000", "go depth 20", "go movetime 50"):
            search = self.engine.search(go, KIWIPETE)
            self.assert_legal(self.engine, KIWIPETE, [search.best])


class Log(EngineTest):
    def test_log(self):
        name = os.path.join(self.folder(), "a log.txt")
        self.engine.send(f"setoption name Debug Log File value {name}")
        self.engine.search("go depth 2", START)
        self.assertEqual(len(self.engine.errors("setoption name Debug Log File value /no/such/folder/log")), 1)
        self.engine.ask("foo")
        self.engine.ask("setoption name Debug Log File value", "bar")
        with open(name, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(">> go depth 2\n", text)
        self.assertIn("<< bestmove ", text)
        self.assertIn(">> foo\n", text, "a log that can't be opened leaves the old one")
        self.assertNotIn(">> bar\n", text)
        self.engine.ask(f"setoption name Debug Log File value {name}", "baz")
        with open(name, encoding="utf-8") as file:
            self.assertTrue(file.read().startswith(text), "a log is continued, not overwritten")


class NodesTime(EngineTest):
    def play(self, clocks):
        self.engine.send("ucinewgame")
        moves, nodes = [], []
        for clock in clocks:
            self.engine.send(f"position startpos moves {' '.join(moves)}",
                             f"go wtime {clock} btime {clock} winc 2 binc 2")
            search = self.engine.answer()
            nodes.append(search.infos[-1].nodes)
            moves.append(search.best)
            moves.append(self.engine.ask(f"position startpos moves {' '.join(moves)}", "moves")[0].split()[2])
        return moves, nodes

    def test_real_clocks_do_not_matter(self):
        self.engine.send("setoption name nodestime value 20")
        first = self.play([1000, 990, 985, 980, 970])
        second = self.play([1000, 700, 600, 150, 3])
        self.assertEqual(first, second)
        self.assertGreater(len(first[1]), 2)


if __name__ == "__main__":
    main()
