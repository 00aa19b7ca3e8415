// @ts-check
/**
 * The share dialog: link to the move, texts to copy, pictures, HTML replay, embed code. Loaded when
 * opened.
 *
 * @import { Review, Subject } from "../study/wire.js"
 * @import { Told } from "../study/copies.js"
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} Shared
 * @property {Told} told
 * @property {Color | null} turn
 * @property {number} ply turns on the board
 * @property {string} link to this game at this move
 * @property {string | null} game of the server
 * @property {Subject} subject the whole game, for pictures of one that is not on the server
 * @property {Review | null} [review] of the whole game
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { ask, recordUrl } from "../net/api.js";
import { chartUrl, embedUrl, pictureUrl } from "../net/study.js";
import { hasServer } from "../place.js";
import { ggfOf, reviewText, textOf, transcriptOf } from "../study/copies.js";
import { copyText, lineToCopy } from "./copy.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { toastError } from "./notices.js";

/** Characters that the server writes over a picture. */
const LONGEST_TITLE = 120;

/** @param {Shared} shared */
export function openShare(shared) {
  const { game, subject, ply, link, told } = shared;
  const review = shared.review ? reviewText(shared.review) : undefined;
  const parts = [
    section(word("share.link"), lineToCopy(link, word("share.link")), shareButton(link)),
    section(
      word("share.copyAs"),
      row(
        copyButton(word("share.transcript"), () => transcriptText(told)),
        copyButton("GGF", () => (game ? recordText(game, "ggf") : Promise.resolve(ggfOf(told)))),
        copyButton(word("share.text"), () => Promise.resolve(textOf(told, ply, shared.turn))),
      ),
    ),
    ...(hasServer ? pictures(shared, review) : []),
  ];
  const preview = hasServer && el("img", { class: "preview", src: pictureUrl("svg", { game, subject, ply }), alt: word("share.preview", { n: ply }) });
  if (preview) preview.addEventListener("error", () => preview.remove());
  openDialog(word("share.title"), "share-dialog", el("div", { class: "share" }, preview, el("div", { class: "share-ways" }, ...parts)));
}

/**
 * What the server draws: pictures to save, and a game to embed.
 *
 * @param {Shared} shared
 * @param {string | undefined} review
 */
function pictures({ game, subject, ply, told }, review) {
  const picture = (/** @type {"svg" | "png"} */ kind) => pictureUrl(kind, { game, subject, ply });
  return [
    section(
      word("share.save"),
      row(
        saveLink("PNG", picture("png"), "png"),
        saveLink("SVG", picture("svg"), "svg"),
        saveLink("GIF", pictureUrl("gif", { game, subject }), "gif"),
        saveLink(word("share.replay"), pictureUrl("html", { game, subject, review }), "html"),
        ...(review?.includes(",") ? graphLinks(review, titleOf(told)) : []),
      ),
    ),
    section(word("share.embed"), lineToCopy(frame(embedUrl({ game, subject, ply, title: titleOf(told) })), word("share.embed"))),
  ];
}

/**
 * @param {string} title
 * @param {...(Node | null)} content
 */
function section(title, ...content) {
  return el("section", {}, el("h3", {}, title), ...content);
}

/** @param {...Node} content */
function row(...content) {
  return el("div", { class: "button-row" }, ...content);
}

/**
 * @param {string} label
 * @param {() => Promise<string>} text
 */
function copyButton(label, text) {
  const onclick = async () => {
    try {
      await copyText(await text());
    } catch (error) {
      toastError(error);
    }
  };
  return el("button", { type: "button", class: "button", onclick }, icon("copy"), label);
}

/** @param {Told} told */
async function transcriptText(told) {
  const text = transcriptOf(told);
  if (text === null) throw new Error(word("share.lostTurn"));
  return text;
}

/**
 * @param {string} game
 * @param {string} format
 */
async function recordText(game, format) {
  return (await ask(recordUrl(game, format))).text();
}

/**
 * @param {string} label
 * @param {string} href
 * @param {string} ending
 */
function saveLink(label, href, ending) {
  return el("a", { class: "button", href, download: `outflank.${ending}` }, icon("download"), label);
}

/**
 * The graph of the game.
 *
 * @param {string} review
 * @param {string} title
 */
function graphLinks(review, title) {
  const kinds = /** @type {const} */ (["png", "svg"]);
  return kinds.map((kind) => saveLink(word("share.graph", { kind: kind.toUpperCase() }), chartUrl(kind, review, title), kind));
}

/** Who played, as far as it is known. @param {Told} told */
function titleOf({ names: { black, white } }) {
  return black && white ? [...`${black} – ${white}`].slice(0, LONGEST_TITLE).join("") : "";
}

/** Shown if the system can share. @param {string} url */
function shareButton(url) {
  if (!navigator.share) return null;
  const onclick = () => navigator.share({ url, title: word("name") }).catch(() => {});
  return el("button", { type: "button", class: "button", onclick }, icon("share"), word("invite.share"));
}

/** The embed code. @param {string} path */
function frame(path) {
  const src = `${location.origin}${path}`.replaceAll("&", "&amp;");
  return `<iframe src="${src}" width="420" height="540" title="Outflank" loading="lazy"></iframe>`;
}
