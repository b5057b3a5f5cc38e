#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Analyses a position with libstillpoint, loaded with ctypes:  analyse.py [--depth N] [--library FILE] [FEN [move ...]]"""
import argparse
import ctypes as c
import sys

OK = 0


class Info(c.Structure):
    _fields_ = [("depth", c.c_int32), ("selective_depth", c.c_int32), ("multi_pv", c.c_int32), ("is_mate", c.c_int32),
                ("score", c.c_int32), ("bound", c.c_int32), ("wdl", c.c_int32 * 3), ("hash_full", c.c_int32),
                ("nodes", c.c_uint64), ("tablebase_hits", c.c_uint64), ("milliseconds", c.c_int64), ("pv", c.c_char_p)]


class SearchResult(c.Structure):
    _fields_ = [("best_move", c.c_char * 8), ("ponder_move", c.c_char * 8)]


class Evaluation(c.Structure):
    _fields_ = [("centipawns", c.c_int32), ("wdl", c.c_int32 * 3), ("in_check", c.c_int32)]


InfoCallback = c.CFUNCTYPE(None, c.POINTER(Info), c.c_void_p)


class Engine:
    """An engine inside this process. Raises ValueError with the library's own words."""

    def __init__(self, library="libstillpoint.so.0"):
        self._lib = lib = c.CDLL(library)
        lib.stillpoint_create.restype = c.c_void_p
        for name in ("stillpoint_version", "stillpoint_last_error"):
            getattr(lib, name).restype = c.c_char_p
        lib.stillpoint_search.argtypes = [c.c_void_p, c.c_char_p, InfoCallback, c.c_void_p, c.POINTER(SearchResult)]
        lib.stillpoint_free.argtypes = [c.c_void_p]
        self._engine = c.c_void_p(lib.stillpoint_create())
        if not self._engine:
            raise MemoryError("no memory for an engine")

    def close(self):
        self._lib.stillpoint_destroy(self._engine)
        self._engine = c.c_void_p()

    def version(self):
        return self._lib.stillpoint_version().decode()

    def set_option(self, name, value):
        self._check(self._lib.stillpoint_set_option(self._engine, name.encode(), str(value).encode()))

    def set_position(self, fen=None, moves=()):
        self._check(self._lib.stillpoint_set_position(self._engine, fen.encode() if fen else None,
                                                      " ".join(moves).encode()))

    def search(self, limits, on_info=None):
        """`on_info` is called with an Info; returns the best move and the expected answer, "" for none."""
        callback = InfoCallback(lambda info, _: on_info(info.contents)) if on_info else InfoCallback()
        result = SearchResult()
        self._check(self._lib.stillpoint_search(self._engine, limits.encode(), callback, None, c.byref(result)))
        return result.best_move.decode(), result.ponder_move.decode()

    def stop(self):
        self._lib.stillpoint_stop(self._engine)

    def evaluate(self):
        evaluation = Evaluation()
        self._check(self._lib.stillpoint_evaluate(self._engine, c.byref(evaluation)))
        return evaluation

    def explain(self, line, depth=0):
        text = c.c_void_p()
        self._check(self._lib.stillpoint_explain(self._engine, line.encode(), depth, c.byref(text)))
        try:
            return c.string_at(text).decode()
        finally:
            self._lib.stillpoint_free(text)

    def _check(self, status):
        if status != OK:
            raise ValueError(self._lib.stillpoint_last_error(self._engine).decode() or f"status {status}")


def show(info):
    if info.bound == 0:  # otherwise a better figure follows
        score = f"mate in {info.score}" if info.is_mate else f"{info.score / 100:+.2f}"
        print(f"depth {info.depth:2}  {score}  {info.nodes} nodes  {info.pv.decode()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--library", default="libstillpoint.so.0")
    parser.add_argument("fen", nargs="?")
    parser.add_argument("moves", nargs="*")
    arguments = parser.parse_args()
    engine = Engine(arguments.library)
    try:
        print("Stillpoint", engine.version())
        engine.set_position(arguments.fen, arguments.moves)
        print(f"at first sight {engine.evaluate().centipawns / 100:+.2f}")
        best, _ = engine.search(f"depth {arguments.depth}", show)
        if best:
            print("best move", best)
            print(engine.explain(best))
        else:
            print("no legal move")
    except ValueError as error:
        sys.exit(f"analyse.py: {error}")
    finally:
        engine.close()


if __name__ == "__main__":
    main()
