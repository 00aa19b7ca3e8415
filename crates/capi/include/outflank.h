/* Outflank: the rules of Reversi, exact solving and search.
 *
 * Every function that returns int returns 0 or more on success and an error code below 0 on
 * failure; outflank_last_error() has the message. Nothing aborts or unwinds into your program. A
 * NULL pointer is an error, except where stated. Texts are UTF-8 and end with a NUL.
 *
 * Use a game on one thread at a time; a search uses it until it returns. A searcher runs one search
 * at a time, and any thread may stop it. Different handles are independent of each other.
 *
 * docs/reference/c.md has an example. */
#ifndef OUTFLANK_H
#define OUTFLANK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Error codes. */
enum {
    OUTFLANK_OK = 0,
    OUTFLANK_ERROR_NULL = -1,        /* a pointer is NULL */
    OUTFLANK_ERROR_TEXT = -2,        /* a text is not a variant, a game or a move */
    OUTFLANK_ERROR_ILLEGAL = -3,     /* a move is illegal, or there is nothing to undo */
    OUTFLANK_ERROR_LIMITS = -4,      /* the limits of a search contradict each other */
    OUTFLANK_ERROR_UNSUPPORTED = -5, /* this game cannot be searched or written */
    OUTFLANK_ERROR_MEMORY = -6,      /* not enough memory for the transposition table */
    OUTFLANK_ERROR_BUSY = -7,        /* the searcher is searching on another thread */
    OUTFLANK_ERROR_INTERNAL = -8     /* a defect of Outflank */
};

/* Colors. */
enum { OUTFLANK_NO_COLOR = 0, OUTFLANK_BLACK = 1, OUTFLANK_WHITE = 2 };

/* The options of the side to move. */
enum { OUTFLANK_TO_PLACE = 0, OUTFLANK_MUST_PASS = 1, OUTFLANK_OVER = 2 };

/* Relation of a value to the true value. */
enum { OUTFLANK_AT_MOST = -1, OUTFLANK_EXACT = 0, OUTFLANK_AT_LEAST = 1 };

/* Returns the version, such as "0.2.0". Never free it. */
const char *outflank_version(void);

/* Returns the message of the last error on this thread, or "" before the first. It is valid until
 * the next error on this thread. Never free it. */
const char *outflank_last_error(void);

/* A game: a start position and moves. */
typedef struct outflank_game outflank_game;

/* The current position of a game. In a set of squares, a1 is the lowest bit, b1 the next, a2 bit 8
 * and h8 the highest, on every board. */
typedef struct outflank_position {
    uint64_t black;  /* black discs */
    uint64_t white;  /* white discs */
    uint64_t legal;  /* squares where the side to move may place a disc */
    uint64_t area;   /* squares of the board */
    int32_t turn;    /* OUTFLANK_BLACK or OUTFLANK_WHITE, also when the game is over */
    int32_t status;  /* OUTFLANK_TO_PLACE, OUTFLANK_MUST_PASS or OUTFLANK_OVER */
    int32_t winner;  /* OUTFLANK_NO_COLOR for a draw and while the game is not over */
    int32_t margin;  /* black's discs minus white's; at the end, empty squares go to the winner */
    int32_t ply;     /* moves played, passes included */
} outflank_position;

/* Starts a game of a variant: "standard", "six", "tiny+anti" or another code that
 * docs/reference/variants.md lists. Variants that draw the first mover, such as "random-first", are
 * refused: draw it yourself. Free the game with outflank_game_free. */
int outflank_game_new(const char *variant, outflank_game **game);

/* Reads the first game or position of a text: moves, a board, or a record in another text format.
 * The format is detected. Free the game with outflank_game_free. */
int outflank_game_parse(const char *text, outflank_game **game);

/* Frees a game. NULL is allowed. */
void outflank_game_free(outflank_game *game);

/* Plays a move: a square such as "d3", or "pass" if OUTFLANK_MUST_PASS. */
int outflank_game_play(outflank_game *game, const char *move);

/* Undoes the last move. */
int outflank_game_undo(outflank_game *game);

/* Describes the current position. */
int outflank_game_position(const outflank_game *game, outflank_position *position);

/* The next three functions write a text into a buffer of size bytes as snprintf does: at most
 * size - 1 bytes and a NUL. They return the length of the whole text, so the text was cut if the
 * result is size or more. If size is 0, buffer may be NULL. */

/* Writes the legal moves with spaces between them: "d3 c4 f5 e6", "pass", or "" at the end. */
int outflank_game_legal_moves(const outflank_game *game, char *buffer, size_t size);

/* Writes the start, unless it is the standard one, and the moves: "f5d6c3", "tiny;b1a1".
 * outflank_game_parse reads it. */
int outflank_game_transcript(const outflank_game *game, char *buffer, size_t size);

/* Draws the board, with the side to move or the result in the last line. */
int outflank_game_board(const outflank_game *game, char *buffer, size_t size);

/* A search engine with its transposition table and threads. Use one for many searches. */
typedef struct outflank_searcher outflank_searcher;

/* The limits of a search. 0 means no limit; the first limit reached ends the search. With all 0,
 * the search deepens until it has the exact score or is stopped. */
typedef struct outflank_limits {
    uint32_t depth;       /* plies, passes not counted */
    uint32_t selectivity; /* 73, 87, 95, 98, 99 or 100; 0: 73, or 100 to the end of the game */
    uint64_t time_ms;     /* milliseconds */
    uint64_t nodes;       /* positions, exceeded by some thousands */
    int32_t exact;        /* 1: go straight to the exact score; depth and selectivity must be 0 */
} outflank_limits;

/* The result of a search. */
typedef struct outflank_outcome {
    uint64_t nodes;       /* positions searched */
    int32_t value;        /* discs for the side to move, empty squares to the winner: -64 to 64 */
    int32_t bound;        /* OUTFLANK_EXACT; OUTFLANK_AT_LEAST after some stops */
    uint32_t depth;       /* plies searched */
    uint32_t selectivity; /* of the last completed step, 73 to 100 */
    int32_t is_exact;     /* 1 if the value is the exact score */
    char best[8];         /* "d3", "pass", or "" if the game is over */
    char line[512];       /* the principal variation: "d3 c5 pass" */
} outflank_outcome;

/* Creates a searcher. hash_bytes is the size of the transposition table, 0 for 128 MiB. threads is
 * the number of threads, at most one per processor, 0 for all. Free it with
 * outflank_searcher_free. */
int outflank_searcher_new(size_t hash_bytes, size_t threads, outflank_searcher **searcher);

/* Frees a searcher that is not searching. NULL is allowed. */
void outflank_searcher_free(outflank_searcher *searcher);

/* Searches the current position of a game. A stopped search succeeds with what it has found; before
 * its first step that is any legal move and depth 0. */
int outflank_searcher_search(outflank_searcher *searcher, const outflank_game *game,
                             const outflank_limits *limits, outflank_outcome *outcome);

/* Stops the running search, or the next one if none is running. Call it from any thread. */
int outflank_searcher_stop(outflank_searcher *searcher);

#ifdef __cplusplus
}
#endif

#endif
