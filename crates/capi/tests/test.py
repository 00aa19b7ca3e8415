"""Tests the C library from Python's ctypes. Arguments: the library and its header."""

import ctypes
import re
import sys
import threading
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p


class Position(Structure):
    _fields_ = [(name, c_uint64) for name in ("black", "white", "legal", "area")] + [
        (name, c_int32) for name in ("turn", "status", "winner", "margin", "ply")
    ]


class Limits(Structure):
    _fields_ = [
        ("depth", c_uint32),
        ("selectivity", c_uint32),
        ("time_ms", c_uint64),
        ("nodes", c_uint64),
        ("exact", c_int32),
    ]


class Outcome(Structure):
    _fields_ = [
        ("nodes", c_uint64),
        ("value", c_int32),
        ("bound", c_int32),
        ("depth", c_uint32),
        ("selectivity", c_uint32),
        ("is_exact", c_int32),
        ("best", c_char * 8),
        ("line", c_char * 512),
    ]


ARGUMENTS = {
    "outflank_version": [],
    "outflank_last_error": [],
    "outflank_game_new": [c_char_p, POINTER(c_void_p)],
    "outflank_game_parse": [c_char_p, POINTER(c_void_p)],
    "outflank_game_free": [c_void_p],
    "outflank_game_play": [c_void_p, c_char_p],
    "outflank_game_undo": [c_void_p],
    "outflank_game_position": [c_void_p, POINTER(Position)],
    "outflank_game_legal_moves": [c_void_p, c_char_p, c_size_t],
    "outflank_game_transcript": [c_void_p, c_char_p, c_size_t],
    "outflank_game_board": [c_void_p, c_char_p, c_size_t],
    "outflank_searcher_new": [c_size_t, c_size_t, POINTER(c_void_p)],
    "outflank_searcher_free": [c_void_p],
    "outflank_searcher_search": [c_void_p, c_void_p, POINTER(Limits), POINTER(Outcome)],
    "outflank_searcher_stop": [c_void_p],
}

library = ctypes.CDLL(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as header:
    declared = re.findall(r"^(int|void|const char \*) ?(\w+)\(", header.read(), re.MULTILINE)
assert {name for _, name in declared} == set(ARGUMENTS), declared
for result, name in declared:
    function = getattr(library, name)
    function.argtypes = ARGUMENTS[name]
    function.restype = {"int": c_int, "void": None, "const char *": c_char_p}[result]


class OutflankError(Exception):
    """An error code with its message."""


def checked(code):
    if code < 0:
        raise OutflankError(code, library.outflank_last_error().decode())
    return code


def text_of(write, game):
    length = checked(write(game, None, 0))
    buffer = ctypes.create_string_buffer(length + 1)
    assert checked(write(game, buffer, len(buffer))) == length
    return buffer.value.decode()


def searched(searcher, game, **limits):
    outcome = Outcome()
    checked(library.outflank_searcher_search(searcher, game, byref(Limits(**limits)), byref(outcome)))
    return outcome


game, searcher = c_void_p(), c_void_p()
assert re.fullmatch(rb"\d+\.\d+\.\d+.*", library.outflank_version())
checked(library.outflank_searcher_new(1 << 20, 1, byref(searcher)))

# Rules: moves in and out, errors as exceptions.
checked(library.outflank_game_parse("tiny; b1a1".encode(), byref(game)))
assert text_of(library.outflank_game_transcript, game).endswith("b1a1")
assert text_of(library.outflank_game_board, game).startswith("  a b c d\n1 O X - -")
legal = text_of(library.outflank_game_legal_moves, game).split()
position = Position()
checked(library.outflank_game_position(game, byref(position)))
assert bin(position.legal).count("1") == len(legal) > 0 and (position.turn, position.ply) == (1, 2)
try:
    checked(library.outflank_game_play(game, "ä9".encode()))
    raise AssertionError("ä9 is not a move")
except OutflankError as error:
    assert error.args[0] == -2 and error.args[1].startswith('"ä9" is not a move'), error

# Solving: play the best moves to the end, and the result is the exact score.
score = searched(searcher, game, exact=1)
assert score.is_exact and score.line.split()[0] == score.best
while (outcome := searched(searcher, game, exact=1)).best:
    checked(library.outflank_game_play(game, outcome.best))
checked(library.outflank_game_position(game, byref(position)))
assert (position.status, position.margin) == (2, score.value), (position.margin, score.value)
library.outflank_game_free(game)

# Search: ctypes releases the interpreter lock, so that another thread can stop it.
checked(library.outflank_game_new(b"standard", byref(game)))
found = []
thread = threading.Thread(target=lambda: found.append(searched(searcher, game)))
thread.start()
checked(library.outflank_searcher_stop(searcher))
thread.join()
assert found[0].best in (b"d3", b"c4", b"f5", b"e6") and not found[0].is_exact
library.outflank_game_free(game)
library.outflank_searcher_free(searcher)
