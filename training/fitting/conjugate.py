"""Least squares by conjugate gradients: exact descent on the whole data, with nothing to tune.

Minimizes the sum over the positions of weight * (value - label)^2, plus `ridge` times the square of every weight, plus
`smooth` times the square of the difference of every weight from its neighbor in the next phase. The ridge acts like
`ridge` positions with the label 0 for each weight, so weights that few positions use stay small.

`outflank-train fit` takes the same steps.
"""

import time

import torch

from .linear import gather_sum, scatter_add
from .report import root_mean_square

# Iterations between two measurements of the validation error.
MEASURE = 5


class Normal:
    """The normal equations, applied without storing the matrix.

    Sums over the positions are in double precision: in single precision a fit to 300 million positions stops gaining after 25
    iterations and then gets worse.
    """

    def __init__(self, model, train, args):
        self.model, self.train = model, train
        self.ridge, self.smooth = args.ridge, args.smooth
        self.chunk = args.chunk or (1 << 20 if model.layout.device != "cpu" else 1 << 16)

    def pull(self, flat):
        """Minus half the gradient at the weights: the sums of the residuals."""
        total = torch.zeros_like(flat, dtype=torch.float64)
        for part in self.train.chunks(self.chunk):
            addresses = self.model.addresses(part)
            errors = part["label"] - gather_sum(flat, addresses)
            scatter_add(total, addresses, errors * part["weight"])
        return total.float() - self.penalty(flat)

    def apply(self, direction):
        total = torch.zeros_like(direction, dtype=torch.float64)
        for part in self.train.chunks(self.chunk):
            addresses = self.model.addresses(part)
            scatter_add(total, addresses, gather_sum(direction, addresses) * part["weight"])
        return total.float() + self.penalty(direction)

    def penalty(self, flat):
        table = flat.view(self.model.layout.phases, -1)
        steps = (table[1:] - table[:-1]) * self.smooth
        total = table * self.ridge
        total[1:] += steps
        total[:-1] -= steps
        return total.view(-1)

    def diagonal(self):
        """The diagonal of the equations. Ignores that a position can use a parameter twice, which only slows convergence."""
        total = torch.zeros_like(self.model.weights.detach().view(-1))
        for part in self.train.chunks(self.chunk):
            scatter_add(total, self.model.addresses(part), part["weight"])
        neighbours = torch.full((self.model.layout.phases, 1), 2.0, device=total.device)
        neighbours[0] = neighbours[-1] = 1.0
        table = total.view(self.model.layout.phases, -1) + self.ridge + self.smooth * neighbours
        return table.view(-1)


@torch.no_grad()
def fit_conjugate(model, train, validation, args):
    """Iterates until the validation error stops improving, and returns the best weights."""
    begun = time.time()
    normal = Normal(model, train, args)
    flat = model.weights.data.view(-1)
    scale = 1.0 / normal.diagonal()
    residual = normal.pull(flat)
    step = residual * scale
    direction, product = step.clone(), dot(residual, step)
    best, kept, since = root_mean_square(model, validation), flat.clone(), 0
    for iteration in range(1, args.iterations + 1):
        image = normal.apply(direction)
        length = product / dot(direction, image)
        flat += (length * direction.double()).float()
        residual -= (length * image.double()).float()
        step = residual * scale
        before, product = product, dot(residual, step)
        direction = step + (product / before).float() * direction
        if iteration % MEASURE == 0 or iteration == args.iterations:
            found = root_mean_square(model, validation)
            print(f"iteration {iteration:3}: residual {residual.norm():.4g}, validation {found:.4f} ({time.time() - begun:.1f} s)", flush=True)
            since = 0 if found < best else since + 1
            if found < best:
                best, kept = found, flat.clone()
            if since >= args.patience:
                break
    flat.copy_(kept)


def dot(one, other):
    """In double precision, because there are millions of terms."""
    return (one.double() * other.double()).sum()
