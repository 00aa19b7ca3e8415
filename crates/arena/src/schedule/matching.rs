//! Perfect matchings in graphs: pairs up entrants who may meet.
//!
//! J. Edmonds, *Paths, Trees, and Flowers* (1965): a matching grows along augmenting paths; odd
//! cycles met on the way ("blossoms") are contracted.

use std::collections::VecDeque;

/// Who may meet whom.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    size: usize,
    edges: Vec<bool>,
}

impl Graph {
    pub(super) fn new(size: usize, may_meet: impl Fn(usize, usize) -> bool) -> Graph {
        let edge = |index: usize| index / size != index % size && may_meet(index / size, index % size);
        Graph { size, edges: (0..size * size).map(edge).collect() }
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        self.edges[one * self.size + other]
    }

    fn forget(&mut self, gone: usize) {
        for other in 0..self.size {
            self.edges[gone * self.size + other] = false;
            self.edges[other * self.size + gone] = false;
        }
    }
}

/// A perfect matching. Some couples are settled; the others only prove that it is possible.
#[derive(Clone, Debug)]
pub(super) struct Matching {
    graph: Graph,
    mate: Vec<Option<usize>>,
    settled: Vec<bool>,
}

impl Matching {
    /// A perfect matching, if there is one.
    pub(super) fn perfect(graph: Graph) -> Option<Matching> {
        let mut mate = vec![None; graph.size];
        let finds_one = |one: usize| mate[one].is_some() || Search::new(&graph, &mut mate).augment(one);
        let is_perfect = (0..graph.size).all(finds_one);
        let settled = vec![false; graph.size];
        is_perfect.then_some(Matching { graph, mate, settled })
    }

    pub(super) fn is_settled(&self, one: usize) -> bool {
        self.settled[one]
    }

    pub(super) fn unsettled(&self) -> impl Iterator<Item = usize> {
        (0..self.graph.size).filter(|one| !self.settled[*one])
    }

    /// Settles the first wished partner that still leaves a perfect matching, and returns it. The
    /// current mate does, so there always is one.
    pub(super) fn settle(&mut self, one: usize, candidates: Vec<usize>) -> usize {
        let now = self.mate[one].expect("everybody has a mate");
        let partner = candidates
            .into_iter()
            .find(|candidate| *candidate == now || self.try_couple(one, *candidate))
            .unwrap_or(now);
        for gone in [one, partner] {
            self.settled[gone] = true;
            self.graph.forget(gone);
        }
        partner
    }

    /// Makes two a couple if their former mates find others.
    fn try_couple(&mut self, one: usize, other: usize) -> bool {
        let (Some(left), Some(alone)) = (self.mate[one], self.mate[other]) else { return false };
        if !self.graph.may_meet(one, other) {
            return false;
        }
        let (mut graph, mut mate) = (self.graph.clone(), self.mate.clone());
        graph.forget(one);
        graph.forget(other);
        (mate[one], mate[other]) = (Some(other), Some(one));
        (mate[left], mate[alone]) = (None, None);
        let is_possible = Search::new(&graph, &mut mate).augment(left);
        if is_possible {
            self.mate = mate;
        }
        is_possible
    }
}

/// A search for an augmenting path.
struct Search<'a> {
    graph: &'a Graph,
    mate: &'a mut Vec<Option<usize>>,
    /// The predecessor over an unmatched edge.
    from: Vec<Option<usize>>,
    /// The base of the blossom that each vertex belongs to.
    base: Vec<usize>,
    is_outer: Vec<bool>,
    waiting: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, mate: &'a mut Vec<Option<usize>>) -> Search<'a> {
        let size = graph.size;
        Search {
            graph,
            mate,
            from: vec![None; size],
            base: (0..size).collect(),
            is_outer: vec![false; size],
            waiting: VecDeque::new(),
        }
    }

    /// Finds a mate for the root; others may change theirs.
    fn augment(mut self, root: usize) -> bool {
        self.reach(root);
        while let Some(here) = self.waiting.pop_front() {
            for there in 0..self.graph.size {
                if !self.graph.may_meet(here, there)
                    || self.base[here] == self.base[there]
                    || self.mate[here] == Some(there)
                {
                    continue;
                }
                if there == root || self.mate[there].is_some_and(|mate| self.from[mate].is_some()) {
                    self.shrink(here, there, root);
                } else if self.from[there].is_none() {
                    self.from[there] = Some(here);
                    match self.mate[there] {
                        Some(mate) => self.reach(mate),
                        None => {
                            self.switch(there);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn reach(&mut self, outer: usize) {
        if !std::mem::replace(&mut self.is_outer[outer], true) {
            self.waiting.push_back(outer);
        }
    }

    /// Flips the matching along the path that ends here.
    fn switch(&mut self, end: usize) {
        let mut there = Some(end);
        while let Some(end) = there {
            let Some(before) = self.from[end] else { return };
            there = self.mate[before];
            (self.mate[end], self.mate[before]) = (Some(before), Some(end));
        }
    }

    /// Contracts the odd cycle that an edge between two outer vertices closes.
    fn shrink(&mut self, one: usize, other: usize, root: usize) {
        let base = self.meeting_point(one, other, root);
        let mut in_blossom = vec![false; self.graph.size];
        self.mark(one, base, other, &mut in_blossom);
        self.mark(other, base, one, &mut in_blossom);
        for place in 0..self.graph.size {
            if in_blossom[self.base[place]] {
                self.base[place] = base;
                self.reach(place);
            }
        }
    }

    /// The lowest common ancestor of two vertices on their ways to the root.
    fn meeting_point(&self, one: usize, other: usize, root: usize) -> usize {
        let mut on_way = vec![false; self.graph.size];
        let mut here = self.base[one];
        on_way[here] = true;
        while here != self.base[root] {
            here = self.step_back(here);
            on_way[here] = true;
        }
        let mut here = self.base[other];
        while !on_way[here] {
            here = self.step_back(here);
        }
        here
    }

    /// The next base on the way to the root.
    fn step_back(&self, base: usize) -> usize {
        let before = self.mate[base].and_then(|mate| self.from[mate]);
        self.base[before.expect("only the root has nobody before it")]
    }

    /// Marks the path from a vertex to the base, and makes it usable in the other direction.
    fn mark(&mut self, mut here: usize, base: usize, mut child: usize, in_blossom: &mut [bool]) {
        while self.base[here] != base {
            let mate = self.mate[here].expect("within a blossom everybody but the base has a mate inside");
            in_blossom[self.base[here]] = true;
            in_blossom[self.base[mate]] = true;
            self.from[here] = Some(child);
            child = mate;
            here = self.from[mate].expect("a mate was reached from somebody");
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries everything.
    fn is_possible(graph: &Graph, open: &[usize]) -> bool {
        let Some((one, rest)) = open.split_first() else { return true };
        rest.iter().any(|other| {
            let others: Vec<usize> = rest.iter().copied().filter(|third| third != other).collect();
            graph.may_meet(*one, *other) && is_possible(graph, &others)
        })
    }

    fn graph(size: usize, edges: u64) -> Graph {
        let number = |one: usize, other: usize| one.max(other) * (one.max(other) - 1) / 2 + one.min(other);
        Graph::new(size, |one, other| edges >> number(one, other) & 1 == 1)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn matching_agrees_with_brute_force(half in 1_usize..=5, a: u64, b: u64) {
            // Few edges, so that both answers occur.
            let graph = graph(2 * half, a & b);
            let everybody: Vec<usize> = (0..2 * half).collect();
            let found = Matching::perfect(graph.clone());
            prop_assert_eq!(found.is_some(), is_possible(&graph, &everybody));
            if let Some(matching) = found {
                for (one, mate) in matching.mate.iter().enumerate() {
                    prop_assert!(mate.is_some_and(|mate| graph.may_meet(one, mate) && matching.mate[mate] == Some(one)));
                }
            }
        }

        #[test]
        fn preferred_pairings_are_used_if_the_rest_can_be_paired(half in 2_usize..=5, a: u64, b: u64, c: u64) {
            let graph = graph(2 * half, a | b & c);
            if let Some(mut matching) = Matching::perfect(graph.clone()) {
                let first_possible = (1..2 * half).find(|candidate| {
                    let rest: Vec<usize> = (1..2 * half).filter(|one| one != candidate).collect();
                    graph.may_meet(0, *candidate) && is_possible(&graph, &rest)
                });
                prop_assert_eq!(Some(matching.settle(0, (1..2 * half).collect())), first_possible);
            }
        }
    }
}
