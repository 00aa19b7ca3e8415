"""The rules as the package knows them."""

import unittest

from outflank_bot import State

START = {
    "color": "black",
    "rows": ["--------"] * 3 + ["---OX---", "---XO---"] + ["--------"] * 3,
    "legal": ["d3", "c4", "f5", "e6"],
}


def count(state: State, depth: int) -> int:
    """The lines of play to a depth; a pass is a ply and a finished game a leaf."""
    if depth == 0 or state.is_over():
        return 1
    following = [state.after(square) for square in state.legal] or [state.passed()]
    return sum(count(after, depth - 1) for after in following)


class Rules(unittest.TestCase):
    def setUp(self) -> None:
        self.start = State.of(START)

    def test_the_known_counts_of_lines(self) -> None:
        self.assertEqual([count(self.start, depth) for depth in range(5)], [1, 4, 12, 56, 244])

    def test_the_known_count_of_the_smallest_board(self) -> None:
        rows = ["----", "-OX-", "-XO-", "----"]
        tiny = State.of({"color": "black", "rows": rows, "legal": ["b1", "a2", "d3", "c4"]})
        self.assertEqual(count(tiny, 7), 3624)

    def test_a_move_flips_and_changes_the_turn(self) -> None:
        self.assertEqual(self.start.flips("d3"), ["d4"])
        after = self.start.after("d3")
        self.assertEqual((after.color, after.at("d4"), after.score(), after.history), ("white", "X", -3, ("d3",)))
        self.assertEqual(after.legal, ("c3", "e3", "c5"))
        self.assertEqual(self.start.at("d4"), "O", "a state never changes")

    def test_an_illegal_move_is_quoted(self) -> None:
        with self.assertRaisesRegex(ValueError, "'a1' is not legal here: legal are d3 c4 f5 e6"):
            self.start.after("a1")
        with self.assertRaisesRegex(ValueError, "'z9' is not a square"):
            self.start.at("z9")

    def test_holes_and_the_free_centre(self) -> None:
        rows = ["#--#", "-??-", "-?X-", "#--#"]
        state = State.of({"color": "white", "rows": rows, "legal": ["b2", "c2", "b3"]})
        self.assertEqual((len(state.squares()), state.flips("b2")), (12, []))
        self.assertEqual(state.after("b2").legal, ("c2", "b3"))


if __name__ == "__main__":
    unittest.main()
