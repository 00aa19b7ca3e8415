// @ts-check
/**
 * Types of tournament messages. No code. Numbers of entrants are indexes into `entrants`.
 *
 * @typedef {"open" | "playing" | "paused" | "over" | "stopped"} Stage
 * @typedef {"round-robin" | "swiss" | "knockout" | "gauntlet"} Format
 * @typedef {{ name: string | null, code: string, size: number, goal: "most" | "fewest" }} Board
 *
 * @typedef {object} Progress
 * @property {number} played
 * @property {number} total all games; before the start, with the entrants so far
 * @property {number} running
 * @property {number | null} round the first unfinished round, from 1
 * @property {number} rounds
 *
 * @typedef {object} Entrant
 * @property {string} name
 * @property {"bot" | "level"} kind
 * @property {string} player
 * @property {boolean | null} connected null for a built-in player
 * @property {boolean} withdrawn
 * @property {boolean} paused
 *
 * @typedef {{ low: number, value: number, high: number }} Rating
 *
 * @typedef {object} Standing
 * @property {number} place
 * @property {number} entrant
 * @property {number} points
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} byes
 * @property {number[]} tieBreaks in the order of the tournament's
 * @property {Rating | null} rating
 * @property {Record<string, number>} fouls by verdict
 * @property {number} resigned
 * @property {number} meanMs
 * @property {number} slowestMs
 *
 * @typedef {object} Foul
 * @property {number} number of the game, from 0
 * @property {string | null} game
 * @property {number} entrant
 * @property {import("./wire.js").Color} color
 * @property {string} verdict
 * @property {string} description
 * @property {string} detail
 * @property {string} received
 *
 * @typedef {object} Terms
 * @property {Format} format
 * @property {number} games per pairing
 * @property {number | null} rounds
 * @property {number} challengers
 * @property {string} time
 * @property {Board} variant
 * @property {string} openings `balanced`, `none`, `random:N`, or lines of moves
 * @property {number} seed
 * @property {number} concurrency
 * @property {number} graceMs
 * @property {number} paceMs
 * @property {boolean} listed
 * @property {boolean} course course players join it as they connect
 *
 * All of a tournament but its games.
 * @typedef {object} Tournament
 * @property {"tournament"} type
 * @property {string} id
 * @property {number} version
 * @property {number} now
 * @property {string} title
 * @property {Stage} status
 * @property {string} code
 * @property {boolean} host
 * @property {number} created
 * @property {number | null} started
 * @property {number | null} ended
 * @property {Terms} terms
 * @property {number} maxEntrants
 * @property {Entrant[]} entrants
 * @property {Progress} progress
 * @property {{ games: number, entrants: number[] }} waiting games of a course that cannot begin, and the players who are gone
 * @property {string[]} tieBreaks
 * @property {Standing[]} standings best first
 * @property {([number, number] | null)[][]} crosstable points and games of each against each, in the order of the standings
 * @property {{ entrants: number[], restsOnPrior: boolean }[]} ratings
 * @property {Foul[]} fouls
 *
 * A game that is being played.
 * @typedef {object} Mini
 * @property {number} number from 0
 * @property {number | null} round
 * @property {string} game
 * @property {number} version
 * @property {number} black
 * @property {number} white
 * @property {string} board
 * @property {{ black: number, white: number }} counts
 * @property {number} ply
 * @property {import("./wire.js").Color | null} turn
 * @property {string | null} last
 * @property {import("./wire.js").Color | null} winner
 * @property {number} interest 0 to 100
 *
 * @typedef {{ type: "boards", now: number, games: Mini[], featured: number | null }} Boards
 *
 * @typedef {object} RoundGame
 * @property {number} number
 * @property {string | null} game
 * @property {number} black
 * @property {number} white
 * @property {{ winner: import("./wire.js").Color | null, discs: { black: number, white: number }, reason: string, by: import("./wire.js").Color | null } | null} result
 *
 * @typedef {object} Meeting
 * @property {[number, number]} entrants
 * @property {[number, number]} points
 * @property {number | null} winner
 * @property {RoundGame[]} games
 *
 * @typedef {{ type: "round", version: number, number: number, meetings: Meeting[], byes: number[] }} Round
 *
 * What lists show.
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} title
 * @property {Stage} status
 * @property {string} code
 * @property {Format} format
 * @property {string} time
 * @property {Board} variant
 * @property {number} entrants
 * @property {Progress} progress
 * @property {string[]} first who stands first, or won
 * @property {number} created
 * @property {number} updated
 *
 * @typedef {object} NewTournament
 * @property {string} [title]
 * @property {Format} [format]
 * @property {number} [rounds]
 * @property {number} [games]
 * @property {number} [challengers]
 * @property {string} [time]
 * @property {string} [variant]
 * @property {string} [openings]
 * @property {number} [concurrency]
 * @property {number} [grace]
 * @property {number} [pace] seconds
 * @property {boolean} [listed]
 * @property {string[]} [players]
 *
 * @typedef {{ type: "start" | "pause" | "resume" | "stop" } | { type: "pause" | "resume", name: string } | { type: "add", player: string } | { type: "kick", name: string }} HostCommand
 *
 * @typedef {Tournament | Boards | { type: "alive", now: number }} ContestMessage
 */

export {};
