# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the engine under mpirun and finds its ranks."""
import functools
import os
import pathlib
import signal
import subprocess
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "uci"))
import _engine  # noqa: E402

MARK = "STILLPOINT_TEST_MARK"


@functools.cache
def is_open_mpi():
    told = subprocess.run(["mpirun", "--version"], capture_output=True, text=True, check=True).stdout
    return "Open MPI" in told


def launcher(ranks):
    """The command that starts so many ranks and leaves the others alone when one dies."""
    if is_open_mpi():
        return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl_vader_single_copy_mechanism", "none",
                "-n", str(ranks)]
    return ["mpirun", "-disable-auto-cleanup", "-n", str(ranks)]


def ranks_with_mark(mark):
    """The processes of a run, by rank: those that search, not the parents that wait for them."""
    found = {}
    parents = set()
    for entry in pathlib.Path("/proc").iterdir():
        try:
            variables = dict(v.split(b"=", 1) for v in (entry / "environ").read_bytes().split(b"\0") if b"=" in v)
            program = (entry / "exe").readlink().name
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if variables.get(MARK.encode()) != mark.encode() or not program.startswith("stillpoint"):
            continue
        rank = variables.get(b"PMI_RANK") or variables.get(b"OMPI_COMM_WORLD_RANK")
        if rank is not None:
            found[int(entry.name)] = int(rank)
            parents.add(parent)
    return {rank: pid for pid, rank in found.items() if pid not in parents}


class Ranks(_engine.Engine):
    """An engine of several ranks; what it is told goes to rank 0."""

    def __init__(self, ranks, *arguments, **options):
        self.mark = uuid.uuid4().hex
        environment = dict(os.environ, **{MARK: self.mark}, **options.pop("env", {}))
        # The engine's own constructor starts one program; here that is the launcher.
        program, _engine.BINARY = _engine.BINARY, launcher(ranks)[0]
        try:
            super().__init__(*launcher(ranks)[1:], program, *arguments, env=environment, **options)
        finally:
            _engine.BINARY = program

    def pid_of(self, rank):
        for _ in range(1000):
            found = ranks_with_mark(self.mark)
            if rank in found:
                return found[rank]
            time.sleep(0.02)
        raise AssertionError(f"no rank {rank}: {found}")

    def signal(self, rank, number):
        os.kill(self.pid_of(rank), number)

    def close(self):
        for pid in ranks_with_mark(self.mark).values():
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        super().close()
        deadline = time.monotonic() + 60
        while (left := ranks_with_mark(self.mark)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in left.values():
            os.kill(pid, signal.SIGKILL)
        if left:
            raise AssertionError(f"ranks were left behind: {left}")
