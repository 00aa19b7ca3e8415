"""A bot as the runner sees it."""

import contextlib
import io
import json
import socket
import threading
import unittest
from typing import Any, Dict, List

from outflank_bot import Bot, NoServer, NotAdmitted, State

from .test_state import START


class First(Bot):
    name = "First"
    version = "2"

    def __init__(self) -> None:
        self.results: List[str] = []

    def choose(self, state: State) -> str:
        print("this must not reach the runner")
        self.info = {"text": state.color}
        return state.legal[0]

    def over(self, message: Dict[str, Any]) -> None:
        self.results.append(message["result"]["winner"])


def dialogue(bot: Bot, *messages: Dict[str, Any]) -> List[Dict[str, Any]]:
    out = io.StringIO()
    bot.run(io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Dialogue(unittest.TestCase):
    def test_greeting_and_move(self) -> None:
        hello = {"type": "hello", "outflank": 1, "name": "a test"}
        sent = dialogue(First(), hello, {"type": "start"}, {"type": "move", "request": 7, **START})
        self.assertEqual(sent[0], {"type": "hello", "outflank": 1, "name": "First", "version": "2"})
        self.assertEqual(sent[1], {"type": "move", "request": 7, "move": "d3", "info": {"text": "black"}})
        self.assertEqual(len(sent), 2)

    def test_nothing_is_answered_after_goodbye(self) -> None:
        question = {"type": "move", "request": 1, **START}
        self.assertEqual(dialogue(First(), {"type": "bye"}, question), [])

    def test_over_is_called_and_unknown_messages_are_ignored(self) -> None:
        bot = First()
        sent = dialogue(bot, {"type": "over", "result": {"winner": "black"}}, {"type": "something new"})
        self.assertEqual((sent, bot.results), ([], ["black"]))

    def test_a_bot_without_choose_raises(self) -> None:
        with self.assertRaisesRegex(NotImplementedError, "write a method choose"):
            dialogue(Bot(), {"type": "move", "request": 1, **START})


class Server:
    """A server that answers each greeting with the given lines, and then disconnects."""

    def __init__(self, *answers: List[Dict[str, Any]]) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.greetings: List[Dict[str, Any]] = []
        self.thread = threading.Thread(target=self.serve, args=(answers,), daemon=True)
        self.thread.start()

    def serve(self, answers: Any) -> None:
        for messages in answers:
            connection, _ = self.listener.accept()
            with connection, connection.makefile("rw", encoding="utf-8") as lines:
                self.greetings.append(json.loads(lines.readline()))
                for message in messages:
                    lines.write(json.dumps(message) + "\n")
                lines.flush()
        self.listener.close()


LET_IN = {"type": "hello", "outflank": 1, "bot": "First", "token": "5f"}
OVER = {"type": "over", "result": {"winner": "black"}}


class Connections(unittest.TestCase):
    def test_a_lost_server_is_retried_with_the_token(self) -> None:
        server, bot = Server([LET_IN], [], [{**LET_IN, "token": "5f"}, OVER]), First()
        bot.connect("127.0.0.1", server.port, seek=True)
        self.assertEqual(bot.results, ["black"])
        self.assertEqual([greeting.get("token") for greeting in server.greetings], [None, "5f", "5f"])

    def test_a_retry_delay_is_respected(self) -> None:
        limited = {"type": "error", "code": "rate-limited", "message": "later", "limit": "visits", "retryAfter": 0}
        server, bot = Server([limited], [LET_IN, OVER]), First()
        bot.connect("127.0.0.1", server.port, seek=True)
        self.assertEqual(bot.results, ["black"])

    def test_events_are_printed_with_the_page_of_the_bot(self) -> None:
        start = {"type": "start", "game": "g1", "color": "white", "opponent": "Bob"}
        result = {"winner": "white", "black": 19, "white": 45, "reason": "no-moves"}
        over = {"type": "over", "game": "g1", "you": "white", "result": result}
        server, told = Server([LET_IN, start, over]), io.StringIO()
        with contextlib.redirect_stderr(told):
            First().connect(f"http://127.0.0.1:{server.port}/", seek=True)
        here = f"http://127.0.0.1:{server.port}"
        self.assertEqual(
            told.getvalue().splitlines(),
            [
                f"First is connected to {here}/",
                f"Its private page: {here}/bot#5f",
                f"white against Bob: {here}/watch/g1",
                "won as white against Bob, 45:19 (no-moves)",
            ],
        )

    def test_a_missing_server_is_an_error(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with self.assertRaisesRegex(NoServer, f"no answer from 127.0.0.1:{port} .*: is outflank serve running there"):
            First().connect("127.0.0.1", port)

    def test_a_refusal_raises(self) -> None:
        server = Server([{"type": "error", "code": "name-taken", "message": "somebody is First"}])
        with self.assertRaisesRegex(NotAdmitted, "somebody is First"):
            First().connect("127.0.0.1", server.port)


if __name__ == "__main__":
    unittest.main()
