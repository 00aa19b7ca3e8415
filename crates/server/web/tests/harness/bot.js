// @ts-check
/** Bots: a program in a terminal, and a connection that the test drives. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { BINARY } from "./server.js";

/** @typedef {import("./server.js").Server} Server */

export class Bot {
  /**
   * A built-in bot in a process, started with `--seek`.
   *
   * @param {string} name
   * @param {Server} server
   */
  static seek(name, server) {
    return Bot.run(["bot", name, "--connect", server.url, "--seek"]);
  }

  /** The arguments of `outflank`. @param {string[]} line */
  static run(line) {
    return new Program(spawn(BINARY, line, { stdio: ["ignore", "pipe", "inherit"] }));
  }

  /**
   * A connected bot that the test drives.
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

  /** The watch page of its game, once it has one. */
  link() {
    return this.says(/http:\S+\/watch\/\w+/);
  }

  /** The next line of output that matches. @param {RegExp} wanted @returns {Promise<string>} */
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
  /** Its name on the server. */
  name = "";
  /** The owner's token. */
  token = "";
  #socket;
  #lines;

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    // The test may stop the server first.
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
      if (done) throw new Error(`no ${type}: the server has disconnected`);
      const message = JSON.parse(value);
      if (message.type === type) return message;
    }
  }

  /**
   * Answers every request with the first legal square until the server disconnects.
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
