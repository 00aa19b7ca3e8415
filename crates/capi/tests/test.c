/* Tests the C library from C. Prints nothing and returns 0 if all is well. */
#include <outflank.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                              \
    do {                                                                                              \
        if (!(condition)) {                                                                           \
            fprintf(stderr, "line %d: %s (last error: %s)\n", __LINE__, #condition, outflank_last_error()); \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)

/* Checks an error code and the beginning of its message. */
#define FAILS(call, error, message)                                                       \
    do {                                                                                  \
        CHECK((call) == (error));                                                         \
        CHECK(strncmp(outflank_last_error(), (message), strlen(message)) == 0);           \
    } while (0)

static outflank_game *parsed(const char *text) {
    outflank_game *game;
    CHECK(outflank_game_parse(text, &game) == OUTFLANK_OK);
    return game;
}

static outflank_position position_of(const outflank_game *game) {
    outflank_position position;
    CHECK(outflank_game_position(game, &position) == OUTFLANK_OK);
    return position;
}

static void games_are_played_and_undone(void) {
    outflank_game *game;
    char text[256];
    CHECK(outflank_game_new("standard", &game) == OUTFLANK_OK);
    outflank_position position = position_of(game);
    CHECK(position.black == 0x0000000810000000 && position.white == 0x0000001008000000);
    CHECK(position.legal == 0x0000102004080000 && position.area == UINT64_MAX);
    CHECK(position.turn == OUTFLANK_BLACK && position.status == OUTFLANK_TO_PLACE && position.ply == 0);
    CHECK(position.winner == OUTFLANK_NO_COLOR && position.margin == 0);
    CHECK(outflank_game_legal_moves(game, text, sizeof text) == 11 && strcmp(text, "d3 c4 f5 e6") == 0);

    CHECK(outflank_game_play(game, "f5") == OUTFLANK_OK && outflank_game_play(game, "D6") == OUTFLANK_OK);
    CHECK(outflank_game_transcript(game, text, sizeof text) == 4 && strcmp(text, "f5d6") == 0);
    CHECK(outflank_game_undo(game) == OUTFLANK_OK);
    position = position_of(game);
    CHECK(position.turn == OUTFLANK_WHITE && position.ply == 1 && position.margin == 3);
    CHECK(outflank_game_undo(game) == OUTFLANK_OK);
    FAILS(outflank_game_undo(game), OUTFLANK_ERROR_ILLEGAL, "there is nothing to undo");
    outflank_game_free(game);
}

static void boards_show_passes_and_results(void) {
    outflank_game *game = parsed("-XOO------------ X");
    char text[256];
    CHECK(position_of(game).status == OUTFLANK_MUST_PASS && position_of(game).legal == 0);
    CHECK(position_of(game).area == 0x0f0f0f0f);
    CHECK(outflank_game_legal_moves(game, text, sizeof text) == 4 && strcmp(text, "pass") == 0);
    FAILS(outflank_game_play(game, "a1"), OUTFLANK_ERROR_ILLEGAL, "a1 ");
    CHECK(outflank_game_play(game, "pass") == OUTFLANK_OK && outflank_game_play(game, "a1") == OUTFLANK_OK);
    outflank_position position = position_of(game);
    CHECK(position.status == OUTFLANK_OVER && position.winner == OUTFLANK_WHITE && position.margin == -16);
    CHECK(outflank_game_legal_moves(game, text, sizeof text) == 0 && text[0] == 0);
    CHECK(outflank_game_board(game, text, sizeof text) > 0 && strstr(text, "game over: white wins 4-0") != NULL);
    outflank_game_free(game);
}

static void texts_are_cut_as_snprintf_cuts_them(void) {
    outflank_game *game = parsed("f5d6c3d3c4");
    char text[8] = "unused";
    CHECK(outflank_game_transcript(game, NULL, 0) == 10);
    CHECK(outflank_game_transcript(game, text, 0) == 10 && strcmp(text, "unused") == 0);
    CHECK(outflank_game_transcript(game, text, 5) == 10 && strcmp(text, "f5d6") == 0);
    FAILS(outflank_game_transcript(game, NULL, 5), OUTFLANK_ERROR_NULL, "buffer is NULL");
    outflank_game_free(game);
}

static void bad_texts_give_the_sentences_of_the_program(void) {
    outflank_game *game = parsed("f5d6");
    outflank_game *other = game;
    FAILS(outflank_game_new("cubic", &other), OUTFLANK_ERROR_TEXT, "\"cubic\" is not a variant: the names are standard");
    CHECK(other == NULL);
    FAILS(outflank_game_new("six+random-first", &other), OUTFLANK_ERROR_TEXT,
          "six+random-first draws the first mover: draw it yourself, and write six or six+white-first");
    CHECK(other == NULL);
    FAILS(outflank_game_parse("", &other), OUTFLANK_ERROR_TEXT, "\"\" is empty");
    FAILS(outflank_game_parse("hello", &other), OUTFLANK_ERROR_TEXT, "\"hello\" is not a game or position");
    FAILS(outflank_game_parse("\xff\xfe\x80", &other), OUTFLANK_ERROR_TEXT, "\"");
    FAILS(outflank_game_parse("f5d6z9", &other), OUTFLANK_ERROR_TEXT, "\"f5d6z9\": found \"z9\"");
    FAILS(outflank_game_parse("f5f5", &other), OUTFLANK_ERROR_ILLEGAL,
          "\"f5f5\": move 2 is illegal: f5 is occupied by a black disc; legal for white: f4 d6 f6");
    FAILS(outflank_game_play(game, "z9"), OUTFLANK_ERROR_TEXT, "\"z9\" is not a move: write a square such as d3");
    FAILS(outflank_game_play(game, "a1"), OUTFLANK_ERROR_ILLEGAL, "a1 flips nothing for black; legal for black: ");
    CHECK(position_of(game).ply == 2);
    char *long_text = malloc(1 << 22);
    memset(long_text, 'f', 1 << 22);
    long_text[(1 << 22) - 1] = 0;
    CHECK(outflank_game_parse(long_text, &other) == OUTFLANK_ERROR_TEXT && strlen(outflank_last_error()) < 300);
    CHECK(outflank_game_play(game, long_text) == OUTFLANK_ERROR_TEXT && strlen(outflank_last_error()) < 300);
    CHECK(outflank_game_new(long_text, &other) == OUTFLANK_ERROR_TEXT && strlen(outflank_last_error()) < 500);
    free(long_text);
    outflank_game_free(game);
}

static void null_is_an_error_and_never_a_crash(outflank_searcher *searcher) {
    outflank_game *game;
    outflank_limits limits = {.depth = 1};
    outflank_outcome outcome;
    char text[8];
    FAILS(outflank_game_new(NULL, &game), OUTFLANK_ERROR_NULL, "variant is NULL");
    FAILS(outflank_game_new("standard", NULL), OUTFLANK_ERROR_NULL, "game is NULL");
    game = parsed("f5d6");
    FAILS(outflank_game_parse(NULL, &(outflank_game *){NULL}), OUTFLANK_ERROR_NULL, "text is NULL");
    FAILS(outflank_game_parse("f5", NULL), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_game_play(NULL, "f5"), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_game_play(game, NULL), OUTFLANK_ERROR_NULL, "move is NULL");
    FAILS(outflank_game_undo(NULL), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_game_position(game, NULL), OUTFLANK_ERROR_NULL, "position is NULL");
    FAILS(outflank_game_position(NULL, &(outflank_position){0}), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_game_legal_moves(NULL, text, sizeof text), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_game_transcript(NULL, text, sizeof text), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_game_board(NULL, text, sizeof text), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_searcher_new(0, 0, NULL), OUTFLANK_ERROR_NULL, "searcher is NULL");
    FAILS(outflank_searcher_search(NULL, game, &limits, &outcome), OUTFLANK_ERROR_NULL, "searcher is NULL");
    FAILS(outflank_searcher_search(searcher, NULL, &limits, &outcome), OUTFLANK_ERROR_NULL, "game is NULL");
    FAILS(outflank_searcher_search(searcher, game, NULL, &outcome), OUTFLANK_ERROR_NULL, "limits is NULL");
    FAILS(outflank_searcher_search(searcher, game, &limits, NULL), OUTFLANK_ERROR_NULL, "outcome is NULL");
    FAILS(outflank_searcher_stop(NULL), OUTFLANK_ERROR_NULL, "searcher is NULL");
    outflank_game_free(NULL);
    outflank_searcher_free(NULL);
    outflank_game_free(game);
}

static void searches_solve_and_keep_their_limits(outflank_searcher *searcher) {
    outflank_game *tiny = parsed("tiny;");
    outflank_game *game = parsed("f5d6c3");
    outflank_game *over = parsed("e6f4e3f6g5d6e7f5c5");
    outflank_outcome outcome;
    CHECK(outflank_searcher_search(searcher, tiny, &(outflank_limits){.exact = 1}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.is_exact == 1 && outcome.value == -10 && outcome.bound == OUTFLANK_EXACT);
    CHECK(outcome.depth == 12 && outcome.selectivity == 100 && outcome.nodes > 0);
    CHECK(strlen(outcome.best) == 2 && strncmp(outcome.line, outcome.best, 2) == 0 && outcome.line[2] == ' ');

    CHECK(outflank_searcher_search(searcher, game, &(outflank_limits){.depth = 6}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.depth == 6 && outcome.selectivity == 73 && outcome.is_exact == 0);
    CHECK(outflank_game_play(game, outcome.best) == OUTFLANK_OK);
    CHECK(outflank_searcher_search(searcher, game, &(outflank_limits){.nodes = 5000}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.depth > 1 && outcome.nodes < 1000000);
    CHECK(outflank_searcher_search(searcher, game, &(outflank_limits){.time_ms = 1}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.depth >= 1 && outcome.best[0] != 0);

    CHECK(outflank_searcher_search(searcher, over, &(outflank_limits){.depth = 6}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.best[0] == 0 && outcome.line[0] == 0 && outcome.is_exact == 1 && outcome.value == -64);
    outflank_game_free(over);
    outflank_game_free(game);
    outflank_game_free(tiny);
}

static void bad_searches_are_refused(outflank_searcher *searcher) {
    outflank_game *game;
    outflank_searcher *none = searcher;
    outflank_outcome outcome;
    CHECK(outflank_game_new("free-centre", &game) == OUTFLANK_OK);
    FAILS(outflank_searcher_search(searcher, game, &(outflank_limits){.depth = 1}, &outcome),
          OUTFLANK_ERROR_UNSUPPORTED, "the center squares must be filled first");
    FAILS(outflank_searcher_search(searcher, game, &(outflank_limits){.selectivity = 50}, &outcome),
          OUTFLANK_ERROR_LIMITS, "\"50\" is not a selectivity: use 73, 87, 95, 98, 99 or 100");
    FAILS(outflank_searcher_search(searcher, game, &(outflank_limits){.depth = 8, .exact = 1}, &outcome),
          OUTFLANK_ERROR_LIMITS, "exact is a search to the end of the game");
    FAILS(outflank_searcher_new(SIZE_MAX, 1, &none), OUTFLANK_ERROR_MEMORY, "hash_bytes ");
    CHECK(none == NULL);
    outflank_game_free(game);
}

struct endless_search {
    outflank_searcher *searcher;
    outflank_outcome outcome;
};

static void *search_without_end(void *argument) {
    struct endless_search *search = argument;
    outflank_game *game = parsed("f5d6");
    CHECK(strcmp(outflank_last_error(), "") == 0);
    int code;
    do {
        code = outflank_searcher_search(search->searcher, game, &(outflank_limits){0}, &search->outcome);
    } while (code == OUTFLANK_ERROR_BUSY);
    CHECK(code == OUTFLANK_OK);
    outflank_game_free(game);
    return NULL;
}

/* A searcher that is busy is searching without end on the other thread. */
static void another_thread_stops_a_search(outflank_searcher *searcher) {
    outflank_game *game = parsed("f5d6");
    outflank_outcome outcome;
    struct endless_search search = {.searcher = searcher};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, search_without_end, &search) == 0);
    while (outflank_searcher_search(searcher, game, &(outflank_limits){.depth = 1}, &outcome) == OUTFLANK_OK) {
    }
    FAILS(outflank_searcher_search(searcher, game, &(outflank_limits){.depth = 1}, &outcome), OUTFLANK_ERROR_BUSY,
          "this searcher is searching");
    CHECK(outflank_searcher_stop(searcher) == OUTFLANK_OK);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(search.outcome.best[0] != 0 && search.outcome.is_exact == 0);

    /* The stop ended one search. The next one searches to its depth, and a stop before it ends it. */
    CHECK(outflank_searcher_search(searcher, game, &(outflank_limits){.depth = 5}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.depth == 5);
    CHECK(outflank_searcher_stop(searcher) == OUTFLANK_OK);
    CHECK(outflank_searcher_search(searcher, game, &(outflank_limits){0}, &outcome) == OUTFLANK_OK);
    CHECK(outcome.depth == 0 && outcome.best[0] != 0 && outcome.is_exact == 0);
    outflank_game_free(game);
}

int main(void) {
    outflank_searcher *searcher;
    CHECK(strcmp(outflank_last_error(), "") == 0);
    CHECK(strchr(outflank_version(), '.') != NULL);
    CHECK(outflank_searcher_new(1 << 20, 2, &searcher) == OUTFLANK_OK);
    games_are_played_and_undone();
    boards_show_passes_and_results();
    texts_are_cut_as_snprintf_cuts_them();
    bad_texts_give_the_sentences_of_the_program();
    null_is_an_error_and_never_a_crash(searcher);
    searches_solve_and_keep_their_limits(searcher);
    bad_searches_are_refused(searcher);
    another_thread_stops_a_search(searcher);
    outflank_searcher_free(searcher);
    return 0;
}
