"""Writes weights as whole numbers for `outflank-train pack`."""

import json

import numpy

LOWEST, HIGHEST = -32768, 32767


def write_weights(model, layout, out, table):
    """Writes OUT.npy (phases x parameters, int16) and OUT.json beside it."""
    exact = model.weights.detach().cpu().double().numpy() * layout.description["unit"]
    rounded = numpy.rint(exact)
    clipped = int(((rounded < LOWEST) | (rounded > HIGHEST)).sum())
    whole = numpy.clip(rounded, LOWEST, HIGHEST).astype(numpy.int16)
    numpy.save(out.with_suffix(".npy"), whole)
    about = {
        "format": 1,
        "layout": layout.description["layout"],
        "phases": layout.phases,
        "parameters": layout.parameters,
        "unit": layout.description["unit"],
        "clipped": clipped,
        "losses": table,
    }
    out.with_suffix(".json").write_text(json.dumps(about, indent=2))
    used = (whole != 0).mean()
    print(f"wrote {out.with_suffix('.npy')}: {whole.size:,} weights, {used:.0%} not 0, {clipped} clipped")
