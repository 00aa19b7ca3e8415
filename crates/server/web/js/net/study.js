// @ts-check
/**
 * Requests for study: lines, positions, records in any format, pictures.
 *
 * @import { Subject, Line, Diagnosis, Reading } from "../study/wire.js"
 * @import { Color } from "../wire.js"
 */
import { hasServer } from "../place.js";
import { ApiError, ask, post } from "./api.js";

/**
 * A game after its moves: whose turn it is, what may be played, what it is called.
 *
 * @param {Subject} subject
 * @returns {Promise<Line>}
 */
export async function line(subject) {
  return fromEither(
    async () => (await post("/api/line", subject)).json(),
    (engine) => engine.line(subject),
  );
}

/**
 * The mobility of each side after a game.
 *
 * @param {Subject} subject
 * @returns {Promise<Record<Color, number>>}
 */
export async function mobility(subject) {
  const { variant, board } = await line(subject);
  const count = async (/** @type {string} */ mover) =>
    (await line({ variant: variant.name ?? undefined, start: `${board} ${mover}` })).legal.length;
  const [black, white] = await Promise.all([count("X"), count("O")]);
  return { black, white };
}

/**
 * Checks a board.
 *
 * @param {{ board: string, variant?: string, turn?: string }} board
 * @param {AbortSignal} [signal]
 * @returns {Promise<Diagnosis>}
 */
export async function position(board, signal) {
  return fromEither(
    async () => (await post("/api/position", board, signal)).json(),
    (engine) => engine.position(board),
    signal,
  );
}

/**
 * The games in a text or a file.
 *
 * @param {Blob | string} content
 * @param {string} [name] of the file, which may tell the format
 * @returns {Promise<Reading>}
 */
export async function read(content, name = "") {
  const query = name ? `?${new URLSearchParams({ name })}` : "";
  const headers = { "Content-Type": "application/octet-stream" };
  return fromEither(
    async () => (await ask(`/api/read${query}`, { method: "POST", headers, body: content })).json(),
    (engine) => engine.read(content, name),
  );
}

/**
 * The answer of the server or, where there is none or it is away, of the browser's engine. The
 * server's comes first: it is there before the engine is loaded.
 *
 * @template Answer
 * @param {() => Promise<Answer>} fromServer
 * @param {(engine: typeof import("../engine/engine.js").engine) => Promise<Answer>} fromEngine
 * @param {AbortSignal} [signal]
 */
async function fromEither(fromServer, fromEngine, signal) {
  /** @type {unknown} */
  let away;
  try {
    if (hasServer) return await fromServer();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "offline") || signal?.aborted) throw error;
    away = error;
  }
  const { engine } = await import("../engine/engine.js");
  if (away && !engine.isSupported) throw away;
  return fromEngine(engine);
}

/**
 * The address of a picture, for a game of the server or any other. An HTML replay can include the
 * review.
 *
 * @param {"svg" | "png" | "gif" | "html"} kind
 * @param {{ game?: string | null, subject?: Subject, ply?: number, review?: string }} of
 */
export function pictureUrl(kind, { game, subject = {}, ply, review }) {
  const path = game ? `/api/games/${encodeURIComponent(game)}/picture.${kind}` : `/api/picture.${kind}`;
  const query = game ? new URLSearchParams() : subjectQuery(subject);
  if (ply !== undefined) query.set("ply", String(ply));
  if (review) query.set("review", review);
  return `${path}?${inTheme(query)}`;
}

/**
 * The address of the embedded game.
 *
 * @param {{ game: string | null, subject: Subject, ply: number, title: string }} of
 */
export function embedUrl({ game, subject, ply, title }) {
  const query = game ? new URLSearchParams() : subjectQuery(subject);
  if (!game && title) query.set("title", title);
  query.set("ply", String(ply));
  return `/embed${game ? `/${encodeURIComponent(game)}` : ""}?${query}`;
}

/**
 * The address of the graph of a game.
 *
 * @param {"svg" | "png"} kind
 * @param {string} review
 * @param {string} title
 */
export function chartUrl(kind, review, title) {
  const query = new URLSearchParams({ review });
  if (title) query.set("title", title);
  return `/api/chart.${kind}?${inTheme(query)}`;
}

/** Pictures look like the page. @param {URLSearchParams} query */
function inTheme(query) {
  query.set("theme", document.documentElement.dataset.theme ?? "classic");
  return query;
}

/**
 * The address of the card of a mistake: the boards after the played move and after the best one.
 *
 * @param {"svg" | "png"} kind
 * @param {Subject} subject
 * @param {{ ply: number, best: string[], line?: string[], value: number, playedValue: number }} mistake
 */
export function cardUrl(kind, subject, { ply, best, line: reply = [], value, playedValue }) {
  const query = subjectQuery(subject);
  query.set("ply", String(ply));
  query.set("best", best.join(""));
  if (reply.length) query.set("line", reply.join(""));
  query.set("value", String(value));
  query.set("playedValue", String(playedValue));
  return `/api/card.${kind}?${inTheme(query)}`;
}

/**
 * A subject as part of an address.
 *
 * @param {Subject} subject
 */
export function subjectQuery({ variant, start, moves = [] }) {
  const query = new URLSearchParams();
  if (variant && variant !== "standard") query.set("variant", variant);
  if (start) query.set("start", start);
  // Readers insert passes themselves, except one at the end.
  const text = typeof moves === "string" ? moves : moves.filter((move, place) => move !== "pass" || place === moves.length - 1).join("");
  if (text) query.set("moves", text);
  return query;
}
