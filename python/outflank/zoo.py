"""The environment for PettingZoo: two agents, "black" and "white", who move by turns (AEC).

>>> environment = env(size=6)
>>> environment.reset(seed=7)
>>> observation, reward, terminated, truncated, info = environment.last()
>>> environment.agent_selection, observation["action_mask"].nonzero()[0].tolist()
('black', [8, 13, 22, 27])
>>> environment.step(8)
>>> environment.agent_selection
'white'
"""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("outflank.zoo needs PettingZoo: pip install pettingzoo", name=missing.name) from missing

from ._outflank import Board
from .gym import action_mask, start_of


def env(*, size: int = 8, render_mode: str | None = None) -> AECEnv:
    """Returns the environment with the usual checks. An agent that makes an illegal move loses."""
    environment = raw_env(size=size, render_mode=render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):
    """Reversi for two agents, without wrappers. An illegal move raises OutflankError.

    Args:
        size: 4, 6 or 8 squares a side.
        render_mode: "ansi" for text, "svg" for a picture.

    An observation has planes of shape (2, size, size), the discs of the agent and of the other
    one, and the legal actions. An action is row times size plus column; size times size is a pass,
    which is legal only if no disc can be placed. The rewards come at the end: 1 for the winner, -1
    for the loser, 0 for a draw.
    """

    metadata = {
        "name": "reversi_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(self, *, size: int = 8, render_mode: str | None = None) -> None:
        super().__init__()
        self._start = start_of(size)
        self._board = self._start
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        self.agents = self.possible_agents[:]
        actions = size * size + 1
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (2, size, size), np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.agents
        }

    @property
    def board(self) -> Board:
        """The current position."""
        return self._board

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        planes = self._board.planes()[:2]
        if agent == self._board.turn:
            return {"observation": planes, "action_mask": action_mask(self._board)}
        nothing = np.zeros(self.action_spaces[agent].n, dtype=np.int8)
        return {"observation": planes[::-1].copy(), "action_mask": nothing}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._board = self._start
        self.agents = self.possible_agents[:]
        self.agent_selection = self._board.turn
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._board = self._board.play(self._board.move(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._board.is_over:
            winner = self._board.winner()
            for side in self.agents:
                self.rewards[side] = 0 if winner is None else 1 if side == winner else -1
                self.terminations[side] = True
        self.agent_selection = self._board.turn
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self._board.svg()
        return str(self._board) if self.render_mode == "ansi" else None
