"""A position with everything that a request of the runner holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Dict, List, Mapping, Optional, Tuple

#: The characters of the cells.
BLACK, WHITE, EMPTY, HOLE, FREE = "X", "O", "-", "#", "?"

_DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


@dataclass(frozen=True)
class Clock:
    """Time in milliseconds; `None` without a clock."""

    kind: str = "none"
    own_ms: Optional[int] = None
    opp_ms: Optional[int] = None
    increment_ms: int = 0

    @staticmethod
    def of(message: Mapping[str, Any]) -> Clock:
        """The clock of a request."""
        return Clock(
            kind=message.get("kind", "none"),
            own_ms=message.get("own_ms"),
            opp_ms=message.get("opp_ms"),
            increment_ms=message.get("increment_ms", 0),
        )


@dataclass(frozen=True)
class State:
    """A position. Squares are texts: `d3` is the fourth column from the left in the third row from the top.

    A state never changes; `after` gives a new one.
    """

    #: The side to move: `black` or `white`.
    color: str
    #: The board, a text for each row from the top: `X` black, `O` white, `-` empty, `#` no square, and `?` a square
    #: that the opening of the free centre has still to fill.
    rows: Tuple[str, ...]
    #: The squares where a disc may be placed.
    legal: Tuple[str, ...]
    #: All moves so far, passes included.
    history: Tuple[str, ...] = ()
    #: The variant's code and what wins, `most` or `fewest` discs.
    variant: str = "standard"
    goal: str = "most"
    clock: Clock = field(default_factory=Clock)
    #: A seed for your random choices; the same throughout a game.
    seed: int = 0
    #: The name of the game.
    game: str = ""

    @staticmethod
    def of(message: Mapping[str, Any]) -> State:
        """The state in a request of the runner."""
        return State(
            color=message["color"],
            rows=tuple(message["rows"]),
            legal=tuple(message["legal"]),
            history=tuple(message.get("history", ())),
            variant=message.get("variant", "standard"),
            goal=message.get("goal", "most"),
            clock=Clock.of(message.get("clock", {})),
            seed=message.get("seed", 0),
            game=message.get("game", ""),
        )

    @property
    def size(self) -> int:
        """The number of squares on a side."""
        return len(self.rows)

    @property
    def own(self) -> str:
        """The character of the side to move."""
        return BLACK if self.color == "black" else WHITE

    @property
    def opp(self) -> str:
        """The character of the other side."""
        return WHITE if self.color == "black" else BLACK

    def squares(self) -> List[str]:
        """All squares of the board, row by row from a1."""
        names = (_name(column, row) for row in range(self.size) for column in range(self.size))
        return [square for square in names if self.at(square) != HOLE]

    def at(self, square: str) -> str:
        """The character on a square."""
        column, row = _place(square)
        return self._cell(column, row)

    def count(self, sign: str) -> int:
        """The number of squares with this character."""
        return sum(row.count(sign) for row in self.rows)

    def is_over(self) -> bool:
        """True if neither side can move."""
        return not self.legal and not self.passed().legal

    def flips(self, square: str) -> List[str]:
        """The discs that a disc of the side to move on this square would flip."""
        if self.at(square) != EMPTY or self.count(FREE):
            return []
        flipped: List[str] = []
        for step in _DIRECTIONS:
            flipped += self._line(_place(square), step)
        return flipped

    def after(self, square: str) -> State:
        """The state after a disc on a legal square, with the other side to move."""
        if square not in self.legal:
            raise ValueError(f"{square!r} is not legal here: legal are {' '.join(self.legal) or 'none'}")
        own = {square, *self.flips(square)}
        names = [[_name(column, row) for column in range(self.size)] for row in range(self.size)]
        rows = tuple(
            "".join(self.own if name in own else cell for name, cell in zip(row_names, cells))
            for row_names, cells in zip(names, self.rows)
        )
        return self._next(rows, square)

    def passed(self) -> State:
        """The same board with the other side to move."""
        return self._next(self.rows, "pass")

    def score(self) -> int:
        """The discs of the side to move minus those of the other side."""
        return self.count(self.own) - self.count(self.opp)

    def _next(self, rows: Tuple[str, ...], move: str) -> State:
        color = "white" if self.color == "black" else "black"
        moved = replace(self, color=color, rows=rows, history=(*self.history, move), legal=())
        return replace(moved, legal=tuple(moved._legal()))

    def _legal(self) -> List[str]:
        if self.count(FREE):
            return [square for square in self.squares() if self.at(square) == FREE]
        return [square for square in self.squares() if self.flips(square)]

    def _cell(self, column: int, row: int) -> str:
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.rows[row][column] if inside else HOLE

    def _line(self, place: Tuple[int, int], step: Tuple[int, int]) -> List[str]:
        """The run of opposing discs in one direction, if a disc of the side to move follows it."""
        line: List[str] = []
        column, row = place[0] + step[0], place[1] + step[1]
        while self._cell(column, row) == self.opp:
            line.append(_name(column, row))
            column, row = column + step[0], row + step[1]
        return line if self._cell(column, row) == self.own else []


def _name(column: int, row: int) -> str:
    return "abcdefgh"[column] + str(row + 1)


def _place(square: str) -> Tuple[int, int]:
    column = "abcdefgh".find(square[:1]) if square else -1
    if len(square) != 2 or column < 0 or square[1] not in "12345678":
        raise ValueError(f"{square!r} is not a square: write a column and a row such as d3")
    return column, int(square[1]) - 1


#: The analysis that a bot may send: `values`, `line`, `text`, `depth`, `nodes`.
Info = Dict[str, Any]
