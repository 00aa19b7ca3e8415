"""The environment for Gymnasium: one agent against an opponent.

>>> import gymnasium
>>> env = gymnasium.make("outflank.gym:Reversi-v0", size=6, opponent="greedy")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"].nonzero()[0].tolist()
((2, 6, 6), [8, 13, 22, 27])
>>> observation, reward, terminated, truncated, info = env.step(8)
>>> reward, terminated
(0.0, False)
"""

from __future__ import annotations

from typing import Any, Callable, Union

try:
    import gymnasium
    import numpy as np
    from gymnasium import error, spaces
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("outflank.gym needs Gymnasium: pip install gymnasium", name=missing.name) from missing

from ._outflank import Board, Engine, OutflankError, VecEnv

Opponent = Union[str, int, Callable[[Board], str]]


def start_of(size: int) -> Board:
    """Returns the start of the standard game on a board of 4, 6 or 8 squares a side."""
    return VecEnv(1, size=size).board(0)


def action_mask(board: Board) -> np.ndarray:
    """Returns the legal actions as an array of type int8: one per square, then the pass."""
    mask = np.zeros(board.size * board.size + 1, dtype=np.int8)
    mask[:-1] = board.planes()[2].ravel()
    mask[-1] = board.must_pass
    return mask


class ReversiEnv(gymnasium.Env):
    """Reversi against an opponent.

    Args:
        size: 4, 6 or 8 squares a side.
        opponent: A level (1 to 20, "random" or "greedy"), or a function from a Board to a move.
        color: The side of the agent, "black" or "white".
        render_mode: "ansi" for text, "svg" for a picture.

    Observations are planes of shape (2, size, size): the discs of the agent and of the opponent.
    An action is row times size plus column; size times size is a pass. `info["action_mask"]` has
    the legal actions. The reward is 1 for a win, -1 for a loss and 0 for a draw, at the end. An
    illegal action loses the game; `info["error"]` says why it is illegal. A step before `reset` or
    after the end raises `gymnasium.error.ResetNeeded`.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        *,
        size: int = 8,
        opponent: Opponent = "random",
        color: str = "black",
        render_mode: str | None = None,
    ) -> None:
        self._start = start_of(size)
        self._board = self._start
        self._is_running = False
        self._opponent = opponent if callable(opponent) else self._player_of(opponent)
        if color not in ("black", "white"):
            raise ValueError(f"color is {color!r}: use 'black' or 'white'")
        self._color = color
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (2, size, size), np.uint8)
        self.action_space = spaces.Discrete(size * size + 1)

    @property
    def board(self) -> Board:
        """The current position."""
        return self._board

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, under the name that sb3-contrib looks for."""
        return action_mask(self._board).astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._board = self._start
        self._is_running = True
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if not self._is_running:
            raise error.ResetNeeded("no game is running: call reset() before step()")
        try:
            self._board = self._board.play(self._board.move(action))
        except OutflankError as illegal:
            self._is_running = False
            return self._observation(), -1.0, True, False, {**self._info(), "error": str(illegal)}
        self._let_opponent_move()
        self._is_running = not self._board.is_over
        return self._observation(), self._reward(), self._board.is_over, False, self._info()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self._board.svg()
        return str(self._board) if self.render_mode == "ansi" else None

    def _let_opponent_move(self) -> None:
        while not self._board.is_over and self._board.turn != self._color:
            self._board = self._board.play(self._opponent(self._board))

    def _player_of(self, level: str | int) -> Callable[[Board], str]:
        engine = Engine(hash_mib=16)
        engine.choose(self._start, level=level)  # refuses an unknown level now

        def choose(board: Board) -> str:
            return engine.choose(board, level=level, seed=int(self.np_random.integers(2**63)))

        return choose

    def _observation(self) -> np.ndarray:
        planes = self._board.planes()[:2]
        return planes if self._board.turn == self._color else planes[::-1].copy()

    def _reward(self) -> float:
        winner = self._board.winner()
        return 0.0 if winner is None else 1.0 if winner == self._color else -1.0

    def _info(self) -> dict[str, Any]:
        return {"action_mask": action_mask(self._board)}


gymnasium.register(id="Reversi-v0", entry_point="outflank.gym:ReversiEnv")
