// @ts-check
/**
 * A game that the browser plays by itself. It stands where `Link` of js/net/socket.js stands for a
 * game of the server: it takes the same commands, folds the same events and tells them to the page
 * in the same way. The rules and the computer's moves come from the engine of the browser. If that
 * cannot be loaded, the game moves to the server.
 *
 * @import { Command, Color, GameEvent, Result, Seat, State } from "../wire.js"
 * @import { Line } from "../study/wire.js"
 * @import { Kept } from "./kept.js"
 */
import { engine } from "../engine/engine.js";
import { ApiError, Refused } from "../net/api.js";
import { handOver, offerKept } from "../net/offer.js";
import { subjectQuery } from "../net/study.js";
import { address } from "../place.js";
import { ggfOf } from "../study/copies.js";
import { RECONNECT } from "../timing.js";
import { playersOf } from "./begin.js";
import { opponent } from "./color.js";
import { fold } from "./fold.js";
import { REFUSED, keep, kept, newId, onChangeElsewhere } from "./kept.js";
import { playerName } from "./players.js";
import { takenBackBy } from "./takeback.js";

/** Both players are here. */
const HERE = { connected: true, claimableAt: null };

/** No discs are placed: a side without a move passes. */
const PASS = "pass";

export class LocalGame extends EventTarget {
  /** @type {State | null} */
  state = null;

  #id;
  /** @type {Kept | null} */
  #game;
  /** One command after another. @type {Promise<unknown>} */
  #work;
  /** Ends the search for the computer's move. */
  #thinking = new AbortController();

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    this.#game = kept(id);
    this.#work = this.#load();
    onChangeElsewhere(id, () => this.reconnect());
  }

  serverNow() {
    return Date.now();
  }

  /**
   * Runs a command; fulfilled when the browser has stored it.
   *
   * @param {Command} command
   * @returns {Promise<number>} the version it brought
   */
  send(command) {
    return this.#next(() => this.#run(command));
  }

  /** Loads the game again: another tab has changed it. */
  reconnect() {
    this.#thinking.abort();
    this.#game = kept(this.#id);
    this.#next(() => this.#load());
  }

  /**
   * @template Value
   * @param {() => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  #next(work) {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }

  async #load() {
    const game = this.#game;
    if (!game) return this.#tell("connection", "gone");
    if (game.stored && !game.stored.startsWith(REFUSED) && game.face?.status !== "over") {
      return location.replace(`/game/${encodeURIComponent(game.stored)}`);
    }
    try {
      const line = await lineOf(game);
      this.state = stateOf(game, line);
      this.#tell("state", { state: this.state, message: this.state });
      this.#think();
    } catch (error) {
      await this.#giveUp(error);
    }
  }

  /** @param {Command} command */
  async #run(command) {
    if (!this.#game || !this.state) throw new Refused("offline");
    const game = { ...this.#game };
    const { status, moves } = this.state;
    if (command.type === "rematch") return this.#rematch(game);
    if (status === "over") throw new Refused("over");
    /** @type {GameEvent[]} */
    let events = [];
    if (command.type === "move") {
      if (command.ply !== moves.length) throw new Refused("stale");
      game.moves = [...game.moves, command.square];
    } else if (command.type === "takeback") {
      const ply = moves.length - takenBackBy(this.state).length;
      if (ply >= moves.length || ply < game.given) throw new Refused("nothing-to-take-back");
      this.#thinking.abort();
      game.moves = game.moves.slice(0, ply);
      events = [{ kind: "taken_back", ply }];
    } else if (command.type === "resign") {
      this.#thinking.abort();
      const color = game.you.length === 1 ? game.you[0] : /** @type {Color} */ (this.state.turn);
      game.resigned = color;
      events = [{ kind: "resigned", color }];
    }
    return this.#commit(game, events);
  }

  /** The same game with the colors exchanged. @param {Kept} game */
  async #rematch(game) {
    if (game.rematch) return game.version;
    const { black, white } = game.players;
    const moves = game.moves.slice(0, game.given);
    const again = { ...game, id: newId(), version: 1, created: Date.now(), moves, record: moves.join(" ") };
    const fresh = { ...again, players: { black: white, white: black }, you: game.you.length === 1 ? game.you.map(opponent) : game.you };
    keep({ ...fresh, seed: newSeed(), resigned: null, rematch: null, face: null, stored: null });
    game.rematch = again.id;
    return this.#commit(game, [{ kind: "rematched", game: again.id }]);
  }

  /**
   * Stores the game after a command and tells what happened: the events of the command, then the
   * moves that are new, forced passes and the end.
   *
   * @param {Kept} game
   * @param {GameEvent[]} events
   */
  async #commit(game, events) {
    const before = /** @type {State} */ (this.state);
    const line = await lineOf(game);
    if (kept(game.id)?.version !== this.#game?.version) throw new Refused("stale");
    const known = Math.min(before.moves.length, line.moves.length);
    const played = line.moves.slice(known).map((move) => /** @type {GameEvent} */ ({ kind: move.move === PASS ? "passed" : "moved", ...move }));
    const after = stateOf(game, line);
    const over = /** @type {GameEvent[]} */ (after.result && !before.result ? [{ kind: "over", result: after.result }] : []);
    const all = [...events, ...played, ...over];
    game.version += all.length;
    game.record = line.transcript;
    /** @type {State} */
    let state = before;
    const messages = all.map((event, place) => {
      const version = before.version + place + 1;
      const message = { type: /** @type {const} */ ("event"), version, now: Date.now(), event, state: after };
      state = /** @type {State} */ (fold(state, message));
      return message;
    });
    this.state = { ...state, type: "state" };
    // The server may have taken the game meanwhile.
    game.stored = kept(game.id)?.stored ?? null;
    keep({ ...game, face: faceOf(this.state) });
    this.#game = game;
    for (const message of messages) this.#tell("state", { state: this.state, message });
    if (over.length) offerKept();
    this.#think();
    return game.version;
  }

  /** Lets the computer move if it is its turn. */
  async #think() {
    const game = this.#game;
    const { turn, status } = this.state ?? {};
    if (!game || !turn || status !== "playing" || game.players[turn] === "human") return;
    const asked = new AbortController();
    this.#thinking = asked;
    const [, level] = /^level:(\d+)$/.exec(game.players[turn]) ?? [];
    const order = { ...subjectOf(game), level: level ? Number(level) : /** @type {"greedy"} */ (game.players[turn]), seed: game.seed };
    try {
      const { move } = await engine.choose(order, asked.signal);
      if (asked.signal.aborted) return;
      await this.send({ type: "move", ply: game.moves.length, square: move });
    } catch (error) {
      if (!asked.signal.aborted && !(error instanceof Refused)) await this.#giveUp(error);
    }
  }

  /** The engine is not to be had: the server plays on. @param {unknown} error */
  async #giveUp(error) {
    const game = this.#game;
    if (!game) return;
    try {
      location.replace(await handOver(game));
    } catch {
      // Neither engine nor server: try again later.
      this.#tell("connection", "lost");
      if (error instanceof ApiError && error.status === 400) return this.#tell("connection", "gone");
      setTimeout(() => this.reconnect(), RECONNECT.most);
    }
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    if (name === "state") this.dispatchEvent(new CustomEvent("connection", { detail: "open" }));
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The whole game so far. @param {Kept} game */
export function subjectOf({ variant, start, moves }) {
  return { variant, start, moves };
}

/** For the moves that the engine draws by lot. */
export function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * The game with its forced passes, which are added to its moves.
 *
 * @param {Kept} game
 * @returns {Promise<Line>}
 */
async function lineOf(game) {
  for (;;) {
    const line = await engine.line(subjectOf(game));
    game.moves = line.moves.map(({ move }) => move);
    if (game.resigned || line.status === "over" || line.legal.length > 0) return line;
    game.moves.push(PASS);
  }
}

/**
 * @param {Kept} game
 * @param {Line} line
 * @returns {State}
 */
function stateOf(game, line) {
  const { id, version, created, players, you, name, resigned, rematch } = game;
  const isOver = resigned !== null || line.status === "over";
  const seat = (/** @type {Color} */ color) => seatOf(players[color], you.length === 1 && you.includes(color) ? name : null);
  const holes = [...line.start].filter((cell) => cell === "#").length;
  const winner = resigned ? opponent(resigned) : (line.result?.winner ?? null);
  return {
    type: "state",
    id,
    version,
    now: Date.now(),
    created,
    variant: line.variant,
    start: line.start,
    first: line.first,
    you,
    moves: line.moves,
    previous: null,
    tournament: null,
    canTakeBack: true,
    hints: true,
    presence: { black: HERE, white: HERE, watchers: 0 },
    status: isOver ? "over" : "playing",
    waitingForStart: false,
    turn: isOver ? null : line.turn,
    board: line.board,
    counts: line.counts,
    legal: isOver ? [] : line.legal,
    opening: line.opening,
    clock: null,
    seats: { black: seat("black"), white: seat("white") },
    offers: { takeback: null, rematch: null },
    result: isOver ? resultOf(line.counts, { winner, resigned, size: line.variant.size, holes }) : null,
    rematchGame: rematch,
    alone: linksOf(game, line, { black: seat("black"), white: seat("white") }),
  };
}

/**
 * @param {Kept} game
 * @param {Line} line
 * @param {Record<Color, import("../wire.js").Seat>} seats
 */
function linksOf(game, line, seats) {
  const names = { black: playerName(seats.black), white: playerName(seats.white) };
  const query = subjectQuery(subjectOf(game));
  for (const [color, name] of Object.entries(names)) query.set(color, name);
  return { analysis: address(`/analyse?${query}`), record: `data:text/plain;charset=utf-8,${encodeURIComponent(ggfOf({ ...line, names }))}` };
}

/**
 * What lists show of a game.
 *
 * @param {State} state
 * @returns {import("../net/api.js").Listed}
 */
function faceOf({ id, status, variant, seats, board, counts, moves, turn, result, created, you }) {
  const last = moves.findLast(({ move }) => move !== PASS)?.move ?? null;
  const facts = { id, status, variant, seats, board, counts, ply: moves.length, turn, last, result, created };
  return { ...facts, updated: Date.now(), yours: you, waitingForStart: false, tournament: null };
}

/**
 * Creates a game in the storage of this browser.
 *
 * @param {import("../net/api.js").NewGame} request
 * @returns {Promise<string>} its id
 */
export async function createLocal(request) {
  const { you = "black", variant, first, name = null, from, listed = true, seed } = request;
  const line = await engine.line({ variant, from: from ?? undefined });
  const isOwnStart = Boolean(from) && line.start !== (await engine.line({ variant })).start;
  // A record with its own board does not say these.
  const isUnwritable = isOwnStart && (line.variant.goal === "fewest" || line.start.includes("#"));
  // The name of this variant says that the first mover is drawn.
  const drawn = variant === "random-first" && !first ? "random" : first;
  const mover = drawn === "random" ? (Math.random() < 0.5 ? "black" : "white") : (drawn ?? line.first);
  /** @type {Kept} */
  const game = {
    id: newId(),
    version: 1,
    created: Date.now(),
    variant: line.variant.name ?? undefined,
    start: `${line.start} ${mover === "black" ? "X" : "O"}`,
    moves: line.moves.map(({ move }) => move),
    given: line.moves.length,
    record: line.transcript,
    isOwnStart,
    players: playersOf(request),
    you: you === "both" ? ["black", "white"] : [/** @type {Color} */ (you)],
    name,
    listed,
    seed: seed ?? newSeed(),
    resigned: null,
    rematch: null,
    face: null,
    stored: isUnwritable ? `${REFUSED} its board` : null,
  };
  keep({ ...game, face: faceOf(stateOf(game, await lineOf(game))) });
  return game.id;
}

/** @param {string} player @param {string | null} name @returns {Seat} */
function seatOf(player, name) {
  const [, level] = /^level:(\d+)$/.exec(player) ?? [];
  if (player === "human") return { kind: "human", player, name, title: name ?? "Guest", taken: true };
  const title = level ? `Level ${level}` : player[0].toUpperCase() + player.slice(1);
  return { kind: level ? "level" : "bot", player, ...(level && { level: Number(level) }), name: null, title, taken: true };
}

/**
 * How a game ended.
 *
 * @param {Record<Color, number>} counts
 * @param {{ winner: Color | null, resigned: Color | null, size: number, holes: number }} how
 * @returns {Result}
 */
function resultOf({ black, white }, { winner, resigned, size, holes }) {
  const margin = black - white;
  const empty = size * size - holes - black - white;
  const reason = resigned ? "resigned" : black === 0 || white === 0 ? "wipe-out" : "played";
  return { winner, reason, black, white, margin, officialMargin: margin + Math.sign(margin) * empty };
}
