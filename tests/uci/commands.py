# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command answers, and every wrong one gets a clear line and changes nothing."""
import json
import os
import re

from _engine import ENDGAME, KIWIPETE, START, EngineTest, main


class Protocol(EngineTest):
    def test_uci(self):
        self.engine.send("uci")
        lines = self.engine.until("uciok$")
        self.assertRegex(lines[0], r"^id name Stillpoint \S+$")
        self.assertRegex(lines[1], r"^id author \S+")
        for line in lines[2:-1]:
            self.assertRegex(line, r"^option name [\w. ]+ type (check default (true|false)"
                                   r"|spin default -?\d+ min -?\d+ max -?\d+|button|string default .+"
                                   r"|combo default \S+( var \S+)+)$")
        names = {re.match(r"option name (.*?) type", line)[1] for line in lines[2:-1]}
        self.assertLessEqual(
            {"Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Clear Hash", "UCI_Chess960",
             "UCI_ShowWDL", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo", "Skill Level", "UCI_Variant",
             "UCI_Opponent", "UCI_EngineAbout", "SyzygyPath", "SyzygyUserTables", "SyzygyProbeDepth", "SyzygyProbeLimit",
             "Syzygy50MoveRule", "EvalFile", "Minimal", "SoftNodes", "nodestime", "NumaPolicy",
             "Debug Log File"}, names)

    def test_nothing_is_said_unasked(self):
        engine = self.start()
        engine.send("isready")
        self.assertEqual(engine.line(), "readyok")

    def test_harmless_commands(self):
        self.assertEqual(self.engine.ask("debug on", "debug off", "register later", "stop", "ponderhit",
                                         "ucinewgame", "", "   \t ", "# a comment", "wait"), [])

    def test_unknown_commands(self):
        for text in ("foo", "Uci", "go_deep", "xyzzy 1 2 3", "\\", "'; drop table", "%s%n%d"):
            with self.subTest(text):
                answer = self.engine.ask(text)
                self.assertEqual(len(answer), 1)
                self.assertRegex(answer[0], "^info string error: unknown command ")

    def test_help_names_every_command(self):
        known = {line.split()[0] for line in self.engine.ask("help") if line[2] != " "}
        self.assertLessEqual(
            {"uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "quit",
             "wait", "d", "fen", "moves", "move", "flip", "perft", "eval", "probe", "compiler", "bench",
             "speedtest", "genfens", "spsa", "export_net", "stats", "why", "horizon", "trace", "review", "explain", "savehash", "loadhash", "license", "help"}, known)

    def test_license_and_compiler(self):
        self.assertIn("GNU General", "\n".join(self.engine.ask("license")))
        self.assertTrue(any("settings" in line for line in self.engine.ask("compiler")))

    def test_quit_during_search(self):
        self.engine.send("go infinite", "quit")
        self.assertEqual(self.engine.wait(), 0)


class Positions(EngineTest):
    def fen(self):
        return self.engine.ask("fen")[0]

    def test_position_and_moves(self):
        self.engine.send("position startpos moves e2e4 c7c5 g1f3")
        self.assertEqual(self.fen(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
        self.engine.send(f"position   fen  {KIWIPETE}   moves  e1g1")
        self.assertEqual(self.fen(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1")
        self.engine.send("position startpos")
        self.assertEqual(self.fen(), START)

    def test_short_fens(self):
        self.assertEqual(self.engine.errors("position fen 8/8/8/4k3/8/8/4P3/4K3 w - -"), [])
        self.assertEqual(self.fen(), "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")

    def check_nothing_to_search(self, reason):
        """No move of a position that wasn't meant."""
        for go in ("go depth 3", "go movetime 10", "go wtime 1000 btime 1000", "go infinite", "go"):
            self.engine.send(go, "stop")
            answer = self.engine.answer()
            self.assertEqual(answer.best, "(none)")
            self.assertEqual(answer.infos, [])
            self.assertEqual(len(answer.notes), 1, answer.notes)
            self.assertIn(reason, answer.notes[0])
        for command in ("perft 2", "go perft 2", "move e7e5", "flip", "moves", "eval", "eval json", "probe", "why e7e5"):
            self.assertEqual(len(self.engine.errors(command)), 1, command)

    def test_after_a_broken_position_there_is_nothing_to_search(self):
        self.engine.send("position startpos moves e2e4")
        before = self.fen()
        for text in ("position", "position foo", "position fen", "position fen x", "position startpos e2e4",
                     "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position frc", "position frc 960",
                     "position frc -1", "position frc x", "position dfrc 1", "position dfrc 1 2 3",
                     "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                     "position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1 1 1",
                     "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 e7e5",
                     "position moves e2e4"):
            with self.subTest(text):
                errors = self.engine.errors(text)
                self.assertEqual(len(errors), 1, errors)
                self.assertEqual(self.fen(), before)
                self.check_nothing_to_search(errors[0].removeprefix("info string error: ").split(";")[0])
        self.assertNotEqual(self.engine.search("go depth 3", START).best, "(none)")

    def test_nor_after_a_broken_move(self):
        for move in ("e2e4", "e9e5", "0000", "e2e4e5", "Nf3", "x" * 500, "e7e5q"):
            with self.subTest(move):
                errors = self.engine.errors(f"position startpos moves e2e4 {move} g1f3")
                self.assertEqual(len(errors), 1)
                self.assertIn("after 1.e4: ", errors[0])
                self.check_nothing_to_search("after 1.e4: ")

    def test_a_measurement_sets_no_position(self):
        self.engine.ask("position startpos moves e2e4", "position fen x", "bench 1 1 1")
        self.check_nothing_to_search("has no position")

    def test_what_has_one_meaning_is_repaired(self):
        self.assertEqual(
            self.engine.ask("position fen r3k3/8/8/8/8/8/8/4K2R w KQkq e4 -1 0"),
            ["info string warning: FEN castling: right 'Q' without king and rook in place, ignored",
             "info string warning: FEN castling: right 'k' without king and rook in place, ignored",
             "info string warning: FEN en passant: no pawn has just passed 'e4', ignored",
             "info string warning: FEN half-move clock: '-1' is out of range, taken for 0",
             "info string warning: FEN move number: '0' is out of range, taken for 1"])
        self.assertEqual(self.fen(), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
        self.assertNotEqual(self.engine.search("go depth 3").best, "(none)")

    def test_chess960_starts(self):
        self.engine.send("position frc 518")
        self.assertEqual(self.fen(), START)
        self.engine.send("position frc 0")
        self.assertTrue(self.fen().startswith("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w"), self.fen())
        self.engine.send("position dfrc 959 518 moves e2e4")
        self.assertTrue(self.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RKRNNQBB b"), self.fen())

    def test_move_and_moves_and_flip(self):
        self.assertEqual(self.engine.ask("position startpos", "move e4 e7e5 Nf3"), [])
        self.assertEqual(self.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
        self.assertEqual(len(self.engine.errors("move e4")), 1)
        self.assertEqual(len(self.engine.errors("move")), 1)
        moves = self.engine.ask(f"position fen {ENDGAME}", "moves")[0]
        self.assertEqual(sorted(moves.split()[2:]),
                         sorted("a5a4 a5a6 b4a4 b4b1 b4b2 b4b3 b4c4 b4d4 b4e4 b4f4 e2e3 e2e4 g2g3 g2g4".split()))
        self.engine.send("flip")
        self.assertEqual(self.fen(), "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1")

    def test_board(self):
        text = "\n".join(self.engine.ask("position startpos", "d"))
        self.assertIn(f"Fen: {START}", text)
        self.assertRegex(text, r"Key: [0-9A-F]{16}")

    def test_perft(self):
        self.assertEqual(self.engine.ask("position startpos", "perft 4")[-1], "Nodes searched: 197281")
        self.assertEqual(self.engine.ask("go perft 3")[-1], "Nodes searched: 8902")
        self.assertEqual(self.engine.ask("perft 3 --threads 2")[-1], "Nodes searched: 8902")
        for text in ("perft 3 --threads", "perft 3 --threads 0", "perft 3 --cores 2", "perft", "perft 0", "perft -1", "perft x", "perft 3x"):
            self.assertEqual(len(self.engine.errors(text)), 1, text)

    def test_many_moves(self):
        moves = "g1f3 g8f6 f3g1 f6g8 " * 1500
        self.assertEqual(self.engine.errors(f"position startpos moves {moves}"), [])
        self.assertTrue(self.fen().endswith(" w KQkq - 6000 3001"), self.fen())
        self.assertNotEqual(self.engine.search("go depth 3").best, "(none)")


class Reports(EngineTest):
    def test_eval(self):
        for fen in (START, KIWIPETE, ENDGAME, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"):
            text = "\n".join(self.engine.ask(f"position fen {fen}", "eval"))
            self.assertRegex(text, r"Evaluation: [+-]\d+\.\d\d")
            self.assertEqual(json.loads(self.engine.ask("eval json")[0])["fen"], fen)

    def test_eval_with_network(self):
        report = json.loads(self.engine.ask(f"position fen {KIWIPETE}", "eval json")[0])
        self.assertEqual(sum(report["wdl"]), 1000)
        if report["network"] is None:
            self.skipTest("no network")
        self.assertEqual(len(report["pieces"]), 30)
        self.assertEqual(report["bucket"], 7)
        self.assertIn("What each piece adds", "\n".join(self.engine.ask("eval")))

    def test_plain_evaluation(self):
        self.engine.ask("setoption name EvalFile value plain")
        self.assertIn("plain evaluation", "\n".join(self.engine.ask("position startpos", "eval")))
        report = json.loads(self.engine.ask("eval json")[0])
        self.assertIsNone(report["network"])
        # The same for both sides.
        self.assertEqual(json.loads(self.engine.ask(f"position fen {KIWIPETE}", "eval json")[0])["cp"],
                         json.loads(self.engine.ask("flip", "eval json")[0])["cp"])

    def test_probe_without_tables(self):
        self.assertEqual(len(self.engine.errors("position startpos", "probe")), 1)
        self.assertEqual(len(self.engine.errors("probe json")), 1)

    def test_probe_with_tables(self):
        tables = os.environ.get("STILLPOINT_TABLES_DIR", "")
        told = "\n".join(self.engine.ask(f"setoption name SyzygyPath value {tables}"))
        fen = "8/8/8/4k3/8/8/4R3/4K3 w - - 0 1"
        answer = self.engine.ask(f"position fen {fen}", "probe json")
        if answer[0].startswith("info string error"):
            self.skipTest(told)
        report = json.loads(answer[0])
        self.assertEqual(report["wdl"], "win")
        self.assertEqual(report["moves"][0]["wdl"], "win")
        self.assertIn("Result for the side to move: win", self.engine.ask("probe"))

    def test_spsa(self):
        lines = self.engine.ask("spsa")
        self.assertGreater(len(lines), 100)
        for line in lines:
            self.assertRegex(line, r"^param\.\w+, int, -?\d+, -?\d+, -?\d+, \d+, 0\.002$")

    def test_export_net(self):
        name = os.path.join(self.folder(), "a net.nn")
        answer = self.engine.ask(f"export_net {name}")
        self.assertEqual(len(answer), 1)
        if answer[0].startswith("info string error"):
            self.assertIn("no network", answer[0])
        else:
            self.assertTrue(os.path.getsize(name) > 0)
            self.assertEqual(self.engine.errors(f"setoption name EvalFile value {name}"), [])
        self.engine.ask("setoption name EvalFile value plain")
        self.assertEqual(len(self.engine.errors("export_net")), 1)

    def test_bench_errors(self):
        for words in ("x", "16 0", "16 1 0", "16 1 1.5", "16 1 1 /no/such/file", "16 1 1 default foo",
                      "16 1 1 default depth 1", "99999999999999999999"):
            with self.subTest(words):
                self.assertEqual(len(self.engine.errors(f"bench {words}")), 1)

    def test_genfens_errors(self):
        for words in ("", "x", "0", "-1", "5 seed", "5 seed x", "5 book /no/such/book", "5 foo 1",
                      "5 seed 1 book None frc 101"):
            with self.subTest(words):
                self.assertEqual(len(self.engine.errors(f"genfens {words}")), 1)

    def test_speedtest_errors(self):
        for words in ("0", "x", "1 0", "1 1 0", "1 1 1 1"):
            with self.subTest(words):
                self.assertEqual(len(self.engine.errors(f"speedtest {words}")), 1)


if __name__ == "__main__":
    main()
