# SPDX-License-Identifier: GPL-3.0-or-later
"""The way from games to a network that plays, in its smallest form: every step of scripts/train-demo."""
import os
import subprocess
import tempfile
import unittest

TRAINER = os.environ.get("STILLPOINT_TRAIN", "")
SCRIPT = os.path.join(os.environ["STILLPOINT_SOURCE_DIR"], "scripts", "train-demo")


@unittest.skipUnless(os.path.exists(TRAINER), "no stillpoint-train in this build")
class TrainDemo(unittest.TestCase):
    def test_all_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            work = os.path.join(folder, "demo")
            run = subprocess.run([SCRIPT, "--tiny", work], capture_output=True, text=True, timeout=250)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertIn("final: 4 games", run.stdout)
            self.assertTrue(os.path.exists(os.path.join(work, "run", "demo.nn")))
            # The engine takes the network, and plays with it.
            net = os.path.join(work, "run", "demo.nn")
            play = subprocess.run([os.environ["STILLPOINT"], f"setoption name EvalFile value {net}", "go depth 3"],
                                  capture_output=True, text=True, timeout=60)
            self.assertIn("bestmove", play.stdout)
            self.assertNotIn("error", play.stdout)


if __name__ == "__main__":
    unittest.main()
