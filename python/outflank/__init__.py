"""Reversi: rules, record formats, a strong engine and environments for reinforcement learning.

>>> game = Game("f5d6c3d3c4")
>>> game.board.legal()
['b3', 'f3', 'f4', 'b5', 'g5', 'g6']

`outflank.gym` has the environment for Gymnasium, `outflank.zoo` the one for PettingZoo.
"""

from ._outflank import (
    Analysis,
    Board,
    Engine,
    Game,
    MoveValue,
    Outcome,
    OutflankError,
    Records,
    Review,
    ReviewedMove,
    VecEnv,
    __version__,
    flips_many,
    formats,
    legal_many,
    levels,
    parse,
    permutation,
    planes_many,
    read,
    transform_many,
    variants,
    write,
    write_wthor,
)

__all__ = [
    "Analysis",
    "Board",
    "Engine",
    "Game",
    "MoveValue",
    "Outcome",
    "OutflankError",
    "Records",
    "Review",
    "ReviewedMove",
    "VecEnv",
    "__version__",
    "flips_many",
    "formats",
    "legal_many",
    "levels",
    "parse",
    "permutation",
    "planes_many",
    "read",
    "transform_many",
    "variants",
    "write",
    "write_wthor",
]
