// @ts-check
/**
 * The prompts of a game: invite, offers of the opponent, an absent opponent, the result.
 *
 * @import { State, Color, Command } from "../wire.js"
 * @import { Seating } from "../game/seating.js"
 *
 * @typedef {object} Prompt
 * @property {string} key
 * @property {() => HTMLElement} build
 * @property {(element: HTMLElement) => void} [update]
 *
 * @typedef {object} Around
 * @property {number} now the server's time
 * @property {boolean} isSettled does the board show the end of the game?
 * @property {boolean} countUp does the player see the end for the first time?
 * @property {string | null} invite address of the free seat
 * @property {Seating | null} seating the result of the invite link that opened the page
 * @property {((name: string) => void) | null} tellName for a player who has not been asked for a name
 * @property {(command: Command) => void} send
 * @property {() => void} inviteAgain
 * @property {() => void} newGame
 */
import { el } from "../dom.js";
import { clockText } from "../game/clock.js";
import { opponent } from "../game/color.js";
import { squaresOf } from "../game/speech.js";
import { takenBackBy } from "../game/takeback.js";
import { word, wordOr } from "../i18n.js";
import { recordUrl } from "../net/api.js";
import { gameUrl } from "../place.js";
import { settings } from "../settings.js";
import { resultCard } from "./result-card.js";

/**
 * @param {State} state
 * @param {Around} around
 * @returns {Prompt[]}
 */
export function playPrompts(state, around) {
  const own = state.you.length === 1 ? state.you[0] : null;
  const prompts = [invite(state, around), result(state, around)];
  if (own) prompts.push(gone(state, own, around), takeback(state, own, around), name(state, around));
  if (state.you.length === 0 && state.status !== "over") prompts.push(watching(state, around));
  return prompts.filter((prompt) => prompt !== null);
}

/**
 * @param {State} state
 * @param {Around} around
 * @returns {Prompt | null}
 */
function invite(state, { invite, inviteAgain }) {
  if (state.status !== "open" || state.you.length === 0) return null;
  if (!invite) {
    const again = button(word("invite.again"), inviteAgain);
    return { key: "waiting", build: () => notice(word("play.waitingForOpponent"), again) };
  }
  return { key: `invite-${invite}`, build: () => lazily(import("./invite-card.js").then(({ inviteCard }) => inviteCard(invite))) };
}

/**
 * Loads a card when it is shown. A page older than its server may not find it.
 * @param {Promise<HTMLElement>} card
 */
function lazily(card) {
  const place = el("div", {});
  const reload = () => notice(word("notLoaded"), button(word("reload"), () => location.reload(), "primary"));
  card.catch(reload).then((element) => place.append(element));
  return place;
}

/**
 * @param {State} state
 * @param {Color} own
 * @param {Around} around
 * @returns {Prompt | null}
 */
function takeback(state, own, { send }) {
  const { offers, status } = state;
  if (!offers.takeback || status !== "playing") return null;
  if (offers.takeback === own) return { key: "takeback-asked", build: () => notice(word("play.takebackAsked")) };
  const allow = button(word("play.allow"), () => send({ type: "takeback", answer: true }), "primary");
  const decline = button(word("play.decline"), () => send({ type: "takeback", answer: false }));
  const squares = squaresOf(takenBackBy(state, [offers.takeback]), settings.value("notation"));
  return { key: "takeback-wanted", build: () => notice(word("play.theyAskTakeback", { squares }), allow, decline) };
}

/**
 * @param {State} state
 * @param {Color} own
 * @param {Around} around
 * @returns {Prompt | null}
 */
function gone({ presence, status, seats, moves }, own, { now, send, inviteAgain }) {
  const other = opponent(own);
  const { connected, claimableAt } = presence[other];
  if (connected || claimableAt === null || status !== "playing" || seats[other].kind !== "human") return null;
  const seconds = Math.ceil((claimableAt - now) / 1000);
  if (seconds <= 0) {
    const claim = button(word("connection.claim"), () => send({ type: "claim" }), "primary");
    return { key: "claimable", build: () => notice(word("connection.claimable"), claim, button(word("invite.again"), inviteAgain)) };
  }
  // Who has not moved yet may have lost the seat with the browser's cookies.
  const isNew = !moves.some(({ color, move }) => color === other && move !== "pass");
  return {
    key: "gone",
    build: () => notice("", ...(isNew ? [button(word("invite.again"), inviteAgain)] : [])),
    update: (element) => {
      const text = /** @type {HTMLElement} */ (element.firstElementChild);
      text.textContent = word("connection.opponentGone", { time: waitText(seconds) });
    },
  };
}

/**
 * A countdown in words: seconds in the last minute, `4:05` before it.
 * @param {number} seconds
 */
function waitText(seconds) {
  return seconds < 60 ? word("connection.seconds", { n: seconds }) : clockText(seconds * 1000);
}

/**
 * Asks for a name only before the first move.
 * @param {State} state
 * @param {Around} around
 * @returns {Prompt | null}
 */
function name({ moves, you, status }, { tellName }) {
  if (!tellName || status === "over" || moves.some(({ color }) => you.includes(color))) return null;
  return { key: "name", build: () => lazily(import("./invite-card.js").then(({ nameCard }) => nameCard(tellName))) };
}

/**
 * Says why a visitor with a link has no seat.
 * @param {State} state
 * @param {Around} around
 * @returns {Prompt}
 */
function watching({ presence }, { seating }) {
  const said = seating === null ? word("play.watching") : wordOr(`invite.${seating}`, word("play.watching"));
  return {
    key: `watching-${seating}`,
    build: () => notice(said),
    update: (element) => {
      const others = Math.max(0, presence.watchers - 1);
      const text = said + (others ? ` · ${word("play.watchers", { n: presence.watchers })}` : "");
      const line = /** @type {HTMLElement} */ (element.firstElementChild);
      if (line.textContent !== text) line.textContent = text;
    },
  };
}

/**
 * @param {State} state
 * @param {Around} around
 * @returns {Prompt | null}
 */
function result(state, around) {
  const { result } = state;
  if (!result || !around.isSettled) return null;
  return {
    key: "result",
    build: () => resultCard({ ...state, result }, around),
    update: (element) => showNext(element, state, around),
  };
}

/**
 * The buttons after a game, rebuilt only when they change. Keeps the focus of a keyboard user in
 * the card.
 * @param {HTMLElement} card
 * @param {State} state
 * @param {Around} around
 */
function showNext(card, state, around) {
  const face = [state.rematchGame, state.offers.rematch].join();
  if (card.dataset.face === face) return;
  card.dataset.face = face;
  const [offer, next] = [".offer", ".next"].map((part) => /** @type {HTMLElement} */ (card.querySelector(part)));
  const hadFocus = next.contains(document.activeElement);
  offer.textContent = offerText(state);
  next.replaceChildren(
    ...rematch(state, around),
    ...(state.moves.length > 0 ? [link(word("play.analyse"), analysisUrl(state), "")] : []),
    ...(state.alone
      ? [el("a", { class: "button quiet", href: state.alone.record, download: "outflank.ggf" }, word("play.record"))]
      : [link(word("play.replay"), `/watch/${encodeURIComponent(state.id)}`), link(word("play.record"), recordUrl(state.id))]),
  );
  if (hadFocus) card.querySelector("h2")?.focus();
}

/**
 * The analysis of a game: by its id, or by its moves if the server does not have it.
 *
 * @param {State} state
 */
export function analysisUrl({ id, alone }) {
  return alone?.analysis ?? `/analyse?game=${encodeURIComponent(id)}`;
}

/**
 * Who asked for another game.
 * @param {State} state
 */
function offerText({ rematchGame, offers, you }) {
  if (rematchGame || !offers.rematch || you.length !== 1) return "";
  return word(offers.rematch === you[0] ? "play.rematchAsked" : "play.theyAskRematch");
}

/**
 * @param {State} state
 * @param {Around} around
 * @returns {HTMLElement[]}
 */
function rematch({ rematchGame, offers, you, result }, { send, newGame }) {
  if (rematchGame) return [link(word("play.toRematch"), gameUrl(rematchGame), "primary")];
  if (you.length === 0) return [button(word("play.newGame"), newGame, "primary")];
  const own = you.length === 1 ? you[0] : null;
  // The opponent may not reply, so the player can always start another game.
  if (own && offers.rematch === own) return [button(word("play.newGame"), newGame)];
  const again = () => send({ type: "rematch" });
  if (own && offers.rematch) {
    const decline = button(word("play.decline"), () => send({ type: "rematch", answer: false }));
    return [button(word("play.accept"), again, "primary"), decline];
  }
  const label = result?.winner ? word("play.rematch") : word("play.decider");
  return [button(label, again, "primary"), button(word("play.newGame"), newGame)];
}

/**
 * @param {string} text
 * @param {...HTMLElement} buttons
 */
function notice(text, ...buttons) {
  return el("section", { class: "panel prompt notice", role: "status" }, el("p", {}, text), ...buttons);
}

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function button(text, onclick, kind = "") {
  return el("button", { type: "button", class: `button ${kind}`, onclick }, text);
}

/**
 * @param {string} text
 * @param {string} href
 * @param {string} [kind]
 */
function link(text, href, kind = "quiet") {
  return el("a", { class: `button ${kind}`, href }, text);
}

/** Shows prompts in a place. One that stays keeps its element and its focus, and is only updated. */
/** @param {HTMLElement} place */
export function promptList(place) {
  /** @type {Map<string, HTMLElement>} */
  let shown = new Map();

  return { show };

  /**
   * @param {Prompt[]} prompts
   * @returns {boolean} whether one that had the focus is gone
   */
  function show(prompts) {
    const wanted = new Map(prompts.map((prompt) => [prompt.key, shown.get(prompt.key) ?? prompt.build()]));
    const left = [...shown].filter(([key]) => !wanted.has(key)).map(([, element]) => element);
    const hadFocus = left.some((element) => element.contains(document.activeElement));
    for (const element of left) element.remove();
    shown = wanted;
    [...wanted.values()].forEach((element, index) => {
      if (place.children[index] !== element) place.insertBefore(element, place.children[index] ?? null);
    });
    for (const { key, update } of prompts) update?.(/** @type {HTMLElement} */ (wanted.get(key)));
    place.hidden = wanted.size === 0;
    return hadFocus;
  }
}
