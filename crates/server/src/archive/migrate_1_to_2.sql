-- Version 2 adds indexes by source and by variant, and one for games of a player against itself.
CREATE INDEX past_by_source ON past (source, day);
CREATE INDEX past_by_variant ON past (variant, day);
CREATE INDEX past_by_self ON past (black) WHERE black = white;
