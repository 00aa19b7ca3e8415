"""What happens at a server, told to whoever runs the bot."""

from __future__ import annotations

from typing import Any, Dict, Optional, TextIO, Tuple


class News:
    """Writes a line for everything that its reader would like to know, or nothing where there is nobody to read."""

    def __init__(self, place: Tuple[str, int], out: Optional[TextIO]) -> None:
        host, port = place
        self.where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.out = out
        self.opponents: Dict[str, str] = {}
        self.is_lost = False

    def admitted(self, name: str, token: Optional[str]) -> None:
        self.is_lost = False
        self._tell(f"{name} is connected to http://{self.where}/")
        if token:
            self._tell(f"Its page, for you alone: http://{self.where}/bot#{token}")

    def heard(self, message: Dict[str, Any]) -> None:
        kind, game = message.get("type"), str(message.get("game", ""))
        if kind == "start":
            self.opponents[game] = str(message.get("opponent", "somebody"))
            self._tell(f"{message.get('color')} against {self.opponents[game]}: http://{self.where}/watch/{game}")
        elif kind == "over":
            self._tell(_ended(message, self.opponents.pop(game, "somebody")))
        elif kind == "bye" and message.get("message"):
            self._tell(f"The server says: {message['message']}")

    def lost(self) -> None:
        if not self.is_lost:
            self._tell("The connection is lost; looking for the server again")
        self.is_lost = True

    def _tell(self, text: str) -> None:
        if self.out:
            print(text, file=self.out, flush=True)


def _ended(message: Dict[str, Any], opponent: str) -> str:
    """How a game ended, with one's own discs first."""
    result, own = message.get("result", {}), message.get("you")
    winner = result.get("winner")
    outcome = "drawn" if winner is None else "won" if winner == own else "lost"
    other = "white" if own == "black" else "black"
    return f"{outcome} as {own} against {opponent}, {result.get(own)}:{result.get(other)} ({result.get('reason')})"
