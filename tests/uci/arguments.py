# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands on the command line, as test farms and scripts use them."""
import os
import re

from _engine import BESTMOVE, START, EngineTest, main, run

FEN = re.compile(r"[1-8pnbrqkPNBRQK/]+ [wb] (?:-|[A-Ha-hKQkq]+) (?:-|[a-h][36]) \d+ \d+")


class Arguments(EngineTest):
    def lines(self, *arguments):
        code, out, _ = run(*arguments)
        self.assertEqual(code, 0)
        return out.splitlines()

    def test_single_commands(self):
        self.assertEqual(self.lines("uci")[-1], "uciok")
        self.assertEqual(self.lines("isready", "quit"), ["readyok"])
        self.assertEqual(self.lines("quit", "isready"), [])
        self.assertEqual(self.lines("", "isready"), ["readyok"])

    def test_each_argument_is_a_command(self):
        lines = self.lines("position startpos moves e2e4", "fen", "go depth 3", "fen", "quit")
        self.assertEqual(lines[0], lines[-1])
        self.assertTrue(BESTMOVE.fullmatch(lines[-2]))

    def test_words_apart(self):
        self.assertEqual(self.lines("go", "perft", "3")[-1], "Nodes searched: 8902")
        self.assertEqual(self.lines("position", "startpos", "moves", "e2e4", "moves")[0].split()[0], "20")
        self.assertEqual(self.lines("position", "fen", *START.split(), "fen"), [START])
        self.assertTrue(BESTMOVE.fullmatch(self.lines("go", "depth", "3")[-1]))
        self.assertTrue(BESTMOVE.fullmatch(self.lines("go", "movetime", "20", "quit")[-1]))

    def test_searches_without_end_are_ended(self):
        self.assertTrue(BESTMOVE.fullmatch(self.lines("go infinite")[-1]))

    def test_wait(self):
        lines = self.lines("go depth 5", "wait", "isready")
        self.assertEqual(lines[-1], "readyok")
        self.assertTrue(BESTMOVE.fullmatch(lines[-2]))

    def test_bench(self):
        for words in (("bench", "1", "1", "3"), ("bench 1 1 2 current depth",), ("bench", "1", "2", "300", "default", "nodes"),
                      ("bench", "1", "1", "2", "default", "perft"), ("bench", "1", "1", "1", "default", "eval"),
                      ("bench", "1", "1", "1", "current", "movetime")):
            with self.subTest(words):
                code, out, errors = run(*words)
                self.assertEqual(code, 0)
                # As OpenBench and fishtest read it: on standard error, from the end.
                self.assertNotIn("error", out)
                flat = re.sub(r"[^a-zA-Z0-9]+", " ", errors).lower()
                nodes = int(re.findall(r"(\d+) nodes", flat)[-1])
                self.assertGreater(nodes, 0)
                self.assertTrue(re.findall(r"(\d+) nps", flat))
                self.assertIn("Total time (ms) : ", errors)
                self.assertEqual(int(re.search(r"^Nodes searched  : (\d+)$", errors, re.M)[1]), nodes)

    def test_bench_perft_counts(self):
        _, _, errors = run("bench", "1", "1", "3", "current", "perft")
        self.assertIn("Nodes searched  : 8902\n", errors)

    def test_bench_file(self):
        name = os.path.join(self.folder(), "some.epd")
        with open(name, "w", encoding="utf-8") as file:
            file.write(f"# comment\n{START}\nrubbish\n8/8/8/4k3/8/8/4P3/4K3 w - - ; bm e4\n\n")
        code, _, errors = run(f"bench 1 1 3 {name}")
        self.assertEqual(code, 0)
        self.assertIn("bench: position 2: ", errors)
        self.assertRegex(errors, r"\d+ nodes \d+ nps")

    def test_genfens(self):
        first = self.lines("genfens 20 seed 7 book None", "quit")
        self.assertEqual(len(first), 20)
        for line in first:
            prefix, fen = line[:len("info string genfens ")], line[len("info string genfens "):]
            self.assertEqual(prefix, "info string genfens ")
            self.assertTrue(FEN.fullmatch(fen), fen)
        self.assertEqual(self.lines("genfens", "20", "seed", "7", "book", "None"), first)
        self.assertNotEqual(self.lines("genfens 20 seed 8 book None"), first)
        self.assertEqual(len(set(first)), 20)
        self.assertEqual(len(self.lines("genfens 3 seed 18446744073709551615 book None frc 100 plies 4")), 3)

    def test_genfens_from_a_book(self):
        name = os.path.join(self.folder(), "book.epd")
        with open(name, "w", encoding="utf-8") as file:
            file.write("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\r\n"
                       "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 3;\nrubbish\n")
        lines = self.lines(f"genfens 10 seed 1 book {name} plies 0", "quit")
        self.assertEqual(len(lines), 10)
        self.assertEqual(len(self.lines(f"genfens 10 seed 1 book {name}")), 10)

    def test_speedtest(self):
        _, out, _ = run("speedtest", "2", "16", "1")
        for word in ("Version", "Compiled by", "Threads                    : 2", "Hash                       : 16 MiB",
                     "Large pages", "Hash used", "Nodes/second"):
            self.assertIn(word, out)
        self.assertNotIn("bestmove", out)

    def test_demo(self):
        code, out, errors = run("demo", "--time", "1")
        if "left out" in errors:
            self.skipTest(errors)
        self.assertEqual(code, 0)
        self.assertIn("24. ", out)


if __name__ == "__main__":
    main()
