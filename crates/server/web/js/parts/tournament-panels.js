// @ts-check
/**
 * Panels of a tournament's page: the host's buttons, how to join, fouls, downloads.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Foul} Foul
 * @typedef {import("./entrant-list.js").Direct} Direct
 */
import { el } from "../dom.js";
import { urlForOthers } from "../game/invites.js";
import { word, wordOr } from "../i18n.js";
import { options, qr } from "../net/api.js";
import { tournamentPath } from "../net/arena.js";
import { connectLines } from "./connect-card.js";
import { openForm } from "./dialog.js";
import { icon } from "./icons.js";
import { putItems } from "./listing.js";
import { toastError } from "./notices.js";

const FILES = /** @type {const} */ ([
  ["standings.csv", "tournament.files.standings"],
  ["crosstable.csv", "tournament.files.crosstable"],
  ["ratings.csv", "tournament.files.ratings"],
  ["games.csv", "tournament.files.games"],
  ["games.jsonl", "tournament.files.records"],
]);

/**
 * Start, pause, resume, end.
 *
 * @param {Direct} direct
 */
export function hostBar(direct) {
  const start = deed("start", "play", "tournament.start", "primary");
  const pause = deed("pause", "pause", "tournament.pause", "");
  const resume = deed("resume", "play", "tournament.resume", "primary");
  const stop = el("button", { class: "button", type: "button", onclick: () => askStop(direct) }, icon("stop"), word("tournament.stop"));
  const hint = el("p", { class: "soft" });
  const bar = el("div", { class: "host-bar", hidden: true }, start, pause, resume, stop, hint);
  return {
    element: bar,
    /** @param {Tournament} tournament */
    show({ host, status, entrants }) {
      const hadFocus = bar.contains(document.activeElement);
      const taking = entrants.filter(({ withdrawn }) => !withdrawn).length;
      bar.hidden = !host || status === "over" || status === "stopped";
      start.hidden = status !== "open";
      start.disabled = taking < 2;
      pause.hidden = status !== "playing";
      resume.hidden = status !== "paused";
      stop.hidden = status === "open";
      hint.textContent = status === "open" ? word(taking < 2 ? "tournament.startHint" : "tournament.hostOnly") : "";
      hint.hidden = !hint.textContent;
      // The button that was pressed may have given way to its opposite.
      if (hadFocus && !bar.contains(document.activeElement)) /** @type {HTMLElement | null} */ (bar.querySelector("button:not([hidden]):enabled"))?.focus();
    },
  };

  /**
   * @param {"start" | "pause" | "resume"} type
   * @param {Parameters<typeof icon>[0]} sign
   * @param {import("../i18n.js").Word} label
   * @param {string} kind
   */
  function deed(type, sign, label, kind) {
    const button = el("button", { class: `button ${kind}`, type: "button" }, icon(sign), word(label));
    button.addEventListener("click", async () => {
      button.ariaBusy = "true";
      await direct({ type }).catch(toastError);
      button.ariaBusy = null;
    });
    return button;
  }
}

/** @param {Direct} direct */
function askStop(direct) {
  const dialog = openForm({
    title: word("tournament.stopSure"),
    action: word("tournament.stop"),
    content: [],
    submit: async () => {
      await direct({ type: "stop" });
      dialog.close();
    },
  });
}

/**
 * How bots join: the code, the lines to type, and this page as a QR code. Course players need no code: they join when
 * they connect to the course port, which the server's terminal shows.
 *
 * @param {Tournament} tournament
 */
export function joinCard({ code, terms }) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("tournament.qr"), hidden: true });
  drawPage(picture);
  const large = el("p", { class: "big-code", hidden: terms.course }, code);
  large.style.setProperty("--characters", String(code.length));
  const about = el("p", { class: "soft" }, word(terms.course ? "tournament.joinCourseText" : "tournament.joinText"));
  return el(
    "section",
    { class: "panel join", "aria-labelledby": "join-title" },
    el(
      "div",
      { class: "join-head" },
      el("div", {}, el("h2", { id: "join-title" }, word(terms.course ? "tournament.joinCourse" : "tournament.join")), large, about),
      picture,
    ),
    ...(terms.course ? [] : [connectLines({ code })]),
  );
}

/** Only where others can open it. @param {HTMLElement} picture */
async function drawPage(picture) {
  try {
    const url = urlForOthers(location.href, (await options()).reach.origin);
    if (!url) return;
    const image = el("img", { alt: "" });
    image.src = `data:image/svg+xml,${encodeURIComponent(await qr(url))}`;
    picture.replaceChildren(image);
    picture.hidden = false;
  } catch {
    // The address in the bar leads here too.
  }
}

/** Fouls, the latest first. */
export function foulList() {
  const list = el("ul", { class: "foul-list" });
  const note = el("p", { class: "soft" });
  const section = el("section", { class: "panel", "aria-labelledby": "fouls-title" }, el("header", {}, el("h2", { id: "fouls-title" }, word("tournament.fouls"))), note, list);
  return {
    element: section,
    /** @param {Tournament} tournament */
    show({ fouls, entrants }) {
      note.textContent = word(fouls.length ? "tournament.foulsText" : "tournament.noFouls");
      putItems(list, fouls, {
        key: ({ number }) => String(number),
        face: ({ verdict, detail, received }) => [verdict, detail, received].join("\n"),
        fill: (item, foul) => item.replaceChildren(...entry(foul, entrants[foul.entrant].name)),
      });
    },
  };
}

/**
 * @param {Foul} foul
 * @param {string} name
 */
function entry({ number, game, verdict, description, detail, received }, name) {
  const label = word("tournament.gameNumber", { n: number + 1 });
  return [
    el("span", { class: "what" }, el("b", {}, name), " ", wordOr(`fouls.${verdict}`, description)),
    game ? el("a", { href: `/watch/${game}` }, label) : el("span", {}, label),
    detail && el("span", { class: "soft why" }, detail),
    received && el("span", { class: "soft why" }, word("tournament.got"), " ", el("code", {}, received)),
  ].filter((part) => part instanceof Node);
}

/** Downloads. @param {string} id of the tournament */
export function exportLinks(id) {
  const file = (/** @type {string} */ name) => `${tournamentPath(id)}/files/${name}`;
  return el(
    "section",
    { class: "panel take-home", "aria-labelledby": "export-title" },
    el("header", {}, el("h2", { id: "export-title" }, word("tournament.export"))),
    el("p", { class: "soft" }, word("tournament.exportText")),
    el(
      "div",
      { class: "take-first" },
      el("a", { class: "button primary", href: `${tournamentPath(id)}/export.zip`, download: true }, icon("download"), word("tournament.zip")),
      el("a", { class: "button", href: file("report.html"), target: "_blank", rel: "noopener" }, word("tournament.report")),
    ),
    el("ul", {}, ...FILES.map(([name, label]) => el("li", {}, el("a", { href: file(name), download: true }, word(label))))),
  );
}
