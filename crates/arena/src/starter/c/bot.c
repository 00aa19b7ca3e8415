/* A Reversi bot; README.md says how to build and run it. */
#include <stdio.h>
#include <string.h>

static char line[65537];

/* Returns the number of the square to play, one of the count in legal, each a text such as "d3".
   In board, row by row from the top, X is black, O white, - empty; color is 'b' or 'w'. */
static int choose(char color, const char *board, const char legal[][3], int count) {
    (void)color, (void)board, (void)legal, (void)count;
    /* Your idea goes here. This one takes the first legal square. */
    return 0;
}

static int is(const char *type) {
    return strncmp(line, "{\"type\":\"", 9) == 0 && strncmp(line + 9, type, strlen(type)) == 0;
}

/* What follows a text in the line: the runner's JSON has no blanks, so this is enough. */
static const char *after(const char *text) {
    const char *found = strstr(line, text);
    return found ? found + strlen(text) : "";
}

/* Everything on standard output is for the runner; write your own notes to stderr. */
int main(void) {
    while (fgets(line, sizeof line, stdin) && !is("bye")) {
        char legal[64][3] = {{0}}, board[65] = "";
        unsigned long request = 0;
        int count = 0;
        if (is("hello")) puts("{\"type\":\"hello\",\"outflank\":1,\"name\":\"My C bot\"}");
        if (is("error")) fputs(line, stderr);
        if (is("move")) {
            sscanf(after("\"board\":\""), "%64[^\"]", board);
            sscanf(after("\"request\":"), "%lu", &request);
            for (const char *square = after("\"legal\":["); *square == '"'; square += square[4] == ',' ? 5 : 4)
                memcpy(legal[count++], square + 1, 2);
            int chosen = choose(*after("\"color\":\""), board, (const char(*)[3])legal, count);
            printf("{\"type\":\"move\",\"request\":%lu,\"move\":\"%s\"}\n", request, legal[chosen]);
        }
        fflush(stdout);
    }
    return 0;
}
