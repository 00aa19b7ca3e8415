"""Measures the package on one core, beside OpenSpiel and Pgx if they are installed.

Run it as `taskset -c 0 python3 python/benchmarks/speed.py`. Every environment plays random moves;
the time includes drawing them. Prints the best of five runs.
"""

import random
import time

import outflank

RUNS = 5


def best(name, unit, count, run):
    """Prints millions per second in the fastest of some runs."""
    run()
    seconds = []
    for _ in range(RUNS):
        started = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - started)
    print(f"{name:44} {count / min(seconds) / 1e6:9.3f} million {unit}/s", flush=True)


def boards(count):
    """Returns boards from random games, and a legal square of each."""
    env = outflank.VecEnv(count, seed=1)
    for _ in range(25):
        env.step(env.sample())
    return env.own.copy(), env.opp.copy(), env.masks.argmax(axis=1) % 64


def measure_batches():
    own, opp, squares = boards(1_000_000)
    best("legal_many, 1,000,000 boards", "boards", len(own), lambda: outflank.legal_many(own, opp))
    best("flips_many", "boards", len(own), lambda: outflank.flips_many(own, opp, squares))
    best("planes_many", "boards", len(own), lambda: outflank.planes_many(own, opp))


def measure_vec_env(games, size=8, steps=None, planes=False):
    env = outflank.VecEnv(games, size=size)
    steps = steps or max(1, 2_000_000 // games)

    def run():
        for _ in range(steps):
            env.step(env.sample())
            if planes:
                env.planes()

    name = f"VecEnv, {games} games, {size}x{size}" + (", with planes" if planes else "")
    best(name, "moves", games * steps, run)


def measure_board():
    moves = 0

    def run():
        nonlocal moves
        rng, moves = random.Random(1), 0
        for _ in range(100):
            board = outflank.Board()
            while not board.is_over:
                board = board.play(rng.choice(board.moves()))
                moves += 1

    run()
    best("Board.moves and Board.play, one game", "moves", moves, run)


def measure_open_spiel():
    import pyspiel

    game, moves = pyspiel.load_game("othello"), 0

    def run():
        nonlocal moves
        rng, moves = random.Random(1), 0
        for _ in range(100):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1

    run()
    best("OpenSpiel, one game", "moves", moves, run)


def measure_pgx(games, steps):
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("othello")
    step, start = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    @jax.jit
    def play(key):
        def one(carry, _):
            state, key = carry
            key, draw, fresh = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(draw, logits, axis=-1)
            return (step(state, action, jax.random.split(fresh, games)), key), None

        (state, _), _ = jax.lax.scan(one, (start(jax.random.split(key, games)), key), None, steps)
        return state.rewards.sum()

    key = jax.random.PRNGKey(1)
    best(f"Pgx, {games} games", "moves", games * steps, lambda: play(key).block_until_ready())


if __name__ == "__main__":
    measure_batches()
    for games in (64, 1024, 8192):
        measure_vec_env(games)
    measure_vec_env(1024, planes=True)
    for size in (4, 6):
        measure_vec_env(1024, size=size)
    measure_board()
    for name, measure in (("OpenSpiel", measure_open_spiel), ("Pgx", lambda: measure_pgx(1024, 100))):
        try:
            measure()
        except ImportError as error:
            print(f"{name} is left out: {error}")
