# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs libstillpoint into a folder and runs the examples with it: in C, linked statically and not, and in Python."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["STILLPOINT_SOURCE_DIR"])
BUILD = Path(os.environ["STILLPOINT_BUILD_DIR"])
MATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"  # stalemate: nothing to play
WINS = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"  # Rd8 mates


def run(*words, **options):
    return subprocess.run([str(w) for w in words], check=False, capture_output=True, text=True, timeout=120, **options)


def good(done, what):
    if done.returncode != 0:
        sys.exit(f"{what}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(condition, what, output):
    if not condition:
        sys.exit(f"failed: {what}\n{output}")


def check_example(name, command, env=None):
    output = good(run(*command, WINS, env=env), name)
    expect("best move d1d8" in output, f"{name} finds the mate", output)
    expect("mate in 1" in output, f"{name} hears of it", output)
    output = good(run(*command, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e5", env=env), name)
    expect("best move " in output and "at first sight " in output, f"{name} searches after moves", output)
    output = good(run(*command, MATE, env=env), name)
    expect("no legal move" in output, f"{name} sees the stalemate", output)
    done = run(*command, "no position", env=env)
    expect(done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, f"{name} says what is wrong",
           done.stdout + done.stderr)


def main():
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not shutil.which("pkg-config") or not compiler:
        print("left out: there is no pkg-config or no C compiler")
        return
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder) / "usr"
        good(run("cmake", "--install", BUILD, "--component", "library", "--prefix", prefix), "installation")
        pc = next(prefix.rglob("stillpoint.pc"))
        library = next(prefix.rglob("libstillpoint.so"))
        # The prefix is the one of the configuration unless it is overruled.
        def flags(*options):
            return good(run("pkg-config", f"--define-variable=prefix={prefix}", *options, "stillpoint",
                            env={**os.environ, "PKG_CONFIG_PATH": str(pc.parent)}), "pkg-config").split()

        example = SOURCE / "examples/analyse.c"
        warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        shared, static = Path(folder) / "shared", Path(folder) / "static"
        good(run(compiler, *warnings, example, "-o", shared, *flags("--cflags", "--libs")), "linking")
        check_example("C, shared", [shared, "-d", "4"], {**os.environ, "LD_LIBRARY_PATH": str(library.parent)})
        check_example("Python", [sys.executable, "-B", SOURCE / "examples/analyse.py", "--depth", "4", "--library", library])
        archive = library.with_name("libstillpoint.a")
        if archive.exists():
            words = [str(archive) if word == "-lstillpoint" else word for word in flags("--static", "--cflags", "--libs")]
            good(run(compiler, *warnings, example, "-o", static, *words), "linking statically")
            check_example("C, static", [static, "-d", "4"])
        # Nothing but the functions of the header is to be seen.
        names = good(run("nm", "-D", "--defined-only", library), "nm").split()
        foreign = [name for name in names[2::3] if not name.startswith("stillpoint_")]
        expect(not foreign, "only the header's functions are exported", foreign)


main()
