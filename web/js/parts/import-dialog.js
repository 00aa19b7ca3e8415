// @ts-check
/**
 * Files of games that are put into the archive, with how far it has come, and what came of all of them. Those that fail can be tried again.
 * Loaded when it is opened.
 *
 * @import { ImportNews } from "../study/wire.js"
 *
 * @typedef {{ added: number, known: number, refused: number }} Counts games
 */
import { el } from "../dom.js";
import { ApiError } from "../net/api.js";
import { importFile } from "../net/archive.js";
import { placeText } from "../study/place-text.js";
import { BUSY_AGAIN, BUSY_AT_MOST } from "../timing.js";
import { reasonOr, word } from "../words.js";
import { openDialog } from "./plain-dialog.js";
import { toast } from "./toast.js";

/** Faults that are told one by one. */
const FAULTS = 50;

/** Files of WTHOR that hold the names for its games. */
const NAMES = /\.(jou|trn)$/i;

/** Refusals that mean: later. */
const BUSY = ["busy", "limited"];

/** @param {() => void} ondone the files are in, or what could be had of them */
export function openImport(ondone) {
  return new ImportBox(ondone);
}

export class ImportBox {
  #input = el("input", { type: "file", class: "visually-hidden", multiple: true, tabindex: -1, "aria-hidden": "true" });
  #choose = el("button", { type: "button", class: "button primary", onclick: () => this.#press() }, word("import.choose"));
  #again = el("button", { type: "button", class: "button", hidden: true, onclick: () => this.#tryAgain() });
  #summary = el("p", { class: "import-summary", hidden: true });
  #news = el("div", { class: "import-news" });
  /** The rest of the page is silent while a dialog is open. */
  #said = el("p", { class: "visually-hidden", role: "status" });
  #dialog = openDialog(
    word("import.title"),
    "import-dialog",
    el("p", { class: "soft" }, word("import.about")),
    el("div", { class: "button-row" }, this.#choose, this.#again, this.#input),
    this.#summary,
    this.#news,
    this.#said,
  );
  #ondone;
  /** Ends what is under way. @type {AbortController | null} */
  #stop = null;
  /** @type {File[]} */
  #waiting = [];
  /** Everything that was brought. @type {FileNews[]} */
  #lines = [];

  /** @param {() => void} ondone */
  constructor(ondone) {
    this.#ondone = ondone;
    this.#input.addEventListener("change", () => {
      this.bring([...(this.#input.files ?? [])]);
      // The same file may be chosen again.
      this.#input.value = "";
    });
    // A key or a click beside it is not enough to break off an import.
    this.#dialog.addEventListener("cancel", (event) => {
      if (!this.#stop || event.target !== this.#dialog) return;
      event.preventDefault();
      this.#choose.focus();
    });
    this.#dialog.addEventListener("close", () => {
      if (this.#stop) toast(word("import.stopped"));
      this.#stop?.abort();
    });
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /**
   * One after the other: the server writes them into one place, and must know names before the games.
   *
   * @param {File[]} files as if they had been chosen in it
   */
  bring(files) {
    this.#waiting.push(...files);
    this.#waiting.sort((one, other) => Number(NAMES.test(other.name)) - Number(NAMES.test(one.name)));
    if (!this.#stop && this.#waiting.length > 0) this.#run(new AbortController());
  }

  /** @param {AbortController} stop */
  async #run(stop) {
    this.#stop = stop;
    this.#choose.textContent = word("import.stop");
    this.#again.hidden = true;
    this.#summary.hidden = true;
    for (let file = this.#waiting.shift(); file; file = stop.signal.aborted ? undefined : this.#waiting.shift()) {
      this.#said.textContent = word("import.begun", { name: file.name });
      this.#said.textContent = await this.#begin(file).follow(stop.signal);
    }
    for (const file of this.#waiting.splice(0)) this.#begin(file).leave();
    this.#stop = null;
    this.#choose.textContent = word("import.choose");
    this.#conclude();
    this.#ondone();
  }

  /** @param {File} file */
  #begin(file) {
    const line = new FileNews(file);
    this.#lines.push(line);
    this.#news.append(line.element);
    return line;
  }

  /** What failed stands above the rest, and can be tried again. */
  #conclude() {
    const failed = this.#lines.filter(({ isFailed }) => isFailed);
    this.#news.prepend(...failed.map(({ element }) => element));
    this.#again.hidden = failed.length === 0;
    this.#again.textContent = word("import.again", { n: failed.length });
    if (this.#lines.length < 2) return;
    const text = summaryText(this.#lines);
    this.#summary.hidden = false;
    this.#summary.textContent = text;
    this.#said.textContent = text;
  }

  #tryAgain() {
    const failed = this.#lines.filter(({ isFailed }) => isFailed);
    this.#lines = this.#lines.filter(({ isFailed }) => !isFailed);
    for (const { element } of failed) element.remove();
    this.#choose.focus();
    this.bring(failed.map(({ file }) => file));
  }

  #press() {
    if (this.#stop) this.#stop.abort();
    else this.#input.click();
  }
}

/** How one file fares. */
class FileNews {
  /** Not all of it was read. */
  isFailed = false;
  /** @type {Counts} */
  counts = { added: 0, known: 0, refused: 0 };
  #isDone = false;
  #bar = el("progress", { max: 1, value: 0 });
  #status = el("p", { class: "soft status" });
  #faults = el("ul", { class: "read-faults" });
  #more = el("li", { class: "soft" });
  #faultCount = 0;
  element;

  /** @param {File} file */
  constructor(file) {
    this.file = file;
    this.#bar.max = file.size || 1;
    this.#bar.ariaLabel = word("import.progress", { name: file.name });
    this.element = el("section", { class: "import-file" }, el("h3", {}, file.name), this.#bar, this.#status, this.#faults);
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<string>} what came of it
   */
  async follow(signal) {
    try {
      await this.#send(signal);
      if (!this.#isDone) this.#fail(word("import.broken"));
    } catch (error) {
      const why = error instanceof Error ? error.message : word("wentWrong");
      this.#fail(signal.aborted ? word("import.stopped") : why);
    }
    return this.#status.textContent ?? "";
  }

  /** Others were stopped before its turn came. */
  leave() {
    this.#fail(word("import.left"));
  }

  /** Waits while the archive has no time for it. @param {AbortSignal} signal */
  async #send(signal) {
    const patience = performance.now() + BUSY_AT_MOST;
    for (;;) {
      try {
        return await importFile(this.file, (news) => this.#hear(news), signal);
      } catch (error) {
        const wait = waitOf(error);
        if (wait === null || signal.aborted || performance.now() + wait > patience) throw error;
        this.#status.textContent = word("import.waiting", { n: Math.ceil(wait / 1000) });
        await pause(wait, signal);
      }
    }
  }

  /** @param {string} why */
  #fail(why) {
    this.isFailed = true;
    this.element.classList.add("failed");
    this.#status.textContent = why;
  }

  /** @param {ImportNews} news */
  #hear(news) {
    if (news.type === "progress") {
      this.#bar.value = news.bytes;
      this.#status.textContent = word("import.games", { n: news.games.toLocaleString() });
    }
    if (news.type === "fault") this.#addFault(news.place, reasonOr(news, news.message));
    if (news.type !== "done" && news.type !== "failed") return;
    const { added, known, refused } = news;
    this.counts = { added, known, refused };
    this.#isDone = true;
    if (news.type === "failed") return this.#fail(word("import.unwritten"));
    this.#bar.value = this.#bar.max;
    this.#status.textContent = doneText(news);
  }

  /**
   * @param {string} place
   * @param {string} why
   */
  #addFault(place, why) {
    this.#faultCount += 1;
    if (this.#faultCount <= FAULTS) {
      this.#faults.append(el("li", {}, el("b", {}, placeText(place)), ` ${why}`));
      return;
    }
    this.#more.textContent = word("import.moreFaults", { n: this.#faultCount - FAULTS });
    if (!this.#more.isConnected) this.#faults.append(this.#more);
  }
}

/** @param {{ added: number, known: number, refused: number, names: number }} done */
function doneText({ names, ...counts }) {
  if (names > 0) return word("import.names", { n: names.toLocaleString() });
  return word("import.done", inFigures(counts));
}

/** @param {FileNews[]} lines */
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
  return error.seconds ? error.seconds * 1000 : BUSY_AGAIN;
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
