#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One search over several ranks, started by mpirun on this machine."""
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

from _ranks import Ranks, _engine, is_open_mpi, launcher

CASTLING_960 = "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1"
TABLES = os.environ.get("STILLPOINT_TABLES_DIR", "")


class RanksTest(_engine.EngineTest):
    def ranks(self, number, *arguments, **options):
        engine = Ranks(number, *arguments, **options)
        self.addCleanup(engine.close)
        if not arguments:
            engine.ask("setoption name Hash value 2")
        return engine

    def exchange(self, engine):
        """What `cluster` prints, as numbers: others, sent, over the limit, bytes, received, known."""
        engine.send("cluster")
        return [int(n) for n in re.findall(r"\d+", engine.until(r"\d+ other ranks")[-1])]

    def until_note(self, engine, text):
        return engine.until("info string .*" + text)[-1]

    # -- as without MPI ----------------------------------------------------------------------------
    def test_one_rank_searches_as_without_mpi(self):
        alone, one = self.engine, self.ranks(1)
        for fen in (_engine.START, _engine.KIWIPETE, _engine.ENDGAME):
            a, b = (e.search("go depth 9", fen) for e in (alone, one))
            self.assertEqual((a.best, a.last.nodes, a.last.value, a.last.pv),
                             (b.best, b.last.nodes, b.last.value, b.last.pv))

    def test_the_program_itself_knows_no_mpi(self):
        self.engine.ask()
        maps = pathlib.Path(f"/proc/{self.engine.process.pid}/maps").read_text()
        self.assertNotIn("mpi", re.sub(r"stillpoint\S*", "", maps))

    def test_without_its_module_rank_0_goes_on_alone(self):
        engine = Ranks(1, env={"STILLPOINT_MPI": "/nonexistent"})
        self.addCleanup(engine.close)
        self.until_note(engine, "warning: this rank searches alone")
        self.assertEqual(engine.search("go mate 2", _engine.MATE_IN_2).best, "a1a6")

    # -- together ----------------------------------------------------------------------------------
    def test_two_ranks_share_nodes_and_entries(self):
        engine = self.ranks(2)
        found = engine.search("go nodes 300000", _engine.MIDDLE_GAME)
        self.assert_legal(engine, _engine.MIDDLE_GAME, [found.best])
        others, sent, _, sent_bytes, received, _ = self.exchange(engine)
        self.assertEqual(others, 1)
        for number in (sent, sent_bytes, received):
            self.assertGreater(number, 100)

    def test_limits_and_options_reach_all(self):
        engine = self.ranks(2)
        self.assertEqual(engine.search("go nodes 50000 searchmoves h2h3", _engine.MIDDLE_GAME).best, "h2h3")
        self.assertEqual(engine.search("go mate 2", _engine.MATE_IN_2).best, "a1a6")
        self.assertEqual(engine.search("go depth 8", _engine.MATED_IN_1).last.value, -1)
        engine.send("setoption name MultiPV value 3", "setoption name Threads value 2")
        found = engine.search("go nodes 100000", _engine.MIDDLE_GAME)
        self.assertEqual({i.multipv for i in found.infos}, {1, 2, 3})
        engine.send("ucinewgame", "setoption name MultiPV value 1", "setoption name UCI_Chess960 value true")
        found = engine.search("go nodes 100000", CASTLING_960)
        self.assert_legal(engine, CASTLING_960, [found.best])
        self.assertEqual(engine.errors("setoption name Hash value 4"), [])
        found = engine.search("go movetime 200", _engine.START)
        self.assertNotEqual(found.best, "(none)")
        self.assertEqual(engine.search("go depth 5", _engine.MATED).best, "(none)")

    def test_a_rank_that_cannot_do_what_it_is_told_says_so(self):
        engine = self.ranks(2)
        engine.send("setoption name EvalFile value plain")
        self.until_note(engine, "rank 1 .*plain evaluation")

    def test_tablebases(self):
        if not pathlib.Path(TABLES, "KQvKR.rtbw").exists():
            self.skipTest("no tables: 'ctest -R tables.make' makes them")
        engine = self.ranks(2)
        engine.send(f"setoption name SyzygyPath value {TABLES}")
        self.until_note(engine, "rank 1 .*tables")
        found = engine.search("go nodes 200000", "8/8/8/3k1r2/8/8/P7/Q3K3 w - - 0 1")
        self.assertGreater(found.last.tbhits, 0)

    def test_stop_and_ponderhit(self):
        engine = self.ranks(2)
        for go, end in (("go infinite", "stop"), ("go ponder wtime 200 btime 200", "ponderhit"),
                        ("go ponder wtime 200 btime 200", "stop")):
            engine.send(f"position fen {_engine.MIDDLE_GAME}", go)
            engine.until("info depth 6")
            engine.send(end)
            self.assertNotEqual(engine.answer().best, "(none)", go)

    def test_many_short_searches(self):
        engine = self.ranks(2)
        for i in range(60):
            if i % 20 == 0:
                engine.send("ucinewgame")
            self.assertNotEqual(engine.search("go wtime 400 btime 400 winc 10 binc 10", _engine.MIDDLE_GAME).best,
                                "(none)")

    def test_commands_of_the_command_line(self):
        run = subprocess.run([*launcher(2), _engine.BINARY, "go", "nodes", "20000"], capture_output=True, text=True,
                             timeout=_engine.PATIENCE, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(len(re.findall("^bestmove", run.stdout, re.M)), 1)

    # -- faults ------------------------------------------------------------------------------------
    @unittest.skipIf(is_open_mpi(), "Open MPI 4 ends all ranks when one dies")
    def test_a_dead_rank(self):
        engine = self.ranks(3)
        engine.ask("setoption name ClusterSilence value 1500")
        engine.send(f"position fen {_engine.MIDDLE_GAME}", "go infinite")
        engine.until("info depth 8")
        engine.signal(2, signal.SIGKILL)
        self.until_note(engine, "rank 2 .*has been silent .*goes on without it")
        engine.send("stop")
        self.assertNotEqual(engine.answer().best, "(none)")
        # The others go on.
        found = engine.search("go nodes 200000", _engine.KIWIPETE)
        self.assert_legal(engine, _engine.KIWIPETE, [found.best])
        self.assertEqual(self.exchange(engine)[0], 1)
        engine.send("quit")
        engine.wait()

    def test_a_hanging_rank(self):
        engine = self.ranks(2)
        engine.ask("setoption name ClusterSilence value 1500")
        engine.search("go nodes 50000", _engine.MIDDLE_GAME)
        engine.signal(1, signal.SIGSTOP)
        engine.send("go infinite")
        self.until_note(engine, "rank 1 .*has been silent")
        engine.send("stop")
        self.assertNotEqual(engine.answer().best, "(none)")
        # Answers by the clock don't wait for it.
        started = time.monotonic()
        for _ in range(5):
            self.assertNotEqual(engine.search("go movetime 50").best, "(none)")
        self.assertLess(time.monotonic() - started, 20)
        engine.signal(1, signal.SIGCONT)
        self.until_note(engine, "rank 1 .*is back")
        self.assertNotEqual(engine.search("go nodes 50000").best, "(none)")

    def test_quit_during_a_search_ends_all(self):
        engine = self.ranks(2)
        engine.send("go infinite")
        engine.until("info depth 5")
        engine.send("quit")
        self.assertEqual(engine.wait(), 0)

    def test_the_end_of_input_ends_all(self):
        engine = self.ranks(2)
        engine.send("go nodes 20000")
        engine.process.stdin.close()
        self.assertTrue(engine.rest()[-1].startswith("bestmove"))
        self.assertEqual(engine.wait(), 0)


class ServeTest(unittest.TestCase):
    def jobs(self, number, nodes=3000):
        fens = (_engine.START, _engine.KIWIPETE, _engine.MIDDLE_GAME, _engine.ENDGAME)
        return [json.dumps({"id": i, "fen": fens[i % len(fens)], "limits": {"nodes": nodes + 7 * i}})
                for i in range(number)]

    def answers(self, command, lines):
        run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True,
                             timeout=_engine.PATIENCE, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_the_same_answers_as_one_process(self):
        lines = self.jobs(60)
        together = self.answers([*launcher(3), _engine.BINARY, "serve", "--fresh", "--workers", "1"], lines)
        alone = self.answers([_engine.BINARY, "serve", "--fresh", "--workers", "1"], lines)

        def essence(answers):
            return {a["id"]: (a["bestmove"], a["nodes"], a["depth"]) for a in answers}
        self.assertEqual(len(together), 60)
        self.assertEqual(essence(together), essence(alone))

    def test_broken_lines_and_cancelled_jobs(self):
        lines = ["no JSON", json.dumps({"id": "long", "fen": _engine.START, "limits": {"nodes": 1 << 40}}),
                 *self.jobs(10), json.dumps({"cancel": "long"})]
        answers = self.answers([*launcher(2), _engine.BINARY, "serve", "--workers", "1"], lines)
        self.assertEqual(len(answers), 12)
        self.assertEqual([a for a in answers if a.get("cancelled")][0]["id"], "long")

    @unittest.skipIf(is_open_mpi(), "Open MPI 4 ends all ranks when one dies")
    def test_the_jobs_of_a_dead_rank_are_done_again(self):
        server = Ranks(3, "serve", "--fresh", "--workers", "1")
        self.addCleanup(server.close)
        for line in self.jobs(60, 20000):
            server.send(line)
        for _ in range(6):
            server.line()
        server.signal(1, signal.SIGKILL)
        server.process.stdin.close()
        rest = server.rest()
        self.assertEqual(len(rest), 54)
        self.assertEqual(len({json.loads(line)["id"] for line in rest}), 54)


if __name__ == "__main__":
    unittest.main()
