// @ts-check
/**
 * The drawing of a game's values.
 *
 * @import { Judged } from "../study/wire.js"
 * @import { GraphView } from "./game-graph.js"
 * @typedef {{ x: (ply: number) => number, y: (value: number) => number, width: number, height: number, most: number }} Scale
 */
import { svg } from "../dom.js";
import { word } from "../i18n.js";
import { isLoss } from "../study/review.js";
import { discs } from "../study/values.js";

const LEFT = 30;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 8;
/** The tops of the scale: the smallest that holds every value is taken. */
const TOPS = [8, 16, 32, 64];

/**
 * The turn under a place of the drawing.
 *
 * @param {number} x
 * @param {{ width: number, plies: number }} graph
 */
export function plyAt(x, { width, plies }) {
  return Math.round(((x - LEFT) / (width - LEFT - RIGHT)) * plies);
}

/**
 * @param {GraphView} view
 * @param {{ width: number, height: number }} size
 */
export function drawGraph({ plies, at, review }, { width, height }) {
  const moves = review?.moves ?? [];
  const scale = scaleOf(plies, moves, { width, height });
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" },
    ...ground(scale),
    review?.exactFrom != null && exactRegion(review.exactFrom, plies, scale, moves.at(-1)?.valueForBlack ?? 0),
    curve(moves, scale),
    ...moves.filter(({ change }) => change !== null).map((move) => turningPoint(move, scale)),
    ...moves.filter((move) => isLoss(move.class)).map((move) => mark(move, scale)),
    ...cursor(at, moves, scale),
  );
}

/**
 * @param {number} plies
 * @param {Judged[]} moves
 * @param {{ width: number, height: number }} size
 * @returns {Scale}
 */
function scaleOf(plies, moves, { width, height }) {
  const largest = Math.max(...moves.map(({ valueForBlack }) => Math.abs(valueForBlack)), 0);
  const most = TOPS.find((top) => largest <= top) ?? 64;
  const middle = TOP + (height - TOP - BOTTOM) / 2;
  const half = (height - TOP - BOTTOM) / 2;
  return {
    x: (ply) => round(LEFT + (plies ? (ply / plies) * (width - LEFT - RIGHT) : 0)),
    y: (value) => round(middle - (Math.max(-most, Math.min(most, value)) / most) * half),
    width,
    height,
    most,
  };
}

/** @param {Scale} scale */
function ground({ y, width, height, most }) {
  const lines = [most, most / 2, -most / 2, -most].map((value) => `M${LEFT} ${y(value)}H${width - RIGHT}`).join("");
  const labels = [most, 0, -most].map((value) =>
    svg("text", { x: LEFT - 6, y: y(value) + 3.5, "text-anchor": "end", class: "figure" }, discs(value)),
  );
  return [
    svg("rect", { x: LEFT, y: TOP, width: Math.max(0, width - LEFT - RIGHT), height: y(0) - TOP, class: "half black" }),
    svg("rect", { x: LEFT, y: y(0), width: Math.max(0, width - LEFT - RIGHT), height: height - BOTTOM - y(0), class: "half white" }),
    svg("path", { d: lines, class: "rule" }),
    svg("path", { d: `M${LEFT} ${y(0)}H${width - RIGHT}`, class: "zero" }),
    ...labels,
    svg("circle", { cx: LEFT + 10, cy: TOP + 10, r: 4.5, class: "side-sign black" }),
    svg("circle", { cx: LEFT + 10, cy: height - BOTTOM - 10, r: 4.5, class: "side-sign white" }),
  ];
}

/**
 * Where every value is proven: hatched, with a check mark.
 *
 * @param {number} from
 * @param {number} plies
 * @param {Scale} scale
 * @param {number} end what the game came to: the words stand on the other side
 */
function exactRegion(from, plies, { x, height }, end) {
  const left = x(Math.max(0, from - 0.5));
  const right = x(plies);
  const hatch = svg(
    "pattern",
    { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("path", { d: "M0 0V7", class: "hatch" }),
  );
  const area = { x: left, y: TOP, width: Math.max(0, right - left), height: height - TOP - BOTTOM };
  const shade = svg("rect", { ...area, fill: "url(#hatch)" });
  const edge = svg("path", { d: `M${left} ${TOP}V${height - BOTTOM}`, class: "edge" });
  const place = { x: right - 5, y: end > 0 ? height - BOTTOM - 6 : TOP + 13, "text-anchor": "end" };
  const label = right - left > 48 && svg("text", { ...place, class: "figure strong" }, word("graph.exact"));
  return svg("g", { class: "exact" }, svg("defs", {}, hatch), shade, edge, label);
}

/**
 * The review is made from the end: what is not known yet is left out.
 *
 * @param {Judged[]} moves
 * @param {Scale} scale
 */
function curve(moves, { x, y }) {
  if (moves.length === 0) return null;
  const points = moves.map(({ ply, valueForBlack }) => `${x(ply)} ${y(valueForBlack)}`);
  const first = x(moves[0].ply);
  const last = x(moves[moves.length - 1].ply);
  const area = `M${first} ${y(0)}L${points.join("L")}L${last} ${y(0)}Z`;
  return svg("g", {}, svg("path", { d: area, class: "area" }), svg("path", { d: `M${points.join("L")}`, class: "curve" }));
}

/**
 * A flag where the winner changes.
 *
 * @param {Judged} move
 * @param {Scale} scale
 */
function turningPoint({ ply }, { x, height }) {
  const at = x(ply);
  const pole = svg("path", { d: `M${at} ${TOP - 10}V${height - BOTTOM}`, class: "pole" });
  return svg("g", { class: "turn" }, pole, svg("path", { d: `M${at} ${TOP - 11}h9l-2.5 3.5 2.5 3.5h-9z`, class: "flag" }));
}

/**
 * An inaccuracy is a circle, a mistake a triangle, a blunder a square on its corner; filled as the discs of who made it, and colored
 * by its class around.
 *
 * @param {Judged} move
 * @param {Scale} scale
 */
function mark(move, { x, y }) {
  const place = `translate(${x(move.ply)} ${y(move.valueForBlack)})`;
  return markOf(/** @type {keyof typeof SHAPES} */ (move.class), move.color, place);
}

/**
 * The mark of a class of mistake. The legend uses it too.
 *
 * @param {keyof typeof SHAPES} kind
 * @param {import("../wire.js").Color} color
 * @param {string | null} [transform]
 */
export function markOf(kind, color, transform = null) {
  return svg("path", { d: SHAPES[kind], transform, class: `mark ${kind} ${color}` });
}

/** Outlines, centered on the origin. */
const SHAPES = {
  inaccuracy: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
  mistake: "M0 -5.5L5.2 4H-5.2z",
  blunder: "M0 -6.5L6.5 0L0 6.5L-6.5 0z",
};

/**
 * @param {number} at
 * @param {Judged[]} moves
 * @param {Scale} scale
 */
function cursor(at, moves, { x, y, height }) {
  const judged = moves.find(({ ply }) => ply === at);
  return [
    svg("path", { d: `M${x(at)} ${TOP - 6}V${height - BOTTOM + 4}`, class: "cursor" }),
    judged && svg("circle", { cx: x(at), cy: y(judged.valueForBlack), r: 5, class: "knob" }),
  ];
}

/** @param {number} place */
function round(place) {
  return Math.round(place * 10) / 10;
}
