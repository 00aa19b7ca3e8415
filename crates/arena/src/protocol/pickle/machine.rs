//! The machine that follows the instructions of a pickle: a stack, marks on it, and what is remembered.

use super::{
    call::{self, Callable},
    heap::{Heap, Node, Place},
    instruction::Instruction,
    refusal::Reason,
};

/// The most values on the stack. A move has about ten at a time.
const MAX_STACK: usize = 64;
/// The most marks on the stack.
const MAX_MARKS: usize = 16;
/// The most values that are remembered: as many as a byte can number.
const MAX_MEMO: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Machine {
    pub(super) heap: Heap,
    stack: Vec<Place>,
    /// The heights of the stack at which marks were set.
    marks: Vec<usize>,
    memo: Vec<Option<Place>>,
    remembered: usize,
}

impl Machine {
    /// Follows one instruction; the last one gives the value of the pickle.
    pub(super) fn follow(&mut self, instruction: Instruction) -> Result<Option<Place>, Reason> {
        match instruction {
            Instruction::Prepare => {}
            Instruction::Push(node) => self.push_new(node)?,
            Instruction::Mark => self.mark()?,
            Instruction::List => self.since_mark().and_then(|items| self.push_new(Node::List(items)))?,
            Instruction::Tuple => self.since_mark().and_then(|items| self.push_new(Node::Tuple(items)))?,
            Instruction::TupleOf(count) => self.topmost(count).and_then(|items| self.push_new(Node::Tuple(items)))?,
            Instruction::Append => self.topmost(1).and_then(|items| self.append(&items))?,
            Instruction::Appends => self.since_mark().and_then(|items| self.append(&items))?,
            Instruction::Put(number) => self.remember(number.into())?,
            Instruction::Memoize => self.remember(self.remembered)?,
            Instruction::Get(number) => self.recall(number)?,
            Instruction::StackGlobal => self.find()?,
            Instruction::Reduce => self.call()?,
            Instruction::Build => self.build()?,
            Instruction::Stop => return self.end().map(Some),
        }
        Ok(None)
    }

    fn push_new(&mut self, node: Node) -> Result<(), Reason> {
        let place = self.heap.add(node)?;
        self.push(place)
    }

    fn push(&mut self, place: Place) -> Result<(), Reason> {
        if self.stack.len() == MAX_STACK {
            return Err(Reason::TooMany { what: "values at a time", most: MAX_STACK });
        }
        self.stack.push(place);
        Ok(())
    }

    fn mark(&mut self) -> Result<(), Reason> {
        if self.marks.len() == MAX_MARKS {
            return Err(Reason::TooMany { what: "marks at a time", most: MAX_MARKS });
        }
        self.marks.push(self.stack.len());
        Ok(())
    }

    fn since_mark(&mut self) -> Result<Vec<Place>, Reason> {
        let mark = self.marks.pop().ok_or(Reason::Misplaced)?;
        Ok(self.stack.split_off(mark))
    }

    /// Takes values from the top, but none below the last mark.
    fn topmost(&mut self, count: usize) -> Result<Vec<Place>, Reason> {
        let floor = self.marks.last().copied().unwrap_or(0);
        let first = self.stack.len().checked_sub(count).filter(|first| *first >= floor);
        Ok(self.stack.split_off(first.ok_or(Reason::Misplaced)?))
    }

    fn two(&mut self) -> Result<[Place; 2], Reason> {
        self.topmost(2)?.try_into().map_err(|_| Reason::Misplaced)
    }

    /// The topmost value, which stays.
    fn top(&self) -> Result<Place, Reason> {
        let floor = self.marks.last().copied().unwrap_or(0);
        self.stack[floor..].last().copied().ok_or(Reason::Misplaced)
    }

    fn append(&mut self, items: &[Place]) -> Result<(), Reason> {
        let list = self.top()?;
        self.heap.extend(list, items)
    }

    fn remember(&mut self, number: usize) -> Result<(), Reason> {
        let top = self.top()?;
        if number >= MAX_MEMO {
            return Err(Reason::TooMany { what: "remembered values", most: MAX_MEMO });
        }
        if number >= self.memo.len() {
            self.memo.resize(number + 1, None);
        }
        if self.memo[number].replace(top).is_none() {
            self.remembered += 1;
        }
        Ok(())
    }

    fn recall(&mut self, number: u8) -> Result<(), Reason> {
        let place = self.memo.get(usize::from(number)).copied().flatten();
        self.push(place.ok_or(Reason::NotRemembered(number))?)
    }

    fn find(&mut self) -> Result<(), Reason> {
        let [module, name] = self.two()?;
        let (Node::Text(module), Node::Text(name)) = (self.heap.node(module), self.heap.node(name)) else {
            return Err(Reason::Misplaced);
        };
        let callable = Callable::named(module, name)?;
        self.push_new(Node::Callable(callable))
    }

    fn call(&mut self) -> Result<(), Reason> {
        let [callable, arguments] = self.two()?;
        let made = call::call(&mut self.heap, callable, arguments)?;
        self.push_new(made)
    }

    fn build(&mut self) -> Result<(), Reason> {
        let [state] = self.topmost(1)?.try_into().map_err(|_| Reason::Misplaced)?;
        let built = self.top()?;
        call::build(&mut self.heap, built, state)
    }

    fn end(&mut self) -> Result<Place, Reason> {
        match (&self.stack[..], &self.marks[..]) {
            (&[value], []) => Ok(value),
            _ => Err(Reason::Misplaced),
        }
    }
}
