// @ts-check
/**
 * The log of what was said to a bot and by it, read.
 *
 * @typedef {"to" | "from" | "verdict"} Voice
 * @typedef {{ at: number, voice: Voice, text: string }} Line
 */

const VOICES = /** @type {Record<string, Voice>} */ ({ ">": "to", "<": "from", "!": "verdict" });

/**
 * What is no line of the log is told as a verdict: it was written by the server about the log itself.
 *
 * @param {string} text
 * @returns {Line[]}
 */
export function readTraffic(text) {
  /** @type {Line[]} */
  const lines = [];
  for (const line of text.split("\n")) {
    if (!line) continue;
    const [, at, sign, said] = /^(\d+) ([<>!]) ?(.*)$/.exec(line) ?? [];
    if (at) lines.push({ at: Number(at), voice: VOICES[sign], text: said });
    else lines.push({ at: lines.at(-1)?.at ?? 0, voice: "verdict", text: line.replace(/^! /, "") });
  }
  return lines;
}
