// @ts-check
/**
 * The import dialog: progress and result of each file. Failed files can be retried. Loaded when
 * opened.
 *
 * @import { ImportNews } from "../study/wire.js"
 *
 * @typedef {{ added: number, known: number, refused: number }} Counts games
 */
import { el } from "../dom.js";
import { reasonOr, word } from "../i18n.js";
import { ApiError } from "../net/api.js";
import { importFile } from "../net/archive.js";
import { placeText } from "../study/reading.js";
import { BUSY_AGAIN, BUSY_AT_MOST } from "../timing.js";
import { openDialog } from "./dialog.js";
import { toast } from "./notices.js";

/** At most this many faults are listed. */
const FAULTS = 50;

/** Files of WTHOR that hold the names for its games. */
const NAMES = /\.(jou|trn)$/i;

/** Error codes after which the import retries. */
const BUSY = ["busy", "rate-limited"];

/** @param {() => void} ondone called when the files are imported, as far as possible */
export function openImport(ondone) {
  const input = el("input", { type: "file", class: "visually-hidden", multiple: true, tabindex: -1, "aria-hidden": "true" });
  const choose = el("button", { type: "button", class: "button primary", onclick: press }, word("import.choose"));
  const again = el("button", { type: "button", class: "button", hidden: true, onclick: tryAgain });
  const summary = el("p", { class: "import-summary", hidden: true });
  const news = el("div", { class: "import-news" });
  /** The rest of the page is silent while a dialog is open. */
  const said = el("p", { class: "visually-hidden", role: "status" });
  const dialog = openDialog(
    word("import.title"),
    "import-dialog",
    el("p", { class: "soft" }, word("import.about")),
    el("div", { class: "button-row" }, choose, again, input),
    summary,
    news,
    said,
  );
  /** Ends what is under way. @type {AbortController | null} */
  let stop = null;
  /** @type {File[]} */
  const waiting = [];
  /** Everything that was brought. @type {ReturnType<typeof fileNews>[]} */
  let lines = [];

  input.addEventListener("change", () => {
    bring([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = "";
  });
  // Escape or a click outside does not stop an import.
  dialog.addEventListener("cancel", (event) => {
    if (!stop || event.target !== dialog) return;
    event.preventDefault();
    choose.focus();
  });
  dialog.addEventListener("close", () => {
    if (stop) toast(word("import.stopped"));
    stop?.abort();
  });

  return { dialog, bring };

  /**
   * Imports one file after another. Files with names come first, because games refer to them.
   *
   * @param {File[]} files as if they had been chosen in it
   */
  function bring(files) {
    waiting.push(...files);
    waiting.sort((one, other) => Number(NAMES.test(other.name)) - Number(NAMES.test(one.name)));
    if (!stop && waiting.length > 0) run(new AbortController());
  }

  /** @param {AbortController} control */
  async function run(control) {
    stop = control;
    choose.textContent = word("import.stop");
    again.hidden = true;
    summary.hidden = true;
    for (let file = waiting.shift(); file; file = control.signal.aborted ? undefined : waiting.shift()) {
      said.textContent = word("import.begun", { name: file.name });
      said.textContent = await begin(file).follow(control.signal);
    }
    for (const file of waiting.splice(0)) begin(file).leave();
    stop = null;
    choose.textContent = word("import.choose");
    conclude();
    ondone();
  }

  /** @param {File} file */
  function begin(file) {
    const line = fileNews(file);
    lines.push(line);
    news.append(line.element);
    return line;
  }

  /** Moves failed files to the top and offers a retry. */
  function conclude() {
    const failed = lines.filter(({ isFailed }) => isFailed);
    news.prepend(...failed.map(({ element }) => element));
    again.hidden = failed.length === 0;
    again.textContent = word("import.again", { n: failed.length });
    if (lines.length < 2) return;
    const text = summaryText(lines);
    summary.hidden = false;
    summary.textContent = text;
    said.textContent = text;
  }

  function tryAgain() {
    const failed = lines.filter(({ isFailed }) => isFailed);
    lines = lines.filter(({ isFailed }) => !isFailed);
    for (const { element } of failed) element.remove();
    choose.focus();
    bring(failed.map(({ file }) => file));
  }

  function press() {
    if (stop) stop.abort();
    else input.click();
  }
}

/** The progress of one file. */
/** @param {File} file */
function fileNews(file) {
  let isDone = false;
  const bar = el("progress", { max: 1, value: 0 });
  const status = el("p", { class: "soft status" });
  const faults = el("ul", { class: "read-faults" });
  const more = el("li", { class: "soft" });
  let faultCount = 0;

  bar.max = file.size || 1;
  bar.ariaLabel = word("import.progress", { name: file.name });
  const element = el("section", { class: "import-file" }, el("h3", {}, file.name), bar, status, faults);

  const line = {
    file,
    element,
    /** Not all of it was read. */
    isFailed: false,
    /** @type {Counts} */
    counts: { added: 0, known: 0, refused: 0 },
    follow,
    leave,
  };
  return line;

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<string>} the result, as text
   */
  async function follow(signal) {
    try {
      await send(signal);
      if (!isDone) fail(word("import.broken"));
    } catch (error) {
      const why = error instanceof Error ? error.message : word("wentWrong");
      fail(signal.aborted ? word("import.stopped") : why);
    }
    return status.textContent ?? "";
  }

  /** Marks a file as not imported: the import stopped before its turn. */
  function leave() {
    fail(word("import.left"));
  }

  /** Waits while the archive has no time for it. @param {AbortSignal} signal */
  async function send(signal) {
    const patience = performance.now() + BUSY_AT_MOST;
    for (;;) {
      try {
        return await importFile(file, hear, signal);
      } catch (error) {
        const wait = waitOf(error);
        if (wait === null || signal.aborted || performance.now() + wait > patience) throw error;
        status.textContent = word("import.waiting", { n: Math.ceil(wait / 1000) });
        await pause(wait, signal);
      }
    }
  }

  /** @param {string} why */
  function fail(why) {
    line.isFailed = true;
    element.classList.add("failed");
    status.textContent = why;
  }

  /** @param {ImportNews} news */
  function hear(news) {
    if (news.type === "progress") {
      bar.value = news.bytes;
      status.textContent = word("import.games", { n: news.games.toLocaleString() });
    }
    if (news.type === "fault") addFault(news.place, reasonOr(news, news.message));
    if (news.type !== "done" && news.type !== "failed") return;
    const { added, known, refused } = news;
    line.counts = { added, known, refused };
    isDone = true;
    if (news.type === "failed") return fail(word("import.unwritten"));
    bar.value = bar.max;
    status.textContent = doneText(news);
  }

  /**
   * @param {string} place
   * @param {string} why
   */
  function addFault(place, why) {
    faultCount += 1;
    if (faultCount <= FAULTS) {
      faults.append(el("li", {}, el("b", {}, placeText(place)), ` ${why}`));
      return;
    }
    more.textContent = word("import.moreFaults", { n: faultCount - FAULTS });
    if (!more.isConnected) faults.append(more);
  }
}

/** @param {{ added: number, known: number, refused: number, names: number }} done */
function doneText({ names, ...counts }) {
  if (names > 0) return word("import.names", { n: names.toLocaleString() });
  return word("import.done", inFigures(counts));
}

/** @param {ReturnType<typeof fileNews>[]} lines */
function summaryText(lines) {
  const sum = (/** @type {keyof Counts} */ kind) => lines.reduce((before, { counts }) => before + counts[kind], 0);
  const counts = { added: sum("added"), known: sum("known"), refused: sum("refused") };
  const failed = lines.filter(({ isFailed }) => isFailed).length;
  return word("import.summary", { n: lines.length, ...inFigures(counts), failed });
}

/** @param {Counts} counts */
function inFigures({ added, known, refused }) {
  return { added: added.toLocaleString(), known: known.toLocaleString(), refused: refused.toLocaleString() };
}

/** @param {unknown} error @returns {number | null} milliseconds after which it is worth trying again, if it is */
function waitOf(error) {
  if (!(error instanceof ApiError) || !BUSY.includes(error.code)) return null;
  return error.retryAfter ? error.retryAfter * 1000 : BUSY_AGAIN;
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal ends it early
 */
function pause(ms, signal) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    })
  );
}
