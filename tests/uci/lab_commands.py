# SPDX-License-Identifier: GPL-3.0-or-later
"""The lab's commands in a dialogue. The shipped build refuses them in one line; the lab build answers."""
import json
import os
import subprocess
import tempfile
import unittest

from _engine import BINARY, KIWIPETE


def run(*commands):
    """All that is printed for these commands, without what a search prints."""
    result = subprocess.run([BINARY], input="\n".join(commands) + "\nquit\n", capture_output=True, text=True,
                            timeout=120)
    return [line for line in result.stdout.splitlines() if line and not line.startswith("info depth")]


IS_LAB = "lab build" not in "".join(run("stats"))


@unittest.skipIf(IS_LAB, "only the shipped build refuses")
class Shipped(unittest.TestCase):
    def test_each_is_refused_in_one_line(self):
        for command in ["why e2e4", "trace depth 3 file /nonexistent/x", "horizon", "stats"]:
            lines = run(command)
            self.assertEqual(len(lines), 1, lines)
            self.assertIn("only the lab build can look into its search", lines[0])


@unittest.skipUnless(IS_LAB, "needs the lab build")
class Lab(unittest.TestCase):
    def test_why(self):
        lines = run(f"position fen {KIWIPETE}", "go depth 8", "wait", "why e2a6 b4c3", "why e2a6 json")
        self.assertTrue(any(line.startswith("Bxa6 was looked at") for line in lines), lines)
        answer = json.loads(lines[-1])
        self.assertEqual(answer["plies"][0]["move"], "e2a6")
        self.assertEqual(answer["depth"], 9)
        fate = answer["plies"][0]["fate"]
        terms = sum(term["amount"] for term in fate["reduction_terms"])
        self.assertEqual(fate["reduction_base_1024"] + terms, fate["reduction_1024"])

    def test_why_of_an_illegal_move_names_it(self):
        self.assertIn("'e2e5' is not legal here", run("why e2e5")[0])

    def test_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "tree")
            lines = run(f"position fen {KIWIPETE}", f"trace depth 6 file {file}", f"trace export {file} json depth 3")
            tree = json.loads(lines[-1])
            self.assertEqual(tree["kind"], "root")
            self.check(tree)
            child = tree["children"][0]
            again = json.loads(run(f"trace export {file} json id={child['id']} depth 0")[-1])
            self.assertEqual(again["score"], child["score"])
            self.assertEqual(child["pick"]["place"], 1)
            self.assertIn("reduction_1024", child["pick"])
            self.assertIn("#1 ", "\n".join(run(f"trace show {file}")))
            self.assertIn("was not searched here", run(f"trace show {file} a1a8")[0])
            os.truncate(file, os.path.getsize(file) // 2)
            self.assertIn("cut short", run(f"trace show {file}")[0])

    def check(self, node):
        self.assertLess(node["alpha"], node["beta"])
        if "children" not in node:
            return
        self.assertEqual(len(node["children"]), node["searched"])
        self.assertEqual(node["nodes"], sum(c["made"] + c["nodes"] for c in node["children"]))
        for child in node["children"]:
            self.check(child)

    def test_horizon(self):
        # A network may know by heart what happens to the queen; the sum of the pieces never does.
        lines = run("setoption name EvalFile value plain", "position fen 4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1",
                    "horizon depth 2")
        self.assertTrue(any("the plain search plays Qxd5" in line for line in lines), lines)


if __name__ == "__main__":
    unittest.main()
