"""Environments for reinforcement learning."""

import contextlib
import io
import unittest
import warnings

import gymnasium
import numpy as np
import outflank.gym
import outflank.zoo
from gymnasium.utils.env_checker import check_env
from outflank import Board, OutflankError, VecEnv
from pettingzoo.test import api_test, seed_test


class Vectorised(unittest.TestCase):
    def test_games_follow_the_rules(self):
        for size in (4, 6, 8):
            env = VecEnv(16, size=size, seed=size)
            boards = [Board(variant=str(size))] * 16
            passes = ends = 0
            for _ in range(150):
                actions = env.sample()
                movers = [board.turn for board in boards]
                boards = [board.play(board.move(action)) for board, action in zip(boards, actions.tolist())]
                passes += int((actions == size * size).sum())
                rewards, dones = env.step(actions)
                for game, board in enumerate(boards):
                    self.assertEqual(dones[game], board.is_over)
                    if board.is_over:
                        ends += 1
                        won = {None: 0, movers[game]: 1}.get(board.winner(), -1)
                        self.assertEqual((rewards[game], env.margins[game]), (won, board.margin()))
                        boards[game] = Board(variant=str(size))
                    else:
                        self.assertEqual((rewards[game], env.margins[game]), (0, 0))
                    board = boards[game]
                    self.assertEqual(env.board(game), board)
                    self.assertEqual((env.own[game], env.opp[game]), (board.own, board.opp))
                    self.assertEqual(env.turn[game], board.turn == "white")
                    mask = outflank.gym.action_mask(board)
                    self.assertEqual(env.masks[game].tolist(), mask.astype(bool).tolist())
                self.assertTrue((env.planes()[3] == boards[3].planes()[:2]).all())
            self.assertTrue(passes and ends, size)

    def test_seeds_repeat_games(self):
        env = VecEnv(8, seed=3)
        first = [(env.sample(), env.step(env.sample())) and env.own.copy() for _ in range(5)]
        env.reset(seed=3)
        again = [(env.sample(), env.step(env.sample())) and env.own.copy() for _ in range(5)]
        self.assertTrue((np.array(first) == np.array(again)).all())

    def test_an_illegal_action_changes_no_game(self):
        env = VecEnv(2)
        for actions, message in [
            ([19, 0], "game 1: a1 flips nothing for black"),
            ([19, 64], "game 1: black may not pass"),
            ([19, 65], "65 is not an action"),
            ([19, -1], "-1 is not an action"),
            ([19], "1 actions for 2 games"),
        ]:
            with self.assertRaisesRegex(OutflankError, message):
                env.step(actions)
        self.assertEqual([env.board(game) for game in range(2)], [Board()] * 2)
        for games in (0, -1, 1 << 40):
            with self.assertRaisesRegex(OutflankError, "games="):
                VecEnv(games)

    def test_writing_into_the_arrays_changes_no_game(self):
        env = VecEnv(1)
        env.own[:], env.legal[:], env.masks[:] = 0, 0, True
        env.step([19])
        self.assertEqual(env.board(0), Board().play("d3"))

    def test_changed_arrays_are_refused_before_a_game_changes(self):
        def signed_masks(env):
            env.masks.dtype = np.int8

        for name, change in [
            ("own", lambda env: env.own.resize(0, refcheck=False)),
            ("margins", lambda env: env.margins.resize(3, refcheck=False)),
            ("turn", lambda env: env.turn.setflags(write=False)),
            ("masks", signed_masks),
        ]:
            env = VecEnv(2)
            change(env)
            for call in (lambda: env.step([19, 19]), env.reset):
                with self.assertRaisesRegex(OutflankError, f"env.{name} have changed: make a new VecEnv"):
                    call()
            self.assertEqual(env.board(1), Board())
        env = VecEnv(2)
        env.planes().resize(0, refcheck=False)
        with self.assertRaisesRegex(OutflankError, r"env.planes\(\) have changed"):
            env.planes()

    def test_numbers_of_games_and_seeds(self):
        env = VecEnv(2)
        for game in (-1, 2):
            with self.assertRaisesRegex(IndexError, f"{game} is not a game: use 0 to 1"):
                env.board(game)
        for call in (lambda: VecEnv(1, seed=-1), lambda: env.reset(seed=-1), lambda: Board(seed=-1)):
            with self.assertRaisesRegex(OutflankError, "seed=-1: use an integer from 0 to 18446744073709551615"):
                call()


class Gymnasium(unittest.TestCase):
    def test_gymnasium_checks_the_environment(self):
        for arguments in ({}, {"size": 4, "color": "white"}, {"size": 6, "opponent": "greedy"}):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_env(outflank.gym.ReversiEnv(**arguments), skip_render_check=True)

    def test_a_game_against_each_kind_of_opponent(self):
        rng = np.random.default_rng(5)
        for opponent in ("random", 1, lambda board: board.moves()[0]):
            env = gymnasium.make("outflank.gym:Reversi-v0", size=6, opponent=opponent, color="white")
            _, info = env.reset(seed=5)
            terminated = False
            while not terminated:
                action = rng.choice(info["action_mask"].nonzero()[0])
                _, reward, terminated, _, info = env.step(action)
            board = env.unwrapped.board
            self.assertTrue(board.is_over)
            self.assertEqual(reward, {None: 0, "white": 1, "black": -1}[board.winner()])

    def test_bad_arguments(self):
        for arguments, message in [
            ({"size": 5}, "5 is not a size: use 4, 6 or 8"),
            ({"size": "6"}, "'6' is not a size"),
            ({"size": -1}, "-1 is not a size"),
            ({"opponent": "x"}, '"x" is not a level'),
            ({"color": "red"}, "color is 'red'"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                outflank.gym.ReversiEnv(**arguments)

    def test_an_illegal_action_loses(self):
        env = outflank.gym.ReversiEnv()
        env.reset(seed=1)
        _, reward, terminated, _, info = env.step(0)
        self.assertEqual((reward, terminated), (-1.0, True))
        self.assertIn("a1 flips nothing for black", info["error"])

    def test_an_action_that_is_not_an_integer_changes_nothing(self):
        for env in (outflank.gym.ReversiEnv(), outflank.zoo.raw_env()):
            env.reset(seed=1)
            for action in ("d3", 1.5, None, np.float64(19)):
                with self.assertRaisesRegex(TypeError, "integer"):
                    env.step(action)
            self.assertEqual(env.board, Board())
            env.step(np.array(19))

    def test_a_step_without_a_running_game_asks_for_a_reset(self):
        env = outflank.gym.ReversiEnv(size=4, opponent=lambda board: board.moves()[0], color="white")
        with self.assertRaisesRegex(gymnasium.error.ResetNeeded, r"call reset\(\)"):
            env.step(0)
        for choose in (lambda board: 99, lambda board: board.action(board.moves()[0])):
            env.reset(seed=1)
            while not env.step(choose(env.board))[2]:
                pass
            with self.assertRaises(gymnasium.error.ResetNeeded):
                env.step(0)


class PettingZoo(unittest.TestCase):
    def test_bad_sizes(self):
        for size in (5, "6", "random-first"):
            with self.assertRaisesRegex(OutflankError, "is not a size: use 4, 6 or 8"):
                outflank.zoo.env(size=size)

    def test_pettingzoo_checks_the_environment(self):
        for size in (4, 6, 8):
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(outflank.zoo.env(size=size), num_cycles=200)
                seed_test(lambda: outflank.zoo.env(size=size), num_cycles=100)

    def test_rewards_go_to_the_winner(self):
        env = outflank.zoo.raw_env(size=4)
        env.reset()
        while not env.board.is_over:
            env.step(env.board.action(env.board.moves()[0]))
        self.assertEqual(sorted(env.rewards), ["black", "white"])
        winner = env.board.winner()
        expected = {side: 0 if winner is None else 1 if side == winner else -1 for side in env.rewards}
        self.assertEqual(env.rewards, expected)


if __name__ == "__main__":
    unittest.main()
