"""Tests of the package outflank_bot, which is in the crate of the arena."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "crates" / "arena" / "src" / "starter" / "package" / "purelib"))
