"""The same features, each giving a few numbers; their sums go through a small network, one for each group of phases.

The first of the numbers is added to the result as it is, so that the linear model is a special case. For the
comparison of losses only: the engine has no such network. It begins best from fitted linear weights (`--start`).
"""

import torch

from .linear import GatherSum, started


# Sums are in discs; beyond so many, differences matter less.
SCALE = 8.0


class Net(torch.nn.Module):
    def __init__(self, layout, args):
        super().__init__()
        self.layout, self.groups, self.dim = layout, args.groups, args.dim
        rows = args.groups * layout.parameters
        device = layout.device
        table = torch.randn(rows, args.dim, device=device) * 0.02
        if args.start is not None:
            table[:, 0] = self.averaged(started(layout, args.start)).to(device)
        self.table = torch.nn.Parameter(table)
        first = torch.randn(args.groups, args.dim, args.hidden, device=device) / args.dim**0.5
        self.first = torch.nn.Parameter(first)
        self.first_bias = torch.nn.Parameter(torch.zeros(args.groups, args.hidden, device=device))
        self.last = torch.nn.Parameter(torch.zeros(args.groups, args.hidden, device=device))

    def averaged(self, weights):
        """Linear weights as first numbers: those of a group are the mean of its phases."""
        group = torch.arange(self.layout.phases) * self.groups // self.layout.phases
        return torch.stack([weights[group == number].mean(0) for number in range(self.groups)]).view(-1)

    def forward(self, part, phase=None):
        phase = part["phase"].long() if phase is None else phase
        group = phase * self.groups // self.layout.phases
        addresses = self.layout.terms(part).long() + group.unsqueeze(1) * self.layout.parameters
        sums = GatherSum.apply(self.table, addresses)
        # All groups at once and then the right one: the layers are too small for anything cleverer to pay.
        hidden = torch.einsum("nd,gdh->ngh", torch.tanh(sums / SCALE), self.first) + self.first_bias
        through = (torch.relu(hidden) * self.last).sum(dim=2)
        return sums[:, 0] + through.gather(1, group.unsqueeze(1)).squeeze(1)

    @torch.no_grad()
    def predict(self, part):
        return self.forward(part)

    def penalty(self, args, positions):
        return args.ridge * self.table.square().sum() / positions
