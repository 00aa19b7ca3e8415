"""The base class of a bot: reads requests, calls your `choose`, and answers."""

from __future__ import annotations

import json
import socket
import sys
import time
from typing import Any, Dict, Optional, TextIO, Tuple

from .event_printer import EventPrinter
from .state import Info, State

#: The version of the protocol.
VERSION = 1

#: The default port of `outflank serve`.
PORT = 7654


#: TCP keepalive: detects a server that vanishes without closing the connection.
KEEPALIVE = (
    ("TCP_KEEPIDLE", 10),
    ("TCP_KEEPALIVE", 10),
    ("TCP_KEEPINTVL", 5),
    ("TCP_KEEPCNT", 3),
    ("TCP_USER_TIMEOUT", 25_000),
)


class NotAdmitted(Exception):
    """The server refused the bot. The text says why; `seconds` is the retry delay, if given."""

    def __init__(self, why: str, seconds: Optional[float] = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class NoServer(ConnectionError):
    """No server answered; the text names the address."""


class Bot:
    """A Reversi bot. Override `choose`; everything else is optional."""

    #: The name, version and author that the bot reports.
    name = "My bot"
    version = ""
    author = ""

    #: Set this in `choose` to report your analysis, as in
    #: {"values": {"d3": 4}, "text": "a corner is next"}.
    info: Optional[Info] = None

    def choose(self, state: State) -> str:
        """Returns the square to play, one of `state.legal`, which is never empty."""
        raise NotImplementedError("write a method choose(self, state) that returns one of state.legal")

    def start(self, message: Dict[str, Any]) -> None:
        """Called at the start of a game: message["color"] is your side, message["opponent"] a name."""

    def over(self, message: Dict[str, Any]) -> None:
        """Called at the end of a game: message["result"] is the result."""

    def error(self, message: Dict[str, Any]) -> None:
        """Called if the runner refused an answer. Prints the error to standard error."""
        print(f"{self.name}: {message.get('message', message)}", file=sys.stderr)

    def run(self, lines: Optional[TextIO] = None, out: Optional[TextIO] = None) -> None:
        """Answers requests until the runner sends `bye` or its input ends.

        Standard output belongs to the runner: output of `choose` goes to standard error.
        """
        out = out or sys.stdout
        printed, sys.stdout = sys.stdout, sys.stderr
        try:
            for line in lines or sys.stdin:
                if line.strip() and not self._handle(json.loads(line), out):
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
        """Plays on a server.

        `join` is the code of a tournament or class; `games` is how many games you play at once.
        `host` may include the port, as in "192.168.1.5:7654".

        Prints events to standard error unless `quiet`, with the address of the bot's own page,
        which shows every message.

        With `seek` the bot plays one game against the next bot that also seeks, and returns. A
        broken connection is made again, and your games continue. Raises an OSError after
        `patience` seconds without a server. Waits if the server names a retry delay.
        """
        address = _address(host, port)
        hello = {**self._greeting(), "games": games, "seek": seek}
        if join:
            hello["join"] = join
        events = EventPrinter(address, sys.stderr if not quiet else None)
        lost: Optional[float] = None
        while True:
            pause = 1.0
            try:
                with socket.create_connection(address, timeout=20) as connection:
                    if self._play(connection, hello, events) and seek:
                        return
                lost = None
                events.lost()
            except OSError as cause:
                if "token" not in hello:
                    raise NoServer(f"no answer from {events.where} ({cause}): is outflank serve running there?") from None
                lost = lost or time.monotonic()
                events.lost()
                if time.monotonic() - lost > patience:
                    raise
            except NotAdmitted as refused:
                lost = lost or time.monotonic()
                if refused.seconds is None or time.monotonic() - lost + refused.seconds > patience:
                    raise
                pause = refused.seconds
            time.sleep(pause)

    def _play(self, connection: socket.socket, hello: Dict[str, Any], events: EventPrinter) -> bool:
        """Plays over a connection. Returns True if the server ended it regularly."""
        with connection.makefile("r", encoding="utf-8") as lines, connection.makefile("w", encoding="utf-8") as out:
            self._send(out, hello)
            answer = lines.readline()
            if not answer:
                # A server that is being restarted sends nothing, and may be back soon.
                raise ConnectionResetError("the server closed the connection before it answered")
            greeting = _admitted(answer)
            hello["token"] = greeting.get("token", hello.get("token"))
            events.admitted(greeting.get("bot", self.name), hello["token"])
            connection.settimeout(None)
            _enable_keepalive(connection)
            for line in lines:
                message = json.loads(line)
                events.handle(message)
                if not self._handle(message, out) or (hello["seek"] and message.get("type") == "over"):
                    return True
        return False

    def _handle(self, message: Dict[str, Any], out: TextIO) -> bool:
        """Handles a message. Returns False after the last one."""
        kind = message.get("type")
        if kind == "hello":
            self._send(out, self._greeting())
        elif kind == "move":
            self._send(out, self._answer(message))
        elif kind in ("start", "over", "error"):
            getattr(self, kind)(message)
        return kind != "bye"

    def _greeting(self) -> Dict[str, Any]:
        about = {"version": self.version, "author": self.author}
        given = {key: value for key, value in about.items() if value}
        return {"type": "hello", "outflank": VERSION, "name": self.name, **given}

    def _answer(self, message: Dict[str, Any]) -> Dict[str, Any]:
        self.info = None
        move = self.choose(State.of(message))
        answer: Dict[str, Any] = {"type": "move", "request": message.get("request", 0), "move": move}
        if self.info:
            answer["info"] = self.info
        return answer

    @staticmethod
    def _send(out: TextIO, message: Dict[str, Any]) -> None:
        out.write(json.dumps(message, separators=(",", ":")) + "\n")
        out.flush()


def _address(host: str, port: int) -> Tuple[str, int]:
    """Returns host and port. Also accepts `host:port` and the address of a page."""
    bare = host.strip().removeprefix("http://").rstrip("/")
    name, colon, number = bare.rpartition(":")
    if colon and number.isdigit() and (":" not in name or name.startswith("[")):
        bare, port = name, int(number)
    return bare.strip("[]"), port


def _admitted(line: str) -> Dict[str, Any]:
    """Reads the greeting of a server; raises if it refuses the bot."""
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or answer.get("type") not in ("hello", "error"):
        raise NotAdmitted("the other end is not an outflank server")
    if answer["type"] == "error":
        raise NotAdmitted(answer.get("message", "the server does not say why"), answer.get("retryAfter"))
    return answer


def _enable_keepalive(connection: socket.socket) -> None:
    """Enables TCP keepalive, as far as the system supports it."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE:
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
