#!/usr/bin/env python3
"""Fits the weights of the evaluation to expanded games, on a GPU if there is one.

    training/fit.py DATA --out WEIGHTS            DATA is a folder of `outflank-train expand`
    training/fit.py DATA --out WEIGHTS --model net   compares a small network; it cannot be packed

`outflank-train pack` turns WEIGHTS.npy and WEIGHTS.json into a weight file. DATA/description.json
describes the patterns, so this script needs no knowledge of the board.
"""

import argparse
import json
import time
from pathlib import Path

import torch

from fitting.adam import fit_adam
from fitting.conjugate import fit_conjugate
from fitting.data import load
from fitting.linear import Linear
from fitting.net import Net
from fitting.output import write_weights
from fitting.report import measure, print_table


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder written by outflank-train expand")
    parser.add_argument("--out", type=Path, required=True, help="file for the weights, without extension")
    parser.add_argument("--model", choices=["linear", "net"], default="linear")
    parser.add_argument("--optimiser", choices=["cg", "adam"], default="cg", help="cg: conjugate gradients, linear only")
    parser.add_argument("--iterations", type=int, default=60, help="maximum passes of cg over the data")
    parser.add_argument("--patience", type=int, default=3, help="stop cg after this many measurements without improvement")
    parser.add_argument("--ridge", type=float, default=30.0, help="pull every weight toward 0 as strongly as this many positions")
    parser.add_argument("--smooth", type=float, default=100.0, help="pull every weight toward the next phase as strongly as this many positions")
    parser.add_argument("--start", type=Path, help="weights (.npy) of an earlier fit to start from")
    parser.add_argument("--loss", choices=["mse", "huber"], default="mse", help="loss of adam")
    parser.add_argument("--epochs", type=int, default=15, help="epochs of adam")
    parser.add_argument("--rate", type=float, default=None, help="highest learning rate of adam")
    parser.add_argument("--batch", type=int, default=65536, help="positions per step of adam")
    parser.add_argument("--overlap", type=float, default=0.1, help="share of the positions that adam moves to a neighboring phase")
    parser.add_argument("--chunk", type=int, default=None, help="positions that cg holds as indices at a time")
    parser.add_argument("--dim", type=int, default=8, help="net: outputs per feature")
    parser.add_argument("--hidden", type=int, default=32, help="net: size of the hidden layer")
    parser.add_argument("--groups", type=int, default=6, help="net: number of groups of phases, each with its own tables")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write the losses to this file")
    return parser.parse_args()


def main():
    args = arguments()
    begun = time.time()
    torch.manual_seed(args.seed)
    layout, train, validation = load(args.data, args.device)
    print(f"{len(train):,} positions to train on, {len(validation):,} to validate, loaded in {time.time() - begun:.1f} s")
    begun = time.time()
    model = Net(layout, args) if args.model == "net" else Linear(layout, args.start)
    if args.model == "linear" and args.optimiser == "cg":
        fit_conjugate(model, train, validation, args)
    else:
        fit_adam(model, train, validation, args)
    seconds = time.time() - begun
    table = measure(model, layout, train, validation)
    print_table(table)
    print(f"fitted in {seconds:.1f} s")
    if args.model == "linear":
        write_weights(model, layout, args.out, table)
    if args.json:
        args.json.write_text(json.dumps({"seconds": seconds, "phases": table}, indent=2))


if __name__ == "__main__":
    main()
