// @ts-check
/** Bots as others start them: a program in a terminal, and a line of one's own. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { BINARY } from "./server.js";

/** @typedef {import("./server.js").Server} Server */

export class Bot {
  /**
   * A built-in one in a process of its own, which plays the next that also looks for an opponent.
   *
   * @param {string} name
   * @param {Server} server
   */
  static seek(name, server) {
    return Bot.run(["bot", name, "--connect", server.url, "--seek"]);
  }

  /** What somebody types after `outflank`. @param {string[]} line */
  static run(line) {
    return new Program(spawn(BINARY, line, { stdio: ["ignore", "pipe", "inherit"] }));
  }

  /**
   * One that the test itself plays, and has been let in.
   *
   * @param {Server} server
   * @param {string} name
   * @param {{ join?: string, games?: number, token?: string }} [more] said in its greeting
   */
  static async dial(server, name, more = {}) {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const line = new Line(socket);
    line.say({ type: "hello", outflank: 1, name, ...more });
    const { bot, token } = await line.wait("hello");
    Object.assign(line, { name: bot, token });
    return line;
  }
}

class Program {
  #process;
  #lines;
  #code;

  /** @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} process */
  constructor(process) {
    this.#process = process;
    this.#lines = createInterface(process.stdout)[Symbol.asyncIterator]();
    this.#code = once(process, "exit").then(([code]) => code);
  }

  /** Where the game can be watched, once it has one. */
  link() {
    return this.says(/http:\S+\/watch\/\w+/);
  }

  /** The next line that it says and that looks like this. @param {RegExp} wanted @returns {Promise<string>} */
  async says(wanted) {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the bot ended without saying ${wanted}`);
      const [found] = wanted.exec(value) ?? [];
      if (found) return found;
    }
  }

  /** Its exit code, once it has ended. @returns {Promise<number>} */
  ended() {
    return this.#code;
  }

  kill() {
    this.#process.kill("SIGKILL");
  }
}

export class Line {
  /** What it is called there. */
  name = "";
  /** What makes it this bot, for its owner. */
  token = "";
  #socket;
  #lines;

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    // A server that is stopped under it is no fault of the test.
    socket.on("error", () => {});
    const lines = createInterface(socket);
    socket.on("close", () => lines.close());
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** @param {object} message */
  say(message) {
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** The next message of a type. @param {string} type @returns {Promise<any>} */
  async wait(type) {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`no ${type}: the server has hung up`);
      const message = JSON.parse(value);
      if (message.type === type) return message;
    }
  }

  /**
   * Answers every question by the first legal square until the server hangs up.
   *
   * @param {(question: any) => object | undefined} [think] what is said about the move
   */
  async play(think = () => undefined) {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) return;
      const question = JSON.parse(value);
      if (question.type === "move") this.answer(question, think(question));
    }
  }

  /**
   * @param {any} question
   * @param {object} [info]
   */
  answer({ request, legal }, info) {
    this.say({ type: "move", request, move: legal[0], info });
  }

  close() {
    this.#socket.destroy();
  }
}
