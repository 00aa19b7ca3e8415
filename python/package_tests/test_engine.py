"""Searches: results, limits, stop and Ctrl-C."""

import copy
import pickle
import signal
import threading
import unittest

from outflank import Board, Engine, Game, Outcome, OutflankError, levels

# A position with 12 empty squares.
ENDGAME = "d3c5b6b5e6e3c3f3c4b3f4f6d6c6a6g4e2a5a4b4g5d2h5f5c7f1e7c8d7e8f7g6d8f8h6g3a3h4a2h7f2b7h3h2a8a7b8g1"


class Searches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = Engine(hash_mib=16)

    def test_solve_finds_the_exact_score(self):
        outcome = self.engine.solve(Board(variant="tiny"))
        self.assertEqual((outcome.value, outcome.bound, outcome.is_exact), (-10, "exact", True))
        board = Board(variant="tiny")
        for move in outcome.line:
            board = board.play("pass" if board.must_pass else move)
        self.assertTrue(board.is_over)
        winner = self.engine.solve(Board(variant="tiny"), win_loss_draw=True)
        self.assertTrue(winner.is_proven and winner.value < 0)

    def test_limits(self):
        board = Board()
        self.assertEqual(self.engine.search(board, depth=6).depth, 6)
        self.assertEqual(self.engine.search(board, depth=6, selectivity=95).selectivity, 95)
        self.assertLess(self.engine.search(board, nodes=10_000).nodes, 100_000)
        self.assertIn(self.engine.search(board, time=0.05).move, board.legal())
        self.assertIn(self.engine.search(board, level="5").move, board.legal())
        for time in (1e-300, 1e19, 1e300):
            self.assertIn(self.engine.search(board, time=time, depth=1).move, board.legal())

    def test_analyse_values_every_move(self):
        board = Game(ENDGAME).board
        analysis = self.engine.analyse(board, depth=20)
        self.assertEqual({valued.move for valued in analysis.moves}, set(board.moves()))
        self.assertTrue(analysis.is_exact)
        self.assertEqual(analysis.moves[0].value, self.engine.solve(board).value)

    def test_review_finds_losses(self):
        review = self.engine.review(Game(ENDGAME), level=2)
        self.assertEqual([move.ply for move in review.moves], list(range(1, len(Game(ENDGAME)) + 1)))
        losses = [move.loss for move in review.moves if move.color == "black"]
        self.assertEqual(review.total_loss("black"), sum(losses))
        self.assertEqual(sum(review.counts("black").values()), len(losses))

    def test_every_level_chooses_a_legal_move(self):
        board = Game("f5d6c3d3c4").board
        for level in levels()[:8]:
            self.assertIn(self.engine.choose(board, level=level, seed=5), board.legal())
        self.assertEqual(
            self.engine.choose(board, level=1, seed=5), self.engine.choose(board, level=1, seed=5)
        )

    def test_outcomes_survive_pickle_and_copy(self):
        outcome = self.engine.search(Board(), depth=4)
        for back in (pickle.loads(pickle.dumps(outcome)), copy.copy(outcome)):
            for name in vars(Outcome):
                if not name.startswith("__"):
                    self.assertEqual(getattr(back, name), getattr(outcome, name))

    def test_bad_limits(self):
        board = Board()
        over = Game("e6 f4 e3 f6 g5 d6 e7 f5 c5").board
        for action, message in [
            (lambda: self.engine.search(board, level=21), "is not a level that searches"),
            (lambda: self.engine.search(board, level="random"), "is not a level that searches"),
            (lambda: self.engine.search(board, level=1, depth=2), "a level or a depth"),
            (lambda: self.engine.search(board, depth=0), "depth=0"),
            (lambda: self.engine.search(board, time=0), "time=0.0: use a finite number of seconds above 0"),
            (lambda: self.engine.search(board, time=float("nan")), "time=NaN"),
            (lambda: self.engine.search(board, time=float("inf")), "time=inf: use a finite number"),
            (lambda: self.engine.choose(board, level=1, seed=1.5), "seed=1.5: use an integer"),
            (lambda: self.engine.search(board, selectivity=73), "selectivity needs a depth"),
            (lambda: self.engine.search(board, depth=1, selectivity=50), "is not a selectivity"),
            (lambda: self.engine.search(Board(variant="free-centre")), "center squares must be filled"),
            (lambda: self.engine.choose(over, level=3), "the game is over"),
            (lambda: self.engine.choose(board, level="x"), '"x" is not a level'),
            (lambda: Engine(hash_mib=0), "hash_mib=0"),
            (lambda: Engine(hash_mib=1 << 20), "not enough memory"),
            (lambda: Engine(threads=-1), "threads=-1"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(OutflankError, message):
                action()


class Interruptions(unittest.TestCase):
    """Each search would take years. Another thread runs while it searches, so the GIL is free."""

    def test_stop_ends_a_search(self):
        engine = Engine(hash_mib=16)
        done = threading.Event()

        def stop():
            while not done.wait(0.02):
                engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        outcome = engine.solve(Board())
        done.set()
        stopper.join()
        self.assertFalse(outcome.is_exact)
        self.assertIn(outcome.move, Board().legal())

    def test_ctrl_c_ends_a_search(self):
        # Shells start background jobs with Ctrl-C ignored, and Python then leaves it so.
        previous = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, previous)
        timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            Engine(hash_mib=16).solve(Board())
        timer.join()


if __name__ == "__main__":
    unittest.main()
