"""Tables with real games, and what is needed to play at them.

`game.py ADDRESS` sets three of them up and prints their ids: one to play at, one at which something can be taken back, and one that can
be ended."""

import json
import sys
import urllib.request

KEY = "key-of-the-protocol-tests"
OTHER_KEY = "key-of-somebody-else-at-the-table"


def ask(address, path, body=None, key=KEY):
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(address + path, data, headers)))


def new_table(address, others, seats=None):
    """A table of the first game; the first seat is ours, the others are of this kind."""
    game = ask(address, "/api/games")[0]
    mine, *rest = game["first_lists"][0][:seats]
    plan = [{"who": "me", "list": {"ready": mine}}] + [{"who": others, "list": {"ready": one}} for one in rest]
    return ask(address, "/api/tables", {"game": game["game"], "seats": plan})["id"]


def open_questions(address, table, key=KEY):
    """What the holder of the key is asked, once the agents have answered what they are asked; nothing if the game is over."""
    look = ask(address, f"/api/tables/{table}?scene=0", key=key)
    agents = [seat["seat"] for seat in look["seats"] if seat["holder"] == "agent"]
    while look["stage"] == "playing" and any(seat in agents for seat in look["waiting"]):
        version = look["version"]
        look = ask(address, f"/api/tables/{table}?scene=0&after={version}&wait=30", key=key)
        if look["version"] == version:
            raise TimeoutError("an agent does not answer")
    return look["questions"]


def right_reply(question, number):
    """A reply of the form that the question wants; which one of several, the number says."""
    form, options = question["form"], len(question["options"])
    match form["kind"]:
        case "one":
            return {"one": number % options}
        case "some":
            return {"some": list(range(form["min"]))}
        case "order":
            return {"order": list(range(options))}
        case "place":
            return {"candidate": number % len(form["candidates"])}
        case "whole":
            return {"plan": form["plan"]}
    raise ValueError(f"a question of the form {form['kind']}")


def answer_to(question, number):
    """What is said to `answer` or `probe`."""
    named = {"seat": question["seat"], "track": question["track"], "question": question["id"]}
    return named | {"reply": right_reply(question, number)}


def looked_at(question):
    """What is said to `hints` by somebody who looks at everything that may be looked at at once."""
    named = {"seat": question["seat"], "track": question["track"], "question": question["id"]}
    options, refused = list(range(len(question["options"])))[:16], list(range(len(question["refused"])))[:16]
    return named | {"options": options, "refused": refused}


def to_take_back(address):
    """A table with two people at which the first one has answered something that the other one knows."""
    table = new_table(address, "open", 2)
    ask(address, f"/api/tables/{table}/seats/1", {}, OTHER_KEY)
    for _ in range(20):
        for key in (OTHER_KEY, KEY):
            for question in open_questions(address, table, key):
                ask(address, f"/api/tables/{table}/answer", answer_to(question, 0), key)
                if question["seat"] == 0:
                    return table
    raise ValueError("nobody asks the first seat anything")


if __name__ == "__main__":
    server = sys.argv[1]
    # A game in which nothing but the dice is left to chance lasts longer than any against agents.
    print(new_table(server, "me"), to_take_back(server), new_table(server, "agent", 2))
