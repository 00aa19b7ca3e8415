"""The base of a bot: it listens, asks you for a move, and answers."""

from __future__ import annotations

import json
import socket
import sys
import time
from typing import Any, Dict, Optional, TextIO, Tuple

from .news import News
from .state import Info, State

#: The version of the protocol.
VERSION = 1

#: Where `outflank serve` listens unless it is told otherwise.
PORT = 7654


#: How long a connection may be quiet before the system asks whether the server is there, how often then, and how many times: a
#: server that loses its power says no goodbye.
ALIVE = (("TCP_KEEPIDLE", 10), ("TCP_KEEPALIVE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 25_000))


class NotAdmitted(Exception):
    """The server does not let the bot in; the text says why, and `seconds`, if there are any, when it might."""

    def __init__(self, why: str, seconds: Optional[float] = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class NoServer(ConnectionError):
    """There is no server; the text says where it was looked for."""


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

    def connect(
        self,
        host: str = "127.0.0.1",
        port: int = PORT,
        *,
        join: Optional[str] = None,
        games: int = 1,
        seek: bool = False,
        patience: float = 120.0,
        quiet: bool = False,
    ) -> None:
        """Plays on a server: `join` is the code of a class or tournament, `games` how many you play at a time.

        `host` may name the port too, as in "192.168.1.5:7654". What happens is told on standard error, unless you want it `quiet`: also the
        address of the bot's own page, where you see every line that was said.

        With `seek` you play the next bot that also looks for an opponent, and that is all. A connection that breaks is
        made again, and your games go on; when no server was found for `patience` seconds, that is an OSError. Who is told to
        come back later does.
        """
        place = _place(host, port)
        hello = {**self._greeting(), "games": games, "seek": seek}
        if join:
            hello["join"] = join
        news = News(place, sys.stderr if not quiet else None)
        lost: Optional[float] = None
        while True:
            pause = 1.0
            try:
                with socket.create_connection(place, timeout=20) as connection:
                    if self._visit(connection, hello, news) and seek:
                        return
                lost = None
                news.lost()
            except OSError as cause:
                if "token" not in hello:
                    raise NoServer(f"nobody answers at {news.where} ({cause}): is outflank serve running there?") from None
                lost = lost or time.monotonic()
                news.lost()
                if time.monotonic() - lost > patience:
                    raise
            except NotAdmitted as refused:
                lost = lost or time.monotonic()
                if refused.seconds is None or time.monotonic() - lost + refused.seconds > patience:
                    raise
                pause = refused.seconds
            time.sleep(pause)

    def _visit(self, connection: socket.socket, hello: Dict[str, Any], news: News) -> bool:
        """Plays over a connection; did it end because all was played?"""
        with connection.makefile("r", encoding="utf-8") as lines, connection.makefile("w", encoding="utf-8") as out:
            self._say(out, hello)
            answer = lines.readline()
            if not answer:
                # A server that stops just now says nothing, and may be there again soon.
                raise ConnectionResetError("the server hung up before it answered")
            greeting = _admitted(answer)
            hello["token"] = greeting.get("token", hello.get("token"))
            news.admitted(greeting.get("bot", self.name), hello["token"])
            connection.settimeout(None)
            _notice_death(connection)
            for line in lines:
                message = json.loads(line)
                news.heard(message)
                if not self._hear(message, out) or (hello["seek"] and message.get("type") == "over"):
                    return True
        return False

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


def _place(host: str, port: int) -> Tuple[str, int]:
    """The host and the port; who writes both into one, or copies the address of the page, is understood too."""
    bare = host.strip().removeprefix("http://").rstrip("/")
    name, colon, number = bare.rpartition(":")
    if colon and number.isdigit() and (":" not in name or name.startswith("[")):
        bare, port = name, int(number)
    return bare.strip("[]"), port


def _admitted(line: str) -> Dict[str, Any]:
    """The greeting of a server that lets the bot in."""
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or answer.get("type") not in ("hello", "error"):
        raise NotAdmitted("the other end is not an outflank server")
    if answer["type"] == "error":
        raise NotAdmitted(answer.get("message", "the server does not say why"), answer.get("retryAfter"))
    return answer


def _notice_death(connection: socket.socket) -> None:
    """Lets the system ask whether the other end is there, as far as it can."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in ALIVE:
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
