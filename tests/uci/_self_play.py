# SPDX-License-Identifier: GPL-3.0-or-later
"""Games of the engine against itself through pipes, each move checked by the other side:
python3 _self_play.py --games 2 --threads 8 --go "go nodes 3000" --plies 80. The engine's path is in STILLPOINT."""
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


def play(options, dice):
    """Returns the number of half-moves. A move the opponent doesn't accept is an error."""
    sides = [started(options), started(options)]
    fen = start_position(options, dice, sides[0])
    moves = []
    for engine in sides:
        engine.send("ucinewgame")
    while len(moves) < options.plies:
        engine = sides[len(moves) % 2]
        line = f"position fen {fen}" + (" moves " + " ".join(moves) if moves else "")
        errors = engine.errors(line)
        assert not errors, errors
        if len(moves) < 6:  # games differ by their first moves
            legal = engine.ask("moves")[0].split(": ")[1].split()
            moves.append(dice.choice(legal))
            continue
        best = engine.search(options.go).best
        if best == "(none)":
            break
        moves.append(best)
    for engine in sides:
        engine.send("quit")
        assert engine.wait() == 0, f"exit code {engine.process.returncode}"
        engine.close()
    return len(moves)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=1)
    parser.add_argument("--multipv", type=int, default=1)
    parser.add_argument("--plies", type=int, default=DRAWN_AFTER)
    parser.add_argument("--go", default="go nodes 3000")
    parser.add_argument("--chess960", action="store_true")
    options = parser.parse_args()
    begin = time.monotonic()
    dice = random.Random(1)
    plies = [play(options, dice) for _ in range(options.games)]
    print(f"{len(plies)} games, {sum(plies)} half-moves, {options.threads} threads, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
