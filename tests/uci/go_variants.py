# SPDX-License-Identifier: GPL-3.0-or-later
"""`go` with its words in any order and any subset always ends in one legal move."""
import itertools

from _engine import ENDGAME, KIWIPETE, MATE_IN_2, MIDDLE_GAME, START, EngineTest, main

BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


class Limits(EngineTest):
    def check(self, go, fen):
        search = self.engine.search(go, fen)
        self.assertTrue(search.infos, go)
        self.assertEqual(search.infos[-1].pv[0], search.best, go)
        self.assert_legal(self.engine, fen, [search.best] + ([search.ponder] if search.ponder else []))
        return search

    def test_clocks(self):
        self.check("go wtime 100", START)
        self.check("go btime 100", BLACK)
        self.check("go wtime 100 winc 100 btime 100 binc 100", START)
        self.check("go btime 100 binc 100 wtime 100 winc 100", BLACK)
        self.check("go wtime 60 btime 60 movestogo 1", KIWIPETE)
        self.check("go movestogo 40 wtime 60 btime 60", KIWIPETE)

    def test_empty_clocks_move_at_once(self):
        for clock in ("0", "-1", "-5000", "1", "-99999999999999999999999"):
            with self.subTest(clock):
                self.check(f"go wtime {clock} btime {clock}", MIDDLE_GAME)
                self.check(f"go wtime {clock} btime 1000 winc 0 binc 0 movestogo 1", MIDDLE_GAME)

    def test_half_a_clock(self):
        for go, fen in (("go btime 100", START), ("go wtime 100", BLACK), ("go winc 10 binc 10", START),
                        ("go movestogo 5", START)):
            with self.subTest(go):
                self.assertEqual(len(self.check(go, fen).notes), 1)

    def test_all_orders(self):
        parts = ("wtime 50", "btime 40", "winc 1", "movestogo 3")
        for order in itertools.permutations(parts):
            self.assertEqual(self.check("go " + " ".join(order), ENDGAME).notes, [])

    def test_single_limits(self):
        self.assertEqual(self.check("go depth 5", MIDDLE_GAME).infos[-1].depth, 5)
        self.check("go depth 0", MIDDLE_GAME)
        self.check("go depth -3", MIDDLE_GAME)
        self.check("go movetime 20", MIDDLE_GAME)
        self.check("go movetime 0", MIDDLE_GAME)
        self.check("go movetime -7", MIDDLE_GAME)
        self.check("go nodes 1", MIDDLE_GAME)
        self.check("go nodes 0", MIDDLE_GAME)
        self.check("go softnodes 2000", MIDDLE_GAME)

    def test_nodes_are_exact(self):
        for nodes in (1, 10, 100, 1000, 10000):
            search = self.check(f"go nodes {nodes}", MIDDLE_GAME)
            self.assertLessEqual(search.infos[-1].nodes, nodes + 1)

    def test_several_limits(self):
        self.check("go depth 30 nodes 500", MIDDLE_GAME)
        self.check("go nodes 500 depth 3 movetime 5000 wtime 100000 btime 100000", MIDDLE_GAME)

    def test_mate(self):
        search = self.check("go mate 2", MATE_IN_2)
        self.assertEqual((search.last.kind, search.last.value), ("mate", 2))
        self.assertEqual(search.best, "a1a6")

    def test_searchmoves(self):
        self.assertEqual(self.check("go depth 3 searchmoves a2a3", START).best, "a2a3")
        self.assertIn(self.check("go searchmoves a2a3 h2h4 depth 3", START).best, ("a2a3", "h2h4"))
        self.assertEqual(self.check("go searchmoves 0000 depth 2", START).notes, [])
        search = self.check("go depth 2 searchmoves e2e5 a2a4 foo", START)
        self.assertEqual(search.best, "a2a4")
        self.assertEqual(len(search.notes), 2)
        self.assertEqual(len(self.check("go depth 2 searchmoves e2e5", START).notes), 1)
        self.assertEqual(self.check("go depth 2 searchmoves e1g1", KIWIPETE).best, "e1g1")

    def test_broken_words(self):
        for words, complaints in (("depth", 1), ("depth x nodes 50", 1), ("nodes wtime 50", 1), ("foo nodes 50", 1),
                                  ("depth 3 bar baz", 2), ("depth 3.5 nodes 100", 1), ("movetime nodes 99", 1)):
            with self.subTest(words):
                self.engine.send(f"position fen {START}", f"go {words}", "stop")
                self.assertEqual(len(self.engine.answer().notes), complaints)

    def test_infinite_waits_for_stop(self):
        for go in ("go infinite", "go", "go infinite depth 2", "go depth 2 infinite", "go infinite nodes 10"):
            self.engine.send(f"position fen {ENDGAME}", go)
            self.engine.until("info depth 1 ")
            self.assertFalse(any(line.startswith("bestmove") for line in self.engine.ask()), go)
            self.engine.send("stop")
            self.engine.answer()

    def test_mate_is_found_but_infinite_waits(self):
        self.engine.send(f"position fen {MATE_IN_2}", "go infinite")
        self.engine.until(".*score mate 2 ")
        self.assertFalse(any(line.startswith("bestmove") for line in self.engine.ask()))
        self.engine.send("stop")
        self.assertEqual(self.engine.until("bestmove")[-1].split()[1], "a1a6")


class Ponder(EngineTest):
    def test_hit(self):
        for go in ("go ponder wtime 100 btime 100", "go ponder depth 3", "go ponder movetime 10",
                   "go wtime 100 btime 100 ponder", "go ponder nodes 50", "go ponder mate 1"):
            with self.subTest(go):
                self.engine.send(f"position fen {KIWIPETE}", go)
                self.engine.until("info depth 1 ")
                self.assertFalse(any(line.startswith("bestmove") for line in self.engine.ask()))
                self.engine.send("ponderhit")
                if "mate" in go:
                    self.engine.send("stop")
                self.engine.until("bestmove")

    def test_miss(self):
        for _ in range(20):
            self.engine.send(f"position fen {KIWIPETE}", "go ponder wtime 1000 btime 1000", "stop")
            self.engine.until("bestmove")

    def test_hit_then_stop(self):
        self.engine.send(f"position fen {KIWIPETE}", "go ponder wtime 100000 btime 100000", "ponderhit", "stop")
        self.engine.until("bestmove")

    def test_hit_without_limit(self):
        self.engine.send(f"position fen {KIWIPETE}", "go ponder", "ponderhit")
        self.assertFalse(any(line.startswith("bestmove") for line in self.engine.ask()))
        self.engine.send("stop")
        self.engine.until("bestmove")

    def test_stray_hits(self):
        self.engine.send("ponderhit", "stop", "go depth 3", "ponderhit")
        self.engine.until("bestmove")
        self.engine.send("ponderhit", "ponderhit", "stop")
        self.assertEqual(self.engine.ask(), [])


if __name__ == "__main__":
    main()
