"""What the requests about a real game are given that nobody can make up: the questions that are open at the table."""

import os
from collections import Counter

import schemathesis

import game
import hooks  # noqa: F401  what holds for all requests

# How many right bodies each operation has had.
bodies = Counter()


def name(operation):
    return operation.definition.raw["operationId"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Every second right body names the open question and answers it, every fourth names it with a reply that was made up. Wrong
    requests stay as they are."""
    operation = name(case.operation)
    if case.meta is None or not case.meta.generation.mode.is_positive or not isinstance(case.body, dict):
        return
    number = bodies[operation]
    bodies[operation] += 1
    if operation in ("undo", "consent", "concede") and number % 2 == 0:
        case.body = case.body | {"seat": 0}
    if operation in ("answer", "probe") and number % 4 != 3:
        questions = game.open_questions(os.environ["ADDRESS"], os.environ["TABLE"])
        if questions:
            # Games in which the first option is taken last long; any option may be probed.
            option = number if operation == "probe" else 0
            made_up = {"reply": case.body["reply"]} if number % 4 == 1 else {}
            case.body = game.answer_to(questions[number % len(questions)], option) | made_up
    if operation == "hints" and number % 4 != 3:
        questions = game.open_questions(os.environ["ADDRESS"], os.environ["TABLE"])
        if questions:
            case.body = game.looked_at(questions[number % len(questions)])


@schemathesis.hook
def after_call(context, case, response):
    with open(os.environ["TALLY"], "a") as tally:
        tally.write(f"{name(case.operation)} {response.status_code}\n")
