# SPDX-License-Identifier: GPL-3.0-or-later
"""What python-chess sends, line by line, and what it waits for: its engine.play() and engine.analysis() in ordinary use.

A line with > is sent; one with < is a pattern that the next line which is not an `info` has to match, one with ~ a pattern
for an `info` to wait for. Nothing else may come: python-chess warns of it. Written down from its protocol code (chess/engine.py, class
UciProtocol); the library itself is not needed.
"""
from _engine import INFO, CURRMOVE, EngineTest, main

MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
BEST = rf"bestmove {MOVE}( ponder {MOVE})?$"

# engine.configure() with names as people type them, then engine.play() with a clock, then with a move time.
GAME = f"""
> setoption name hash value 8
> setoption name THREADS value 1
> setoption name move overhead value 20
> setoption name UCI_SHOWWDL value true
> isready
< readyok$
> setoption name UCI_AnalyseMode value false
> setoption name Ponder value false
> setoption name MultiPV value 1
> ucinewgame
> isready
< readyok$
> position startpos
> go wtime 1000 btime 1000 winc 10 binc 10
< {BEST}
> setoption name Ponder value false
> setoption name MultiPV value 1
> position startpos moves e2e4 e7e5
> go movetime 30
< {BEST}
> setoption name Ponder value false
> setoption name MultiPV value 1
> position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6
> go nodes 500 searchmoves d7c6 b7c6
< bestmove [bd]7c6( ponder {MOVE})?$
"""

# engine.play(ponder=True): after the answer it ponders on the expected move; a hit is played on, a miss is stopped.
PONDER = f"""
> setoption name UCI_AnalyseMode value false
> setoption name Ponder value true
> setoption name MultiPV value 1
> ucinewgame
> isready
< readyok$
> position startpos moves d2d4
> go wtime 2000 btime 2000 winc 20 binc 20
< {BEST}
> position startpos moves d2d4 g8f6 c2c4
> go ponder wtime 2000 btime 1950 winc 20 binc 20
> ponderhit
< {BEST}
> position startpos moves d2d4 g8f6 c2c4 e7e6 b1c3
> go ponder wtime 1900 btime 1900 winc 20 binc 20
> stop
< {BEST}
> setoption name UCI_AnalyseMode value false
> setoption name Ponder value true
> setoption name MultiPV value 1
> position startpos moves d2d4 g8f6 c2c4 e7e6 g1f3
> go wtime 1900 btime 1900 winc 20 binc 20
< {BEST}
"""

# engine.analysis(multipv=3), stopped, and engine.analyse() with limits; at last with no root moves at all.
ANALYSIS = f"""
> setoption name UCI_AnalyseMode value true
> setoption name MultiPV value 3
> ucinewgame
> isready
< readyok$
> position fen r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3
> go infinite
~ info .* multipv 3 .* pv
> stop
< {BEST}
> setoption name UCI_AnalyseMode value true
> setoption name MultiPV value 1
> position fen r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3
> go depth 6
< bestmove f3f7$
> setoption name UCI_AnalyseMode value true
> setoption name MultiPV value 1
> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
> go depth 3
< bestmove \\(none\\)$
> position startpos
> go depth 3 searchmoves 0000
< {BEST}
"""

# Board(chess960=True): Shredder-FEN, and castling as king takes rook.
CHESS960 = f"""
> setoption name UCI_Chess960 value true
> setoption name UCI_AnalyseMode value false
> setoption name Ponder value false
> setoption name MultiPV value 1
> ucinewgame
> isready
< readyok$
> position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9
> go depth 5
< {BEST}
> position fen r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 1 moves c1h1 c8a8
> go nodes 300
< {BEST}
> position fen 8/8/8/8/8/4k3/r7/4K2R w H - 0 1
> go depth 4 searchmoves e1h1
< bestmove e1h1( ponder {MOVE})?$
> setoption name UCI_Chess960 value false
> isready
< readyok$
"""


class PythonChess(EngineTest):
    def replay(self, transcript):
        """Sends what is to be sent; returns the info lines in between."""
        engine, infos = self.start(), []
        engine.send("uci")
        options = engine.until("uciok$")
        for name in ("UCI_AnalyseMode", "Ponder", "MultiPV", "UCI_Chess960"):
            self.assertTrue(any(line.startswith(f"option name {name} type ") for line in options), name)
        for line in transcript.strip().splitlines():
            direction, text = line.split(" ", 1)
            if direction == ">":
                engine.send(text)
                continue
            if direction == "~":
                infos += engine.until(text)
                continue
            answer = engine.line()
            while answer.startswith("info "):
                infos.append(answer)
                answer = engine.line()
            self.assertRegex(answer, text)
        engine.send("quit")
        self.assertEqual(engine.rest(), [], "nothing more is said")
        self.assertEqual(engine.wait(), 0)
        for info in infos:
            self.assertTrue(INFO.fullmatch(info) or CURRMOVE.fullmatch(info) or info.startswith("info string "), info)
            self.assertNotIn("error", info)
        return infos

    def test_a_game(self):
        infos = self.replay(GAME)
        self.assertTrue(any(" wdl " in info for info in infos), "the option in odd case was understood")

    def test_pondering(self):
        self.replay(PONDER)

    def test_analysis(self):
        self.replay(ANALYSIS)

    def test_chess960(self):
        self.replay(CHESS960)


if __name__ == "__main__":
    main()
