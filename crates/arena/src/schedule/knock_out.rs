//! Who loses is out.

use super::{
    Entrant, Played, PlayedRound, Round,
    colors::{self, Colors},
    number_after,
};

/// A knock-out with the usual bracket: the entrants are listed by strength, the first two can only meet in the final, the first four not before the
/// half-finals, and so on. Where the bracket is not full, the strongest have byes in the first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockOut {
    /// How many take part.
    pub entrants: usize,
    /// Whether those who lost the half-finals play for the third place, in the round of the final.
    pub third_place: bool,
}

/// Those who are still in, in the order of the bracket; neighbours meet next.
type Bracket = Vec<Option<Entrant>>;

impl KnockOut {
    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        self.entrants.next_power_of_two().ilog2() as usize
    }

    /// Where somebody stands in the bracket, from the top.
    pub fn slot(&self, entrant: Entrant) -> Option<usize> {
        seeding(self.rounds()).iter().position(|seed| *seed == entrant.0)
    }

    /// How many meetings there are in all: everybody but the winner loses one, and there may be one for the third place.
    pub fn meetings(&self) -> usize {
        self.entrants.saturating_sub(1) + usize::from(self.third_place && self.entrants > 3)
    }

    /// The round after those that were played.
    pub fn next(&self, played: &[PlayedRound]) -> Option<Round> {
        if played.len() >= self.rounds() {
            return None;
        }
        let colors = Colors::of(self.entrants, played);
        let bracket = self.bracket(played);
        let mut round = Round { number: number_after(played.len()), meetings: Vec::new(), byes: Vec::new() };
        for couple in bracket.chunks_exact(2) {
            match (couple[0], couple[1]) {
                (Some(one), Some(other)) => round.meetings.push(colors::meeting(one, other, &colors)),
                (one, other) => round.byes.extend(one.or(other)),
            }
        }
        if let (true, Some([one, other])) = (self.third_place, self.half_final_losers(played)) {
            round.meetings.push(colors::meeting(one, other, &colors));
        }
        Some(round)
    }

    /// Everybody by how far they came, the winner first; those who went out in the same round share a place. Whoever is not out yet shares the
    /// first.
    pub fn places(&self, played: &[PlayedRound]) -> Vec<Vec<Entrant>> {
        let still_in =
            |rounds: usize| -> Vec<Entrant> { self.bracket(&played[..rounds]).into_iter().flatten().collect() };
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
        let first = seeding(self.rounds()).into_iter().map(|seed| (seed < self.entrants).then_some(Entrant(seed)));
        played.iter().fold(first.collect(), |bracket: Bracket, round| {
            bracket.chunks_exact(2).map(|couple| goes_on(couple[0], couple[1], &round.meetings)).collect()
        })
    }

    /// Before the final: who lost before it.
    fn half_final_losers(&self, played: &[PlayedRound]) -> Option<[Entrant; 2]> {
        let (_, before) = played.split_last().filter(|_| played.len() + 1 == self.rounds())?;
        let finalists = self.bracket(played);
        let mut losers = self.bracket(before);
        losers.retain(|entrant| !finalists.contains(entrant));
        let losers: Vec<Entrant> = losers.into_iter().flatten().collect();
        losers.try_into().ok()
    }

    /// Who won the meeting of those who lost the half-finals, if it was played.
    fn third(&self, played: &[PlayedRound], losers: &[Entrant]) -> Option<Entrant> {
        let last = played.get(self.rounds() - 1).filter(|_| self.third_place)?;
        let met =
            last.meetings.iter().find(|met| met.meeting.entrants().iter().all(|entrant| losers.contains(entrant)))?;
        Some(met.winner())
    }
}

/// Who of two neighbours is in the next round: the only one, or the winner. A meeting without a result is won by the stronger.
fn goes_on(one: Option<Entrant>, other: Option<Entrant>, meetings: &[Played]) -> Option<Entrant> {
    let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
    let met = meetings.iter().find(|met| met.meeting.opponent(one) == Some(other));
    Some(met.map_or(one.min(other), Played::winner))
}

/// The places of a full bracket by strength: the first is opposed by the last, in each half of each half.
fn seeding(rounds: usize) -> Vec<usize> {
    (0..rounds).fold(vec![0], |places, _| {
        let sum = 2 * places.len() - 1;
        places.into_iter().flat_map(|place| [place, sum - place]).collect()
    })
}
