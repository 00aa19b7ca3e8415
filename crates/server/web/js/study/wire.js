// @ts-check
/**
 * Types of the server's replies for study: lines, values, reviews, the archive. No code.
 *
 * @typedef {import("../wire.js").Color} Color
 * @typedef {import("../wire.js").LegalMove} LegalMove
 * @typedef {import("../wire.js").Move} Move
 * @typedef {import("../wire.js").Variant} Variant
 * @typedef {import("../i18n.js").Reason} Reason
 *
 * A start position and moves.
 * @typedef {object} Subject
 * @property {string} [variant]
 * @property {string} [start] a board and who moves, as in `---…--- X`
 * @property {string} [from] a record in any format
 * @property {string[] | string} [moves]
 *
 * The same with each move described.
 * @typedef {Omit<Subject, "moves"> & { moves: string[] }} Played
 *
 * @typedef {object} Line
 * @property {Variant} variant
 * @property {string} start
 * @property {Color} first
 * @property {Move[]} moves
 * @property {string} board
 * @property {Color | null} turn
 * @property {LegalMove[]} legal
 * @property {Record<Color, number>} counts
 * @property {"playing" | "over"} status
 * @property {string | null} opening
 * @property {{ winner: Color | null, black: number, white: number } | null} result
 * @property {string} transcript
 * @property {string} position
 *
 * @typedef {object} Fault
 * @property {string} code
 * @property {string} message
 * @property {string[]} [squares]
 *
 * Whether a game leads to a position, and why not.
 * @typedef {object} Reach
 * @property {"reachable" | "unreachable" | "unknown"} verdict
 * @property {(Reason & { message: string })[]} reasons
 * @property {string[]} squares that they are about
 * @property {(Reason & { message: string })[]} proof what is ruled out, step by step
 * @property {number} moreSteps
 * @property {string | null} game
 * @property {Color | null} first
 * @property {string | null} possibleIn another variant whose games lead there
 *
 * @typedef {object} Diagnosis
 * @property {Variant} variant
 * @property {string} board
 * @property {Color | null} turn
 * @property {Record<Color, number>} counts
 * @property {LegalMove[]} legal
 * @property {boolean} mustPass
 * @property {boolean} isOver
 * @property {Fault[]} faults
 * @property {Reach} reach
 * @property {string} position
 *
 * How a game of a file or of the archive ended; where only the winner is known, there are no discs.
 * @typedef {{ winner: Color | null, black: number | null, white: number | null }} Ended
 *
 * @typedef {object} ReadGame
 * @property {number} index
 * @property {string | null} black
 * @property {string | null} white
 * @property {string | null} event
 * @property {string | null} date
 * @property {Ended | null} result
 * @property {number} plies
 * @property {string | null} opening
 * @property {string} variant
 * @property {string | null} start
 * @property {string} moves
 *
 * @typedef {Reason & { place: string, message: string }} ReadFault
 * @typedef {{ format: string, games: ReadGame[], omittedGames: number, faults: ReadFault[], omittedErrors: number }} Reading
 *
 * @typedef {object} JobOrder
 * @property {"values" | "review" | "solve"} kind
 * @property {number} [level]
 * @property {number} [depth]
 * @property {number} [timeMs]
 *
 * @typedef {object} Worth the value of a move, for the side to move
 * @property {string} move
 * @property {number} value
 * @property {number} depth
 * @property {number} selectivity in percent: how likely the search was right to leave out what it left out; 100 where nothing was
 * @property {"exact" | "atLeast" | "atMost"} bound
 * @property {boolean} exact the final discs, proven
 * @property {string[]} line
 *
 * @typedef {object} Values
 * @property {number} ply
 * @property {Color} turn
 * @property {Worth[]} moves
 * @property {string | null} best
 * @property {number} nodes
 * @property {number} ms
 * @property {number} depth
 * @property {boolean} exact
 * @property {"browser" | "server"} [by] the engine that found them
 *
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} MoveClass
 *
 * @typedef {object} Judged
 * @property {number} ply
 * @property {Color} color
 * @property {string} move
 * @property {string | null} best
 * @property {number} value
 * @property {number} playedValue
 * @property {number} valueForBlack
 * @property {number} loss
 * @property {MoveClass} class
 * @property {boolean} forced
 * @property {boolean} exact
 * @property {number} depth
 * @property {number} selectivity
 * @property {string[]} line
 * @property {[string, string] | null} change what the result was before the move, and after it
 *
 * @typedef {{ loss: number, inaccuracy: number, mistake: number, blunder: number, forced: number }} Total
 *
 * @typedef {object} Review
 * @property {number} level
 * @property {{ inaccuracy: number, mistake: number, blunder: number, unprovenMargin: number }} thresholds
 * @property {Judged[]} moves
 * @property {number | null} exactFrom
 * @property {Record<Color, Total>} totals
 * @property {"browser" | "server"} [by] the engine that made it
 *
 * @typedef {object} JobState
 * @property {"values" | "review" | "solve"} kind
 * @property {"waiting" | "running" | "done" | "cancelled" | "failed"} status
 * @property {number} [queuePosition]
 * @property {number} [againIn] seconds until the page asks again: the server has no time before
 * @property {boolean} cached
 * @property {{ done: number, total: number, depth: number, selectivity: number }} [progress]
 * @property {Values} [values]
 * @property {Review} [review]
 * @property {{ code: string, message: string }} [error]
 *
 * @typedef {object} Past a game of the archive
 * @property {number | string} id
 * @property {string | null} black
 * @property {string | null} white
 * @property {Ended | null} result
 * @property {number} plies
 * @property {string | null} opening
 * @property {string | null} date
 * @property {string | null} event
 * @property {string | null} source
 * @property {string | null} game
 * @property {string} moves
 * @property {Variant} variant
 * @property {string | null} start
 * @property {number} [ply] where the position occurs
 *
 * @typedef {{ games: Past[], nextCursor: string | null, total: number }} PastPage
 *
 * @typedef {{ games: number, black: number, draws: number, white: number }} Tally
 * @typedef {Tally & { move: string, equivalentMoves?: string[], opening: string | null, value: number | null }} Branch `equivalentMoves` by symmetry
 * @typedef {{ position: string, opening: string | null, total: Tally, moves: Branch[], games: Past[] }} Exploration
 *
 * @typedef {{ type: "progress", bytes: number, games: number } | ({ type: "fault" } & ReadFault)
 *   | { type: "done", added: number, known: number, refused: number, names: number }
 *   | { type: "failed", added: number, known: number, refused: number, names: number, message: string }} ImportNews
 */

export {};
