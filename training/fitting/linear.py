"""The linear model: the value of a position is the sum of its weights in its phase."""

import numpy
import torch


class Linear(torch.nn.Module):
    def __init__(self, layout, start=None):
        super().__init__()
        self.layout = layout
        weights = torch.zeros(layout.phases, layout.parameters) if start is None else started(layout, start)
        self.weights = torch.nn.Parameter(weights.to(layout.device))

    def addresses(self, part, phase=None):
        """The indices of the weights of each position in the flat table of all phases."""
        phase = part["phase"] if phase is None else phase
        return self.layout.terms(part).long() + phase.long().unsqueeze(1) * self.layout.parameters

    def forward(self, part, phase=None):
        return GatherSum.apply(self.weights.view(-1, 1), self.addresses(part, phase)).squeeze(1)

    def predict(self, part):
        return gather_sum(self.weights.detach().view(-1), self.addresses(part))

    def penalty(self, args, positions):
        """The ridge and smoothness penalties, scaled for a mean over the positions."""
        steps = self.weights[1:] - self.weights[:-1]
        return (args.ridge * self.weights.square().sum() + args.smooth * steps.square().sum()) / positions


def started(layout, path):
    """The weights of an earlier fit, in discs."""
    array = numpy.load(path)
    if array.shape != (layout.phases, layout.parameters):
        raise SystemExit(f"{path} has {array.shape} weights, but the layout {(layout.phases, layout.parameters)}")
    # The file has whole multiples of a fraction of a disc.
    return torch.from_numpy(array).float() / layout.description["unit"]


def gather_sum(flat, addresses):
    return flat[addresses].sum(dim=1)


def scatter_add(flat, addresses, numbers):
    """Adds each position's number to all its weights: the transpose of gather_sum."""
    flat.index_add_(0, addresses.reshape(-1), numbers.to(flat.dtype).unsqueeze(1).expand(addresses.shape).reshape(-1))


class GatherSum(torch.autograd.Function):
    """Sums rows of a table. Its gradient uses atomic adds, which are faster than the sort in embedding_bag."""

    @staticmethod
    def forward(ctx, table, addresses):
        ctx.save_for_backward(addresses)
        ctx.rows = table.shape[0]
        return torch.nn.functional.embedding_bag(addresses, table, mode="sum")

    @staticmethod
    def backward(ctx, gradient):
        (addresses,) = ctx.saved_tensors
        table = gradient.new_zeros(ctx.rows, gradient.shape[1])
        spread = gradient.unsqueeze(1).expand(-1, addresses.shape[1], -1)
        table.index_add_(0, addresses.reshape(-1), spread.reshape(-1, gradient.shape[1]))
        return table, None
