"""Uses the client that openapi-python-client makes: python3 client.py ORIGIN."""

import io
import sys

from yiguan_client import AuthenticatedClient, Client
from yiguan_client.api.archive import archive
from yiguan_client.api.games import games, legal, pixels
from yiguan_client.api.matches import create_match, join, match, matches
from yiguan_client.api.accounts import create_guest, create_token, end_token, me, rename, tokens
from yiguan_client.models import CreateGuestRequest, CreateMatchRequest, TokenRequest, RenameRequest
from yiguan_client.models import MatchLegal
from yiguan_client.models.byoyomi_clock import ByoyomiClock
from yiguan_client.models.problem import Problem

origin = sys.argv[1]
anybody = Client(base_url=origin)


def guest():
    made = create_guest.sync(client=anybody, body=CreateGuestRequest(bot=True))
    return made, AuthenticatedClient(base_url=origin, token=made.token)


(first, one), (second, other) = guest(), guest()
assert first.bot and me.sync(client=one).id == first.id
assert rename.sync(client=one, body=RenameRequest(name="Generated", bot=True)).name == "Generated"
assert len(games.sync(client=anybody).games) == 8

byoyomi = {"kind": "byoyomi", "main": 60, "period": 10, "periods": 3}
request = CreateMatchRequest.from_dict({"game": "shogi", "clock": byoyomi, "seat": "first"})
made = create_match.sync(client=one, body=request)
assert [listed.id for listed in matches.sync(client=anybody).matches] == [made.id]
assert join.sync(client=other, id=made.id).seat == "second"
snapshot = match.sync(client=anybody, id=made.id, legal=MatchLegal("1"))
assert snapshot.type_ == "snapshot" and snapshot.state == "live" and snapshot.turn == "first"
assert isinstance(snapshot.clock, ByoyomiClock), snapshot.clock
assert snapshot.clock.periods == 3 and snapshot.clock.first == 90_000 and snapshot.clock.grace.side == "first"
assert len(snapshot.legal) == 30 == len(legal.sync(client=anybody, game="shogi").legal)
assert snapshot.players.first.name == "Generated" and snapshot.players.first.bot

picture = pixels.sync(client=anybody, game="shogi")
assert picture.payload.read(4) == b"\x89PNG" if hasattr(picture, "payload") else io.BytesIO(picture).read(4) == b"\x89PNG"
assert archive.sync(client=anybody).games == []
further = create_token.sync(client=one, body=TokenRequest(days=1))
assert len(tokens.sync(client=one).tokens) == 2
assert end_token.sync_detailed(client=one, id=further.id).status_code == 204
missing = match.sync(client=anybody, id="00000000-0000-4000-8000-000000000000")
assert isinstance(missing, Problem) or missing.code == "not_found", missing
print("a client in Python made a match, joined it and read it")
