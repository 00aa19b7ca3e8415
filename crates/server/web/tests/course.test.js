// @ts-check
/** A course: why a player lost, and the teacher's view. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { BINARY } from "./harness/server.js";

/** `pickle.dumps([0, 0])`: a corner, which is no legal move at the start. */
const CORNER = Buffer.from([0x80, 4, 0x95, 9, 0, 0, 0, 0, 0, 0, 0, 0x5d, 0x94, 0x28, 0x4b, 0, 0x4b, 0, 0x65, 0x2e]);

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Course[]} */
const courses = [];
before(async () => {
  browser = await launch();
});
after(() => Promise.all([browser?.close(), ...courses.map((course) => course.stop())]));

/** A course server and its terminal output. */
class Course {
  /** @param {string[]} options */
  constructor(...options) {
    const web = process.env.OUTFLANK_WEB ? ["--web", process.env.OUTFLANK_WEB] : [];
    const line = ["serve", "--no-open", "--in-memory", "--port", "0", "--course-pickle=0", ...options, ...web];
    this.child = spawn(BINARY, line, { stdio: ["ignore", "pipe", "inherit"] });
    this.lines = createInterface(this.child.stdout)[Symbol.asyncIterator]();
    courses.push(this);
  }

  /** The match of the first line that fits. @param {RegExp} pattern */
  async says(pattern) {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`it ended before ${pattern}`);
      const found = pattern.exec(value);
      if (found) return found;
    }
  }

  async open() {
    const [, url] = await this.says(/^Outflank is at (.*)\/$/);
    this.url = url;
    const [, port] = await this.says(/connect to 127\.0\.0\.1:(\d+)/);
    this.port = Number(port);
    return this;
  }

  /** A connected course player. */
  async join() {
    const socket = connect(/** @type {number} */ (this.port), "127.0.0.1");
    await once(socket, "connect");
    const [, name] = await this.says(/^(.*) is here, from /);
    return { socket, name };
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}

test("a student who loses by an illegal answer reads why, with both names and the game", async () => {
  const course = await new Course("--autostart", "--course-retries", "0").open();
  const white = await course.join();
  const black = await course.join();
  const [, id] = await course.says(/\/watch\/(\w+)/);
  await once(white.socket, "data");
  white.socket.write(CORNER);
  const reason = "[0, 0] flips nothing for white; legal for white: [4, 2] [5, 3] [2, 4] [3, 5]";
  const [over] = await course.says(/.* wins.*/);
  assert.equal(over, `Player 2 wins: Player 1 made an illegal move: ${reason} (game ${id})`);

  const { page, faults } = await visitor(browser);
  await page.goto(`${course.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).click();
  const ending = page.locator(".ending");
  await ending.getByText("Black (Player 2) wins").waitFor();
  await ending.getByText(`White (Player 1): made an illegal move: ${reason}`).waitFor();
  await ending.getByText(`Game ${id}`).waitFor();
  await keepPicture(page, "course-illegal");

  await page.goto(`${course.url}/game/${id}`);
  await page.getByRole("heading", { name: "Black (Player 2) wins" }).waitFor();
  await page.getByText(`White (Player 1): made an illegal move: ${reason}`).first().waitFor();
  await page.getByText(`Game ${id}`).first().waitFor();
  assert.deepEqual(faults, []);
  black.socket.destroy();
});

test("a teacher sees who is here, pauses a player, and starts all games on the page that the terminal names", async () => {
  const course = await new Course("--course-tournament", "--course-opponent", "greedy").open();
  const [, link] = await course.says(/Start and run it at (\S+)$/);
  const players = [await course.join(), await course.join()];
  const { page, faults } = await visitor(browser);
  await page.goto(link);
  const here = page.getByRole("region", { name: "Entrants" });
  await here.getByText("Player 1", { exact: true }).waitFor();
  assert.equal(new URL(page.url()).hash, "", "the key is not left in the address");
  await page.getByRole("button", { name: "Pause Player 2" }).click();
  await here.getByText("paused", { exact: true }).waitFor();
  await page.getByText("You are the host. Only this browser can control the tournament.").waitFor();
  await page.getByRole("region", { name: "Connect a course player" }).waitFor();
  assert.equal(await page.getByText("--join").count(), 0, "course players join without a code");
  await keepPicture(page, "course-host");
  await page.getByRole("button", { name: "Start tournament" }).click();
  const [, one] = await course.says(/(.*) \(white, 1\) plays/);
  await page.getByText("0 of 6 games").waitFor();
  assert.ok(["Player 1", "Greedy"].includes(one), one);
  await page.getByRole("button", { name: "Resume Player 2" }).click();
  await here.getByText("paused", { exact: true }).waitFor({ state: "detached" });

  await page.goto(`${course.url}/arena`);
  await page.getByRole("region", { name: "Connected bots" }).getByText("Player 1", { exact: true }).waitFor();

  const stranger = await visitor(browser);
  await stranger.page.goto(link.split("#")[0]);
  await stranger.page.getByText("0 of 6 games").waitFor();
  assert.equal(await stranger.page.getByRole("button", { name: "Pause" }).count(), 0);
  assert.deepEqual([...faults, ...stranger.faults], []);
  for (const { socket } of players) socket.destroy();
});

test("a tournament says which players its games wait for", async () => {
  const course = await new Course("--course-tournament").open();
  const [, link] = await course.says(/Start and run it at (\S+)$/);
  const players = [await course.join(), await course.join(), await course.join()];
  const host = await visitor(browser);
  await host.page.goto(link);
  await host.page.getByRole("region", { name: "Entrants" }).getByText("Player 3", { exact: true }).waitFor();
  for (const { name } of players) await host.page.getByRole("button", { name: `Pause ${name}` }).click();
  await host.page.getByText("paused", { exact: true }).nth(2).waitFor();
  await host.page.getByRole("button", { name: "Start tournament" }).click();
  await host.page.getByText("0 of 6 games").waitFor();
  assert.equal(await host.page.getByText("wait for").isVisible(), false, "all players are here");

  players[2].socket.destroy();
  await host.page.getByText("4 games wait for Player 3. Wait for them to reconnect, or remove them.").waitFor();
  players[1].socket.destroy();
  await host.page.getByText("6 games wait for Player 2 and Player 3.").waitFor();
  await keepPicture(host.page, "course-waiting");
  const stranger = await visitor(browser, { locale: "ja-JP" });
  await stranger.page.goto(link.split("#")[0]);
  await stranger.page.getByText("Player 2、Player 3 を待っている対局が6局あります。", { exact: true }).waitFor();
  assert.deepEqual([...host.faults, ...stranger.faults], []);
  players[0].socket.destroy();
});
