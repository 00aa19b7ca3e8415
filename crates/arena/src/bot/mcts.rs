//! Monte Carlo tree search: the best move is the one that wins most of many random games.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Bitboard, Color, Game, Move, Position, Status};

use super::{Bot, deadline::Deadline, random::Draws};

/// The UCT exploration constant. The usual value is the square root of two.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Plays random games for each move. A tree stores their results, and moves that win are tried more
/// often.
pub struct Mcts {
    games: u32,
    seed: u64,
}

impl Mcts {
    /// Creates a bot that plays `games` random games per move.
    pub fn new(games: u32, seed: u64) -> Mcts {
        Mcts { games, seed }
    }
}

impl Bot for Mcts {
    fn name(&self) -> String {
        format!("mcts:{}", self.games)
    }

    fn choose(&mut self, game: &Game, clock: Clock, stop: &AtomicBool) -> Move {
        let position = game.position();
        let deadline = Deadline::new(&position, clock, stop);
        let mut tree = Tree::new(position, Draws::at(self.seed, &position));
        for _ in 0..self.games {
            if deadline.has_come() {
                break;
            }
            tree.try_a_game();
        }
        tree.most_visited().unwrap_or_else(|| position.moves()[0])
    }
}

/// A position in the tree, with the results of the games through it.
struct Node {
    position: Position,
    /// The move that led here. Meaningless in the root.
    mv: Move,
    parent: Option<usize>,
    children: Vec<usize>,
    /// Legal squares without a child node.
    untried: Bitboard,
    visits: f64,
    /// Games won by the side that moved **to** this node; a draw counts half.
    wins: f64,
}

impl Node {
    fn new(position: Position, mv: Move, parent: Option<usize>) -> Node {
        Node { position, mv, parent, children: Vec::new(), untried: position.legal(), visits: 0.0, wins: 0.0 }
    }

    /// The UCT value: the win rate plus a bonus for rarely tried moves.
    fn promise(&self, parent_visits: f64) -> f64 {
        self.wins / self.visits + EXPLORATION * (parent_visits.ln() / self.visits).sqrt()
    }
}

struct Tree {
    /// The root comes first. Nodes refer to each other by index.
    nodes: Vec<Node>,
    draws: Draws,
}

impl Tree {
    fn new(position: Position, draws: Draws) -> Tree {
        Tree { nodes: vec![Node::new(position, Move::Pass, None)], draws }
    }

    /// One iteration: selection, expansion, playout, backpropagation.
    fn try_a_game(&mut self) {
        let selected = self.select();
        let expanded = self.expand(selected);
        let winner = self.play_out(self.nodes[expanded].position);
        self.tell(expanded, winner);
    }

    /// Follows the most promising moves from the root to a node with an untried move, or to the end
    /// of the game.
    fn select(&self) -> usize {
        let mut at = 0;
        while self.nodes[at].untried.is_empty() {
            let Node { children, visits, .. } = &self.nodes[at];
            let promise = |&child: &usize| self.nodes[child].promise(*visits);
            match children.iter().copied().max_by(|a, b| promise(a).total_cmp(&promise(b))) {
                Some(child) => at = child,
                None => break,
            }
        }
        at
    }

    /// Adds a node for an untried move. Returns the node itself if the game is over.
    fn expand(&mut self, at: usize) -> usize {
        let Node { position, untried, .. } = self.nodes[at];
        if untried.is_empty() {
            return at;
        }
        let mv = self.draws.pick(untried);
        let next = after_forced_pass(position.play_unchecked(mv));
        let child = self.nodes.len();
        self.nodes.push(Node::new(next, mv, Some(at)));
        let parent = &mut self.nodes[at];
        parent.children.push(child);
        parent.untried = mv.square().map_or(untried, |square| untried.without(square));
        child
    }

    /// Plays random moves to the end and returns the winner.
    fn play_out(&mut self, mut position: Position) -> Option<Color> {
        loop {
            position = match position.status() {
                Status::Over(score) => return score.winner(),
                Status::MustPass => position.play_unchecked(Move::Pass),
                Status::ToPlace(squares) => position.play_unchecked(self.draws.pick(squares)),
            }
        }
    }

    /// Adds the result to the node and all its ancestors.
    fn tell(&mut self, node: usize, winner: Option<Color>) {
        let mut at = Some(node);
        while let Some(node) = at {
            let parent = self.nodes[node].parent;
            // The side that moved to this node is the side to move in the parent, with or without a
            // pass.
            let mover = parent.map(|parent| self.nodes[parent].position.turn());
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.wins += match winner {
                None => 0.5,
                Some(_) if winner == mover => 1.0,
                Some(_) => 0.0,
            };
            at = parent;
        }
    }

    /// The most visited move: the search visits most what wins most.
    fn most_visited(&self) -> Option<Move> {
        let children = self.nodes[0].children.iter().map(|&child| &self.nodes[child]);
        children.max_by(|a, b| a.visits.total_cmp(&b.visits)).map(|node| node.mv)
    }
}

/// Plays a forced pass, if there is one.
fn after_forced_pass(position: Position) -> Position {
    if position.must_pass() { position.play_unchecked(Move::Pass) } else { position }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn every_game_counts_once_at_each_ancestor() {
        let start = Variant::TINY.start();
        let mut tree = Tree::new(start, Draws::at(3, &start));
        (0..2000).for_each(|_| tree.try_a_game());
        assert_eq!(tree.nodes[0].visits, 2000.0);
        for node in tree.nodes.iter().filter(|node| node.untried.is_empty() && !node.children.is_empty()) {
            let below: f64 = node.children.iter().map(|&child| tree.nodes[child].visits).sum();
            // The game that created the node continued at random and not through a child.
            let own = if node.parent.is_some() { 1.0 } else { 0.0 };
            assert_eq!(node.visits, below + own);
            assert!((0.0..=node.visits).contains(&node.wins));
        }
    }

    #[test]
    fn it_plays_a_short_win() {
        let moves = "e6 f4 e3 f6 g5 d6 e7 f5".split(' ').map(|mv| mv.parse().unwrap());
        let game = Game::replay(Variant::STANDARD.start(), moves).unwrap();
        let mv = Mcts::new(2000, 5).choose(&game, Clock::Unlimited, &AtomicBool::new(false));
        assert_eq!(mv.to_string(), "c5");
    }
}
