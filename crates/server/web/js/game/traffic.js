// @ts-check
/**
 * Parses the message log of a bot.
 *
 * @typedef {"to" | "from" | "verdict"} Voice
 * @typedef {{ at: number, voice: Voice, text: string }} Line
 */

const VOICES = /** @type {Record<string, Voice>} */ ({ ">": "to", "<": "from", "!": "verdict" });

/**
 * Lines without a log prefix count as verdicts: the server wrote them about the log itself.
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
