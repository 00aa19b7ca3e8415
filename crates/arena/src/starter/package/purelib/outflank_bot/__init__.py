"""Write a Reversi bot for Outflank.

    from outflank_bot import Bot, State

    class MyBot(Bot):
        name = "My bot"

        def choose(self, state: State) -> str:
            return max(state.legal, key=lambda square: len(state.flips(square)))

    if __name__ == "__main__":
        MyBot().run()

The package needs nothing but Python 3.9 or newer.
"""

from .bot import Bot, NoServer, NotAdmitted
from .state import Clock, State

__all__ = ["Bot", "Clock", "NoServer", "NotAdmitted", "State"]
