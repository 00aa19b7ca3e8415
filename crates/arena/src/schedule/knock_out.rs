//! Knock-out: the loser of each pairing is eliminated.

use super::{
    EntrantId, Played, PlayedRound, Round,
    colors::{self, Colors},
    number_after,
};

/// A knockout with the usual bracket. Entrants are listed by strength; the first two can meet only
/// in the final, the first four not before the semifinals, and so on. If the bracket is not full,
/// the strongest have byes in the first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockOut {
    /// The number of entrants.
    pub entrants: usize,
    /// True if the losers of the semifinals play for third place, in the round of the final.
    pub third_place: bool,
}

/// The remaining entrants in bracket order; neighbors meet next.
type Bracket = Vec<Option<EntrantId>>;

impl KnockOut {
    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        self.entrants.next_power_of_two().ilog2() as usize
    }

    /// The position of an entrant in the bracket, from the top.
    pub fn slot(&self, entrant: EntrantId) -> Option<usize> {
        seeding(self.rounds()).iter().position(|seed| *seed == entrant.0)
    }

    /// The number of pairings: everyone except the winner loses one, and there may be one for third
    /// place.
    pub fn pairings(&self) -> usize {
        self.entrants.saturating_sub(1) + usize::from(self.third_place && self.entrants > 3)
    }

    /// The round after those played.
    pub fn next(&self, played: &[PlayedRound]) -> Option<Round> {
        if played.len() >= self.rounds() {
            return None;
        }
        let colors = Colors::of(self.entrants, played);
        let bracket = self.bracket(played);
        let mut round = Round { number: number_after(played.len()), pairings: Vec::new(), byes: Vec::new() };
        for couple in bracket.chunks_exact(2) {
            match (couple[0], couple[1]) {
                (Some(one), Some(other)) => round.pairings.push(colors::pairing(one, other, &colors)),
                (one, other) => round.byes.extend(one.or(other)),
            }
        }
        if let (true, Some([one, other])) = (self.third_place, self.half_final_losers(played)) {
            round.pairings.push(colors::pairing(one, other, &colors));
        }
        Some(round)
    }

    /// All entrants by how far they came, the winner first. Those eliminated in the same round
    /// share a place; the remaining ones share the first.
    pub fn places(&self, played: &[PlayedRound]) -> Vec<Vec<EntrantId>> {
        let still_in =
            |rounds: usize| -> Vec<EntrantId> { self.bracket(&played[..rounds]).into_iter().flatten().collect() };
        let mut places = vec![still_in(played.len())];
        for rounds in (0..played.len()).rev() {
            let went_on = still_in(rounds + 1);
            let mut out = still_in(rounds);
            out.retain(|entrant| !went_on.contains(entrant));
            let third = (rounds + 2 == self.rounds()).then(|| self.third(played, &out)).flatten();
            if let Some(third) = third {
                out.retain(|entrant| *entrant != third);
                places.push(vec![third]);
            }
            places.push(out);
        }
        places.iter_mut().for_each(|place| place.sort_unstable());
        places.retain(|place| !place.is_empty());
        places
    }

    /// The bracket after these rounds.
    fn bracket(&self, played: &[PlayedRound]) -> Bracket {
        let first = seeding(self.rounds()).into_iter().map(|seed| (seed < self.entrants).then_some(EntrantId(seed)));
        played.iter().fold(first.collect(), |bracket: Bracket, round| {
            bracket.chunks_exact(2).map(|couple| goes_on(couple[0], couple[1], &round.pairings)).collect()
        })
    }

    /// Before the final: the losers of the semifinals.
    fn half_final_losers(&self, played: &[PlayedRound]) -> Option<[EntrantId; 2]> {
        let (_, before) = played.split_last().filter(|_| played.len() + 1 == self.rounds())?;
        let finalists = self.bracket(played);
        let mut losers = self.bracket(before);
        losers.retain(|entrant| !finalists.contains(entrant));
        let losers: Vec<EntrantId> = losers.into_iter().flatten().collect();
        losers.try_into().ok()
    }

    /// The winner of the game for third place, if it was played.
    fn third(&self, played: &[PlayedRound], losers: &[EntrantId]) -> Option<EntrantId> {
        let last = played.get(self.rounds() - 1).filter(|_| self.third_place)?;
        let met =
            last.pairings.iter().find(|met| met.pairing.entrants().iter().all(|entrant| losers.contains(entrant)))?;
        Some(met.winner())
    }
}

/// The neighbor who advances: the only one, or the winner. Without a result the stronger one
/// advances.
fn goes_on(one: Option<EntrantId>, other: Option<EntrantId>, pairings: &[Played]) -> Option<EntrantId> {
    let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
    let met = pairings.iter().find(|met| met.pairing.opponent(one) == Some(other));
    Some(met.map_or(one.min(other), Played::winner))
}

/// The bracket positions by strength: in each half of each half the first is opposed by the last.
fn seeding(rounds: usize) -> Vec<usize> {
    (0..rounds).fold(vec![0], |places, _| {
        let sum = 2 * places.len() - 1;
        places.into_iter().flat_map(|place| [place, sum - place]).collect()
    })
}
