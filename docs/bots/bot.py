#!/usr/bin/env python3
"""A bot that plays every game of a Yiguan server: Python 3 and the package `websockets` (14 or newer).

    python3 bot.py http://127.0.0.1:8080                    opens matches and waits for opponents
    python3 bot.py http://127.0.0.1:8080 --join MATCH       takes the free seat of a match
    python3 bot.py http://127.0.0.1:8080 --seek             seeks opponents, as the page's lobby does
    python3 bot.py http://127.0.0.1:8080 --challenges       plays everyone who challenges it
    python3 bot.py http://127.0.0.1:8080 --challenge ID     challenges a player

`--seek` and `--challenges` go together. `--at-once 4` plays up to four matches at a time.

It is written from docs/protocol.md alone. It does not know a single rule: the server sends the legal
actions (`legal=1`), and `choose` picks one of them. Put something better there, or see engine.py.
"""

import argparse
import asyncio
import json
import random
import sys
import time
import urllib.error
import urllib.request

import websockets


def choose(legal, state):
    """The action to play: one of `legal`, or a command without its id, such as `{"type": "resign"}`.

    `state` has `game`, `ruleset`, `options`, `position`, `turn`, `moves`, …, and in `refused` the types of
    the commands that were refused or declined in this position.
    """
    return random.choice(legal)


class Server:
    def __init__(self, origin):
        self.origin, self.token = origin.rstrip("/"), None

    def ask(self, method, path, body=None):
        """A request; waits as long as the server demands if it was one too many."""
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

    async def request(self, method, path, body=None):
        """The same in a thread, so that no match waits for it."""
        return await asyncio.to_thread(self.ask, method, path, body)

    async def sign_in(self, name):
        made = await self.request("POST", "/api/guests", {"bot": True})
        self.token = made["token"]
        await self.request("PUT", "/api/me", {"name": name})
        return made["id"]

    def connect(self, path):
        address = self.origin.replace("http", "ws", 1) + path
        return websockets.connect(address, additional_headers={"Authorization": f"Bearer {self.token}"})

    def socket(self, match, since):
        resume = "" if since is None else f"&since={since}"
        return self.connect(f"/ws/matches/{match}?legal=1{resume}")


class Match:
    """The state of a match, and the command that was sent and not answered yet."""

    def __init__(self, server, id, choose):
        self.server, self.id, self.choose = server, id, choose
        self.state, self.seq, self.seat, self.over, self.sent = {}, None, None, False, None
        self.refused = set()

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
            if self.sent or self.seq:  # A command that a connection lost is done once; or is it our turn?
                await socket.send(json.dumps(self.sent or {"type": "snapshot"}))
        elif kind == "snapshot":
            self.state, self.seq = message, message["seq"]
            self.over = message["state"] == "over"
            await self.move(socket)
        elif kind == "event":
            self.seq = message["seq"]
            await self.event(socket, message)
        elif kind == "nack" and message["id"] in (None, self.sent and self.sent["id"]):
            if message["id"] and message["code"] not in ("rate", "busy"):
                self.refused.add(self.sent["type"])
            self.sent = None
            await asyncio.sleep(2)  # Too often, busy, or too late: look again once that is granted.
            await socket.send('{"type":"snapshot"}')

    async def event(self, socket, event):
        kind, state = event["kind"], self.state
        if kind in ("moved", "taken_back"):
            state["moves"][event["ply"] :] = [event["move"]] if kind == "moved" else []
            state["ply"] = len(state["moves"])
            self.sent = None if event.get("by", self.seat) == self.seat else self.sent
            self.refused.clear()
        if kind == "left":
            # The opponent has left an open match, which is at its start again.
            state.update(moves=[], ply=0, turn=None)
            self.sent = None
        for key in ("turn", "position", "check", "legal", "clock", "result", "reason"):
            if key in event:
                state[key] = event[key]
        if kind == "ended":
            self.over = True
        elif kind in ("joined", "moved", "taken_back"):
            await self.move(socket)
        elif kind == "offered" and event["by"] != self.seat:
            await socket.send(json.dumps({"type": event["offer"], "id": f"o{self.seq}", "answer": "decline"}))
        elif kind == "offered":
            # Our own. The opponent may take their time, so the game continues until they agree.
            self.refused.add(event["offer"])
            self.sent = None
            await self.move(socket)

    async def move(self, socket):
        state = self.state
        if self.over or self.sent or self.seat is None or state.get("turn") != self.seat or not state.get("legal"):
            return
        # In a thread, so that pings are answered while it thinks: clocks get back what the network takes.
        action = await asyncio.to_thread(self.choose, state["legal"], {**state, "refused": self.refused})
        command = {"type": "play", "ply": state["ply"], "move": action} if isinstance(action, str) else action
        self.sent = {**command, "id": f"p{self.seq}"}
        await socket.send(json.dumps(self.sent))


class Player:
    """A bot with its matches: up to `at_once` at a time, and `most` in all (0 for ever)."""

    def __init__(self, server, choose, at_once, most):
        self.server, self.choose = server, choose
        self.at_once, self.most = at_once, most
        self.begun, self.running, self.tasks = 0, set(), set()
        self.known, self.failed, self.freed = set(), False, asyncio.Event()

    def has_room(self):
        return len(self.running) < self.at_once and (not self.most or self.begun < self.most)

    def is_done(self):
        return self.most and self.begun >= self.most and not self.running

    def begin(self, id):
        """Plays a match in a task of its own, unless it does or did already."""
        if id in self.known or not self.has_room():
            return
        self.begun += 1
        self.known.add(id)
        self.running.add(id)
        task = asyncio.create_task(self.play(id))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def play(self, id):
        match = Match(self.server, id, self.choose)
        try:
            state = await match.play()
            print(id, state["game"], "as", match.seat, state["result"], state["reason"], flush=True)
        except Exception as error:  # Such as an engine that has ended: the other matches continue.
            print(f"{id}: {error}", file=sys.stderr, flush=True)
            self.failed = True
        self.running.discard(id)
        self.freed.set()

    async def wait(self):
        """Waits until a match ends."""
        await self.freed.wait()
        self.freed.clear()

    async def open(self, rooms):
        """Opens matches, one after another, for any opponent."""
        while not self.is_done():
            if not self.has_room():
                await self.wait()
                continue
            id = (await self.server.request("POST", "/api/matches", next(rooms)))["id"]
            print(f"{self.server.origin}/m/{id}", flush=True)
            self.begin(id)

    async def attend(self, seek, challenges):
        """Follows the lobby: seeks opponents, and accepts challenges."""
        while not self.is_done():
            try:
                async with self.server.connect("/ws/lobby?matches=0") as lobby:
                    while not self.is_done():
                        await self.look(seek, challenges)
                        freed = asyncio.create_task(self.wait())
                        heard = asyncio.create_task(lobby.recv())
                        done, _ = await asyncio.wait({freed, heard}, return_when=asyncio.FIRST_COMPLETED)
                        freed.cancel()
                        if heard not in done:
                            heard.cancel()
                        elif heard.exception():
                            raise heard.exception()
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(1)

    async def look(self, seek, challenges):
        """Does what there is to do, by the state of the seek and the list of matches."""
        if seek:
            standing = await self.server.request("GET", "/api/seeks")
            if standing["started"]:
                self.begin(standing["started"])
            if standing["found"] and not standing["found"]["accepted"]:
                answer = {"id": standing["found"]["id"], "accept": self.has_room()}
                try:
                    standing = await self.server.request("POST", "/api/seeks/found", answer)
                    if standing["started"]:
                        self.begin(standing["started"])
                except RuntimeError:
                    pass  # Too late: the next state is read again.
            elif not standing["seek"] and not standing["found"] and self.has_room():
                await self.server.request("POST", "/api/seeks", seek)
        if challenges and self.has_room():
            own = await self.server.request("GET", "/api/me/matches")
            for room in own["matches"]:
                if not self.has_room():
                    break
                if room.get("invited") and room["invited"]["id"] == self.id and room["id"] not in self.known:
                    try:
                        await self.server.request("POST", f"/api/matches/{room['id']}/join")
                    except RuntimeError:
                        continue  # It was withdrawn.
                    self.begin(room["id"])


CLOCK = {"kind": "fischer", "initial": 600, "increment": 5}


async def main(choose, arguments=None):
    arguments = arguments or argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("server")
    arguments.add_argument("--name", default="Random")
    arguments.add_argument("--game", help="a game's id; without one each in turn")
    arguments.add_argument("--ruleset", help="without one the first of the game")
    arguments.add_argument("--set", action="append", default=[], help="an option of the rules, as KEY=VALUE")
    arguments.add_argument("--join", help="the id of a match with a free seat")
    arguments.add_argument("--challenge", help="the id of a player to challenge")
    arguments.add_argument("--seek", action="store_true", help="seek opponents")
    arguments.add_argument("--challenges", action="store_true", help="accept challenges")
    arguments.add_argument("--matches", type=int, default=0, help="how many to play; 0 plays for ever")
    arguments.add_argument("--at-once", type=int, default=1, help="how many to play at a time")
    wish = arguments.parse_args()
    server = Server(wish.server)
    id = await server.sign_in(wish.name)
    print(f"{server.origin}/people/{id}", flush=True)
    player = Player(server, choose, wish.at_once, 1 if wish.join else wish.matches)
    player.id = id
    catalogue = (await server.request("GET", "/api/games"))["games"]
    games = [wish.game] if wish.game else [game["id"] for game in catalogue]
    if wish.join:
        await server.request("POST", f"/api/matches/{wish.join}/join")
        player.begin(wish.join)
        await asyncio.gather(*player.tasks)
    elif wish.seek or wish.challenges:
        seek = {"games": [{"game": game, "ruleset": wish.ruleset} for game in games], "clocks": [CLOCK]}
        await player.attend(seek if wish.seek else None, wish.challenges)
    else:
        options = dict(option.split("=", 1) for option in wish.set)
        rooms = ({"game": game, "ruleset": wish.ruleset, "options": options, "clock": CLOCK} for game in cycle(games))
        if wish.challenge:
            rooms = ({**room, "opponent": wish.challenge} for room in rooms)
        await player.open(rooms)
    if player.failed:
        sys.exit(1)


def cycle(games):
    while True:
        yield from games


if __name__ == "__main__":
    asyncio.run(main(choose))
