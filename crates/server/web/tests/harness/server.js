// @ts-check
/**
 * Runs the real program on a free port. `OUTFLANK_BINARY` names it; `OUTFLANK_WEB` serves the page
 * from a folder instead of the binary.
 */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ELSEWHERE } from "./browser.js";

export const BINARY = process.env.OUTFLANK_BINARY ?? "../../../target/debug/outflank";

export class Server {
  /** @type {import("node:child_process").ChildProcess} */
  #process;
  #data;
  #options;

  /**
   * @param {import("node:child_process").ChildProcess} process
   * @param {string} url
   * @param {string} data
   * @param {string[]} options
   */
  constructor(process, url, data, options) {
    this.#process = process;
    this.#data = data;
    this.#options = options;
    /** Without a slash at its end. */
    this.url = url;
  }

  /** @param {string[]} [options] who may come */
  static async start(options = ["--host", ELSEWHERE]) {
    const data = await mkdtemp(join(tmpdir(), "outflank-data-"));
    const { child, url } = await run(0, data, options);
    return new Server(child, url, data, options);
  }

  /** Kills the process, as a power cut would. */
  async kill() {
    await end(this.#process, "SIGKILL");
  }

  /** Starts again with the same data on the same port. */
  async startAgain() {
    const { child, url } = await run(Number(new URL(this.url).port), this.#data, this.#options);
    this.#process = child;
    this.url = url;
  }

  /** The contents of a file in the data folder. @param {string} name */
  file(name) {
    return readFile(join(this.#data, name));
  }

  /** The processor time of the process so far, in ms. Linux only. */
  async processorTime() {
    const stat = await readFile(`/proc/${this.#process.pid}/stat`, "utf8");
    // Behind the name, which may contain spaces: the 12th and 13th field are ticks of 10 ms.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  }

  /** Stops the server and deletes its data. */
  async stop() {
    await end(this.#process, "SIGTERM");
    await rm(this.#data, { recursive: true, force: true });
  }

  /**
   * Creates a game over HTTP, without cookies.
   *
   * @param {object} body
   * @returns {Promise<{ id: string, url: string, secrets: Record<string, string> }>}
   */
  async create(body) {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${this.url}/api/games`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`no game: ${response.status} ${await response.text()}`);
    return /** @type {any} */ (await response.json());
  }

  /**
   * Creates a game as a visitor, whose browser then holds the seats.
   *
   * @param {import("playwright-core").BrowserContext} visitor
   * @param {object} data
   * @returns {Promise<{ id: string }>}
   */
  async createAs(visitor, data) {
    return (await this.#post(visitor, "/api/games", data)).json();
  }

  /**
   * A tournament that a visitor is the host of.
   *
   * @param {import("playwright-core").BrowserContext} visitor
   * @param {import("../../js/tournament-types.js").NewTournament} data
   * @returns {Promise<{ id: string, code: string, url: string }>}
   */
  async tournamentAs(visitor, data) {
    return (await this.#post(visitor, "/api/tournaments", data)).json();
  }

  /**
   * @param {import("playwright-core").BrowserContext} visitor
   * @param {string} id
   * @param {import("../../js/tournament-types.js").HostCommand} command
   */
  async direct(visitor, id, command) {
    await this.#post(visitor, `/api/tournaments/${id}/commands`, command);
  }

  /**
   * The server's state of a tournament.
   *
   * @param {string} id
   * @returns {Promise<import("../../js/tournament-types.js").Tournament>}
   */
  async tournament(id) {
    const response = await fetch(`${this.url}/api/tournaments/${id}`);
    if (!response.ok) throw new Error(`tournament ${id}: ${response.status}`);
    return /** @type {any} */ (await response.json());
  }

  /**
   * A visitor's move without the page.
   *
   * @param {import("playwright-core").BrowserContext} visitor
   * @param {string} id
   * @param {{ ply: number, square: string }} move
   */
  async move(visitor, id, move) {
    await this.command(visitor, id, { type: "move", ...move });
  }

  /**
   * @param {import("playwright-core").BrowserContext} visitor
   * @param {string} id
   * @param {import("../../js/wire.js").Command} command
   */
  async command(visitor, id, command) {
    await this.#post(visitor, `/api/games/${id}/commands`, command);
  }

  /**
   * @param {import("playwright-core").BrowserContext} visitor
   * @param {string} path
   * @param {object} data
   */
  async #post(visitor, path, data) {
    const response = await visitor.request.post(this.url + path, { data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response;
  }

  /**
   * A game, once it is over.
   *
   * @param {string} id
   */
  async finished(id) {
    for (let after = 0; ; ) {
      const game = await this.game(id);
      if (game.status === "over") return game;
      // Long-polls the log for the next event.
      after = Math.max(after, game.version);
      await fetch(`${this.url}/api/games/${id}/events?after=${after}`);
    }
  }

  /**
   * The final result of an analysis job.
   *
   * @param {object} order
   * @returns {Promise<any>}
   */
  async job(order) {
    const headers = { "Content-Type": "application/json" };
    const asked = await fetch(`${this.url}/api/jobs`, { method: "POST", headers, body: JSON.stringify(order) });
    if (!asked.ok) throw new Error(`no job: ${asked.status} ${await asked.text()}`);
    const { id } = /** @type {any} */ (await asked.json());
    for (;;) {
      const { status, ...rest } = await this.jobState(id);
      if (status === "done") return rest;
      if (status === "failed" || status === "cancelled") throw new Error(`the job was ${status}`);
    }
  }

  /**
   * @param {string} id
   * @returns {Promise<any>}
   */
  async jobState(id) {
    const answer = /** @type {any} */ (await (await fetch(`${this.url}/api/jobs/${id}`)).json());
    return answer.state ?? answer;
  }

  /**
   * The server's state of a game.
   *
   * @param {string} id
   * @returns {Promise<import("../../js/wire.js").State>}
   */
  async game(id) {
    const response = await fetch(`${this.url}/api/games/${id}`);
    if (!response.ok) throw new Error(`game ${id}: ${response.status}`);
    return /** @type {any} */ (await response.json());
  }
}

/**
 * @param {number} port
 * @param {string} data
 * @param {string[]} more options
 */
async function run(port, data, more) {
  const web = process.env.OUTFLANK_WEB ? ["--web", process.env.OUTFLANK_WEB] : [];
  const options = ["serve", "--no-open", "--port", String(port), "--data", data, ...more, ...web];
  const child = spawn(BINARY, options, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const url = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${BINARY} ended with ${code}: ${said}`)));
    createInterface(child.stdout).on("line", (line) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  child.removeAllListeners("exit");
  return { child, url: /** @type {string} */ (url) };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {"SIGKILL" | "SIGTERM"} signal
 */
function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill(signal);
    })
  );
}
