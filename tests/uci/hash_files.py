# SPDX-License-Identifier: GPL-3.0-or-later
"""The hash table on disk: comes back as it was, and damage is noticed."""
import os

from _engine import KIWIPETE, EngineTest, main


class HashFiles(EngineTest):
    def told(self, command):
        answer = self.engine.ask(command)
        self.assertEqual(len(answer), 1, answer)
        return answer[0]

    def test_round_trip(self):
        name = os.path.join(self.folder(), "my hash.bin")
        self.engine.send("setoption name Hash value 3", "ucinewgame")
        cold = self.engine.search("go depth 10", KIWIPETE).infos[-1].nodes
        self.assertIn("3 MiB saved", self.told(f"savehash {name}"))
        self.assertEqual(os.listdir(os.path.dirname(name)), ["my hash.bin"])

        other = self.start()
        self.assertIn("3 MiB loaded", other.ask(f"loadhash {name}")[0])
        again = name + " again"
        self.assertIn("3 MiB saved", other.ask(f"savehash {again}")[0])
        with open(name, "rb") as first, open(again, "rb") as second:
            self.assertEqual(first.read(), second.read())
        self.assertNotEqual(other.search("go depth 10", KIWIPETE).infos[-1].nodes, cold)
        # Overwriting a file the user has named is what they want.
        self.assertIn("saved", other.ask(f"savehash {name}")[0])

    def test_damage(self):
        folder = self.folder()
        good = os.path.join(folder, "good")
        self.engine.send("setoption name Hash value 1")
        self.engine.search("go depth 6", KIWIPETE)
        self.told(f"savehash {good}")
        with open(good, "rb") as file:
            data = file.read()
        bad = os.path.join(folder, "bad")
        for name, change in (("empty", b""), ("header only", data[:24]), ("half a header", data[:11]),
                             ("short", data[:-1]), ("long", data + b"x"), ("magic", b"X" + data[1:]),
                             ("size", data[:8] + b"\xff" * 8 + data[16:]), ("text", b"hello\n" * 1000),
                             ("a bit", data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])):
            with self.subTest(name):
                with open(bad, "wb") as file:
                    file.write(change)
                self.assertIn("error: loadhash", self.told(f"loadhash {bad}"))
                self.engine.search("go depth 3")
        self.assertIn("loaded", self.told(f"loadhash {good}"))

    def test_impossible_names(self):
        for command in ("savehash", "loadhash", "savehash /no/such/folder/file", "loadhash /no/such/file",
                        "loadhash /", "savehash /", "savehash /dev/full/x", "loadhash /dev/null"):
            with self.subTest(command):
                self.assertIn("error", self.told(command))
        self.engine.search("go depth 3")


if __name__ == "__main__":
    main()
