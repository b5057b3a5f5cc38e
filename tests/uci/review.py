# SPDX-License-Identifier: GPL-3.0-or-later
"""Judging games and explaining moves in a dialogue: what the page asks for."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from _engine import BINARY

GAME = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"
SAN = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
NODES = 3000


def run(*commands):
    """All that is printed for these commands, without what a search prints."""
    result = subprocess.run([BINARY], input="\n".join(commands) + "\n", capture_output=True, text=True,
                            timeout=120)
    return [line for line in result.stdout.splitlines() if line and not line.startswith("info depth")]


class Review(unittest.TestCase):
    def test_positions_come_from_the_last_to_the_first(self):
        steps = [json.loads(line) for line in run(f"review nodes {NODES} startpos moves {GAME}")]
        self.assertEqual([step["position"] for step in steps], list(range(7, -1, -1)))
        self.assertEqual(steps[0]["score"], {"mate": 0})
        self.assertNotIn("move", steps[0])
        played = [step["move"]["uci"] for step in reversed(steps) if "move" in step]
        self.assertEqual(" ".join(played), GAME)
        fault = steps[2]["move"]
        self.assertEqual((fault["san"], fault["judgement"], fault["nag"]), ("Nf6", "blunder", 4))
        self.assertEqual((fault["allowed"], fault["answer"]), ("Allows mate in 1.", ["h5f7"]))
        self.assertEqual(sum(steps[0]["wdl"]), 1000)
        self.assertEqual([steps[-1]["sides"][side]["moves"] for side in ("white", "black")], [4, 3])

    def test_in_steps_it_says_the_same(self):
        limits = f"nodes {NODES} startpos moves {GAME}"
        steps = run(f"review start {limits}", *["review step"] * 8)
        self.assertEqual(steps[0], '{"positions":8}')
        self.assertEqual(steps[1:], run(f"review {limits}"))

    def test_it_is_the_judgement_of_annotate(self):
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder, "in.pgn"), Path(folder, "out.pgn")
            source.write_text(SAN + "\n", encoding="utf-8")
            done = subprocess.run([BINARY, "annotate", source, "-o", out, "--nodes", str(NODES), "-q"],
                                  capture_output=True, text=True, timeout=120, check=False)
            if "left out of this build" in done.stderr:
                self.skipTest("no annotate in this build")
            text = " ".join(out.read_text(encoding="utf-8").split())
        steps = [json.loads(line) for line in run(f"review nodes {NODES} startpos moves {GAME}")]
        for number, step in enumerate(steps[:0:-1]):
            if "move" not in step:
                continue
            move, after = step["move"], steps[len(steps) - 2 - number]
            sign = f" ${move['nag']}" if move["nag"] else ""
            self.assertIn(f"{move['san']}{sign}", text)
            score = after["score"]
            if score.get("cp"):
                white = score["cp"] * (1 if (number + 1) % 2 == 0 else -1)
                self.assertIn(f"{move['san']}{sign} {{[%eval {white / 100:.2f}]", text)
        for side in ("White", "Black"):
            accuracy = steps[-1]["sides"][side.lower()]["accuracy"]
            self.assertIn(f'[{side}Accuracy "{accuracy:.1f}"]', text)

    def test_on_the_command_line(self):
        words = f"review nodes {NODES} startpos moves {GAME}"
        printed = subprocess.run([BINARY, *words.split()], capture_output=True, text=True, timeout=120, check=True)
        self.assertEqual(printed.stdout.splitlines(), run(words))

    def test_the_engine_is_as_before(self):
        lines = run("setoption name UCI_LimitStrength value true", "position startpos moves e2e4", "fen",
                    f"review nodes {NODES} startpos moves d2d4", "fen", "go nodes 100", "wait")
        fens = [line for line in lines if " KQkq " in line]
        self.assertEqual(len(fens), 2)
        self.assertEqual(fens[0], fens[1])
        self.assertTrue(lines[-1].startswith("bestmove"))

    def test_chess960_and_castling(self):
        game = "frc 518 moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"
        lines = run("setoption name UCI_Chess960 value true", f"review depth 3 {game}")
        self.assertEqual(json.loads(lines[1])["move"]["uci"], "e1h1")

    def test_mistakes_get_one_clear_line(self):
        for command, complaint in (("review", "position needs"), ("review step", "review start"),
                                   ("review startpos moves e2e5", "'e2e5' is not legal here"), ("review nodes x startpos", "number"),
                                   ("review fen nonsense", "review: "), ("review start", "position needs")):
            lines = run(command)
            self.assertEqual(len(lines), 1, command)
            self.assertTrue(lines[0].startswith("info string error: review: "), lines)
            self.assertIn(complaint, lines[0])
        self.assertIn("every position", run("review start depth 1 startpos", "review step", "review step")[-1])


class Explain(unittest.TestCase):
    FORK = "position fen r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"

    def test_in_words_and_for_programs(self):
        text = "Nc7+ wins a rook by a fork: 1. Nc7+ Kd7 2. Nxa8."
        self.assertEqual(run(self.FORK, "explain line b5c7 e8d7 c7a8"), [text])
        answer = json.loads(run(self.FORK, "explain json line b5c7 e8d7 c7a8 line e1d2")[0])
        self.assertEqual([line["move"] for line in answer["explained"]], ["b5c7", "e1d2"])
        self.assertEqual(answer["explained"][0]["text"], text)

    def test_beside_a_search(self):
        with subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
            engine.stdin.write(f"{self.FORK}\ngo infinite\nexplain json line b5c7 e8d7 c7a8\n")
            engine.stdin.flush()
            for line in engine.stdout:
                self.assertFalse(line.startswith("bestmove"), "the search goes on")
                if line.startswith('{"explained"'):
                    break
            engine.stdin.write("stop\nquit\n")
            engine.stdin.flush()
            self.assertTrue(any(line.startswith("bestmove") for line in engine.stdout))

    def test_mistakes_get_one_clear_line(self):
        for command in ("explain", "explain json", "explain line", "explain line e2e5", "explain e2e4",
                        "explain" + " line e2e4" * 11):
            lines = run(command)
            self.assertEqual(len(lines), 1, command)
            self.assertTrue(lines[0].startswith("info string error: explain"), lines)
        self.assertIn("no position", run("position fen nonsense", "explain line e2e4")[-1])


if __name__ == "__main__":
    unittest.main()
