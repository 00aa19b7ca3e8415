#!/usr/bin/env python3
"""Trains a teacher on expanded games, labels positions near them with it, and fits the evaluation to those labels.

    training/teach.py DATA [DATA...] --out FOLDER --teach 500 --label 240 --fit 120

DATA are folders written by `outflank-train expand`. Training uses a folder as soon as it has a file `complete`.
FOLDER gets the teacher (teacher.pt) and the weights (weights.npy, weights.json) for `outflank-train pack`.
"""

import argparse
import json
import time
from pathlib import Path
from types import SimpleNamespace

import torch

from fitting.boards import described, legal, strayed
from fitting.conjugate import fit_conjugate
from fitting.data import Layout, Positions, check
from fitting.linear import Linear
from fitting.output import write_weights
from fitting.report import measure, print_table
from fitting.teacher import BATCH, Labeller, Teacher, teach

CHUNK = 1 << 20
COLUMNS = ["own", "opp", "label", "weight", "phase", "own_moves", "opp_moves", "parity"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="folders written by outflank-train expand")
    parser.add_argument("--out", type=Path, required=True, help="folder for the teacher and the weights")
    parser.add_argument("--teacher", type=Path, help="a teacher to start from (teacher.pt)")
    parser.add_argument("--teach", type=float, default=500, help="seconds of training the teacher; 0 leaves it unchanged")
    parser.add_argument("--label", type=float, default=240, help="seconds of labeling")
    parser.add_argument("--most", type=int, default=400_000_000, help="maximum number of positions to label")
    parser.add_argument("--mix", type=float, default=0.7, help="weight of the teacher in the labels of unsolved game positions")
    parser.add_argument("--plies", type=int, default=6, help="maximum plies of labeled positions off the games")
    parser.add_argument("--weight", type=float, default=1.0, help="weight of a position off the games in the fit")
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--iterations", type=int, default=60, help="maximum passes of the fit")
    parser.add_argument("--ridge", type=float, default=10.0)
    parser.add_argument("--smooth", type=float, default=50.0)
    parser.add_argument("--check", type=Path, nargs="*", default=[], help="OBF files with better values, to measure the result")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Games:
    """The positions of all complete folders."""

    def __init__(self, folders, device):
        self.folders, self.device, self.loaded, self.positions = folders, device, 0, None

    def __call__(self):
        ready = [folder for folder in self.folders if (folder / "complete").exists()]
        if len(ready) > self.loaded:
            self.positions = together([Positions.load(folder / "train", self.device) for folder in ready])
            self.loaded = len(ready)
            print(f"{len(self.positions):,} positions of {self.loaded} folders", flush=True)
        return self.positions


def together(sets):
    return Positions({name: torch.cat([one.columns[name] for one in sets]) for name in sets[0].columns})


def leaves(games, phase_of_empties, plies, weight, labeller, seconds, most):
    """Labels positions near those of games with the teacher until the time is over."""
    begun = told = time.time()
    parts, made = [], 0
    while time.time() - begun < seconds and made < most:
        chosen = torch.randint(len(games), (CHUNK if games.columns["own"].is_cuda else 4096,), device=games.columns["own"].device)
        own, opp = games.columns["own"][chosen], games.columns["opp"][chosen]
        own, opp = strayed(own, opp, torch.randint(1, plies + 1, chosen.shape, device=own.device))
        moves = legal(own, opp) != 0
        part = described(own[moves], opp[moves], phase_of_empties)
        labels = [labeller.predict(piece) for piece in Positions(part).chunks(BATCH)]
        part["label"] = torch.cat(labels).clamp(-64, 64)
        part["weight"] = torch.full_like(part["label"], weight)
        made += len(part["label"])
        parts.append(part)
        if time.time() - told > 20:
            told = time.time()
            print(f"labels: {made:,}, {made / (told - begun):,.0f} a second", flush=True)
    print(f"labels: {made:,} in {time.time() - begun:.0f} s", flush=True)
    return Positions({name: torch.cat([part[name] for part in parts]) for name in COLUMNS})


def relabelled(games, labeller, mix):
    """Game positions: keeps exact labels and mixes the others with those of the teacher."""
    columns = {name: games.columns[name] for name in COLUMNS}
    labels = columns["label"].clone()
    for at in range(0, len(games), BATCH):
        part = games.part(slice(at, at + BATCH))
        taught = labeller.predict(part).clamp(-64, 64)
        labels[at : at + BATCH] = torch.where(part["exact"] == 0, mix * taught + (1 - mix) * part["label"], part["label"])
    return Positions(dict(columns, label=labels))


def known(path, phase_of_empties):
    """Reads positions and the values of their best moves from an OBF file."""
    boards, values = [], []
    for line in path.read_text().splitlines():
        board, moves = line.split(";")[:2]
        side = board.strip()[-1]
        for disc in (side, "O" if side == "X" else "X"):
            bits = sum(1 << at for at, cell in enumerate(board[:64]) if cell == disc)
            boards.append(bits - (1 << 64) if bits >> 63 else bits)
        values.append(float(moves.split(":")[1]))
    own, opp = torch.tensor(boards, dtype=torch.int64, device=phase_of_empties.device).view(-1, 2).t().contiguous()
    return Positions({**described(own, opp, phase_of_empties), "label": torch.tensor(values, device=own.device)})


def errors(name, predict, positions):
    """Prints the errors of values against better ones."""
    found = torch.cat([predict(part).float() for part in positions.chunks(BATCH)])
    error = found.clamp(-64, 64) - positions.columns["label"]
    print(f"{name}: RMSE {float(error.square().mean()) ** 0.5:.3f}, MAE {float(error.abs().mean()):.3f}, bias {float(error.mean()):+.2f} ({len(error):,})", flush=True)


def main():
    args = arguments()
    begun = time.time()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("highest")
    torch.backends.cudnn.benchmark = True
    args.out.mkdir(parents=True, exist_ok=True)
    games = Games(args.data, args.device)
    layout = Layout(args.data[0], args.device)
    check(layout, games())
    held_out = Positions.load(args.data[0] / "validation", args.device)

    model = Teacher(args.channels, args.blocks).to(args.device, memory_format=torch.channels_last)
    if args.teacher:
        model.load_state_dict(torch.load(args.teacher, map_location=args.device))
    if args.teach > 0:
        teach(model, games, args.teach, args.device, batch=args.batch)
    torch.save({name: tensor.half() if tensor.is_floating_point() else tensor for name, tensor in model.state_dict().items()}, args.out / "teacher.pt")
    labeller = Labeller(model, args.device)
    phase_of_empties = torch.tensor(layout.description["phase_of_empties"], dtype=torch.uint8, device=args.device)
    checks = {path.stem: known(path, phase_of_empties) for path in args.check}
    for name, positions in checks.items():
        errors(f"teacher, {name}", labeller.predict, positions)

    near = leaves(games(), phase_of_empties, args.plies, args.weight, labeller, args.label, args.most)
    near_held_out = Positions({name: column[: len(near) // 50] for name, column in near.columns.items()})
    near = Positions({name: column[len(near) // 50 :] for name, column in near.columns.items()})
    train = together([near, relabelled(games(), labeller, args.mix)])
    print(f"{len(train):,} positions to fit, {time.time() - begun:.0f} s", flush=True)

    linear = Linear(layout)
    fit_conjugate(linear, train, near_held_out, SimpleNamespace(**vars(args), patience=2, chunk=None))
    table = measure(linear, layout, near_held_out, held_out)
    print_table(table)
    write_weights(linear, layout, args.out / "weights", table)
    for name, positions in checks.items():
        errors(f"weights, {name}", linear.predict, positions)
    print(f"done in {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
