"""Reversi on arrays of bitboards on the device: legal squares, flips, and positions like those in a search."""

import torch

# The columns that a horizontal or diagonal run can pass through: all but the first and the last.
INNER = 0x7E7E7E7E7E7E7E7E
ALL = -1
DIRECTIONS = [(1, INNER), (-1, INNER), (8, ALL), (-8, ALL), (7, INNER), (-7, INNER), (9, INNER), (-9, INNER)]
CORNERS = (1 << 0 | 1 << 7 | 1 << 56 | 1 << 63) - (1 << 64)
# Top left, top right, bottom left, bottom right.
QUADRANTS = [0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, (0xF0F0F0F0 << 32) - (1 << 64)]
# The class of each set of quadrants with an odd number of empty squares, as in crates/engine/src/eval/order.rs.
PARITY_CLASSES = [0, 1, 1, 2, 1, 2, 3, 4, 1, 3, 2, 4, 2, 4, 4, 5]


def shifted(boards, by):
    """Shifts left, or right for negative numbers, filling with zeros."""
    return boards << by if by > 0 else (boards >> -by) & ((1 << 64 + by) - 1)


def legal(own, opp):
    """The squares on which the owner may place a disc."""
    found = torch.zeros_like(own)
    for by, mask in DIRECTIONS:
        through = opp & mask
        run = shifted(own, by) & through
        for _ in range(5):
            run = run | (shifted(run, by) & through)
        found |= shifted(run, by)
    return found & ~(own | opp)


def flips(own, opp, placed):
    """The discs that a disc on each of these squares flips."""
    found = torch.zeros_like(own)
    for by, mask in DIRECTIONS:
        through = opp & mask
        run = shifted(placed, by) & through
        for _ in range(5):
            run = run | (shifted(run, by) & through)
        found |= torch.where(shifted(run, by) & own != 0, run, 0)
    return found


def squares(boards):
    """The 64 squares of each board as 0 or 1, a1 first."""
    shifts = torch.arange(8, dtype=torch.uint8, device=boards.device)
    return ((boards.contiguous().view(torch.uint8).view(-1, 8, 1) >> shifts) & 1).view(-1, 64)


def count(boards):
    """The number of squares in each set."""
    return squares(boards).sum(1, dtype=torch.uint8)


def drawn(boards):
    """Draws one square of each set; 0 for an empty set."""
    keys = torch.rand(len(boards), 64, device=boards.device) * squares(boards)
    best, at = keys.max(1)
    return torch.where(best > 0, torch.ones_like(boards) << at, 0)


def played(own, opp, placed):
    """The position after a move, for the side then to move. An empty move is a pass."""
    flipped = flips(own, opp, placed)
    own, opp = opp & ~flipped, own | placed | flipped
    return own, opp


def strayed(own, opp, plies):
    """Plays `plies` plies on each board: one side at random, the other by a simple rule.

    The leaves of a search look like this: good replies to bad moves. The rule takes a corner if possible, else the one of two
    squares that leaves the opponent fewer moves.
    """
    drifter = torch.randint(2, plies.shape, device=own.device)
    for ply in range(int(plies.max()) if len(plies) else 0):
        moves = legal(own, opp)
        one, two = drawn(moves), drawn(torch.where(moves & CORNERS != 0, moves & CORNERS, moves))
        fewer = count(legal(*played(own, opp, two))) < count(legal(*played(own, opp, one)))
        sensible = torch.where((two & CORNERS != 0) | fewer, two, one)
        placed = torch.where(drifter == ply % 2, one, sensible)
        next_own, next_opp = played(own, opp, placed)
        goes = plies > ply
        own, opp = torch.where(goes, next_own, own), torch.where(goes, next_opp, opp)
    return own, opp


def described(own, opp, phase_of_empties):
    """The columns that select the parameters outside patterns."""
    empty = ~(own | opp)
    odd = [count(empty & quadrant).long() & 1 for quadrant in QUADRANTS]
    classes = torch.tensor(PARITY_CLASSES, dtype=torch.uint8, device=own.device)
    return {
        "own": own,
        "opp": opp,
        "phase": phase_of_empties[count(empty).long().clamp(max=len(phase_of_empties) - 1)],
        "own_moves": count(legal(own, opp)),
        "opp_moves": count(legal(opp, own)),
        "parity": classes[odd[0] | odd[1] << 1 | odd[2] << 2 | odd[3] << 3],
    }
