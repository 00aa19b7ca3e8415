"""A bot as the runner sees it."""

import io
import json
import unittest
from typing import Any, Dict, List

from outflank_bot import Bot, State

from .test_state import START


class First(Bot):
    name = "First"
    version = "2"

    def __init__(self) -> None:
        self.heard: List[str] = []

    def choose(self, state: State) -> str:
        print("this must not reach the runner")
        self.info = {"text": state.color}
        return state.legal[0]

    def over(self, message: Dict[str, Any]) -> None:
        self.heard.append(message["result"]["winner"])


def dialogue(bot: Bot, *messages: Dict[str, Any]) -> List[Dict[str, Any]]:
    out = io.StringIO()
    bot.run(io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Dialogue(unittest.TestCase):
    def test_greeting_and_move(self) -> None:
        hello = {"type": "hello", "outflank": 1, "name": "a test"}
        said = dialogue(First(), hello, {"type": "start"}, {"type": "move", "request": 7, **START})
        self.assertEqual(said[0], {"type": "hello", "outflank": 1, "name": "First", "version": "2"})
        self.assertEqual(said[1], {"type": "move", "request": 7, "move": "d3", "info": {"text": "black"}})
        self.assertEqual(len(said), 2)

    def test_nothing_is_answered_after_goodbye(self) -> None:
        question = {"type": "move", "request": 1, **START}
        self.assertEqual(dialogue(First(), {"type": "bye"}, question), [])

    def test_the_end_of_a_game_and_news_are_heard(self) -> None:
        bot = First()
        said = dialogue(bot, {"type": "over", "result": {"winner": "black"}}, {"type": "something new"})
        self.assertEqual((said, bot.heard), ([], ["black"]))

    def test_a_bot_without_an_idea_says_what_is_missing(self) -> None:
        with self.assertRaisesRegex(NotImplementedError, "write a method choose"):
            dialogue(Bot(), {"type": "move", "request": 1, **START})


if __name__ == "__main__":
    unittest.main()
