# SPDX-License-Identifier: GPL-3.0-or-later
"""The lab in a dialogue: its commands, the switches of the search, and that looking changes nothing."""
import json
import os
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

from _engine import BINARY, KIWIPETE


def run(*commands):
    """All that is printed for these commands, without what a search prints."""
    result = subprocess.run([BINARY], input="\n".join(commands) + "\n", capture_output=True, text=True,
                            timeout=120)
    return [line for line in result.stdout.splitlines() if line and not line.startswith("info depth")]


def bench(*commands):
    """The node count of a short bench after these commands."""
    result = subprocess.run([BINARY, *commands, "bench 4 1 8"], capture_output=True, text=True, timeout=120)
    return int(result.stderr.splitlines()[-1].split()[0])


def options(*commands):
    return [line.split(" type ")[0].removeprefix("option name ") for line in run(*commands, "uci")
            if line.startswith("option name ")]


class OneBinary(unittest.TestCase):
    def test_both_searches_count_the_same_nodes(self):
        self.assertEqual(bench(), bench("setoption name Lab value true"))

    def test_a_changed_number_or_technique_changes_the_search_and_back(self):
        plain = bench()
        self.assertNotEqual(plain, bench("setoption name feature.null_move value false"))
        self.assertNotEqual(plain, bench("setoption name param.rfp_depth value 40"))
        self.assertEqual(plain, bench("setoption name feature.null_move value false",
                                      "setoption name feature.null_move value true"))

    def test_a_number_out_of_range_is_refused(self):
        self.assertIn("param.rfp_depth", run("setoption name param.rfp_depth value 100000")[0])
        self.assertIn("error", run("setoption name feature.nosuch value true")[0])

    def test_switches_are_listed_only_with_the_lab(self):
        names = options()
        self.assertIn("Lab", names)
        self.assertFalse([name for name in names if name.startswith(("feature.", "param."))])
        names = options("setoption name Lab value true")
        self.assertIn("feature.null_move", names)
        self.assertIn("param.rfp_depth", names)
        self.assertNotIn("feature.null_move", options("setoption name Lab value true",
                                                      "setoption name Lab value false"))

    def test_stats_of_a_counted_search_and_of_a_plain_one(self):
        counted = json.loads(run("setoption name Lab value true", "go depth 6", "wait", "stats json")[-1])
        repeated = json.loads(run("go depth 6", "wait", "stats json")[-1])
        self.assertEqual((counted["repeated"], repeated["repeated"]), (False, True))
        self.assertEqual((counted["depth"], repeated["depth"]), (6, 6))
        # The first search of a program starts from nothing, and so does its repetition.
        self.assertEqual(counted["nodes"], repeated["nodes"])
        self.assertEqual(counted["rules"], repeated["rules"])
        self.assertEqual(len(repeated["iterations"]), 6)
        self.assertIn("max_depth", repeated["quiescence"]["healthy"])
        self.assertIn("healthy: 6-10", "\n".join(run("stats")))

    def test_how_steady_iterations_are_with_and_without_quiescence(self):
        answer = json.loads(run(f"position fen {KIWIPETE}", "stats steady depth 5 json")[-1])
        for side in ("with_quiescence", "without_quiescence"):
            self.assertEqual([i["depth"] for i in answer[side]["iterations"]], [1, 2, 3, 4, 5])
            self.assertGreaterEqual(answer[side]["mean_change_cp"], 0)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "positions")
            with open(file, "w", encoding="utf-8") as out:
                out.write(f"{KIWIPETE}\n")
            self.assertIn("1 positions", run(f"stats steady suite {file} depth 3")[0])

    def test_with_two_threads(self):
        lines = run("setoption name Threads value 2", "setoption name Lab value true", "go depth 8", "wait",
                    "stats json")
        self.assertGreater(json.loads(lines[-1])["nodes"], 0)


class Scores(unittest.TestCase):
    """The same position has the same score wherever it is shown."""

    def test_of_a_search(self):
        move, cp = self.searched(7)
        cases = {
            "stats": json.loads(run(f"position fen {KIWIPETE}", "go depth 7", "wait", "stats json")[-1])
                         ["iterations"][-1]["score"],
            "steady": json.loads(run(f"position fen {KIWIPETE}", "stats steady depth 7 json")[-1])
                          ["with_quiescence"]["iterations"][-1]["score"],
            "why": json.loads(run(f"position fen {KIWIPETE}", f"why {move} depth 7 json")[-1])
                       ["plies"][0]["node"]["score"],
        }
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "tree")
            lines = run(f"position fen {KIWIPETE}", f"trace depth 7 file {file}", f"trace export {file} json depth 0",
                        f"trace show {file}")
            cases["trace"] = json.loads(next(line for line in lines if line.startswith("{")))["score"]
            self.assertIn(f" {cp} exact", "\n".join(lines))
        for name, score in cases.items():
            self.assertEqual(score, {"cp": cp}, name)
        sentences = "\n".join(run(f"position fen {KIWIPETE}", f"why {move} depth 7"))
        self.assertIn(f"{cp / 100:+.2f} for White", sentences)
        self.assertIn(f"node: {cp} exact", sentences)
        horizon = next(line for line in run(f"position fen {KIWIPETE}", "horizon depth 4") if line.startswith("    4"))
        self.assertEqual(horizon.split()[-2], f"{self.searched(4)[1] / 100:+.2f}", "the engine's column")

    def test_of_a_mate(self):
        fen = "1B1Q1R2/8/qNrn3p/2p1rp2/Rn3k1K/8/5P2/bbN4B w - - 0 1"
        lines = run("setoption name feature.reverse_futility value false", f"position fen {fen}",
                    "why Qf6 depth 6 json", "why Qf6 depth 6")
        self.assertEqual(json.loads(lines[0])["plies"][0]["node"]["score"], {"mate": 2})
        self.assertIn("mate in 2 for White", "\n".join(lines[1:]))

    def searched(self, depth):
        """The best move and its centipawns, as `go` shows them."""
        result = subprocess.run([BINARY], input=f"position fen {KIWIPETE}\ngo depth {depth}\nwait\nquit\n",
                                capture_output=True, text=True, timeout=120)
        words = [line.split() for line in result.stdout.splitlines() if line.startswith("info depth")][-1]
        return words[words.index("pv") + 1], int(words[words.index("cp") + 1])


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
        low, high = node["alpha"], node["beta"]
        if low and high and "cp" in low and "cp" in high:
            self.assertLessEqual(low["cp"], high["cp"])
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

    def test_audit(self):
        line = "audit razoring null_move late-move-reduction depth 7 samples 3 hash 1"
        answer = json.loads(run(line + " json")[-1])
        self.assertEqual(answer["depth"], 7)
        self.assertEqual(answer["positions"], 46)
        rules = {rule["rule"]: rule for rule in answer["rules"]}
        self.assertEqual(set(rules), {"razoring", "null move", "late-move reduction"})
        for rule in rules.values():
            self.assertEqual(rule["claims"], sum(row["claims"] for row in rule["depths"]))
            self.assertTrue(all(row["checked"] == min(3, row["claims"]) for row in rule["depths"]), rule)
            self.assertTrue(0 <= rule["wrong_low"] <= rule["wrong"] <= rule["wrong_high"] <= 1, rule)
        with tempfile.TemporaryDirectory() as folder:
            # From the command line as well.
            subprocess.run([BINARY, *line.split(), "out", folder], capture_output=True, timeout=120, check=True)
            with open(os.path.join(folder, "audit.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file), answer)
            self.assertEqual(ElementTree.parse(os.path.join(folder, "audit.svg")).getroot().tag,
                             "{http://www.w3.org/2000/svg}svg")
            with open(os.path.join(folder, "audit.md"), encoding="utf-8") as file:
                self.assertIn("| late-move reduction |", file.read())
        # Where nothing can be written, it says so before the work, which here would take hours.
        self.assertIn("not written", run("audit depth 60 out /nonexistent")[-1])
        self.assertIn("no rule 'castling'", run("audit castling depth 7")[-1])
        self.assertIn("depth must be a number", run("audit depth 0")[-1])
        self.assertIn("/nonexistent", run("audit positions /nonexistent")[-1])


if __name__ == "__main__":
    unittest.main()
