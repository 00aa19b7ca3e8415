//! A queue in which clients take turns.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Jobs of many clients. The next is of the client that has waited longest for its turn, and of that client's the one that came first.
pub(crate) struct Fair<K, J> {
    /// Those with a job, each once.
    turns: VecDeque<K>,
    /// Never empty for a client.
    waiting: HashMap<K, VecDeque<J>>,
}

impl<K, J> Default for Fair<K, J> {
    fn default() -> Fair<K, J> {
        Fair { turns: VecDeque::new(), waiting: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, J> Fair<K, J> {
    pub(crate) fn new() -> Fair<K, J> {
        Fair::default()
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// How many jobs of a client wait.
    pub(crate) fn of(&self, client: K) -> usize {
        self.waiting.get(&client).map_or(0, VecDeque::len)
    }

    pub(crate) fn push(&mut self, client: K, job: J) {
        let jobs = self.waiting.entry(client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client);
        }
        jobs.push_back(job);
    }

    /// Puts a job back that was taken: it is the next of its client, and the client the next of all.
    pub(crate) fn push_first(&mut self, client: K, job: J) {
        self.turns.retain(|&other| other != client);
        self.turns.push_front(client);
        self.waiting.entry(client).or_default().push_front(job);
    }

    /// The next job of those that are admitted. Clients without one keep their place.
    pub(crate) fn pop(&mut self, admits: impl Fn(&J) -> bool) -> Option<(K, J)> {
        let client = *self.turns.iter().find(|client| self.waiting[client].iter().any(&admits))?;
        let job = self.remove(client, admits)?;
        // Whoever has more goes to the end.
        if self.waiting.contains_key(&client) {
            self.turns.retain(|&other| other != client);
            self.turns.push_back(client);
        }
        Some((client, job))
    }

    /// Takes the first of a client's jobs that is the one, without regard to turns.
    pub(crate) fn remove(&mut self, client: K, is_it: impl Fn(&J) -> bool) -> Option<J> {
        let jobs = self.waiting.get_mut(&client)?;
        let place = jobs.iter().position(is_it)?;
        let job = jobs.remove(place)?;
        if jobs.is_empty() {
            self.waiting.remove(&client);
            self.turns.retain(|&other| other != client);
        }
        Some(job)
    }

    /// All jobs in the order in which they come if all are admitted.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &J> {
        let longest = self.waiting.values().map(VecDeque::len).max().unwrap_or_default();
        (0..longest).flat_map(move |round| self.turns.iter().filter_map(move |client| self.waiting[client].get(round)))
    }

    /// Takes a job, whosever it is.
    pub(crate) fn remove_where(&mut self, is_it: impl Fn(&J) -> bool) -> Option<J> {
        let client = *self.turns.iter().find(|client| self.waiting[client].iter().any(&is_it))?;
        self.remove(client, is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a1` is job 1 of client a.
    fn queue(jobs: &[&'static str]) -> Fair<char, &'static str> {
        let mut queue = Fair::new();
        for job in jobs {
            queue.push(job.chars().next().unwrap(), *job);
        }
        queue
    }

    fn drain(mut queue: Fair<char, &'static str>) -> String {
        let foretold: Vec<_> = queue.in_order().copied().collect();
        let jobs: Vec<_> = std::iter::from_fn(|| queue.pop(|_| true)).map(|(_, job)| job).collect();
        assert!(queue.turns.is_empty() && queue.waiting.is_empty());
        assert_eq!(jobs, foretold);
        jobs.join(" ")
    }

    #[test]
    fn clients_take_turns() {
        assert_eq!(drain(queue(&["a1", "a2", "a3", "b1", "b2", "c1"])), "a1 b1 c1 a2 b2 a3");
    }

    #[test]
    fn who_comes_again_goes_to_the_end() {
        let mut queue = queue(&["a1", "b1", "b2"]);
        assert_eq!(queue.pop(|_| true), Some(('a', "a1")));
        queue.push('a', "a2");
        assert_eq!(drain(queue), "b1 a2 b2");
    }

    #[test]
    fn what_is_put_back_comes_first() {
        let mut queue = queue(&["a1", "b1", "b2", "c1"]);
        queue.push_first('b', "b0");
        queue.push_first('d', "d0");
        assert_eq!(drain(queue), "d0 b0 a1 c1 b1 b2");
    }

    #[test]
    fn who_has_nothing_that_is_admitted_keeps_its_place() {
        let mut queue = queue(&["a1 deep", "a2 quick", "b1 deep", "c1 quick", "c2 deep"]);
        let quick = |job: &&str| job.ends_with("quick");
        assert_eq!(queue.pop(quick), Some(('a', "a2 quick")));
        assert_eq!(queue.pop(quick), Some(('c', "c1 quick")));
        assert_eq!(queue.pop(quick), None);
        assert_eq!(drain(queue), "b1 deep a1 deep c2 deep");
    }

    #[test]
    fn a_job_that_is_removed_leaves_no_trace() {
        let mut queue = queue(&["a1", "b1", "b2", "c1"]);
        assert_eq!(queue.remove('b', |job| *job == "b2"), Some("b2"));
        assert_eq!(queue.remove('b', |job| *job == "b2"), None);
        assert_eq!(queue.remove('a', |_| true), Some("a1"));
        assert_eq!((queue.len(), queue.of('b'), queue.of('a')), (2, 1, 0));
        queue.push('a', "a2");
        assert_eq!(
            (queue.remove_where(|job| *job == "c1"), queue.remove_where(|job| *job == "c1")),
            (Some("c1"), None)
        );
        assert_eq!(drain(queue), "b1 a2");
    }
}
