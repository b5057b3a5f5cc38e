# SPDX-License-Identifier: GPL-3.0-or-later
"""What the system may do to an engine: each fault gets a clear line, nothing is lost, hangs or is left behind."""
import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from _engine import BINARY, KIWIPETE, PATIENCE, EngineTest, main, run

SOURCE = Path(os.environ.get("STILLPOINT_SOURCE_DIR", Path(__file__).resolve().parents[2]))
MIB = 1 << 20
# Sanitizers reserve more memory than any limit a test could set.
SANITIZED = any(name in Path(BINARY).read_bytes() for name in (b"__asan_init", b"__tsan_init"))


def limited(**limits):
    """To be run in the child: sets limits of the system, for example FSIZE=1000."""
    def set_limits():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))
    return set_limits


class FullDisk(EngineTest):
    """A limit on the size of files fails as a full disk does, in the middle of a write."""

    def start_with_room_for(self, size):
        engine = self.start(preexec_fn=limited(FSIZE=size))
        engine.send("setoption name Hash value 2")
        return engine

    def check_keeps_old_file(self, engine, command, name):
        Path(name).write_text("what was there", encoding="utf-8")
        errors = engine.errors(f"{command} {name}")
        self.assertEqual(len(errors), 1, errors)
        self.assertIn(command, errors[0])
        self.assertEqual(Path(name).read_text(encoding="utf-8"), "what was there")
        self.assertEqual(os.listdir(os.path.dirname(name)), [os.path.basename(name)])
        engine.search("go depth 3")

    def test_savehash(self):
        self.check_keeps_old_file(self.start_with_room_for(MIB), "savehash", os.path.join(self.folder(), "hash"))

    def test_export_net(self):
        engine = self.start_with_room_for(1000)
        if any("no network" in line for line in engine.errors("export_net /no/such/folder/net")):
            self.skipTest("no network in this build")
        self.check_keeps_old_file(engine, "export_net", os.path.join(self.folder(), "net"))

    def test_log_ends_and_the_game_goes_on(self):
        name = os.path.join(self.folder(), "log")
        engine = self.start_with_room_for(2000)
        engine.send(f"setoption name Debug Log File value {name}")
        lines = []
        for _ in range(3):
            lines += engine.search("go depth 6", KIWIPETE).lines
        told = [line for line in lines if "the log can't be written" in line]
        self.assertEqual(len(told), 1, lines)
        self.assertGreater(os.path.getsize(name), 1000)

    def test_log_to_a_full_device(self):
        self.assertEqual(len(self.engine.errors("setoption name Debug Log File value /dev/full", "d")), 1)
        self.engine.search("go depth 3")

    def test_game_files(self):
        folder = self.folder()
        arguments = ["datagen", "--out", folder, "--games", "20", "--nodes", "50", "--max-nodes", "100", "--hash", "1",
                     "--seed", "1", "--net", "plain", "--threads", "1"]
        result = subprocess.run([BINARY, *arguments], preexec_fn=limited(FSIZE=600), capture_output=True, check=False,
                                timeout=PATIENCE)
        if b"left out of this build" in result.stderr:
            self.skipTest("no datagen in this build")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(b"cannot be written", result.stderr)
        # The header is whole and no part of a block follows it, so that the run can go on when there is room.
        (games,) = Path(folder).glob("*.spg")
        self.assertEqual(games.stat().st_size, 64)
        self.assertEqual(run(*arguments)[0], 0)
        self.assertGreater(games.stat().st_size, 600)
        # Once more: the file grows by other games, not by the same ones.
        self.assertEqual(run(*arguments)[0], 0)
        dump = [BINARY, "games", "dump", str(games), "--count", "100"]
        dumped = subprocess.run(dump, capture_output=True, text=True, check=True).stdout
        openings = [line for line in dumped.splitlines() if line.startswith("random ")]
        self.assertGreaterEqual(len(openings), 30, dumped[:500])
        self.assertEqual(len(set(openings)), len(openings))

    def test_output(self):
        with open("/dev/full", "wb") as full:
            engine = self.start(stdout=full)
            engine.send("go infinite")
            self.assertEqual(engine.wait(), 0)

    def test_what_could_not_be_printed_is_not_done(self):
        suite = str(SOURCE / "tests/data/perft_dfrc.epd")
        for words in (["d"], ["manual"], ["perft-suite", suite, "--max-nodes", "1000"]):
            with self.subTest(words), open("/dev/full", "wb") as full:
                done = subprocess.run([BINARY, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False,
                                      timeout=PATIENCE)
                if "left out of this build" not in done.stderr:
                    self.assertEqual(done.returncode, 1, done.stderr)


class ClosedStreams(EngineTest):
    def test_nothing_is_printed_into_the_next_file(self):
        log = os.path.join(self.folder(), "log")
        done = subprocess.run([BINARY], input=f"setoption name Debug Log File value {log}\nisready\n", text=True, check=False,
                              timeout=PATIENCE, preexec_fn=lambda: os.close(1))
        self.assertEqual(done.returncode, 0)
        lines = Path(log).read_text(encoding="utf-8").splitlines()
        self.assertIn(">> isready", lines)
        self.assertEqual([line for line in lines if line[:3] not in ("<< ", ">> ")], [])


class OtherPeoplesFiles(EngineTest):
    def test_only_the_named_file_is_written(self):
        folder = Path(self.folder())
        mine = folder / "mine"
        mine.write_text("mine", encoding="utf-8")
        (folder / "hash.part").symlink_to(mine)
        (folder / "link").symlink_to(mine)
        os.mkfifo(folder / "pipe")  # as little an ordinary file as a device, and no harm done if it is replaced
        self.assertIn("saved", self.engine.ask(f"savehash {folder / 'hash'}")[0])
        for name in (folder / "link", folder / "pipe", folder):
            self.assertEqual(len(self.engine.errors(f"savehash {name}")), 1, name)
        self.assertEqual(mine.read_text(encoding="utf-8"), "mine")
        self.assertEqual(sorted(os.listdir(folder)), ["hash", "hash.part", "link", "mine", "pipe"])
        self.assertTrue((folder / "pipe").is_fifo())

    def test_no_file_by_half_a_name(self):
        folder = self.folder()
        for command in (f"setoption name Debug Log File value {folder}/a\0b", f"savehash {folder}/a\0b",
                        f"export_net {folder}/a\0b"):
            with self.subTest(command):
                self.assertEqual(self.engine.errors(command), ["info string error: a line with a NUL byte was ignored"])
        self.assertEqual(os.listdir(folder), [])

    def test_files_without_an_end(self):
        for command in ("setoption name EvalFile value /dev/zero", "loadhash /dev/zero", "bench 1 1 1 /dev/zero",
                        "genfens 1 seed 1 book /dev/zero"):
            with self.subTest(command):
                self.assertEqual(len(self.engine.errors(command)), 1)


class BrokenFiles(EngineTest):
    def test_networks(self):
        folder = Path(self.folder())
        (folder / "text").write_text("hello\n" * 1000, encoding="utf-8")
        (folder / "empty").touch()
        before = self.engine.ask("eval json")
        for name in (folder, folder / "text", folder / "empty", folder / "missing"):
            with self.subTest(name):
                self.assertEqual(len(self.engine.errors(f"setoption name EvalFile value {name}")), 1)
        self.assertEqual(self.engine.ask("eval json"), before)

    def test_tables(self):
        folder = Path(self.folder())
        (folder / "KQvK.rtbw").touch()
        (folder / "KRvK.rtbw").write_bytes(b"\x71\xe8\x23\x5d" + b"\xff" * 2000)
        (folder / "KRvK.rtbz").write_bytes(bytes(range(256)) * 20)
        (folder / "KPvK.rtbw").symlink_to(folder / "nowhere")
        for path in (folder, folder / "missing", "/dev/null", f"{folder}:{folder}"):
            with self.subTest(path):
                for line in self.engine.ask(f"setoption name SyzygyPath value {path}"):
                    self.assertTrue(line.startswith("info string "), line)
                for fen in ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "8/8/8/8/8/2k5/8/K5R1 w - - 0 1",
                            "8/8/8/8/8/2k5/1P6/K7 w - - 0 1"):
                    self.engine.search("go depth 4", fen)


@unittest.skipIf(SANITIZED, "sanitizers need all the memory there is")
class LittleMemory(EngineTest):
    def test_hash(self):
        engine = self.start(preexec_fn=limited(AS=400 * MIB))
        told = engine.ask("setoption name Hash value 100000")
        self.assertEqual(len(told), 1)
        self.assertRegex(told[0], r"info string no memory for 100000 MiB of hash, using [1-9]\d*$")
        engine.search("go depth 5")
        self.assertEqual(engine.ask("setoption name Hash value 1"), [])

    def test_no_thread_at_all(self):
        # A thread's stack is as large as a process's may be: there is no room for one.
        no_room = limited(STACK=1 << 46)
        for arguments in ([], ["bench", "16", "1", "2"], ["analyse", "startpos", "--depth", "2"]):
            with self.subTest(arguments):
                result = subprocess.run([BINARY, *arguments], input="go depth 2\n", capture_output=True, text=True,
                                        preexec_fn=no_room, timeout=PATIENCE, check=False)
                if "left out of this build" not in result.stderr:
                    self.assertEqual(result.returncode, 1, result)
                    self.assertRegex(result.stderr, "^stillpoint: can't start a thread: .*\n$")

    def test_threads(self):
        # Sometimes the stacks no longer fit, sometimes the threads' histories.
        for limit in (400, 403, 406, 409):
            engine = self.start(preexec_fn=limited(AS=limit * MIB))
            told = engine.ask("setoption name Hash value 1", "setoption name Threads value 1024")
            self.assertEqual(len(told), 1, told)
            self.assertRegex(told[0], r"info string only [1-9]\d* threads could be started$")
            engine.search("go depth 3")
            engine.send("ucinewgame", "setoption name Clear Hash")
            engine.search("go depth 3")
            self.assertEqual(engine.ask("setoption name Threads value 1"), [])
            engine.search("go depth 3")


class Interruptions(EngineTest):
    def test_input_ends_inside_a_line(self):
        for text in ("setoption name Hash va", "position startpos mov", "go dept", "\0", "go depth 2\nposition fen 8/"):
            with self.subTest(text):
                self.assertEqual(run(text=text)[0], 0)

    def test_suspended_in_timed_search(self):
        for go in ("go movetime 300", "go wtime 3000 btime 3000"):
            engine = self.start()
            engine.send(f"position fen {KIWIPETE}", go)
            engine.until("info depth 1 ")
            engine.process.send_signal(signal.SIGSTOP)
            time.sleep(0.5)
            engine.process.send_signal(signal.SIGCONT)
            engine.until("bestmove")
            # It goes on as if nothing had happened.
            engine.search("go movetime 20")

    def test_stop_after_random_delays(self):
        for number in range(40):
            self.engine.send("go infinite")
            time.sleep((number * 37 % 40) / 2000)
            self.engine.send("stop")
            self.engine.until("bestmove")

    def outlives_its_parent(self, *commands, arguments=()):
        """Whether the engine runs on when the program that started it is killed."""
        # Any process that inherits `alive` keeps its other end open.
        read, alive = os.pipe()
        lines = "".join(command + "\n" for command in ("isready", *commands))
        program = ("import subprocess, sys, time\n"
                   f"engine = subprocess.Popen([{BINARY!r}, *{arguments!r}], stdin=-1, stdout=-1, pass_fds=[{alive}])\n"
                   f"engine.stdin.write({lines.encode()!r})\n"
                   "engine.stdin.flush()\n"
                   "time.sleep(0.3)\n"  # so that it is at work
                   "print('started', flush=True)\n"
                   "time.sleep(1000)\n")
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, pass_fds=[alive]) as parent:
            os.close(alive)
            self.assertIn(b"started", parent.stdout.readline())
            parent.kill()
        # Generous, but nothing here would end by itself in that time.
        outlives = not select.select([read], [], [], 30)[0]
        if not outlives:
            self.assertEqual(os.read(read, 1), b"")
        os.close(read)
        return outlives

    def test_nothing_stays_behind_a_killed_parent(self):
        for silent in ("false", "true"):
            for go in ("go infinite", "go depth 200", "go mate 30", "go movetime 600000", "go nodes 99999999999",
                       "go movetime 600000\nposition startpos", "go perft 12", "perft 12 --threads 2", "speedtest"):
                with self.subTest(go=go, silent=silent):
                    self.assertFalse(self.outlives_its_parent(
                        f"setoption name Minimal value {silent}", "setoption name Threads value 2", go))

    def test_nor_do_commands_from_the_command_line(self):
        for words in (["perft", "12"], ["setoption name Minimal value true", "go movetime 600000"]):
            with self.subTest(words):
                self.assertFalse(self.outlives_its_parent(arguments=words))


class Clock(unittest.TestCase):
    def test_only_the_steady_clock_measures_time(self):
        """A jump of the system's clock can't disturb what never reads it. Seeds and dates may."""
        wall = re.compile(r"system_clock|high_resolution_clock|gettimeofday|CLOCK_REALTIME|std::time\(")
        users = {path.name for path in (SOURCE / "src").rglob("*.*")
                 if wall.search(path.read_text(encoding="utf-8", errors="replace"))}
        self.assertLessEqual(users, {"datagen.cpp", "game_file.cpp"})


if __name__ == "__main__":
    main()
