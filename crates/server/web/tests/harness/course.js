// @ts-check
/** Two course players that speak JSON lines; one never answers. */

import { connect, createServer } from "node:net";
import { once } from "node:events";
import { createInterface } from "node:readline";

export const PASSWORD = "kite";

/** A port that is free now. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/**
 * A game in which White, who moves first, is silent and Black answers: it ends when White has lost too many turns.
 *
 * @param {number} port
 * @returns {Promise<void>}
 */
export async function lateGame(port) {
  const silent = await player(port, "Late", "white", () => null);
  const other = await player(port, "Bob", "black", (state) => firstOf(state));
  await Promise.all([silent.over, other.over]);
}

/**
 * @param {number} port
 * @param {string} name
 * @param {"black" | "white"} seat
 * @param {(state: any) => [number, number] | null} answer
 */
async function player(port, name, seat, answer) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const say = (/** @type {object} */ message) => socket.write(`${JSON.stringify(message)}\n`);
  say({ type: "login", name, password: PASSWORD, player_kind: "ai" });
  say({ type: "sit", table: 0, seat });
  say({ type: "ready", ready: true });
  const own = seat === "white" ? 1 : -1;
  const over = (async () => {
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line);
      if (message.type !== "game_state") continue;
      if (message.game_over) break;
      const move = message.turn === own ? answer(message) : null;
      if (move) say({ type: "move", request_id: message.request_id, x: move[0], y: move[1] });
    }
    socket.destroy();
  })();
  return { over };
}

/** The first legal square of the side to move: row and column. @param {any} state @returns {[number, number]} */
function firstOf({ board, turn }) {
  const at = (/** @type {number} */ row, /** @type {number} */ column) => board[row]?.[column];
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      if (at(row, column) === 0 && flips(at, turn, row, column)) return [row, column];
    }
  }
  throw new Error("who is asked can move");
}

/**
 * @param {(row: number, column: number) => number | undefined} at
 * @param {number} turn
 * @param {number} row
 * @param {number} column
 */
function flips(at, turn, row, column) {
  const steps = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])).filter(([down, right]) => down || right);
  return steps.some(([down, right]) => {
    let length = 1;
    while (at(row + down * length, column + right * length) === -turn) length += 1;
    return length > 1 && at(row + down * length, column + right * length) === turn;
  });
}
