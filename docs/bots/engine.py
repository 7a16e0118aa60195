#!/usr/bin/env python3
"""A bridge that lets an engine play on a Yiguan server, by USI (shogi), UCCI or UCI (xiangqi).

    python3 engine.py http://127.0.0.1:8080 --game shogi --engine fairy-stockfish --protocol usi
    python3 engine.py http://127.0.0.1:8080 --game xiangqi --ruleset standard --engine fairy-stockfish --protocol ucci
    python3 engine.py http://127.0.0.1:8080 --game xiangqi --ruleset standard --engine fairy-stockfish --protocol uci \\
        --option UCI_Variant=xiangqi

It takes the options of bot.py as well: `--seek --challenges --at-once 3` plays three matches at a time, with
an engine for each, against opponents who are found and players who challenge it.

Moves and positions are on the wire what these protocols have; only UCI counts the ranks of xiangqi from 1.
The ruleset `walker` of xiangqi is played by no engine: take `standard`. An engine that resigns, resigns. One
that declares a win (`bestmove win`) does so by the rules of the match: under `impasse=declaration` the server
decides whether the declaration is right, under any other rule the bot proposes to count the points, and plays
on until the opponent agrees.
"""

import argparse
import asyncio
import queue
import random
import subprocess
import sys

from bot import main


class Engine:
    def __init__(self, command, protocol, options, most):
        self.protocol, self.most = protocol, most
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say(protocol)
        self.until(f"{protocol}ok")
        for option in options:
            name, value = option.split("=", 1)
            # UCCI has no words between.
            self.say(f"setoption {name} {value}" if protocol == "ucci" else f"setoption name {name} value {value}")
        self.say("isready")
        self.until("readyok")
        self.say({"usi": "usinewgame", "uci": "ucinewgame"}.get(protocol, ""))

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, *expected):
        for line in self.process.stdout:
            if line.split() and line.split()[0] in expected:
                return line.split()
        raise RuntimeError("the engine has ended")

    def counted(self, move, by):
        """A move of xiangqi with its ranks counted from elsewhere."""
        if self.protocol != "uci":
            return move
        point = lambda text: f"{text[0]}{int(text[1:]) + by}"
        half = next(place for place in range(1, len(move)) if move[place].isalpha())
        return point(move[:half]) + point(move[half:])

    def choose(self, legal, state):
        moves = " ".join(self.counted(move, 1) for move in state["moves"])
        kind = "sfen" if self.protocol == "usi" else "fen"
        self.say(f"position {kind} {state['start']}" + (f" moves {moves}" if moves else ""))
        span = min(self.most, thinking(state))
        self.say({
            "usi": f"go btime 0 wtime 0 byoyomi {span}",
            "ucci": f"go time {span} movestogo 1 increment 0",
            "uci": f"go movetime {span}",
        }[self.protocol])
        return self.decided(self.until("bestmove", "nobestmove"), legal, state)

    def decided(self, answer, legal, state):
        """The command, or the action, that an answer of the engine means."""
        best = answer[1] if len(answer) > 1 else "(none)"
        # UCCI puts `resign` behind the move that it would play; the other two have a word for no move.
        if answer[0] == "nobestmove" or best in ("resign", "(none)", "0000") or "resign" in answer[2:]:
            return {"type": "resign"}
        if best == "win":
            if "impasse" not in state["refused"]:
                return {"type": "impasse", "answer": "offer"}
            print("the engine declares a win that the rules do not know", file=sys.stderr)
            return random.choice(legal)
        move = self.counted(best, -1) if best[:1].isalpha() else best
        if move not in legal:
            # An engine that takes the rules otherwise.
            print(f"{best} is not legal here", file=sys.stderr)
            move = random.choice(legal)
        return move


class Engines:
    """An engine for each match that is thinking; further ones start when they are needed."""

    def __init__(self, start):
        self.start, self.idle = start, queue.SimpleQueue()

    def choose(self, legal, state):
        try:
            engine = self.idle.get_nowait()
        except queue.Empty:
            engine = self.start()
        # One that has failed is not used again.
        chosen = engine.choose(legal, state)
        self.idle.put(engine)
        return chosen


def thinking(state):
    """For how many milliseconds to think: a fortieth of what is left, if there is a clock."""
    clock, side = state["clock"], state["turn"]
    return max(20, clock[side] // 40) if side in clock else 1000


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--engine", required=True, help="the engine's command")
    arguments.add_argument("--protocol", choices=["usi", "ucci", "uci"], required=True)
    arguments.add_argument("--option", action="append", default=[], help="an option of the engine, as NAME=VALUE")
    arguments.add_argument("--most", type=int, default=2000, help="the most milliseconds to think")
    known, _ = arguments.parse_known_args()
    engines = Engines(lambda: Engine(known.engine.split(), known.protocol, known.option, known.most))
    asyncio.run(main(engines.choose, arguments))
