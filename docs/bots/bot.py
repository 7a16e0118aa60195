#!/usr/bin/env python3
"""A bot that plays every game of a Yiguan server: Python 3 and the package `websockets` (14 or newer).

    python3 bot.py http://127.0.0.1:8080                    waits for opponents at tables of its own
    python3 bot.py http://127.0.0.1:8080 --join MATCH       takes the free seat of a match

It is written from docs/protocol.md alone. It does not know a single rule: the server tells what is
legal (`legal=1`), and `choose` picks one of that. Put something better there, or see engine.py.
"""

import argparse
import asyncio
import json
import random
import time
import urllib.error
import urllib.request

import websockets


def choose(legal, state):
    """The action to play: one of `legal`. `state` has `game`, `ruleset`, `position`, `turn`, `moves`, …"""
    return random.choice(legal)


class Server:
    def __init__(self, origin):
        self.origin, self.token = origin.rstrip("/"), None

    def ask(self, method, path, body=None):
        """A request; waits as long as the server says if it was one too many."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = body and json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.origin + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                wait = error.headers.get("Retry-After")
                if error.code not in (429, 503) or wait is None:
                    raise RuntimeError(json.load(error)["detail"]) from error
                time.sleep(int(wait))

    def sign_in(self, name):
        self.token = self.ask("POST", "/api/guests", {"bot": True})["token"]
        self.ask("PUT", "/api/me", {"name": name})

    def socket(self, match, since):
        resume = "" if since is None else f"&since={since}"
        address = self.origin.replace("http", "ws", 1) + f"/ws/matches/{match}?legal=1{resume}"
        return websockets.connect(address, additional_headers={"Authorization": f"Bearer {self.token}"})


class Match:
    """What is known of a match, and what was sent and not answered yet."""

    def __init__(self, server, id, choose):
        self.server, self.id, self.choose = server, id, choose
        self.state, self.seq, self.seat, self.over, self.sent = {}, None, None, False, None

    async def play(self):
        while not self.over:
            try:
                async with self.server.socket(self.id, self.seq) as socket:
                    while not self.over:
                        await self.hear(socket, json.loads(await socket.recv()))
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(1)  # The server restarts, or the network is away: resume.
        return self.state

    async def hear(self, socket, message):
        kind = message["type"]
        if kind == "welcome":
            self.seat = message["seat"]
            self.state["legal"] = message.get("legal", self.state.get("legal"))
            if self.sent or self.seq:  # What was lost with a connection is done once; or is it our turn?
                await socket.send(json.dumps(self.sent or {"type": "snapshot"}))
        elif kind == "snapshot":
            self.state, self.seq = message, message["seq"]
            self.over = message["state"] == "over"
            await self.move(socket)
        elif kind == "event":
            self.seq = message["seq"]
            await self.event(socket, message)
        elif kind == "nack" and message["id"] in (None, self.sent and self.sent["id"]):
            self.sent = None
            await asyncio.sleep(2)  # Too often, busy, or too late: look again once that is granted.
            await socket.send('{"type":"snapshot"}')

    async def event(self, socket, event):
        kind, state = event["kind"], self.state
        if kind in ("moved", "taken_back"):
            state["moves"][event["ply"] :] = [event["move"]] if kind == "moved" else []
            state["ply"] = len(state["moves"])
            self.sent = None if event.get("by", self.seat) == self.seat else self.sent
        for key in ("turn", "position", "check", "legal", "clock", "result", "reason"):
            if key in event:
                state[key] = event[key]
        if kind == "ended":
            self.over = True
        elif kind in ("joined", "moved", "taken_back"):
            await self.move(socket)
        elif kind == "offered" and event["by"] != self.seat:
            await socket.send(json.dumps({"type": event["offer"], "id": f"o{self.seq}", "answer": "decline"}))

    async def move(self, socket):
        state = self.state
        if self.over or self.sent or self.seat is None or state.get("turn") != self.seat or not state.get("legal"):
            return
        # In a thread, so that pings are answered while it thinks: clocks get back what the network takes.
        action = await asyncio.to_thread(self.choose, state["legal"], state)
        self.sent = {"type": "play", "id": f"p{self.seq}", "ply": state["ply"], "move": action}
        await socket.send(json.dumps(self.sent))


async def main(choose, arguments=None):
    arguments = arguments or argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("server")
    arguments.add_argument("--name", default="Random")
    arguments.add_argument("--game", help="a game's id; without one each in turn")
    arguments.add_argument("--ruleset", help="without one the first of the game")
    arguments.add_argument("--join", help="the id of a match with a free seat")
    arguments.add_argument("--matches", type=int, default=0, help="how many to play; 0 plays for ever")
    wish = arguments.parse_args()
    server = Server(wish.server)
    server.sign_in(wish.name)
    games = [wish.game] if wish.game else [game["id"] for game in server.ask("GET", "/api/games")["games"]]
    played = 0
    while played == 0 if wish.join else not wish.matches or played < wish.matches:
        id = wish.join
        if id:
            server.ask("POST", f"/api/matches/{id}/join")
        else:
            room = {"game": games[played % len(games)], "ruleset": wish.ruleset}
            room["clock"] = {"kind": "fischer", "initial": 600, "increment": 5}
            id = server.ask("POST", "/api/matches", room)["id"]
        print(f"{server.origin}/m/{id}", flush=True)
        match = Match(server, id, choose)
        state = await match.play()
        print(id, state["game"], "as", match.seat, state["result"], state["reason"], flush=True)
        played += 1


if __name__ == "__main__":
    asyncio.run(main(choose))
