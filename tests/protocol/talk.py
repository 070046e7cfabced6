"""Talks over the socket of a real table, and holds every message that is said or heard against its schema: `talk.py ADDRESS`."""

import json
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import game

# Messages that the server does not understand, so their schema must not allow them.
WRONG = [{"do": "dance"}, {"do": "answer", "seat": 0}, {"do": "undo"}, {"ref": 1}]
ALL_THAT_IS_HEARD = {"look", "done", "hints", "allowed", "refused", "pong", "closing"}

address = sys.argv[1]
document = Registry().with_resource("urn:protocol", DRAFT202012.create_resource(game.ask(address, "/openapi.json")))
faults = []
kinds = set()


def error_in(name, message):
    schema = {"$ref": f"urn:protocol#/components/schemas/{name}"}
    return best_match(Draft202012Validator(schema, registry=document).iter_errors(message))


def hear():
    message = json.loads(socket.recv(timeout=20))
    kinds.add(message["type"])
    error = error_in("Hear", message)
    if error is not None:
        faults.append(f"`Hear` does not allow the message {message['type']!r}: {error.message[:300]}")
    return message


def say(message, expected):
    """Says a message, and hears what comes until the reply to it has come; looks may come before."""
    error = error_in("Say", message)
    if error is not None:
        faults.append(f"`Say` does not allow {json.dumps(message)}: {error.message[:300]}")
    socket.send(json.dumps(message))
    reply = hear()
    while reply.get("ref") != message["ref"]:
        reply = hear()
    if reply["type"] != expected:
        faults.append(f"the reply to {json.dumps(message)} is {json.dumps(reply)}")


table = game.new_table(address, "agent")
question = game.open_questions(address, table)[0]
answer = game.answer_to(question, 0)
headers = {"Authorization": f"Bearer {game.KEY}"}
with connect(address.replace("http", "ws", 1) + f"/api/tables/{table}/socket", additional_headers=headers, max_size=None) as socket:
    hear()
    say({"do": "ping", "ref": 1}, "pong")
    say({"do": "lang", "ref": 2, "lang": "de"}, "done")
    say({"do": "probe", "ref": 3} | answer, "allowed")
    say({"do": "hints", "ref": 9, "seat": 0, "question": question["id"], "options": [0] if question["options"] else []}, "hints")
    say({"do": "answer", "ref": 4} | answer, "done")
    say({"do": "answer", "ref": 5} | answer | {"question": "another"}, "refused")
    say({"do": "consent", "ref": 6, "seat": 0, "accept": True}, "refused")
    say({"do": "undo", "ref": 7, "seat": 0}, "done")
    say({"do": "concede", "ref": 8, "seat": 0}, "done")
    for message in WRONG:
        if error_in("Say", message) is None:
            faults.append(f"`Say` allows {json.dumps(message)}")
        socket.send(json.dumps(message))
        while (reply := hear())["type"] == "look":
            pass
        if reply.get("refusal", {}).get("code") != "malformed":
            faults.append(f"the reply to {json.dumps(message)} is {json.dumps(reply)}")
    # Messages are text; the server says goodbye to who sends something else.
    socket.send(b"\x00")
    try:
        while True:
            hear()
    except ConnectionClosed as closed:
        if closed.rcvd is None or closed.rcvd.code != 1003:
            faults.append(f"bytes do not close the connection as they should: {closed}")

if kinds != ALL_THAT_IS_HEARD:
    faults.append(f"what was heard is {sorted(kinds)}")
for fault in faults:
    print(fault, file=sys.stderr)
if faults:
    sys.exit(f"{len(faults)} faults")
print("all kinds of messages were said and heard as described")
