// @ts-check
/**
 * A mistake on one card: the boards after the move that was made and after the best one, side by side, with the moves that each side
 * has there, and what it cost. Loaded when it is opened.
 *
 * @import { Judged, Subject } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { ask } from "../net/api.js";
import { cardUrl } from "../net/study.js";
import { changeText, className, signOf } from "../study/review.js";
import { discs } from "../study/values.js";
import { word } from "../words.js";
import { icon } from "./icons.js";
import { openDialog } from "./plain-dialog.js";
import { toastError } from "./toast.js";

/**
 * @param {Judged} judged
 * @param {Subject} subject the game up to the mistake
 * @param {{ notation: Notation, reply: string[] }} how the best answer to the move that was made
 */
export function openBlunderCard(judged, subject, { notation, reply }) {
  const { ply, color, move, best, line, value, playedValue, loss, change } = judged;
  const better = line.length > 0 && line[0] === best ? line : [best ?? "", ...line].filter(Boolean);
  const facts = { ply, best: better.slice(0, 2), line: reply.slice(0, 1), value, playedValue };
  const said = word("card.said", { n: ply, color: colorName(color), move: squareName(move, notation), playedValue: discs(playedValue), best: squareName(best ?? "", notation), value: discs(value) });
  const cost = word("card.cost", { n: Math.round(loss) });
  const picture = el("img", { class: "card-picture", src: cardUrl("svg", subject, facts), alt: `${said} ${cost}` });
  const png = cardUrl("png", subject, facts);
  const text = el("p", { class: "card-text" }, el("b", { class: `sign ${judged.class}` }, `${signOf(judged.class)} ${className(judged.class)}`), ` ${said} ${cost}${change ? ` ${changeText(change)}.` : ""}`);
  const save = el("a", { class: "button primary", href: png, download: `outflank-${ply}.png` }, icon("download"), word("card.save"));
  openDialog(word("card.title", { n: ply }), "card-dialog", el("a", { class: "card-link", href: png, target: "_blank", rel: "noopener" }, picture), text, el("div", { class: "button-row" }, save, shareButton(png, `${said} ${cost}`)));
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
