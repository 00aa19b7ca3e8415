"""The base of a bot: it listens, asks you for a move, and answers."""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, Optional, TextIO

from .state import Info, State

#: The version of the protocol.
VERSION = 1


class Bot:
    """A Reversi bot. Write `choose`; the rest may stay as it is."""

    #: What the bot is called, and what else it tells about itself.
    name = "My bot"
    version = ""
    author = ""

    #: Set this in `choose` to tell what you think, as in {"values": {"d3": 4}, "text": "a corner is next"}.
    info: Optional[Info] = None

    def choose(self, state: State) -> str:
        """Returns the square to play, one of `state.legal`, of which there is at least one."""
        raise NotImplementedError("write a method choose(self, state) that returns one of state.legal")

    def start(self, message: Dict[str, Any]) -> None:
        """A game begins: message["color"] is your side, message["opponent"] the other's name."""

    def over(self, message: Dict[str, Any]) -> None:
        """A game has ended: message["result"] says how."""

    def error(self, message: Dict[str, Any]) -> None:
        """The runner did not like an answer. This goes to standard error, where you can read it."""
        print(f"{self.name}: {message.get('message', message)}", file=sys.stderr)

    def run(self, lines: Optional[TextIO] = None, out: Optional[TextIO] = None) -> None:
        """Answers questions until the runner says goodbye or its lines end.

        Standard output belongs to the runner: what `choose` prints goes to standard error.
        """
        out = out or sys.stdout
        printed, sys.stdout = sys.stdout, sys.stderr
        try:
            for line in lines or sys.stdin:
                if line.strip() and not self._hear(json.loads(line), out):
                    break
        finally:
            sys.stdout = printed

    def _hear(self, message: Dict[str, Any], out: TextIO) -> bool:
        """Acts on a message; is there more to come?"""
        kind = message.get("type")
        if kind == "hello":
            self._say(out, self._greeting())
        elif kind == "move":
            self._say(out, self._answer(message))
        elif kind in ("start", "over", "error"):
            getattr(self, kind)(message)
        return kind != "bye"

    def _greeting(self) -> Dict[str, Any]:
        about = {"version": self.version, "author": self.author}
        told = {key: value for key, value in about.items() if value}
        return {"type": "hello", "outflank": VERSION, "name": self.name, **told}

    def _answer(self, message: Dict[str, Any]) -> Dict[str, Any]:
        self.info = None
        move = self.choose(State.of(message))
        answer: Dict[str, Any] = {"type": "move", "request": message.get("request", 0), "move": move}
        if self.info:
            answer["info"] = self.info
        return answer

    @staticmethod
    def _say(out: TextIO, message: Dict[str, Any]) -> None:
        out.write(json.dumps(message, separators=(",", ":")) + "\n")
        out.flush()
