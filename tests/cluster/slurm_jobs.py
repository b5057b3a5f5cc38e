#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What docs/scale.md says of Slurm, on two nodes that are this machine. Run by `tests/cluster/slurm`."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("STILLPOINT", str(ROOT / "stillpoint"))
FENS = ("startpos", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
PATIENCE = 300


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, **options)


class SlurmTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stillpoint-slurm-job-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_srun_starts_a_search_on_both_nodes(self):
        found = run("srun", "-N2", "-n2", "--mpi=pmi2", BINARY, "position startpos", "go nodes 200000", "cluster")
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertIn("2 ranks search together", found.stdout)
        self.assertEqual(len(re.findall("^bestmove", found.stdout, re.M)), 1)
        self.assertRegex(found.stdout, r"1 other ranks; in the last search sent [1-9]\d*")

    def test_the_array_job_as_documented(self):
        text = (ROOT / "docs/scale.md").read_text()
        script = re.search(r"```\n(#!/bin/bash\n#SBATCH --array.*?)```", text, re.S)[1]
        # Two tasks of one processor instead of 64 of sixteen; all else as written.
        script = script.replace("--array=0-63 --cpus-per-task=16", "--array=0-1 --cpus-per-task=1")
        (self.folder / "job.sh").write_text(script)
        jobs = [json.dumps({"id": i, "fen": FENS[i % 3], "limits": {"nodes": 40000}}) for i in range(24)]
        (self.folder / "jobs.jsonl").write_text("\n".join(jobs) + "\n")
        environment = dict(os.environ, PATH=f"{pathlib.Path(BINARY).resolve().parent}:{os.environ['PATH']}")

        submitted = run("sbatch", "--parsable", "job.sh", cwd=self.folder, env=environment)
        self.assertEqual(submitted.returncode, 0, submitted.stderr)
        # One task is killed in the middle of its work; the other ends.
        killed = self.folder / "answers.1.jsonl"
        deadline = time.monotonic() + PATIENCE
        while not (killed.exists() and killed.read_text().count("\n") >= 2) and time.monotonic() < deadline:
            time.sleep(0.05)
        run("scancel", f"{submitted.stdout.strip()}_1")
        while run("squeue", "-h", "-j", submitted.stdout.strip()).stdout.strip() and time.monotonic() < deadline:
            time.sleep(0.2)
        answers = self.folder / "answers.jsonl"
        answers.write_bytes(b"".join(f.read_bytes() for f in sorted(self.folder.glob("answers.[0-9]*.jsonl"))))
        # The rest is run again until nothing is missing.
        for _ in range(3):
            rest = run(ROOT / "scripts/missing-jobs", self.folder / "jobs.jsonl", answers)
            if not rest.stdout:
                break
            done = run("srun", "-N1", BINARY, "serve", "--fresh", input=rest.stdout, env=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            with answers.open("a") as file:
                file.write(done.stdout)
        ids = [json.loads(line)["id"] for line in answers.read_text().splitlines()]
        self.assertEqual(sorted(ids), list(range(24)))


if __name__ == "__main__":
    unittest.main()
