"""A Reversi bot; README.md says how to run it, outflank_bot/README.md what a state knows."""
from outflank_bot import Bot, State


class MyBot(Bot):
    name = "My Python bot"

    def choose(self, state: State) -> str:
        """Returns the square to play, one of state.legal."""
        # Your idea goes here. This one takes the first legal square.
        return state.legal[0]


if __name__ == "__main__":
    MyBot().run()
