"""A player with a real numpy: reads what it would be sent, and writes moves in every way players do.

Standard input has a message a line: what it must be (the turn, and 64 of "-XO", column by column), a tab, and its bytes in hexadecimal.
Standard output has the version of numpy, and then a move a line: how it is written, x, y, and its bytes.
"""

import pickle
import sys

import numpy

VALUES = {"-": 0.0, "X": -1.0, "O": 1.0}


def check(line: str) -> None:
    expected, _, message = line.rstrip("\n").partition("\t")
    turn, squares = expected.split(" ")
    received = pickle.loads(bytes.fromhex(message))
    assert isinstance(received, list) and len(received) == 2, received
    assert type(received[0]) is int and received[0] == int(turn), received
    board = received[1]
    assert type(board) is numpy.ndarray and board.shape == (8, 8), board
    assert board.dtype == numpy.float64 and board.dtype.isnative, board.dtype
    assert board.flags.writeable and board.flags.c_contiguous and board.flags.owndata, board.flags
    assert [float(value) for value in board.flatten()] == [VALUES[square] for square in squares], board
    board[0, 0] = 7
    assert board[0, 0] == 7 and board.copy()[0, 0] == 7


def ways(x: int, y: int):
    yield "list", [x, y]
    yield "tuple", (x, y)
    yield "floats", [float(x), float(y)]
    yield "mixed", (numpy.int64(x), y)
    for name in ("int8", "int16", "int32", "int64", "float32", "float64"):
        kind = getattr(numpy, name)
        yield name, [kind(x), kind(y)]
        yield name + " array", numpy.array([x, y], dtype=kind)
    if x >= 0 and y >= 0:
        for name in ("uint8", "uint16", "uint32", "uint64"):
            kind = getattr(numpy, name)
            yield name, (kind(x), kind(y))
        board = numpy.zeros((8, 8))
        board[x, y] = 1
        yield "argwhere", numpy.argwhere(board)[0]
        yield "unravelled", numpy.unravel_index(numpy.argmax(board), board.shape)
        yield "where", [indices[0] for indices in numpy.where(board)]
        yield "points", [numpy.array(x), numpy.array(y)]


def main() -> None:
    lines = list(sys.stdin)
    assert lines, "there is something to read"
    for line in lines:
        check(line)
    print(numpy.__version__)
    for x, y in [(2, 3), (0, 0), (7, 7), (0, 7), (5, 1), (-1, -1)]:
        for way, move in ways(x, y):
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                print(f"{way}, protocol {protocol}", x, y, pickle.dumps(move, protocol).hex(), sep="\t")


main()
