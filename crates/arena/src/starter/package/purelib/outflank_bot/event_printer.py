"""Prints what happens at a server for the person who runs the bot."""

from __future__ import annotations

from typing import Any, Dict, Optional, TextIO, Tuple


class EventPrinter:
    """Prints one line per event to `out`; prints nothing if that is None."""

    def __init__(self, address: Tuple[str, int], out: Optional[TextIO]) -> None:
        host, port = address
        self.where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.out = out
        self.opponents: Dict[str, str] = {}
        self.is_lost = False

    def admitted(self, name: str, token: Optional[str]) -> None:
        self.is_lost = False
        self._print(f"{name} is connected to http://{self.where}/")
        if token:
            self._print(f"Its private page: http://{self.where}/bot#{token}")

    def handle(self, message: Dict[str, Any]) -> None:
        kind, game = message.get("type"), str(message.get("game", ""))
        if kind == "start":
            self.opponents[game] = str(message.get("opponent", "somebody"))
            self._print(f"{message.get('color')} against {self.opponents[game]}: http://{self.where}/watch/{game}")
        elif kind == "over":
            self._print(_ended(message, self.opponents.pop(game, "somebody")))
        elif kind == "bye" and message.get("message"):
            self._print(f"The server says: {message['message']}")

    def lost(self) -> None:
        if not self.is_lost:
            self._print("The connection is lost; looking for the server again")
        self.is_lost = True

    def _print(self, text: str) -> None:
        if self.out:
            print(text, file=self.out, flush=True)


def _ended(message: Dict[str, Any], opponent: str) -> str:
    """The result of a game, with your discs first."""
    result, own = message.get("result", {}), message.get("you")
    winner = result.get("winner")
    outcome = "drawn" if winner is None else "won" if winner == own else "lost"
    other = "white" if own == "black" else "black"
    return f"{outcome} as {own} against {opponent}, {result.get(own)}:{result.get(other)} ({result.get('reason')})"
