"""Sets up a game between a script and the strongest agent and prints the table's id: `game.py ADDRESS`."""

import json
import sys
import urllib.request

KEY = "key-of-the-protocol-tests"


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(sys.argv[1] + path, data, headers)))


game = ask("/api/games")[0]
mine, *others = game["first_lists"][0]
seats = [{"who": "me", "list": {"ready": mine}}] + [{"who": "agent", "list": {"ready": one}} for one in others]
print(ask("/api/tables", {"game": game["game"], "seats": seats})["id"])
