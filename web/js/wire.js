// @ts-check
/**
 * What is said between the page and the server, as types. Nothing here runs.
 *
 * @typedef {"black" | "white"} Color
 *
 * @typedef {object} Variant
 * @property {string | null} name
 * @property {number} size
 * @property {"most" | "fewest"} goal
 *
 * @typedef {object} Seat
 * @property {"human" | "level" | "bot" | "network"} kind `bot` has no level; `network` has connected to the server
 * @property {string} player
 * @property {number} [level]
 * @property {string | null} name
 * @property {boolean} taken
 *
 * @typedef {{ square: string, flips: string[] }} LegalMove
 *
 * @typedef {object} Move
 * @property {number} ply 1 for the first turn
 * @property {Color} color
 * @property {string} move a square, or "pass"
 * @property {string[]} flips
 * @property {number | null} [ms] how long it was thought about
 *
 * @typedef {object} Clock
 * @property {string} control
 * @property {number} black milliseconds left as of `now`
 * @property {number} white
 * @property {Color | null} running
 *
 * @typedef {object} Result
 * @property {Color | null} winner
 * @property {"played" | "wipe-out" | "resigned" | "time" | "gone" | "foul"} reason
 * @property {number} black
 * @property {number} white
 * @property {number} margin black's discs less white's
 * @property {number} officialMargin the same with empty squares counted for the winner
 * @property {Foul} [foul] what a bot did wrong
 *
 * @typedef {{ color: Color, verdict: string, got: string, text: string }} Foul
 *
 * @typedef {{ here: boolean, claimableAt: number | null }} Attendance
 * @typedef {{ black: Attendance, white: Attendance, watchers: number }} Presence
 *
 * @typedef {{ takeback: Color | null, rematch: Color | null }} Offers
 *
 * What every event carries whole, the same for everybody.
 * @typedef {object} Changing
 * @property {"open" | "playing" | "over"} status
 * @property {boolean} held the game waits for a click of somebody who watches
 * @property {Color | null} turn
 * @property {string} board
 * @property {{ black: number, white: number }} counts
 * @property {LegalMove[]} legal
 * @property {string | null} opening
 * @property {Clock | null} clock
 * @property {{ black: Seat, white: Seat }} seats
 * @property {Offers} offers
 * @property {Result | null} result
 * @property {string | null} next
 *
 * @typedef {object} Fixed
 * @property {"state"} type
 * @property {string} id
 * @property {number} version
 * @property {number} now
 * @property {number} created
 * @property {Variant} variant
 * @property {string} start size * size characters, rows from the top: X black, O white, - empty, # no square
 * @property {Color} first
 * @property {Color[]} you
 * @property {"taken" | "free" | "unknown" | null} [seatRefused] why the secret that was said in hello gives no seat
 * @property {Move[]} moves
 * @property {string | null} previous
 * @property {string | null} tournament the one that the game is part of
 * @property {boolean} canTakeBack
 * @property {boolean} hints
 * @property {Presence} presence
 *
 * @typedef {Fixed & Changing} State
 *
 * @typedef {{ kind: "moved", color: Color, ply: number, move: string, flips: string[], ms?: number | null }} Moved
 * @typedef {{ kind: "passed" | "turn_forfeited", color: Color, ply: number }} Passed
 * @typedef {{ kind: "taken_back", ply: number }} TakenBack
 * @typedef {{ kind: "seated", color: Color, name: string | null }} Seated
 * @typedef {{ kind: "takeback_asked" | "takeback_declined" | "flagged" | "resigned" | "claimed"
 *   | "rematch_offered" | "rematch_declined" | "reopened" | "fouled" | "lost" | "found", color: Color }} OfColor
 * @typedef {{ kind: "over", result: Result }} Over
 * @typedef {{ kind: "rematched", game: string }} Rematched
 * @typedef {{ kind: "created" | "resumed" | "started" }} Plain
 * @typedef {Moved | Passed | TakenBack | Seated | OfColor | Over | Rematched | Plain} GameEvent
 *
 * @typedef {{ type: "event", version: number, now: number, event: GameEvent, state: Partial<Changing> }} EventMessage
 * @typedef {{ type: "presence", now: number, presence: Presence, clock?: Clock | null }} PresenceMessage
 * @typedef {{ type: "alive", now: number }} AliveMessage
 * @typedef {{ type: "ack", id: string | null, version: number }} Ack
 * @typedef {{ type: "refused", id: string | null, code: string, message: string, version: number }} RefusedMessage
 * @typedef {State | EventMessage | PresenceMessage | AliveMessage | Ack | RefusedMessage} ServerMessage
 *
 * @typedef {{ type: "move", ply: number, square: string }} MoveCommand
 * @typedef {{ type: "resign" } | { type: "claim" } | { type: "start" }
 *   | { type: "takeback", answer?: boolean } | { type: "rematch", answer?: false }} OtherCommand
 * @typedef {MoveCommand | OtherCommand} Command
 *
 * @typedef {{ type: "hello", after: number | null, secret: string | null }} Hello
 * @typedef {Command & { id?: string }} ClientMessage
 *
 * What a bot has said about a move.
 * @typedef {object} Info
 * @property {Record<string, number>} [values] of squares, in a measure of its own
 * @property {string[]} [line] how it expects the game to go on
 * @property {string} [text]
 * @property {number} [depth]
 * @property {number} [nodes]
 *
 * @typedef {{ ply: number, color: Color, info: Info }} Thought
 *
 * @typedef {{ move: string, value: number, exact: boolean, depth: number }} MoveValue
 * @typedef {{ ply: number, values: MoveValue[], best: string | null }} Hint
 */

export {};
