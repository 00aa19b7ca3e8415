//! A queue in which clients take turns.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Tasks of many clients. Returns tasks of the client that has waited longest for its turn, and
/// within one client in order of arrival.
pub(crate) struct Fair<K, T> {
    /// The clients with a task, each once.
    turns: VecDeque<K>,
    /// No value is empty.
    waiting: HashMap<K, VecDeque<T>>,
}

impl<K, T> Default for Fair<K, T> {
    fn default() -> Fair<K, T> {
        Fair { turns: VecDeque::new(), waiting: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, T> Fair<K, T> {
    pub(crate) fn new() -> Fair<K, T> {
        Fair::default()
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// The number of a client's tasks.
    pub(crate) fn of(&self, client: K) -> usize {
        self.waiting.get(&client).map_or(0, VecDeque::len)
    }

    pub(crate) fn push(&mut self, client: K, task: T) {
        let tasks = self.waiting.entry(client).or_default();
        if tasks.is_empty() {
            self.turns.push_back(client);
        }
        tasks.push_back(task);
    }

    /// Removes the next task that `admits` accepts. A client without such a task keeps its turn.
    pub(crate) fn pop(&mut self, admits: impl Fn(K, &T) -> bool) -> Option<(K, T)> {
        let has_task = |client: &&K| self.waiting[*client].iter().any(|task| admits(**client, task));
        let client = *self.turns.iter().find(has_task)?;
        let task = self.remove(client, |task| admits(client, task))?;
        // A client with more tasks goes to the end.
        if self.waiting.contains_key(&client) {
            self.turns.retain(|&other| other != client);
            self.turns.push_back(client);
        }
        Some((client, task))
    }

    /// Removes the first matching task of a client, out of turn.
    pub(crate) fn remove(&mut self, client: K, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let tasks = self.waiting.get_mut(&client)?;
        let index = tasks.iter().position(is_it)?;
        let task = tasks.remove(index)?;
        if tasks.is_empty() {
            self.waiting.remove(&client);
            self.turns.retain(|&other| other != client);
        }
        Some(task)
    }

    /// All tasks in the order in which [`Fair::pop`] would return them.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &T> {
        let longest = self.waiting.values().map(VecDeque::len).max().unwrap_or_default();
        (0..longest).flat_map(move |round| self.turns.iter().filter_map(move |client| self.waiting[client].get(round)))
    }

    /// Makes room for a task of this client: removes the last task of the client with the most
    /// tasks, if that one has at least two more. Returns whether it did.
    pub(crate) fn displace_for(&mut self, client: K) -> bool {
        let Some((&largest, tasks)) = self.waiting.iter_mut().max_by_key(|(_, tasks)| tasks.len()) else {
            return false;
        };
        let count = tasks.len();
        if count < self.of(client) + 2 {
            return false;
        }
        self.waiting.get_mut(&largest).and_then(VecDeque::pop_back).is_some()
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
        let expected: Vec<_> = queue.in_order().copied().collect();
        let jobs: Vec<_> = std::iter::from_fn(|| queue.pop(|_, _| true)).map(|(_, job)| job).collect();
        assert!(queue.turns.is_empty() && queue.waiting.is_empty());
        assert_eq!(jobs, expected);
        jobs.join(" ")
    }

    #[test]
    fn clients_take_turns() {
        assert_eq!(drain(queue(&["a1", "a2", "a3", "b1", "b2", "c1"])), "a1 b1 c1 a2 b2 a3");
    }

    #[test]
    fn a_client_that_returns_goes_to_the_end_of_the_queue() {
        let mut queue = queue(&["a1", "b1", "b2"]);
        assert_eq!(queue.pop(|_, _| true), Some(('a', "a1")));
        queue.push('a', "a2");
        assert_eq!(drain(queue), "b1 a2 b2");
    }

    #[test]
    fn a_client_without_admitted_jobs_keeps_its_position() {
        let mut queue = queue(&["a1 deep", "a2 quick", "b1 deep", "c1 quick", "c2 deep"]);
        let quick = |_, job: &&str| job.ends_with("quick");
        assert_eq!(queue.pop(quick), Some(('a', "a2 quick")));
        assert_eq!(queue.pop(quick), Some(('c', "c1 quick")));
        assert_eq!(queue.pop(quick), None);
        assert_eq!(drain(queue), "b1 deep a1 deep c2 deep");
    }

    #[test]
    fn the_client_with_the_most_jobs_makes_room() {
        let mut queue = queue(&["a1", "a2", "a3", "b1", "b2"]);
        assert!(!queue.displace_for('b'), "it has one less than the largest");
        assert!(queue.displace_for('c'));
        assert!(queue.displace_for('c'));
        assert!(!queue.displace_for('a'));
        assert_eq!(queue.len(), 3);
        queue.push('c', "c1");
        assert!(queue.displace_for('d'));
        assert!(!queue.displace_for('d'), "all have one");
        assert_eq!(drain(queue), "a1 b1 c1");
    }

    #[test]
    fn a_job_that_is_removed_leaves_no_trace() {
        let mut queue = queue(&["a1", "b1", "b2", "c1"]);
        assert_eq!(queue.remove('b', |job| *job == "b2"), Some("b2"));
        assert_eq!(queue.remove('b', |job| *job == "b2"), None);
        assert_eq!(queue.remove('a', |_| true), Some("a1"));
        assert_eq!((queue.len(), queue.of('b'), queue.of('a')), (2, 1, 0));
        queue.push('a', "a2");
        assert_eq!(queue.remove('c', |job| *job == "c1"), Some("c1"));
        assert_eq!(drain(queue), "b1 a2");
    }
}
