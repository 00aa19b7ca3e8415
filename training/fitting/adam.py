"""Mini-batch training with Adam, for the network and for comparison."""

import math
import time

import torch

from .report import root_mean_square

WARM_UP = 0.05
HUBER_DISCS = 6.0
# Learning rates: the linear model takes larger steps than the network.
RATES = {"linear": 0.03, "net": 0.002}


def fit_adam(model, train, validation, args):
    rate = args.rate or RATES[args.model]
    optimiser = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.99), fused=train.columns["own"].is_cuda)
    loss = loss_of(args.loss)
    steps = max(1, len(train) // args.batch) * args.epochs
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: share(step / steps))
    begun = time.time()
    for epoch in range(args.epochs):
        order = torch.randperm(len(train), device=train.columns["own"].device)
        for chosen in order.split(args.batch):
            if len(chosen) < args.batch and len(chosen) < len(order):
                continue
            part = train.part(chosen)
            optimiser.zero_grad(set_to_none=True)
            error = loss(model(part, strayed(part, args, model.layout.phases)), part["label"])
            total = (error * part["weight"]).sum() / part["weight"].sum() + model.penalty(args, len(train))
            total.backward()
            optimiser.step()
            schedule.step()
        found = root_mean_square(model, validation)
        print(f"epoch {epoch + 1:3}: validation {found:.4f} ({time.time() - begun:.1f} s)", flush=True)


def loss_of(name):
    if name == "huber":
        return torch.nn.HuberLoss(reduction="none", delta=HUBER_DISCS)
    return torch.nn.MSELoss(reduction="none")


def strayed(part, args, phases):
    """Moves some positions to a neighboring phase, so that rare weights learn from it."""
    phase = part["phase"].long()
    if args.overlap <= 0:
        return phase
    draw = torch.rand(phase.shape, device=phase.device)
    move = (draw < args.overlap / 2).long() - (draw > 1 - args.overlap / 2).long()
    return (phase + move).clamp(0, phases - 1)


def share(progress):
    """The learning rate: a linear rise, then a cosine decay to 0."""
    if progress < WARM_UP:
        return progress / WARM_UP
    return 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - WARM_UP) / (1 - WARM_UP))))
