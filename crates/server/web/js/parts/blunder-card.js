// @ts-check
/**
 * A mistake on one card: the boards after the move that was made and after the best one, side by side, with the moves that each side
 * has there, and what it cost. Loaded when it is opened.
 *
 * @import { Judged, Played } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 * @import { Color } from "../wire.js"
 */
import { el } from "../dom.js";
import { opponent } from "../game/color.js";
import { colorName } from "../game/speech.js";
import { word } from "../i18n.js";
import { ask } from "../net/api.js";
import { cardUrl, mobility } from "../net/study.js";
import { hasServer } from "../place.js";
import { changeText, className, signOf } from "../study/review.js";
import { discs, moveName } from "../study/values.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { toastError } from "./notices.js";

/**
 * @param {Judged} judged
 * @param {Played} subject the whole game
 * @param {{ notation: Notation, reply: string[] }} how the best answer to the move that was made
 */
export function openBlunderCard(judged, subject, { notation, reply }) {
  const { ply, move, best, line, value, playedValue } = judged;
  const better = (line.length > 0 && line[0] === best ? line : [best ?? "", ...line].filter(Boolean)).slice(0, 2);
  const played = [move, ...reply.slice(0, 1)];
  const facts = { ply, best: better, line: played.slice(1), value, playedValue };
  const said = saidOf(judged, notation);
  // The server draws the boards.
  const picture = el("img", { class: "card-picture", src: cardUrl("svg", subject, facts), alt: said });
  const png = cardUrl("png", subject, facts);
  const mobile = el("p", { class: "card-text soft" });
  const save = el("a", { class: "button primary", href: png, download: `outflank-${ply}.png` }, icon("download"), word("card.save"));
  picture.addEventListener("error", () => picture.parentElement?.remove());
  openDialog(
    word("card.title", { n: ply }),
    "card-dialog",
    ...(hasServer ? [el("a", { class: "card-link", href: png, target: "_blank", rel: "noopener" }, picture)] : []),
    cardText(judged, said),
    mobile,
    ...(hasServer ? [el("div", { class: "button-row" }, save, shareButton(png, said))] : []),
  );
  const before = { ...subject, moves: subject.moves.slice(0, ply - 1) };
  Promise.all([played, better].map((moves) => mobilityText(before, moves, { color: judged.color, notation })))
    .then((texts) => mobile.replaceChildren(texts.join(" ")))
    // The picture has it too.
    .catch(() => mobile.remove());
}

/**
 * What happened, and what it cost.
 *
 * @param {Judged} judged
 * @param {Notation} notation
 */
function saidOf({ ply, color, move, best, value, playedValue, loss }, notation) {
  const played = { n: ply, color: colorName(color), move: moveName(move, notation), playedValue: discs(playedValue) };
  const said = word("card.said", { ...played, best: moveName(best ?? "", notation), value: discs(value) });
  return `${said} ${word("card.cost", { n: Math.round(loss) })}`;
}

/**
 * @param {Judged} judged
 * @param {string} said
 */
function cardText(judged, said) {
  const sign = el("b", { class: `sign ${judged.class}` }, `${signOf(judged.class)} ${className(judged.class)}`);
  return el("p", { class: "card-text" }, sign, ` ${said}${judged.change ? ` ${changeText(judged.change)}.` : ""}`);
}

/**
 * How many moves each side has after a line: the side that erred comes first.
 *
 * @param {Played} before
 * @param {string[]} moves
 * @param {{ color: Color, notation: Notation }} how
 */
async function mobilityText(before, moves, { color, notation }) {
  const counts = await mobility({ ...before, moves: [...before.moves, ...moves] });
  const line = moves.map((move) => moveName(move, notation)).join(" ");
  const other = opponent(color);
  return word("card.mobility", { line, color: colorName(color), n: counts[color], other: colorName(other), m: counts[other] });
}

/**
 * @param {string} href
 * @param {string} text
 */
function shareButton(href, text) {
  if (!navigator.canShare?.({ files: [new File([], "card.png", { type: "image/png" })] })) return null;
  const onclick = async () => {
    try {
      const picture = await (await ask(href)).blob();
      await navigator.share({ text, files: [new File([picture], "outflank.png", { type: "image/png" })] });
    } catch (error) {
      if (!(error instanceof DOMException)) toastError(error);
    }
  };
  return el("button", { type: "button", class: "button", onclick }, icon("share"), word("invite.share"));
}
