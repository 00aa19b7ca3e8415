"""Boards, games, records and batches."""

import copy
import inspect
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np
import outflank
import outflank_bot
from outflank import Board, Game, OutflankError

GAME = "d3c5b6b5e6e3c3f3c4b3f4f6d6c6a6g4e2a5a4b4g5d2h5f5c7f1e7c8d7e8f7g6d8f8h6g3a3h4a2h7f2b7h3h2a8a7b8g1"


def random_boards(count, size=8):
    rng = random.Random(7)
    boards, board = [], Board(variant=str(size))
    while len(boards) < count:
        boards.append(board)
        board = Board(variant=str(size)) if board.is_over else board.play(rng.choice(board.moves()))
    return boards


class Boards(unittest.TestCase):
    def test_moves_agree_with_the_package_for_bots(self):
        board = Board()
        state = outflank_bot.State(
            **{
                "color": "black",
                "rows": ["--------"] * 3 + ["---OX---", "---XO---"] + ["--------"] * 3,
                "legal": board.legal(),
            }
        )
        rng = random.Random(3)
        while not board.is_over:
            self.assertEqual(sorted(board.legal()), sorted(state.legal))
            move = rng.choice(board.moves())
            if move == "pass":
                board, state = board.play(move), state.passed()
            else:
                self.assertEqual(sorted(board.flips(move)), sorted(state.flips(move)))
                board, state = board.play(move), state.after(move)

    def test_boards_survive_pickle_and_copy(self):
        boards = random_boards(70) + random_boards(20, 6) + [Board(variant="octagon"), Board(variant="anti")]
        for board in boards:
            self.assertEqual(pickle.loads(pickle.dumps(board)), board)
            self.assertEqual(copy.deepcopy(board), board)
        self.assertEqual(len(set(boards + boards)), len(set(boards)))

    def test_actions_and_moves_are_inverse(self):
        for size in (4, 6, 8):
            board = Board(variant=str(size))
            for action in range(size * size + 1):
                self.assertEqual(board.action(board.move(action)), action)

    def test_random_first_draws_the_first_mover(self):
        for start in (
            lambda **seed: Board(variant="random-first", **seed),
            lambda **seed: Game(variant="six+random-first", **seed).board,
        ):
            self.assertEqual({start().turn for _ in range(64)}, {"black", "white"})
            turns = [start(seed=seed).turn for seed in range(64)]
            self.assertEqual(turns, [start(seed=seed).turn for seed in range(64)])
            self.assertTrue(20 < turns.count("black") < 44)
        board = Board(variant="random-first")
        self.assertEqual(pickle.loads(pickle.dumps(board)), board)
        self.assertEqual(Board("---- -OX- -XO- ---- O", variant="tiny+random-first").turn, "white")

    def test_pictures_are_svg(self):
        self.assertTrue(Board()._repr_svg_().startswith("<svg"))
        self.assertTrue(Game(GAME)._repr_svg_().startswith("<svg"))
        self.assertIn("<svg", Game(GAME).svg(numbers=True, theme="print", marks=["a1=x"]))
        self.assertEqual(Board().svg(marks=None), Board().svg(marks=()))
        for method in (Board.svg, Game.svg):
            self.assertIn("marks=None", str(inspect.signature(method)))


class Records(unittest.TestCase):
    def test_every_format_holds_a_game_or_a_position(self):
        game = Game(GAME)
        game.black, game.white, game.date = "Ann", "Bob", "2026-11-18"
        for name in outflank.formats():
            with self.subTest(name):
                if name == "wthor":
                    wtb, jou, trn = outflank.write_wthor([game])
                    back = outflank.parse(wtb, names=(jou, trn))[0]
                    self.assertEqual((back.moves, back.black), (game.moves, "Ann"))
                elif name in ("obf", "fen", "board"):
                    position = Game(start=game.board)
                    self.assertEqual(Game.parse(position.write(name), name).board, game.board)
                else:
                    back = Game.parse(game.write(name))
                    self.assertEqual(back.moves, game.moves)
                    self.assertEqual(back.black, "" if name == "transcript" else "Ann")

    def test_games_survive_pickle(self):
        game = Game("d3c3", variant="standard")
        game.notes = [(1.5, 0.25, "good")]
        back = pickle.loads(pickle.dumps(game))
        self.assertEqual((back, back.notes), (game, game.notes))

    def test_a_bad_record_does_not_end_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "games.txt"
            path.write_text("f5d6c3\nf5f5\nc4c3d3\n", encoding="utf-16")
            records = outflank.read(path)
            self.assertEqual(len(next(records)), 3)
            with self.assertRaisesRegex(OutflankError, "record 2, line 2: move 2 is illegal"):
                next(records)
            self.assertEqual([len(game) for game in records], [3])

    def test_games_of_any_iterable_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "games.txt"
            path.write_text("f5d6c3\nc4c3d3\n")
            self.assertEqual(outflank.write(outflank.read(path)), path.read_text())
            wtb = outflank.write_wthor(game for game in outflank.read(path))[0]
            self.assertEqual([len(game) for game in outflank.parse(wtb)], [3, 3])
        for wrong in (Game("f5"), [Board()]):
            with self.assertRaises(TypeError):
                outflank.write(wrong)

    def test_parse_frees_the_interpreter_and_ends_at_ctrl_c(self):
        previous = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, previous)
        text = "f5d6c3d3c4\n" * 300_000
        timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            outflank.parse(text)
        timer.join()

    def test_playing_on_changes_the_result(self):
        game = Game("e6 f4 e3 f6 g5 d6 e7 f5 c5")
        self.assertEqual((game.margin, game.winner), (64, "black"))
        game.undo()
        self.assertEqual((game.margin, game.winner), (None, None))
        self.assertEqual(game.redo(), "c5")
        self.assertEqual(game.margin, 64)


class Batches(unittest.TestCase):
    def test_batches_equal_single_boards(self):
        for size in (4, 6, 8):
            boards = random_boards(200, size)
            own = np.array([board.own for board in boards], dtype=np.uint64)
            opp = np.array([board.opp for board in boards], dtype=np.uint64)
            legal = outflank.legal_many(own, opp, size=size)
            self.assertEqual(legal.tolist(), [board.legal_bits() for board in boards])
            planes = outflank.planes_many(own, opp, size=size)
            for symmetry in range(8):
                turned = outflank.transform_many(own, symmetry, size=size)
                expected = [board.transformed(symmetry).own for board in boards]
                self.assertEqual(turned.tolist(), expected)
                actions = outflank.permutation(symmetry, size=size)
                for board, plane in zip(boards, planes[:, 0]):
                    moved = np.zeros(size * size + 1, dtype=np.uint8)
                    moved[actions[:-1]] = plane.ravel()
                    self.assertTrue((moved[:-1] == board.transformed(symmetry).planes()[0].ravel()).all())

    def test_flips_of_a_batch(self):
        boards = [board for board in random_boards(100) if board.legal()]
        squares = [board.action(board.legal()[0]) for board in boards]
        flips = outflank.flips_many([b.own for b in boards], [b.opp for b in boards], squares)
        for board, square, flipped in zip(boards, squares, flips.tolist()):
            self.assertEqual(board.play(board.move(square)).opp, board.own | flipped | 1 << square)

    def test_numbers_that_an_array_cannot_hold_are_refused(self):
        own, opp = Board().own, Board().opp
        env = outflank.VecEnv(1)
        for call, message in [
            (lambda: outflank.legal_many(np.array([1.0]), [2]), "own has type float64: use uint64"),
            (lambda: outflank.legal_many([1], np.array([2j])), "opp has type complex128: use uint64"),
            (lambda: outflank.planes_many([1], ["2"]), "opp has type <U1: use uint64"),
            (lambda: outflank.planes_many(np.array([True]), [2]), "own has type bool: use uint64"),
            (lambda: outflank.flips_many([own], [opp], [19.9]), "squares has type float64: use int64"),
            (lambda: outflank.transform_many([2.0**63], 1), "bits has type float64: use uint64"),
            (lambda: outflank.transform_many([1 << 64], 1), "bits has type object: use uint64"),
            (lambda: outflank.transform_many([-1], 1), "bits has a number outside the range of uint64"),
            (lambda: outflank.legal_many([1], np.array([-1])), "opp has a number outside the range of uint64"),
            (lambda: env.step([19.9]), "actions has type float64: use int64"),
            (lambda: env.step(np.array([1 << 63], dtype=np.uint64)), "actions has a number outside the range"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(OutflankError, message):
                call()
        exact = [1, (1 << 63) + 1]
        self.assertEqual(outflank.transform_many(exact, 0).tolist(), exact)
        self.assertEqual(outflank.legal_many(np.array([own]), [opp]).tolist(), [Board().legal_bits()])
        self.assertEqual(outflank.legal_many(own, opp).tolist(), [Board().legal_bits()])
        self.assertEqual(outflank.legal_many([], []).tolist(), [])
        self.assertEqual(env.step(np.array([19], dtype=np.uint8))[1].tolist(), [False])

    def test_boards_that_are_not_possible_are_refused(self):
        for call, message in [
            (lambda: outflank.legal_many([1, 3], [2, 1]), "board 1: both colors on a1"),
            (lambda: outflank.flips_many([1], [1], [19]), "board 0: both colors on a1"),
            (lambda: outflank.legal_many([1 << 63], [1], size=6), "board 0: discs outside the board on h8"),
            (lambda: outflank.planes_many([1], [1 << 4], size=4), "board 0: discs outside the board on e1"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(OutflankError, message):
                call()

    def test_arrays_that_are_not_contiguous(self):
        both = np.array([[Board().own, Board().opp]] * 3, dtype=np.uint64)
        self.assertEqual(outflank.legal_many(both[:, 0], both[:, 1]).tolist(), [Board().legal_bits()] * 3)


class Errors(unittest.TestCase):
    def test_bad_input_raises_with_the_sentence_of_the_program(self):
        game, board = Game("f5"), Board()
        for action, message in [
            (lambda: board.play("a1"), "a1 flips nothing for black; legal for black: d3 c4 f5 e6"),
            (lambda: board.play("z9"), '"z9" is not a move'),
            (lambda: Board("abc"), '"abc" is not a board'),
            (lambda: Board(variant="x"), '"x" is not a variant'),
            (lambda: Board("---- -OX- -XO- ---- X", variant="six"), "the board is 4x4"),
            (lambda: Board.from_bitboards(1, 1), "both colors on a1"),
            (lambda: board.transformed(-1), "-1 is not a symmetry"),
            (lambda: board.move(65), "65 is not an action"),
            (lambda: game.play("f5"), "f5 is occupied by a black disc"),
            (lambda: game.write("gif"), '"gif" is not a format'),
            (lambda: game.write("fen"), "the format fen cannot hold"),
            (lambda: game.write("wthor"), "use outflank.write_wthor"),
            (lambda: outflank.parse("hello world"), "its format is unknown"),
            (lambda: outflank.parse(" \n"), "there is nothing to read"),
            (lambda: Game("f5d6", variant="tiny"), "move 1 is illegal"),
            (lambda: board.svg(theme="pink"), '"pink" is not a theme'),
            (lambda: outflank.legal_many([1], [1, 2]), "different lengths: 1 and 2"),
            (lambda: outflank.legal_many([[1]], [[2]]), "one dimension"),
            (lambda: outflank.legal_many([1], [2], size=5), "5 is not a size"),
            (lambda: outflank.permutation(0, size=-8), "-8 is not a size"),
            (lambda: outflank.flips_many([1], [2], [64]), "64 is not the index of a square"),
        ]:
            with self.subTest(message), self.assertRaises(OutflankError) as raised:
                action()
            self.assertIn(message, str(raised.exception))
        self.assertTrue(issubclass(OutflankError, ValueError))

    def test_messages_quote_only_the_beginning_of_a_long_text(self):
        long, engine = "x" * 200_000, outflank.Engine(hash_mib=1)
        for call in (
            lambda: Board().play(long),
            lambda: Board().at(long),
            lambda: Board(long),
            lambda: Board(variant=long),
            lambda: Board(variant="six+" + long),
            lambda: Board().svg(theme=long),
            lambda: Board().svg(marks=[long]),
            lambda: Game(long),
            lambda: Game("f5").write(long),
            lambda: outflank.parse(long),
            lambda: engine.search(Board(), level=long),
            lambda: engine.choose(Board(), level=long),
            lambda: engine.search(Board(), time=-1e300),
            lambda: outflank.permutation(0, size=long),
            lambda: Board(seed=long),
        ):
            with self.assertRaises(OutflankError) as raised:
                call()
            self.assertLess(len(str(raised.exception)), 500)

    def test_a_file_that_cannot_be_read_is_named(self):
        for path, error in [("no such file.ggf", FileNotFoundError), (str(pathlib.Path(__file__).parent), OSError)]:
            with self.assertRaises(error) as raised:
                outflank.read(path)
            self.assertEqual(str(raised.exception.filename), path)

    def test_plies_are_counted_from_the_start(self):
        for ply in (-1, 2):
            with self.assertRaisesRegex(IndexError, f"{ply} is not a ply: use 0 to 1"):
                Game("f5").board_at(ply)

    def test_missing_packages_are_named(self):
        for missing, module, message in [
            ("gymnasium", "gym", "outflank.gym needs Gymnasium: pip install gymnasium"),
            ("numpy", "gym", "outflank.gym needs Gymnasium: pip install gymnasium"),
            ("pettingzoo", "zoo", "outflank.zoo needs PettingZoo: pip install pettingzoo"),
        ]:
            program = f"import sys; sys.modules[{missing!r}] = None; import outflank.{module}"
            run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
            self.assertIn(f"ModuleNotFoundError: {message}", run.stderr)

    def test_without_numpy_only_arrays_are_missing(self):
        program = """
import sys
sys.modules["numpy"] = None
import outflank
assert outflank.Engine(hash_mib=1).search(outflank.Board(), depth=3).move
for call in (outflank.Board().planes, lambda: outflank.legal_many([1], [2]), lambda: outflank.VecEnv(1)):
    try:
        call()
    except ImportError as error:
        assert "pip install numpy" in str(error), error
    else:
        raise AssertionError(call)
"""
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main()
