// A Reversi bot; README.md says how to build and run it.
import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Bot {
    /** Returns the square to play, one of legal. In board, row by row from the top, X is black, O white, - empty. */
    static String choose(String color, String board, String[] legal) {
        // Your idea goes here. This one takes the first legal square.
        return legal[0];
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        // Everything on standard output is for the runner; write your own notes to System.err.
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("{\"type\":\"hello\"")) {
                System.out.println("{\"type\":\"hello\",\"outflank\":1,\"name\":\"My Java bot\"}");
            } else if (line.startsWith("{\"type\":\"move\"")) {
                String[] legal = between(line, "\"legal\":[\"", "\"]").split("\",\"");
                String move = choose(between(line, "\"color\":\"", "\""), between(line, "\"board\":\"", "\""), legal);
                String request = between(line, "\"request\":", ",");
                System.out.println("{\"type\":\"move\",\"request\":" + request + ",\"move\":\"" + move + "\"}");
            } else if (line.startsWith("{\"type\":\"error\"")) {
                System.err.println(line);
            } else if (line.startsWith("{\"type\":\"bye\"")) {
                return;
            }
        }
    }

    /** The part of the line after one text and before another: the runner's JSON has no blanks, so this is enough. */
    static String between(String line, String before, String after) {
        int start = line.indexOf(before) + before.length();
        return line.substring(start, line.indexOf(after, start));
    }
}
