//! Who can be compared with whom.

use super::Results;

/// The players in groups that are linked by games, the largest first; in each group in order of their numbers.
pub(super) fn connected(results: &Results) -> Vec<Vec<usize>> {
    let links = links(results, |_| true);
    let mut group_of = vec![None; results.players()];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in 0..results.players() {
        if group_of[player].is_none() {
            let mut group = reached(&links, player);
            group.sort_unstable();
            group.iter().for_each(|member| group_of[*member] = Some(groups.len()));
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Whether a group can be divided so that one part took no point from the other: whether not everybody can be reached from everybody along
/// points.
pub(super) fn rests_on_prior(results: &Results, group: &[usize]) -> bool {
    let took_points = links(results, |points| points > 0.0);
    let mut gave_points = vec![Vec::new(); results.players()];
    for (player, opponents) in took_points.iter().enumerate() {
        opponents.iter().for_each(|opponent| gave_points[*opponent].push(player));
    }
    let reaches_all = |links: &[Vec<usize>]| reached(links, group[0]).len() == group.len();
    !(reaches_all(&took_points) && reaches_all(&gave_points))
}

/// For each player the opponents against whom the points are such.
fn links(results: &Results, counts: impl Fn(f64) -> bool) -> Vec<Vec<usize>> {
    let mut links = vec![Vec::new(); results.players()];
    for (player, opponent, points) in results.directed() {
        if counts(points) {
            links[player].push(opponent);
        }
    }
    links
}

/// Everybody who can be reached from a player, the player included.
fn reached(links: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut is_met = vec![false; links.len()];
    let mut met = vec![from];
    is_met[from] = true;
    let mut next = 0;
    while let Some(&player) = met.get(next) {
        next += 1;
        for &other in &links[player] {
            if !std::mem::replace(&mut is_met[other], true) {
                met.push(other);
            }
        }
    }
    met
}
