"""Positions as bitboards on the device, and their parameters."""

import json
from pathlib import Path

import numpy
import torch

from .boards import legal

COLUMNS = ["own", "opp", "label", "weight", "value", "exact", "phase", "own_moves", "opp_moves", "parity"]


class Layout:
    """The patterns and parameters of description.json."""

    def __init__(self, folder: Path, device):
        self.description = json.loads((folder / "description.json").read_text())
        if self.description["format"] != 2:
            raise SystemExit(f"{folder} has format {self.description['format']}, not 2: expand the games again")
        self.device = device
        self.phases = self.description["phases"]
        self.parameters = self.description["parameters"]
        steps = numpy.load(folder / "steps.npy")
        centres = numpy.array(self.description["centres"]) + numpy.array(self.description["starts"])
        self.steps = torch.from_numpy(steps).to(device)
        self.move_steps = torch.from_numpy(numpy.load(folder / "move_steps.npy")).to(device)
        self.reads_moves = bool(self.move_steps.any())
        # Per lane: its first index in the map plus its state on the empty board.
        self.centres = torch.from_numpy(centres.astype(numpy.int32)).to(device)
        self.map = torch.from_numpy(numpy.load(folder / "map.npy").astype(numpy.int32)).to(device)
        self.extras = [(extra["name"], extra["at"]) for extra in self.description["extras"]]
        self.shifts = torch.arange(8, dtype=torch.uint8, device=device)

    def terms(self, part):
        """The parameters of each position, lanes first, as an array of positions x terms (int32)."""
        digits = self.bits(part["own"]) - self.bits(part["opp"])
        # Exact, because all terms and sums are whole numbers below 2^24. TF32 would round them.
        states = digits @ self.steps
        if self.reads_moves:
            own, opp = legal(part["own"], part["opp"]), legal(part["opp"], part["own"])
            sets = own & ~opp, opp & ~own, own & opp
            rises = sum(self.bits(squares) * rise for squares, rise in zip(sets, self.description["move_digits"]))
            states += rises @ self.move_steps
        states = states.to(torch.int32) + self.centres
        lanes = self.map[states.long()]
        count = len(part["own"])
        extras = [part[name].to(torch.int32) + at if name in part else lanes.new_full((count,), at) for name, at in self.extras]
        return torch.cat([lanes, torch.stack(extras, dim=1)], dim=1)

    def bits(self, boards):
        """The 64 squares of each board as 0.0 or 1.0, a1 first."""
        rows = boards.view(torch.uint8).view(-1, 8, 1)
        return ((rows >> self.shifts) & 1).view(-1, 64).to(torch.float32)


class Positions:
    """A set of positions: one array per column, on the device."""

    def __init__(self, columns):
        self.columns = columns

    @staticmethod
    def load(folder: Path, device):
        def column(name):
            array = numpy.load(folder / f"{name}.npy")
            # As signed numbers with the same bits, because torch has few operations on unsigned ones.
            return torch.from_numpy(array.view(numpy.int64) if array.dtype == numpy.uint64 else array).to(device)

        return Positions({name: column(name) for name in COLUMNS})

    def __len__(self):
        return len(self.columns["own"])

    def part(self, chosen):
        """The columns of some positions, given as a slice or as indices."""
        return {name: column[chosen] for name, column in self.columns.items()}

    def chunks(self, size):
        for start in range(0, len(self), size):
            yield self.part(slice(start, start + size))


def load(folder: Path, device):
    # The matrix product that computes indices must not be rounded to 10 bits.
    torch.set_float32_matmul_precision("highest")
    layout = Layout(folder, device)
    train, validation = (Positions.load(folder / name, device) for name in ("train", "validation"))
    check(layout, train)
    return layout, train, validation


def check(layout, train):
    """Checks that the parameters match those of the engine."""
    expected = layout.description["check"]
    found = int(layout.terms(train.part(slice(expected["positions"]))).long().sum())
    if found != expected["sum"]:
        raise SystemExit(f"the parameters of the first positions add up to {found}, not to {expected['sum']}")
