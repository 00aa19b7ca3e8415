"""A client in the manner of the course with a lobby: it logs in, sits down, is ready, and answers the newest question until the game is over.

    client.py PORT PASSWORD NAME SEAT
"""

import json
import socket
import sys

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def flips(board, turn, x, y):
    """How many discs a disc of this turn would flip there; x is the row."""
    if board[x][y] != 0:
        return 0
    found = 0
    for dx, dy in STEPS:
        count, a, b = 0, x + dx, y + dy
        while 0 <= a < 8 and 0 <= b < 8 and board[a][b] == -turn:
            count, a, b = count + 1, a + dx, b + dy
        if 0 <= a < 8 and 0 <= b < 8 and board[a][b] == turn:
            found += count
    return found


def choose_move(board, turn):
    squares = [(x, y) for x in range(8) for y in range(8)]
    best = max(squares, key=lambda square: flips(board, turn, *square))
    assert flips(board, turn, *best) > 0, "who is asked can move"
    return best


def main(port, password, name, seat):
    connection = socket.create_connection(("127.0.0.1", int(port)))
    lines = connection.makefile("r", encoding="utf-8")

    def say(**message):
        connection.sendall((json.dumps(message) + "\n").encode())

    own = {"white": 1, "black": -1}[seat]
    say(type="login", name=name, password=password, player_kind="ai")
    for line in lines:
        message = json.loads(line)
        kind = message["type"]
        if kind == "login_ok":
            say(type="sit", table=0, seat=seat)
            say(type="ready", ready=True)
        elif kind == "game_state":
            board, turn = message["board"], message["turn"]
            if message["game_over"]:
                print(seat, message["winner"], message["white"], message["black"])
                print(message["log"][-1])
                return
            if turn == own:
                x, y = choose_move(board, turn)
                say(type="move", request_id=message["request_id"], x=x, y=y)
        else:
            assert kind == "lobby", message


main(*sys.argv[1:])
