# SPDX-License-Identifier: GPL-3.0-or-later
"""Games of the engine against itself through pipes, each move checked by the other side:
python3 _self_play.py --games 2 --threads 8 --go "go nodes 3000" --plies 80. The engine's path is in STILLPOINT.
With --whole a game goes on until the rules end it, and its moves and its end are printed."""
import argparse
import random
import time

from _engine import START, Engine

DRAWN_AFTER = 100


def started(options):
    engine = Engine()
    for name, value in (("Hash", options.hash), ("Threads", options.threads), ("MultiPV", options.multipv),
                        ("UCI_Chess960", "true" if options.chess960 else "false")):
        engine.send(f"setoption name {name} value {value}")
    return engine


def start_position(options, dice, engine):
    if not options.chess960:
        return START
    return engine.ask(f"position dfrc {dice.randrange(960)} {dice.randrange(960)}", "fen")[-1]


class Arbiter:
    """Says when the rules end a game; the positions are told by the side that is to move."""

    def __init__(self):
        self.seen = {}

    def end(self, engine):
        """What has ended the game, or nothing."""
        legal, fen, *board = engine.ask("moves", "fen", "d")
        checkers = [line for text in board for line in text.split("\n") if line.startswith("Checkers:")][0]
        if legal.startswith("0 moves"):
            return "stalemate" if checkers.strip() == "Checkers:" else "mate"
        men, *rest, clock, _ = fen.split()
        key = (men, *rest)
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] == 3:
            return "third repetition"
        if int(clock) >= 100:
            return "fifty moves"
        others = sorted(c.lower() for c in men if c.isalpha() and c.lower() != "k")
        return "bare kings" if others in ([], ["b"], ["n"]) else None


def play(options, dice):
    """Returns the number of half-moves. A move the opponent doesn't accept is an error."""
    arbiter = Arbiter()
    end = None
    sides = [started(options), started(options)]
    fen = start_position(options, dice, sides[0])
    moves = []
    for engine in sides:
        engine.send("ucinewgame")
    while options.whole or len(moves) < options.plies:
        engine = sides[len(moves) % 2]
        line = f"position fen {fen}" + (" moves " + " ".join(moves) if moves else "")
        errors = engine.errors(line)
        assert not errors, errors
        end = arbiter.end(engine) if options.whole else None
        if end:
            break
        if len(moves) < 6:  # games differ by their first moves
            legal = engine.ask("moves")[0].split(": ")[1].split()
            moves.append(dice.choice(legal))
            continue
        best = engine.search(options.go).best
        if best == "(none)":
            assert not options.whole, f"no move, but the game goes on after {' '.join(moves)}"
            break
        moves.append(best)
    for engine in sides:
        engine.send("quit")
        assert engine.wait() == 0, f"exit code {engine.process.returncode}"
        engine.close()
    if options.whole:
        print(f"{' '.join(moves)}: {end} after {len(moves)} half-moves")
    return len(moves)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=1)
    parser.add_argument("--multipv", type=int, default=1)
    parser.add_argument("--plies", type=int, default=DRAWN_AFTER)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--go", default="go nodes 3000")
    parser.add_argument("--chess960", action="store_true")
    options = parser.parse_args()
    begin = time.monotonic()
    dice = random.Random(1)
    plies = [play(options, dice) for _ in range(options.games)]
    print(f"{len(plies)} games, {sum(plies)} half-moves, {options.threads} threads, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
