//! Positions, boards and games for property tests.

use outflank_rules::{
    Bitboard, BoardSpec, Color, DiscDiff, Game, Goal, Position, Setup, Variant,
    record::{Ending, MoveNote, Outcome, Player, Record, Theory},
};
use proptest::{collection::vec, prelude::*, sample::select};

/// Any board: the three sizes, the octagon, and boards with random holes away from the centre.
pub(crate) fn spec() -> impl Strategy<Value = BoardSpec> {
    prop_oneof![
        select(vec![BoardSpec::square(4), BoardSpec::square(6), BoardSpec::square(8), Variant::OCTAGON.spec()]),
        (select(vec![4, 6, 8]), any::<u64>(), any::<u64>()).prop_map(|(size, a, b)| holed(size, a & b)),
    ]
}

/// A board of this size with holes, its centre kept.
fn holed(size: u8, holes: u64) -> BoardSpec {
    let full = BoardSpec::square(size);
    BoardSpec::new((full.area() - Bitboard(holes)) | full.centre()).with_size(size)
}

/// Any variant: the named ones and the crossed start on any ground, with either goal.
pub(crate) fn variant() -> impl Strategy<Value = Variant> {
    let named = select(Variant::NAMED.map(|(_, _, variant)| variant).to_vec());
    let goal = select(vec![Goal::Most, Goal::Fewest]);
    (prop_oneof![named, spec().prop_map(Variant::crossed)], goal).prop_map(|(variant, goal)| variant.with_goal(goal))
}

/// A game of random moves, passes included, finished or not.
pub(crate) fn game_of(variant: impl Strategy<Value = Variant>) -> impl Strategy<Value = Game> {
    played(variant, 0)
}

/// The same in which about one turn in ten is lost.
pub(crate) fn game_with_lost_turns_of(variant: impl Strategy<Value = Variant>) -> impl Strategy<Value = Game> {
    played(variant, 25)
}

/// Choices below `lost` lose a turn where a disc can be placed.
fn played(variant: impl Strategy<Value = Variant>, lost: u8) -> impl Strategy<Value = Game> {
    (variant, any::<u64>(), vec(any::<u8>(), 0..80)).prop_map(move |(variant, seed, choices)| {
        let mut game = Game::new(variant.start_from_seed(seed));
        for choice in choices {
            if choice < lost && game.skip_turn().is_some() {
                continue;
            }
            let moves = game.position().moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            game.play(mv).expect("one of the moves of the position");
        }
        game
    })
}

/// A game of any variant.
pub(crate) fn game() -> impl Strategy<Value = Game> {
    game_of(variant())
}

/// A position that random play leads to, in any variant.
pub(crate) fn reachable() -> impl Strategy<Value = Position> {
    game().prop_map(|game| game.position())
}

/// A board of random discs, from nearly empty to full, on any ground.
pub(crate) fn random_board() -> impl Strategy<Value = Position> {
    let density = prop_oneof![
        any::<u64>(),
        Just(!0),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b),
    ];
    (spec(), density, any::<u64>(), color()).prop_map(|(spec, discs, black, turn)| {
        let (discs, black) = (spec.area() & Bitboard(discs), Bitboard(black));
        let setup = Setup { black: discs & black, white: discs - black, turn, spec };
        setup.validate().expect("disjoint and inside the area")
    })
}

/// A reachable position or a random board.
pub(crate) fn position() -> impl Strategy<Value = Position> {
    prop_oneof![reachable(), random_board()]
}

/// Either side.
pub(crate) fn color() -> impl Strategy<Value = Color> {
    select(Color::ALL.to_vec())
}

/// A record of a game of any variant, or of a position, with anything in its other fields.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    let games = prop_oneof![game_of(Just(Variant::STANDARD)), game(), position().prop_map(Game::new)];
    let theory = proptest::option::of((0..=64u8, 1..=60u8).prop_map(|(black, empties)| Theory { black, empties }));
    (games, vec(text(), 6), (player(), player()), (outcome(), theory), vec(note(), 0..4), vec((text(), text()), 0..3))
        .prop_map(|(game, texts, (black, white), (outcome, theory), notes, tags)| {
            let [event, date, round, clock, comment, _] = texts.try_into().expect("six texts");
            let outcome = outcome.unwrap_or(Outcome::of(&game));
            let values =
                game.start().moves().into_iter().map(|mv| (mv, DiscDiff::default())).take(notes.len()).collect();
            Record { game, black, white, event, date, round, clock, outcome, theory, notes, values, comment, tags }
        })
}

/// Texts, some with characters that formats must quote.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[A-Za-z0-9 .:/-]{0,12}", any::<String>()]
}

fn player() -> impl Strategy<Value = Player> {
    (text(), proptest::option::of(0.0..3000.0)).prop_map(|(name, rating)| Player { name, rating })
}

fn outcome() -> impl Strategy<Value = Option<Outcome>> {
    let ending = select(vec![
        Ending::Played,
        Ending::Resigned,
        Ending::TimedOut,
        Ending::Left,
        Ending::Foul,
        Ending::Unfinished,
    ]);
    let margin = proptest::option::of((-64..=64i8).prop_map(|discs| DiscDiff::new(discs).expect("at most 64")));
    let outcome = (margin, proptest::option::of(color()), ending);
    proptest::option::of(outcome.prop_map(|(margin, awarded, ending)| Outcome { margin, awarded, ending }))
}

fn note() -> impl Strategy<Value = MoveNote> {
    let number = || proptest::option::of(-64.0..64.0);
    (number(), number(), text()).prop_map(|(eval, seconds, comment)| MoveNote { eval, seconds, comment })
}
