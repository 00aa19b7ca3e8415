"""The parts of fit.py."""
