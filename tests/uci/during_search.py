# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that come while the engine thinks: answered, in order, never a hang."""
from _engine import KIWIPETE, MIDDLE_GAME, START, EngineTest, main

UNBOUNDED = ("go infinite", "go", "go ponder wtime 1000 btime 1000", "go ponder")
# Long enough never to end by itself in a test.
BOUNDED = ("go depth 200", "go nodes 999999999999", "go movetime 99999999")
CHANGES = ("position startpos", "ucinewgame", "setoption name Hash value 3", "setoption name Threads value 2",
           "setoption name MultiPV value 2", "setoption name Clear Hash",
           "flip", "move Rb1", "savehash /no/such/folder/x", "loadhash /no/such/file", "probe", "perft 1")


class DuringSearch(EngineTest):
    def test_questions_are_answered(self):
        for go in UNBOUNDED + BOUNDED:
            with self.subTest(go):
                self.engine.send(f"position fen {KIWIPETE}", go)
                told = self.engine.ask("d", "fen", "moves", "eval", "eval json", "compiler", "help", "license", "uci",
                                       "debug on", "unknown")
                self.assertIn(KIWIPETE, told)
                self.assertIn("uciok", told)
                self.assertFalse(any(line.startswith("bestmove") for line in told))
                self.engine.send("stop")
                self.engine.until("bestmove")

    def test_changes_end_searches_without_end(self):
        for go in UNBOUNDED:
            for change in CHANGES:
                with self.subTest(go=go, change=change):
                    self.engine.send(f"position fen {KIWIPETE}", go)
                    told = self.engine.ask(change)
                    self.assertEqual(len([line for line in told if line.startswith("bestmove")]), 1, told)

    def test_a_feature_switched_during_a_search_is_for_the_next_one(self):
        for go in UNBOUNDED + BOUNDED:
            with self.subTest(go):
                self.engine.send("setoption name feature.null_move value true", f"position fen {KIWIPETE}", go)
                told = self.engine.ask("setoption name feature.null_move value false",
                                       "setoption name param.rfp_depth value 90",
                                       "setoption name param.rfp_depth value 100000",
                                       "setoption name Lab value true")
                self.assertFalse(any(line.startswith("bestmove") for line in told), "the search goes on")
                for name in ("feature.null_move", "param.rfp_depth", "Lab"):
                    self.assertEqual(len([line for line in told if f"option {name}: the search that is running" in line]),
                                     1, told)
                self.assertEqual(len([line for line in told if "the old value is kept" in line]), 1, told)
                self.engine.send("stop")
                self.engine.until("bestmove")
        # Without a search there is nothing to say.
        self.assertEqual(self.engine.ask("setoption name feature.null_move value true",
                                         "setoption name Lab value false"), [])

    def test_an_unknown_option_does_not_end_a_search(self):
        self.engine.send(f"position fen {KIWIPETE}", "go infinite")
        told = self.engine.ask("setoption name Nonsense value 1")
        self.assertTrue(any("no option 'Nonsense'" in line for line in told), told)
        self.assertFalse(any(line.startswith("bestmove") for line in told), told)
        self.engine.send("stop")
        self.engine.until("bestmove")

    def test_stop_is_heard_while_a_change_waits(self):
        for go in BOUNDED:
            for change in CHANGES:
                with self.subTest(go=go, change=change):
                    self.engine.send(f"position fen {KIWIPETE}", go, change, "stop")
                    told = self.engine.ask()
                    self.assertEqual(len([line for line in told if line.startswith("bestmove")]), 1, told)

    def test_isready_is_answered_while_a_change_waits(self):
        for go in BOUNDED:
            for change in CHANGES:
                with self.subTest(go=go, change=change):
                    self.engine.send(f"position fen {KIWIPETE}", go)
                    told = self.engine.ask(change)
                    self.assertFalse(any(line.startswith("bestmove") for line in told), told)
                    self.assertFalse(any(line.startswith("bestmove") for line in self.engine.ask()))
                    self.engine.send("stop")
                    self.engine.until("bestmove")
                    self.engine.ask("wait")

    def test_stop_is_heard_later_too(self):
        self.engine.send(f"position fen {KIWIPETE}", "go depth 200", "position startpos", "ucinewgame")
        self.engine.until("info depth 5 ")
        self.engine.send("stop")
        self.engine.until("bestmove")
        self.assertEqual(self.engine.ask("fen"), [START])

    def test_a_stop_belongs_to_its_own_search(self):
        # The second search is the endless one.
        self.engine.send(f"position fen {MIDDLE_GAME}", "go depth 7", "position startpos", "go infinite", "stop")
        first = self.engine.answer()
        self.assertEqual(first.infos[-1].depth, 7)
        self.engine.answer()

    def test_scripts_run_to_their_end(self):
        self.engine.send(f"position fen {MIDDLE_GAME}", "go depth 6", f"position fen {KIWIPETE}", "go depth 5",
                         "ucinewgame", "go depth 4", "wait", "isready")
        for depth in (6, 5, 4):
            self.assertEqual(self.engine.answer().infos[-1].depth, depth)
        self.engine.until("readyok")

    def test_go_replaces_go(self):
        for _ in range(30):
            self.engine.send("go infinite", "go ponder", "go depth 1")
            for _ in range(3):
                self.engine.until("bestmove")

    def test_wait(self):
        self.engine.send("go depth 5", "wait", "isready")
        lines = self.engine.until("readyok")
        self.assertTrue(lines[-2].startswith("bestmove"))
        self.engine.send("go infinite", "wait", "isready")
        lines = self.engine.until("readyok")
        self.assertTrue(lines[-2].startswith("bestmove"))


if __name__ == "__main__":
    main()
