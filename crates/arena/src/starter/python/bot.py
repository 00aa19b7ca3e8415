"""A Reversi bot; README.md says how to run it."""
import json
import sys


def choose(state):
    """Returns the square to play, one of state["legal"].

    state["color"]   your color, "black" or "white"; black discs are X, white discs are O
    state["rows"]    the board, a text for each row from the top, such as "---OX---"
    state["history"] all moves so far, such as ["f5", "d6"]
    state["clock"]   state["clock"]["own_ms"] are the milliseconds left, if there is a clock
    """
    # Your idea goes here. This one takes the first legal square.
    return state["legal"][0]


def say(message):
    print(json.dumps(message), flush=True)


# Everything on standard output is for the runner; print your own notes with print(..., file=sys.stderr).
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "outflank": 1, "name": "My Python bot"})
    elif message["type"] == "move":
        say({"type": "move", "request": message["request"], "move": choose(message)})
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
