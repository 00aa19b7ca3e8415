-- From form 1 to form 2: games by where they come from and by their start, and games that somebody played against himself.
CREATE INDEX past_by_source ON past (source, day);
CREATE INDEX past_by_variant ON past (variant, day);
CREATE INDEX past_by_self ON past (black) WHERE black = white;
