"""Reads pickle_game.txt as a player of the course would, with a real numpy, and replays it with separate rules.

Every question has to hold the board that follows from the moves before, and every answer has to be what Python itself would send.
"""

import pickle
import sys

import numpy

WAYS = [
    lambda x, y: pickle.dumps([x, y], 2),
    lambda x, y: pickle.dumps([x, y], 3),
    lambda x, y: pickle.dumps([x, y], 4),
    lambda x, y: pickle.dumps([x, y], 5),
    lambda x, y: pickle.dumps((x, y), 4),
]


def place(board, turn, x, y):
    """Puts a disc there and flips; says how many were flipped."""
    flipped = 0
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            line, a, b = [], x + dx, y + dy
            while 0 <= a < 8 and 0 <= b < 8 and board[a, b] == -turn:
                line.append((a, b))
                a, b = a + dx, b + dy
            if line and 0 <= a < 8 and 0 <= b < 8 and board[a, b] == turn:
                for square in line:
                    board[square] = turn
                flipped += len(line)
    board[x, y] = turn
    return flipped


def main(path):
    board = numpy.zeros([8, 8])
    board[3, 3] = board[4, 4] = 1
    board[3, 4] = board[4, 3] = -1
    turn, answers = 1, 0
    for line in open(path):
        if line.startswith("#"):
            continue
        sign, message = line.split()
        value = pickle.loads(bytes.fromhex(message))
        if sign == ">":
            told, seen = value
            assert told in (turn, 0) and numpy.array_equal(seen, board) and seen.flags.writeable, line
        else:
            x, y = value
            assert bytes.fromhex(message) == WAYS[answers % len(WAYS)](int(x), int(y)), line
            assert board[x, y] == 0 and place(board, turn, x, y) > 0, line
            turn, answers = -turn, answers + 1
    assert told == 0 and answers == 9 and not (board == -1).any()
    print("numpy", numpy.__version__, "agrees")


main(sys.argv[1])
