// @ts-check
/**
 * Types of the messages between page and server. No code.
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
 * @property {string | null} name the name that a person gave, or that of a connected bot
 * @property {string} title the name to show, in English: `Guest`, `Level 8`, `Greedy`
 * @property {boolean} taken
 *
 * @typedef {{ square: string, flips: string[] }} LegalMove
 *
 * @typedef {"late" | "illegal" | "unknown"} LostTurn
 *
 * @typedef {object} Move
 * @property {number} ply 1 for the first turn
 * @property {Color} color
 * @property {string} move a square, or "pass"
 * @property {string[]} flips
 * @property {LostTurn} [lost] of a turn that the side lost though it could place a disc: why
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
 * @typedef {{ color: Color, verdict: string, description: string, received: string, detail: string }} Foul
 *
 * @typedef {{ connected: boolean, claimableAt: number | null }} Attendance
 * @typedef {{ black: Attendance, white: Attendance, watchers: number }} Presence
 *
 * @typedef {{ takeback: Color | null, rematch: Color | null }} Offers
 *
 * The part of the state that every event carries, the same for all clients.
 * @typedef {object} Changing
 * @property {"open" | "playing" | "over"} status
 * @property {boolean} waitingForStart the game waits for a spectator's click
 * @property {Color | null} turn
 * @property {string} board
 * @property {{ black: number, white: number }} counts
 * @property {LegalMove[]} legal
 * @property {string | null} opening
 * @property {Clock | null} clock
 * @property {{ black: Seat, white: Seat }} seats
 * @property {Offers} offers
 * @property {Result | null} result
 * @property {string | null} rematchGame
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
 * @property {{ analysis: string, record: string }} [alone] of a game that only this browser has: links to its analysis and its record
 *
 * @typedef {Fixed & Changing} State
 *
 * @typedef {{ kind: "moved", color: Color, ply: number, move: string, flips: string[], ms?: number | null }} Moved
 * @typedef {{ kind: "passed" | "turn_forfeited", color: Color, ply: number, lost?: LostTurn }} Passed
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
 * A bot's comment on a move.
 * @typedef {object} Info
 * @property {Record<string, number>} [values] by square, in the bot's own unit
 * @property {string[]} [line] the moves that it expects
 * @property {string} [text]
 * @property {number} [depth]
 * @property {number} [nodes]
 *
 * @typedef {{ ply: number, color: Color, info: Info }} Thought
 *
 * @typedef {{ move: string, value: number, exact: boolean, depth: number }} MoveValue
 * @typedef {{ ply: number, board: string, turn: Color, values: MoveValue[], best: string | null }} Hint
 */

export {};
