"""A small network per group of phases over the same features, each of which gives a vector; the vectors are summed.

The first component is added to the result unchanged, so the linear model is a special case. It only serves to compare
losses: the engine has no such network. Start it from fitted linear weights (`--start`).
"""

import torch

from .linear import GatherSum, started


# Sums are in discs; larger ones than this matter less.
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
        """Uses linear weights as first components: the mean over the phases of each group."""
        group = torch.arange(self.layout.phases) * self.groups // self.layout.phases
        return torch.stack([weights[group == number].mean(0) for number in range(self.groups)]).view(-1)

    def forward(self, part, phase=None):
        phase = part["phase"].long() if phase is None else phase
        group = phase * self.groups // self.layout.phases
        addresses = self.layout.terms(part).long() + group.unsqueeze(1) * self.layout.parameters
        sums = GatherSum.apply(self.table, addresses)
        # Computes all groups and selects one, because the layers are small.
        hidden = torch.einsum("nd,gdh->ngh", torch.tanh(sums / SCALE), self.first) + self.first_bias
        through = (torch.relu(hidden) * self.last).sum(dim=2)
        return sums[:, 0] + through.gather(1, group.unsqueeze(1)).squeeze(1)

    @torch.no_grad()
    def predict(self, part):
        return self.forward(part)

    def penalty(self, args, positions):
        return args.ridge * self.table.square().sum() / positions
