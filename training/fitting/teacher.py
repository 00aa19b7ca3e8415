"""The teacher: a residual network over the board. It is too slow to play, so it labels positions for the evaluation."""

import math
import time

import torch
import torch.nn.functional as F
from torch import nn

from .boards import squares

# The unit of the network's output, in discs.
DISCS = 16.0
WARM_UP_STEPS = 200
# Positions per batch of labels.
BATCH = 32768


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.one, self.two = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.norm_one, self.norm_two = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, x):
        return F.relu(x + self.norm_two(self.two(F.relu(self.norm_one(self.one(x))))))


class Teacher(nn.Module):
    """Input: planes of discs and empty squares. Output: discs for the side to move."""

    def __init__(self, channels=128, blocks=8):
        super().__init__()
        self.stem, self.norm = nn.Conv2d(4, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*[Block(channels) for _ in range(blocks)])
        self.head, self.head_norm = nn.Conv2d(channels, 16, 1, bias=False), nn.BatchNorm2d(16)
        self.hidden, self.last = nn.Linear(1024 + 3, 256), nn.Linear(256, 1)

    def forward(self, planes, counts):
        x = self.blocks(F.relu(self.norm(self.stem(planes))))
        x = F.relu(self.head_norm(self.head(x))).flatten(1)
        x = self.last(F.relu(self.hidden(torch.cat([x, counts.to(x.dtype)], 1))))
        return x.squeeze(1).float() * DISCS


def turned(boards, turn):
    """Boards (positions x 8 x 8) in one of the eight symmetries, which have the same values."""
    if turn & 1:
        boards = boards.flip(2)
    if turn & 2:
        boards = boards.flip(1)
    return boards.transpose(1, 2) if turn & 4 else boards


def inputs(part, turn=0):
    own, opp = (turned(squares(part[name]).view(-1, 8, 8), turn) for name in ("own", "opp"))
    empties = 64 - (own + opp).flatten(1).sum(1, dtype=torch.int32)
    share = (empties / 60).view(-1, 1, 1).expand(own.shape)
    planes = torch.stack([own.float(), opp.float(), torch.ones_like(share), share], 1)
    counts = torch.stack([part["own_moves"] / 16, part["opp_moves"] / 16, empties / 60], 1)
    return planes.to(torch.bfloat16).contiguous(memory_format=torch.channels_last), counts


def autocast(device):
    return torch.autocast(torch.device(device).type, torch.bfloat16)


class Compiled:
    """A compiled network, if the compiler works."""

    def __init__(self, model, device):
        self.model = model
        self.run = torch.compile(model, dynamic=False) if torch.device(device).type == "cuda" else model

    def __call__(self, *tensors):
        try:
            return self.run(*tensors)
        except Exception as cause:
            if self.run is self.model:
                raise
            print(f"the network is not compiled: {type(cause).__name__}: {str(cause)[:200]}", flush=True)
            self.run = self.model
            return self.run(*tensors)


def teach(model, sets, seconds, device, batch=8192, rate=2e-3):
    """Trains with Adam; the learning rate falls along a cosine to 0 at the end of the time.

    `sets` returns the training positions. It is called again after each pass, because more may have arrived.
    """
    run = Compiled(model, device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.99), weight_decay=1e-4, fused=device != "cpu")
    model.train()
    begun = told = time.time()
    step, seen, running, progress = 0, 0, None, 0.0
    while progress < 1:
        positions = sets()
        order = torch.randperm(len(positions), device=device)
        passed = time.time()
        for chosen in order.split(batch):
            if len(chosen) < min(batch, len(positions)) or time.time() - passed > seconds / 6:
                break
            progress = (time.time() - begun) / seconds
            if progress >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / WARM_UP_STEPS) * max(1e-3, 0.5 * (1 + math.cos(math.pi * progress)))
            part = positions.part(chosen)
            planes, counts = inputs(part, step % 8)
            with autocast(device):
                loss = ((run(planes, counts) - part["label"]).square() * part["weight"]).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            step, seen = step + 1, seen + len(chosen)
            if step % 20 == 0:
                found = float(loss.detach())  # Waits for the device, so that the measured time is right.
                running = found if running is None else 0.9 * running + 0.1 * found
            if time.time() - told > 20:
                told = time.time()
                print(f"teacher: {seen:,} positions, {seen / (told - begun):,.0f} a second, RMSE {(running or 0) ** 0.5:.3f}", flush=True)
    model.eval()
    print(f"teacher: {seen:,} positions in {time.time() - begun:.0f} s, RMSE {(running or 0) ** 0.5:.3f}", flush=True)


class Labeller:
    """Evaluates positions with a trained teacher."""

    def __init__(self, model, device):
        self.model = model.eval().to(device, memory_format=torch.channels_last)
        self.run, self.device = Compiled(self.model, device), device

    @torch.no_grad()
    def predict(self, part):
        """The values of at most BATCH positions. Pads smaller batches, so that the network is compiled for one shape."""
        count = len(part["own"])
        fill = BATCH - count if torch.device(self.device).type == "cuda" else 0
        part = {name: F.pad(part[name], (0, fill)) for name in ("own", "opp", "own_moves", "opp_moves")}
        with autocast(self.device):
            return self.run(*inputs(part))[:count]
