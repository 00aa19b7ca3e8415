"""The errors of a model by phase."""

import torch

CHUNK = 1 << 18


@torch.no_grad()
def root_mean_square(model, positions):
    """The weighted root mean square error over all positions."""
    squares = weights = 0.0
    for part in positions.chunks(CHUNK):
        squares += ((model.predict(part) - part["label"]).square() * part["weight"]).sum().double()
        weights += part["weight"].sum().double()
    return float((squares / max(float(weights), 1e-9)) ** 0.5) if len(positions) else 0.0


@torch.no_grad()
def sums(model, phases, positions):
    """By phase: count, |error|, error^2, value, value^2, label, label^2, value * label."""
    total = torch.zeros(phases, 8, dtype=torch.float64, device=positions.columns["label"].device)
    for part in positions.chunks(CHUNK):
        # The engine clamps values to the number of squares.
        value, label = model.predict(part).clamp(-64, 64).double(), part["label"].double()
        error = value - label
        rows = [torch.ones_like(label), error.abs(), error**2, value, value**2, label, label**2, value * label]
        total.index_add_(0, part["phase"].long(), torch.stack(rows, dim=1))
    return total.cpu()


def losses(row):
    count, off, square, value, values, label, labels, product = (float(number) for number in row)
    if count == 0:
        return {"positions": 0, "mae": None, "rmse": None, "correlation": None}
    spread = ((values / count - (value / count) ** 2) * (labels / count - (label / count) ** 2)) ** 0.5
    together = product / count - value * label / count**2
    correlation = together / spread if spread > 1e-9 else None
    return {"positions": int(count), "mae": off / count, "rmse": (square / count) ** 0.5, "correlation": correlation}


def measure(model, layout, train, validation):
    """One row per phase and one for all, with the losses of both sets."""
    of_train, of_validation = (sums(model, layout.phases, positions) for positions in (train, validation))
    empties = [[] for _ in range(layout.phases)]
    for count, phase in enumerate(layout.description["phase_of_empties"]):
        empties[phase].append(count)
    rows = [
        {"phase": phase, "empties": empties[phase], "train": losses(of_train[phase]), "validation": losses(of_validation[phase])}
        for phase in range(layout.phases)
    ]
    rows.append({"phase": "all", "empties": [], "train": losses(of_train.sum(0)), "validation": losses(of_validation.sum(0))})
    return rows


def print_table(rows):
    print(f"{'':15}{'train':^36}{'validation':^36}")
    names = f"{'positions':>12}{'MAE':>8}{'RMSE':>8}{'corr':>8}"
    print(f"{'phase':>5} {'empties':>8} {names}{names}")
    for row in rows:
        empties = f"{row['empties'][-1]}-{row['empties'][0]}" if row["empties"] else ""
        print(f"{row['phase']:>5} {empties:>8} {cells(row['train'])}{cells(row['validation'])}")


def cells(losses):
    number = lambda value, digits: f"{'-':>8}" if value is None else f"{value:8.{digits}f}"
    return f"{losses['positions']:12,}" + number(losses["mae"], 3) + number(losses["rmse"], 3) + number(losses["correlation"], 4)
