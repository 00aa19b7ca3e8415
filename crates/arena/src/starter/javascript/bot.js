// A Reversi bot; README.md says how to run it.
'use strict';

// Returns the square to play, one of state.legal.
//   state.color    your color, "black" or "white"; black discs are X, white discs are O
//   state.rows     the board, a text for each row from the top, such as "---OX---"
//   state.history  all moves so far, such as ["f5", "d6"]
//   state.clock    state.clock.own_ms are the milliseconds left, if there is a clock
function choose(state) {
  // Your idea goes here. This one takes the first legal square.
  return state.legal[0];
}

// Everything on standard output is for the runner; write your own notes with console.error.
function say(message) {
  process.stdout.write(JSON.stringify(message) + '\n');
}

const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') {
    say({ type: 'hello', outflank: 1, name: 'My JavaScript bot' });
  } else if (message.type === 'move') {
    say({ type: 'move', request: message.request, move: choose(message) });
  } else if (message.type === 'error') {
    console.error(message.message);
  } else if (message.type === 'bye') {
    process.exit();
  }
});
