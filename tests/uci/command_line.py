# SPDX-License-Identifier: GPL-3.0-or-later
"""The program at a prompt: help, version, mistakes, completions, the man page, and a pipe that closes early."""
import os
import pty
import re
import shutil
import subprocess
import unittest

from _engine import BINARY, PATIENCE, EngineTest, main, run

PROGRAMS = ("analyse", "annotate", "board", "demo", "suite", "serve", "match", "tune", "ablation", "datagen", "games",
            "tables", "perft-suite")


def has_programs():
    return "left out of this build" not in run("analyse", "--help")[2]


def at_terminal(*arguments):
    """Runs the program with a terminal as its standard error: exit code, output, what the terminal got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
                               env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"})
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    out = process.stdout.read()
    process.stdout.close()
    os.close(ours)
    return process.wait(timeout=PATIENCE), out.decode(), shown.decode()


class Help(EngineTest):
    def test_everything_is_listed(self):
        texts = [run(*words)[:2] for words in (["--help"], ["-h"], ["help"])]
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0], texts[2])
        code, text = texts[0]
        self.assertEqual(code, 0)
        for name in (*PROGRAMS, "help", "version", "completion", "manual", "bench", "go", "setoption", "why"):
            self.assertRegex(text, rf"(?m)^  {name}\b")
        self.assertLess(max(map(len, text.splitlines())), 100)

    def test_each_program_names_itself(self):
        if not has_programs():
            self.skipTest("the programs were left out of this build")
        for name in PROGRAMS:
            with self.subTest(name):
                code, text, errors = run(name, "--help")
                if "left out of this build" in errors:
                    continue
                self.assertEqual((code, errors), (0, ""))
                self.assertTrue(text.startswith(f"Usage: stillpoint {name} "), text)
                self.assertIn(f"Example:\n  stillpoint {name}", text)
                self.assertEqual(run("help", name)[1], text)
                commands = re.findall(r"^  (\w+)", text.partition("\nCommands ")[2].partition("\n\n")[0], re.MULTILINE)
                self.assertEqual(bool(commands), name in ("games", "tables"))
                for command in commands:
                    self.assertIn(f"Example: stillpoint {name} {command} ", run(name, command, "--help")[1])
        self.assertTrue(run("tables", "make", "--help")[1].startswith("Usage: stillpoint tables make "))

    def test_about_one_command(self):
        code, text, _ = run("help", "bench")
        self.assertEqual(code, 0)
        self.assertIn("bench [hash threads limit file type]", text)
        self.assertEqual(len(self.engine.ask("help bench")), 2)
        self.assertIn("unknown command 'bnech'; did you mean 'bench'?", self.engine.errors("help bnech")[0])

    def test_version_and_compiler_agree(self):
        code, version, _ = run("--version")
        self.assertEqual(code, 0)
        for words in (["version"], ["-V"]):
            self.assertEqual(run(*words)[1], version)
        first, rest = version.split("\n", 1)
        self.assertEqual(run("compiler")[1], rest)
        named = next(line for line in run("uci")[1].splitlines() if line.startswith("id name "))
        self.assertEqual(named, "id name " + first)
        self.assertRegex(first, r"^Stillpoint \d+\.\d+(\.\d+)?(-dev-[0-9a-f]{8})?$")
        for field in ("Version", "Commit", "Compiled by", "Compilation settings", "CPU path", "Network", "Tablebases"):
            self.assertRegex(rest, rf"(?m)^{field} +: \S")


class Mistakes(EngineTest):
    def check(self, words, meant, code=2):
        found, out, errors = run(*words)
        self.assertEqual((found, out), (code, ""), errors)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertIn(meant, errors)

    def test_the_nearest_is_named(self):
        self.check(["bnech"], "did you mean 'bench'?")
        self.check(["bnech 1 1 3"], "did you mean 'bench'?")
        self.check(["analyze"], "did you mean 'analyse'?")
        self.check(["--hlep"], "did you mean '--help'?")
        self.check(["help", "anotate"], "did you mean 'annotate'?")
        self.check(["completion", "bsh"], "did you mean 'bash'?")
        self.check(["completion"], "expected bash, zsh or fish")
        self.check(["xyzzy"], "there is no program or command 'xyzzy'; 'stillpoint --help' lists them")
        self.check(["\x1b[31m"], "there is no program or command '?[31m'")
        self.check(["setoption", "name", "Hsah", "value", "3"], "did you mean 'Hash'?")

    def test_a_word_too_many(self):
        for words in (["--version", "more"], ["manual", "more"], ["completion", "bash", "more"], ["help", "bench", "more"]):
            self.check(words, "'more' is one word too many")

    def test_in_programs(self):
        if not has_programs():
            self.skipTest("the programs were left out of this build")
        self.check(["match", "--piars", "3"], "match: there is no option '--piars'; did you mean '--pairs'?")
        self.check(["match", "--piars=3"], "match: there is no option '--piars'; did you mean '--pairs'?")
        self.check(["tables", "mkae"], "tables: there is no command 'mkae'; did you mean 'make'?")
        self.check(["tables", "make", "--otu", "x", "--out", "y"], "did you mean '--out'?")
        self.check(["tables"], "tables: it takes one of make verify compare stats")
        self.check(["match", "--threads", "0"], "--threads")
        self.check(["match", "word"], "'word' is one word too many")

    def test_a_command_that_fails(self):
        self.check(["perft", "0"], "perft needs a depth", code=1)
        self.check(["bench", "1", "1", "x"], "bench: limit", code=1)

    def test_in_the_dialogue_they_are_notes(self):
        self.assertEqual(self.engine.errors("bnech"),
                         ["info string error: unknown command 'bnech'; did you mean 'bench'?"])
        self.assertIn("did you mean 'Move Overhead'?", self.engine.errors("setoption name Mvoe Overhead value 3")[0])

    def test_spins_fit_32_bits(self):
        for line in run("uci")[1].splitlines():
            for number in re.findall(r" (?:min|max|default) (-?\d+)", line):
                self.assertLess(abs(int(number)), 2**31, line)


class Progress(EngineTest):
    MATCH = ("match", "--a", "nodes=300", "--b", "nodes=200", "--pairs", "2")

    def test_match(self):
        if not has_programs():
            self.skipTest("the programs were left out of this build")
        code, out, errors = run(*self.MATCH)
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(out, r"^final: 4 games .* Elo [-+]\d+\.\d \+- \d{3,}\.\d ")
        code, at_the_end, shown = at_terminal(*self.MATCH)
        self.assertEqual((code, at_the_end), (0, out))
        self.assertIn("0 %", shown)
        self.assertTrue(shown.endswith("\r\x1b[K"), "the bar is removed")

    def test_perft_suite(self):
        if not has_programs():
            self.skipTest("the programs were left out of this build")
        name = os.path.join(self.folder(), "some.epd")
        with open(name, "w", encoding="utf-8") as file:
            file.write("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D4 197281\n")
        self.assertEqual(run("perft-suite", name)[2], "")
        self.assertIn("some.epd:1", at_terminal("perft-suite", name)[2])


class ClosedPipe(EngineTest):
    def head(self, *words):
        """The exit code when only the first line is read."""
        process = subprocess.Popen([BINARY, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.assertTrue(process.stdout.readline())
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        self.assertEqual(errors, b"", words)
        return process.wait(timeout=PATIENCE)

    def test_nothing_hangs_or_complains(self):
        for words in (["--help"], ["manual"], ["completion", "zsh"], ["help", "go"], ["--version"], ["uci"], ["go infinite"]):
            with self.subTest(words):
                self.assertIn(self.head(*words), (0, 1))

    def test_an_analysis_ends(self):
        if not has_programs():
            self.skipTest("the programs were left out of this build")
        # A minute each, if it went on for nobody.
        self.assertIn(self.head("analyse", "--time", "100", "--plain"), (0, 1))
        self.assertIn(self.head("analyse", "--time", "100", "--plain", "--depth", "245"), (0, 1))


class Completion(EngineTest):
    def script(self, shell):
        code, text, errors = run("completion", shell)
        self.assertEqual((code, errors), (0, ""))
        return text

    def complete(self, *words):
        """What bash offers after these words, the last of which is incomplete."""
        ask = (f'{self.script("bash")}\nCOMP_WORDS=({" ".join(map(repr, ("stillpoint", *words)))})\n'
               f'COMP_CWORD={len(words)}\n_stillpoint\nprintf "%s\\n" "${{COMPREPLY[@]}}"\n')
        return subprocess.run(["bash", "--norc"], input=ask, capture_output=True, text=True, check=True).stdout.split()

    @unittest.skipUnless(shutil.which("bash"), "there is no bash")
    def test_bash(self):
        self.assertEqual(self.complete("ana"), ["analyse"])
        self.assertEqual(self.complete("--v"), ["--version"])
        self.assertIn("bench", self.complete("be"))
        self.assertEqual(self.complete("completion", "z"), ["zsh"])
        self.assertEqual(self.complete("help", "anno"), ["annotate"])
        if has_programs():
            self.assertEqual(self.complete("match", "--pa"), ["--pairs"])
            self.assertEqual(self.complete("tables", "m"), ["make"])
            self.assertIn("--dry-run", self.complete("tables", "make", "--"))
            self.assertEqual(self.complete("annotate", ""), [], "bash completes names of files then")

    def check_syntax(self, shell, option):
        if not shutil.which(shell):
            self.skipTest(f"there is no {shell}")
        done = subprocess.run([shell, option, "/dev/stdin"], input=self.script(shell), capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_zsh(self):
        self.check_syntax("zsh", "-n")

    def test_fish(self):
        self.check_syntax("fish", "-n")

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish_completes(self):
        def complete(line):
            text = self.script("fish") + f"\ncomplete -C {line!r}\n"
            out = subprocess.run(["fish", "--no-config", "/dev/stdin"], input=text, capture_output=True, text=True,
                                 check=True).stdout
            return [row.split("\t")[0] for row in out.splitlines()]
        self.assertEqual(complete("stillpoint ana"), ["analyse"])
        if has_programs():
            self.assertEqual(complete("stillpoint match --pa"), ["--pairs"])
            self.assertIn("make", complete("stillpoint tables m"))


class Manual(EngineTest):
    def test_man_can_show_it(self):
        code, text, errors = run("manual")
        self.assertEqual((code, errors), (0, ""))
        for name in PROGRAMS:
            self.assertIn(name.replace("-", "\\-"), text)
        if not shutil.which("groff"):
            self.skipTest("there is no groff")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=text, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    main()
