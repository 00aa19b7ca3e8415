// A Reversi bot; README.md says how to build and run it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// State is a question of the runner. In Rows, from the top, X is black, O white, - empty.
type State struct {
	Type    string   `json:"type"`
	Request uint64   `json:"request"`
	Color   string   `json:"color"`
	Rows    []string `json:"rows"`
	Legal   []string `json:"legal"`
	Message string   `json:"message"`
}

// choose returns the square to play, one of state.Legal.
func choose(state State) string {
	// Your idea goes here. This one takes the first legal square.
	return state.Legal[0]
}

// Everything on standard output is for the runner; write your own notes to os.Stderr.
func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var state State
		if err := json.Unmarshal(lines.Bytes(), &state); err != nil {
			continue
		}
		switch state.Type {
		case "hello":
			fmt.Println(`{"type":"hello","outflank":1,"name":"My Go bot"}`)
		case "move":
			fmt.Printf("{\"type\":\"move\",\"request\":%d,\"move\":%q}\n", state.Request, choose(state))
		case "error":
			fmt.Fprintln(os.Stderr, state.Message)
		case "bye":
			return
		}
	}
}
