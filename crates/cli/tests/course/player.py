"""A player in the manner of the course: it connects, reads once for each question, and answers, until the turn is 0.

It looks at every board as students do, by the rules and by numpy, and fails where something is not what the course promises.

    player.py PORT WAY [PROTOCOL]

WAY is how the answer is written: list, tuple, numpy (integers of numpy), or argwhere (a row of an array).
"""

import pickle
import socket
import sys

import numpy

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def flips(board, turn, x, y):
    """The discs that a disc of this turn would flip there."""
    if board[x, y] != 0:
        return []
    found = []
    for dx, dy in STEPS:
        line, a, b = [], x + dx, y + dy
        while 0 <= a < 8 and 0 <= b < 8 and board[a, b] == -turn:
            line.append((a, b))
            a, b = a + dx, b + dy
        if 0 <= a < 8 and 0 <= b < 8 and board[a, b] == turn:
            found += line
    return found


def placed(board, turn, x, y):
    """The board after that, changed in place as students do with the board they are given."""
    for square in flips(board, turn, x, y):
        board[square] = turn
    board[x, y] = turn
    return board


def greedy(board, turn):
    """The first square with the most flips, x before y."""
    best, most = None, 0
    for x in range(8):
        for y in range(8):
            count = len(flips(board, turn, x, y))
            if count > most:
                best, most = (x, y), count
    return best


def can_move(board, turn):
    return greedy(board, turn) is not None


def follows(before, turn, after):
    """Can this board come from that one by moves of the other side alone, however often it moves?"""
    new = numpy.argwhere((before == 0) & (after != 0))
    if len(new) == 0:
        return numpy.array_equal(before, after)
    for x, y in new:
        if flips(before, turn, x, y) and follows(placed(before.copy(), turn, x, y), turn, after):
            return True
    return False


def written(way, x, y):
    if way == "tuple":
        return x, y
    if way == "numpy":
        return [numpy.int64(x), numpy.int64(y)]
    if way == "argwhere":
        board = numpy.zeros([8, 8])
        board[x, y] = 1
        return numpy.argwhere(board)[0]
    return [x, y]


def main(port, way, protocol=pickle.DEFAULT_PROTOCOL):
    game = socket.socket()
    game.connect(("127.0.0.1", int(port)))
    own, mine, answers = None, None, 0
    while True:
        data = game.recv(4096)
        turn, board = pickle.loads(data)
        assert type(board) is numpy.ndarray and board.dtype == numpy.float64 and board.shape == (8, 8), board
        assert board.flags.writeable, "players search on the board they are given"
        if mine is None and turn == 1:
            start = numpy.zeros([8, 8])
            start[3, 3] = start[4, 4] = 1
            start[3, 4] = start[4, 3] = -1
            assert numpy.array_equal(board, start), "white moves first"
        if turn == 0:
            assert not can_move(board, 1) and not can_move(board, -1), "the game is over when nobody can move"
            break
        assert own in (None, turn), "a player is asked for its own color"
        own = turn
        assert mine is None or follows(mine, -own, board), "the board follows from mine by moves of the other"
        square = greedy(board, turn)
        assert square is not None, "who is asked can move"
        mine = placed(board.copy(), turn, *square)
        game.send(pickle.dumps(written(way, *square), int(protocol)))
        answers += 1
    assert game.recv(4096) == b"", "the server hangs up"
    game.close()
    color = "white" if own == 1 else "black"
    print(color, answers, int((board == 1).sum()), int((board == -1).sum()), "numpy", numpy.__version__)


main(*sys.argv[1:])
