# SPDX-License-Identifier: GPL-3.0-or-later
"""What is printed while thinking: complete lines, in order, with legal moves."""
from _engine import (ENDGAME, KIWIPETE, MATE_IN_2, MATED_IN_1, MIDDLE_GAME, START, EngineTest, main)

POSITIONS = (START, KIWIPETE, MIDDLE_GAME, ENDGAME, "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 w - - 0 45",
             "r2q1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R b - - 7 10",
             "8/5P2/8/2k5/8/8/1p1K4/8 w - - 0 50", "8/8/8/8/8/5k2/6p1/6K1 w - - 90 80")


class Lines(EngineTest):
    def test_depths_in_order_and_moves_legal(self):
        for fen in POSITIONS:
            with self.subTest(fen):
                search = self.engine.search("go depth 8", fen)
                exact = [i for i in search.infos if not i.bound]
                self.assertEqual([i.depth for i in exact], list(range(1, len(exact) + 1)))
                self.assertEqual(exact[-1].pv[0], search.best)
                self.assertTrue(all(i.pv for i in search.infos))
                for earlier, later in zip(search.infos, search.infos[1:]):
                    self.assertLessEqual(earlier.nodes, later.nodes)
                    self.assertLessEqual(earlier.time, later.time)
                for info in search.infos:
                    self.assert_legal(self.engine, fen, info.pv)
                if search.ponder:
                    self.assert_legal(self.engine, fen, [search.best, search.ponder])

    def test_multipv(self):
        for lines in (2, 4, 256):
            self.engine.send(f"setoption name MultiPV value {lines}")
            for fen in (KIWIPETE, ENDGAME, "7k/8/8/8/8/8/8/K7 w - - 0 1"):
                with self.subTest(lines=lines, fen=fen):
                    search = self.engine.search("go depth 5", fen)
                    moves = int(self.engine.ask(f"position fen {fen}", "moves")[0].split()[0])
                    want = min(lines, moves)
                    order = [(i.depth, i.multipv) for i in search.infos]
                    self.assertEqual(order, [(d, n) for d in range(1, order[-1][0] + 1)
                                             for n in range(1, want + 1)])
                    for start in range(0, len(search.infos), want):
                        group = search.infos[start:start + want]
                        self.assertEqual(len({i.pv[0] for i in group}), want, "each line its own move")
                        values = [(i.kind == "mate" and i.value > 0, i.kind == "cp", i.value)
                                  for i in group]
                        if all(i.kind == "cp" for i in group):
                            self.assertEqual(values, sorted(values, reverse=True))
                    for info in search.infos[-want:]:
                        self.assert_legal(self.engine, fen, info.pv)
                    self.assertEqual(search.infos[-want].pv[0], search.best)

    def test_interrupted_multipv_ends_with_the_move_played(self):
        self.engine.send("setoption name MultiPV value 3")
        for nodes in range(50, 3000, 170):
            search = self.engine.search(f"go nodes {nodes}", MIDDLE_GAME)
            self.assertEqual([i for i in search.infos if i.multipv == 1][-1].pv[0], search.best, nodes)

    def test_interrupted_searches_end_with_the_move_played(self):
        for nodes in list(range(1, 200, 13)) + list(range(300, 20000, 1370)):
            for fen in (KIWIPETE, ENDGAME):
                search = self.engine.search(f"go nodes {nodes}", fen)
                self.assertEqual(search.infos[-1].pv[0], search.best, (nodes, fen))

    def test_two_threads(self):
        self.engine.send("setoption name Threads value 2")
        for fen in POSITIONS:
            search = self.engine.search("go nodes 20000", fen)
            self.assertEqual(search.infos[-1].pv[0], search.best, fen)
            self.assert_legal(self.engine, fen, search.infos[-1].pv)


class Mates(EngineTest):
    POSITIONS = ((MATE_IN_2, None), (MATED_IN_1, -1), ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
                 ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
                 ("8/8/8/8/8/1k6/7r/K7 b - - 0 1", 1), ("7k/8/4K3/8/8/8/8/5QR1 w - - 0 1", None),
                 ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", None),
                 ("1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 1", None),
                 ("8/8/8/8/8/3k4/3r4/3K4 w - - 0 1", None))

    def check_all(self, go):
        for fen, distance in self.POSITIONS:
            with self.subTest(fen):
                search = self.engine.search(go, fen)
                last = search.last
                if distance is not None:
                    self.assertEqual((last.kind, last.value), ("mate", distance))
                for info in search.infos:
                    if info.kind == "mate" and not info.bound:
                        self.assert_mate_pv(self.engine, fen, info)

    def test_lines_are_complete(self):
        self.check_all("go depth 12")

    def test_lines_are_complete_with_a_filled_table(self):
        self.check_all("go depth 9")
        self.check_all("go nodes 5000")
        self.check_all("go depth 10")

    def test_lines_are_complete_with_several(self):
        self.engine.send("setoption name MultiPV value 3")
        self.check_all("go depth 9")


class Shown(EngineTest):
    def test_wdl(self):
        self.engine.send("setoption name UCI_ShowWDL value true")
        for fen in POSITIONS + (MATE_IN_2, MATED_IN_1):
            for info in self.engine.search("go depth 6", fen).infos:
                self.assertEqual(info.win + info.draw + info.loss, 1000, info.line)
                if info.kind == "mate":
                    self.assertEqual((info.win, info.loss), (1000, 0) if info.value > 0 else (0, 1000))
                elif info.value > 0:
                    self.assertGreaterEqual(info.win, info.loss)
        self.engine.send("setoption name UCI_ShowWDL value false")
        self.assertIsNone(self.engine.search("go depth 3", START).infos[-1].win)

    def test_minimal(self):
        self.engine.send("setoption name Minimal value true")
        # Wherever it is interrupted, even while a new best move is being searched again.
        for go in ("go depth 7", "go movetime 10", *(f"go nodes {n}" for n in range(100, 6000, 97))):
            self.engine.send("ucinewgame")
            search = self.engine.search(go, KIWIPETE)
            self.assertEqual(len(search.infos), 1)
            self.assertEqual(search.infos[0].pv[0], search.best, go)
        self.engine.send("setoption name Minimal value false")
        self.assertGreater(len(self.engine.search("go depth 7", KIWIPETE).infos), 1)

    def test_chess960_notation(self):
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        self.assertEqual(self.engine.search("go depth 1 searchmoves e1g1", fen).best, "e1g1")
        self.engine.send("setoption name UCI_Chess960 value true")
        self.assertEqual(self.engine.search("go depth 1 searchmoves e1g1", fen).best, "e1h1")
        self.assertEqual(self.engine.search("go depth 1 searchmoves e1h1", fen).best, "e1h1")
        self.assertEqual(self.engine.search("go depth 1 searchmoves e1a1", fen).best, "e1a1")
        self.assertIn("e1h1", self.engine.ask("moves")[0].split())
        # King and rook change places.
        swap = "5k2/8/8/8/8/8/8/5KR1 w G - 0 1"
        self.assertEqual(self.engine.search("go depth 1 searchmoves f1g1", swap).best, "f1g1")
        self.assertEqual(self.engine.errors(f"position fen {swap} moves f1g1"), [])
        self.assertTrue(self.engine.ask("fen")[0].startswith("5k2/8/8/8/8/8/8/5RK1 b"))
        self.engine.send("setoption name UCI_Chess960 value false")
        self.assertEqual(self.engine.search("go depth 1 searchmoves e1g1", fen).best, "e1g1")


class GameOver(EngineTest):
    MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

    def test_no_move(self):
        for fen, score in ((self.MATED, ("mate", 0)), (self.STALEMATED, ("cp", 0))):
            for go in ("go depth 5", "go", "go wtime 100 btime 100", "go movetime 5", "go nodes 10", "go mate 3",
                       "go searchmoves e2e4 depth 2"):
                with self.subTest(fen=fen, go=go):
                    search = self.engine.search(go, fen)
                    self.assertEqual((search.best, search.ponder), ("(none)", None))
                    self.assertEqual((search.infos[-1].kind, search.infos[-1].value), score)

    def test_no_move_and_no_hurry(self):
        for fen in (self.MATED, self.STALEMATED):
            for go, end in (("go infinite", "stop"), ("go ponder wtime 100 btime 100", "stop"),
                            ("go ponder wtime 100 btime 100", "ponderhit")):
                with self.subTest(fen=fen, go=go, end=end):
                    self.engine.send(f"position fen {fen}", go)
                    self.assertFalse(any(line.startswith("bestmove") for line in self.engine.ask()))
                    self.engine.send(end)
                    self.assertEqual(self.engine.until("bestmove")[-1], "bestmove (none)")

    def test_drawn_roots_still_get_a_move(self):
        shuffle = "g1f3 g8f6 f3g1 f6g8 " * 3
        for position in (f"startpos moves {shuffle}", "fen 8/8/8/4k3/8/8/8/4K3 w - - 0 1",
                         "fen 3k4/8/8/8/8/8/4R3/4K3 w - - 100 120"):
            with self.subTest(position):
                self.engine.send(f"position {position}", "go depth 5")
                self.assertNotEqual(self.engine.answer().best, "(none)")

    def test_a_forced_repetition_is_a_draw(self):
        for moves in ("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"):
            self.engine.send(f"position startpos moves {moves}", "go depth 6 searchmoves f6g8")
            shown = {(info.kind, info.value) for info in self.engine.answer().infos}
            self.assertEqual(shown, {("cp", 0)})

    def test_no_ponder_move_into_the_end(self):
        search = self.engine.search("go depth 5", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
        self.assertEqual((search.best, search.ponder), ("a1a8", None))

    def test_single_move(self):
        search = self.engine.search("go wtime 60000 btime 60000", MATED_IN_1)
        self.assertEqual(search.best, "h8g8")


if __name__ == "__main__":
    main()
