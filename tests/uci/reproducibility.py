# SPDX-License-Identifier: GPL-3.0-or-later
"""With one thread the same commands give the same search, node by node."""
import re

from _engine import ENDGAME, KIWIPETE, MIDDLE_GAME, EngineTest, main, run


def without_time(line):
    return re.sub(r" nps \d+| time \d+", "", line)


class Reproducibility(EngineTest):
    def record(self, engine, limits):
        """Three positions in a row, as in a game, from a fresh start."""
        engine.send("ucinewgame")
        lines = []
        for fen in (KIWIPETE, MIDDLE_GAME, ENDGAME):
            for limit in limits:
                lines += [without_time(line) for line in engine.search(f"go {limit}", fen).lines]
        return lines

    def test_after_ucinewgame(self):
        for nodes in (1, 7, 60, 100, 333, 1000, 2048, 2049, 5000, 12345, 30000):
            limits = (f"nodes {nodes}",)
            self.assertEqual(self.record(self.engine, limits), self.record(self.engine, limits), nodes)

    def test_after_other_things(self):
        first = self.record(self.engine, ("depth 7", "nodes 500"))
        self.engine.send("setoption name Threads value 3")
        self.engine.search("go nodes 5000", KIWIPETE)
        self.engine.send("setoption name Threads value 1", "setoption name MultiPV value 2")
        self.engine.search("go depth 5", KIWIPETE)
        self.engine.send("setoption name MultiPV value 1", "go infinite", "stop")
        self.engine.until("bestmove")
        self.engine.send("setoption name Hash value 5", "setoption name Hash value 2")
        self.assertEqual(self.record(self.engine, ("depth 7", "nodes 500")), first)

    def test_in_another_process(self):
        other = self.start()
        other.send("setoption name Hash value 2")
        self.assertEqual(self.record(self.engine, ("depth 6", "softnodes 3000")),
                         self.record(other, ("depth 6", "softnodes 3000")))

    def test_clear_hash_alone_keeps_what_was_learned(self):
        # Documented: Clear Hash empties the table only, ucinewgame everything.
        self.record(self.engine, ("depth 6",))
        self.engine.send("setoption name Clear Hash")
        self.engine.search("go depth 6", KIWIPETE)

    def test_bench(self):
        nodes = set()
        for _ in range(2):
            code, _, errors = run("bench", "2", "1", "5")
            self.assertEqual(code, 0)
            nodes.add(re.search(r"^Nodes searched  : (\d+)$", errors, re.M)[1])
        # A bench inside a session that did other things first counts the same.
        code, _, errors = run(text="setoption name Hash value 7\ngo depth 6\nwait\nbench 2 1 5\n")
        nodes.add(re.search(r"^Nodes searched  : (\d+)$", errors, re.M)[1])
        self.assertEqual(len(nodes), 1, nodes)


if __name__ == "__main__":
    main()
