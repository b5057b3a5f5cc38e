# SPDX-License-Identifier: GPL-3.0-or-later
"""All the ways input can end, and bytes no GUI would send."""
import os
import random
import signal
import subprocess
import tempfile

from _engine import BINARY, KIWIPETE, PATIENCE, START, Engine, EngineTest, Search, main, run


class EndOfInput(EngineTest):
    def check(self, text, depth=None):
        code, out, _ = run(text=text)
        self.assertEqual(code, 0)
        lines = out.splitlines()
        self.assertTrue(lines[-1].startswith("bestmove "), lines[-3:])
        if depth:
            self.assertEqual(Search(lines).infos[-1].depth, depth)

    def test_bounded_searches_finish(self):
        self.check(f"position fen {KIWIPETE}\ngo depth 7\n", depth=7)
        self.check(f"position fen {KIWIPETE}\ngo nodes 20000\n")
        self.check(f"position fen {KIWIPETE}\ngo movetime 100\n")
        self.check("go wtime 300 btime 300\n")

    def test_unbounded_searches_are_stopped(self):
        for go in ("go infinite", "go", "go ponder wtime 100 btime 100", "go depth 5 infinite"):
            with self.subTest(go):
                self.check(f"position fen {KIWIPETE}\n{go}\n")

    def test_a_search_for_a_mate_that_may_not_be_there_is_stopped(self):
        self.check("go mate 30\n")
        self.check("go mate 30\nposition startpos\nsetoption name Hash value 2\n")

    def test_last_line_without_its_end(self):
        self.check("go depth 3", depth=3)
        self.check("go depth 3\r\n", depth=3)

    def test_nothing_at_all(self):
        self.assertEqual(run(text=""), (0, "", ""))

    def test_quit_ends_at_once(self):
        self.check("go movetime 99999999\nquit\n")
        self.check("go movetime 99999999\nposition startpos\nquit\n")
        self.check("go depth 200\nucinewgame\nposition startpos\nisready\ngo nodes 99999999999\nquit\n")
        self.assertEqual(run(text="uci\nquit\n")[1].splitlines()[-1], "uciok")

    def test_quit_ends_what_is_no_search(self):
        for command in ("perft 12", "go perft 12", "speedtest", "bench 16 1 60", "audit depth 30",
                        "go movetime 99999999\nperft 12"):
            with self.subTest(command):
                code, out, _ = run(text=f"{command}\nquit\n")
                self.assertEqual(code, 0)
                self.assertRegex(out.splitlines()[-1], "^info string error: quit ended '[a-z]+' before it was done")

    def test_quit_leaves_no_half_file(self):
        with tempfile.TemporaryDirectory() as folder:
            code, out, _ = run(text=f"trace depth 60 nodes 999999999 file {folder}/tree\nquit\n")
            self.assertEqual(code, 0)
            self.assertIn("quit ended 'trace'", out)
            self.assertEqual(os.listdir(folder), [])

    def test_quit_waits_behind_a_wait(self):
        _, out, _ = run(text="go depth 8\nwait\nquit\n")
        self.assertEqual(Search(out.splitlines()).infos[-1].depth, 8)
        _, out, _ = run(text="perft 4\nwait\nquit\n")
        self.assertEqual(out.splitlines()[-1], "Nodes searched: 197281")

    def test_closed_standard_output(self):
        for go in ("go infinite", "go movetime 99999999", "isready"):
            with self.subTest(go):
                read, write = os.pipe()
                engine = self.start(stdout=write)
                os.close(write)
                os.close(read)
                engine.send(go)
                if go == "isready":
                    # It learns that nobody reads only by writing, and must then not wait for more input.
                    try:
                        engine.send("isready")
                    except BrokenPipeError:
                        pass
                self.assertEqual(engine.wait(), 0)

    def test_reader_leaves_during_search(self):
        engine = Engine(stdout=subprocess.DEVNULL)
        self.addCleanup(engine.close)
        read, write = os.pipe()
        leaving = self.start(stdout=write)
        os.close(write)
        leaving.send("go infinite")
        os.read(read, 10)
        os.close(read)
        self.assertEqual(leaving.wait(), 0)

    def test_reader_leaves_as_quit_comes(self):
        for attempt in range(60):
            with self.subTest(attempt=attempt):
                engine = subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                self.addCleanup(engine.kill)
                engine.stdin.write("go infinite\n")
                engine.stdin.flush()
                engine.stdout.readline()
                engine.stdin.write("stop\nquit\n")
                engine.stdin.flush()
                if attempt % 2:
                    engine.stdout.readline()
                engine.stdout.close()
                engine.stdin.close()
                self.assertEqual(engine.wait(PATIENCE), 0)

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            engine = self.start()
            engine.send("go infinite")
            engine.until("info depth 1 ")
            engine.process.send_signal(number)
            self.assertEqual(engine.wait(), -number)

    def test_suspended_and_resumed(self):
        engine = self.start()
        engine.send("go infinite")
        engine.until("info depth 1 ")
        engine.process.send_signal(signal.SIGSTOP)
        engine.process.send_signal(signal.SIGCONT)
        engine.send("stop")
        engine.until("bestmove")


class StrangeBytes(EngineTest):
    def check_alive(self):
        # Not `isready`: the junk may have asked that too, and its answer would come first.
        self.engine.send(f"position fen {START}", "are-you-there")
        self.engine.until("info string error: unknown command 'are-you-there'")
        self.assertNotEqual(self.engine.search("go depth 2").best, "(none)")

    def test_very_long_lines(self):
        for start in ("", "position startpos moves ", "setoption name Hash value ", "go depth ", "position fen ",
                      "setoption name ", "bench ", "loadhash "):
            self.engine.send(start.encode() + b"a" * (5 << 20))
            self.check_alive()

    def test_many_words(self):
        self.engine.send("go depth 2 searchmoves" + " e2e4" * 50000)
        self.engine.until("bestmove")
        self.engine.send("position startpos" + " moves" * 50000)
        self.check_alive()

    def test_bytes(self):
        for junk in (b"\x00", b"\x00" * 1000, b"go\x00depth 3", b"\xff\xfe\xfd", b"position fen \xc3\x28 w - - 0 1",
                     "setoption name Häsh value ♔".encode(), b"setoption name Debug Log File value \xff\x00/",
                     b"position startpos moves \xe2\x99\x94", b"\x1b[2J", b"\r", b"\t\t", b"\x7f\x80\x81",
                     "unbekannt-äöü".encode() * 20, b"eval \xff", b"loadhash \xff\xff", b"export_net \xff/\xff"):
            with self.subTest(junk):
                self.engine.send(junk)
                self.check_alive()

    def test_windows_line_ends(self):
        self.engine.send(b"position startpos moves e2e4\r", b"go depth 3\r")
        self.assertEqual(self.engine.answer().infos[-1].depth, 3)

    def test_random_bytes(self):
        generator = random.Random(20)
        for _ in range(300):
            junk = bytes(generator.randrange(256) for _ in range(generator.randrange(80)))
            # Words that would start something long or end the engine are not junk.
            self.engine.send(b"x" + junk.replace(b"\n", b" "))
        self.check_alive()

    def test_random_words(self):
        words = ("position startpos fen moves e2e4 e7e5 go depth nodes 3 1 50 searchmoves 0000 setoption name value Hash "
                 "MultiPV true false w b - KQkq 8/8/8/8/8/8/8/8 eval json fen d flip move moves 0 -1 99999999999999999999 "
                 "wtime btime movestogo mate stop ponderhit isready isready ucinewgame probe wait").split()
        generator = random.Random(21)
        for _ in range(1500):
            line = " ".join(generator.choice(words) for _ in range(generator.randrange(1, 9)))
            if "perft" not in line and "Hash value 99" not in line:
                self.engine.send(line)
        self.engine.send("stop", "setoption name MultiPV value 1")
        self.check_alive()


if __name__ == "__main__":
    main()
