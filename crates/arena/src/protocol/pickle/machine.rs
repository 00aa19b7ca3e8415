//! The machine that executes instructions: a stack, marks, a memo, and a heap of values.
//!
//! Values refer to each other by index, so a list can be memoized before it is filled and may even
//! contain itself. Nothing follows these references further than the two numbers of a move.

use super::{
    call::{self, Callable},
    instruction::Instruction,
    numpy::NumberType,
    refusal::Reason,
};

/// Maximum stack size. A move needs about ten.
const MAX_STACK: usize = 64;
/// Maximum number of marks.
const MAX_MARKS: usize = 16;
/// Maximum number of memoized values: what a byte can number.
const MAX_MEMO: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Machine {
    pub(super) heap: Heap,
    stack: Vec<Place>,
    /// Stack heights of the marks.
    marks: Vec<usize>,
    memo: Vec<Option<Place>>,
    remembered: usize,
}

impl Machine {
    /// Executes one instruction; the last one returns the value of the pickle.
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

    /// Pops values, but none below the last mark.
    fn topmost(&mut self, count: usize) -> Result<Vec<Place>, Reason> {
        let floor = self.marks.last().copied().unwrap_or(0);
        let first = self.stack.len().checked_sub(count).filter(|first| *first >= floor);
        Ok(self.stack.split_off(first.ok_or(Reason::Misplaced)?))
    }

    fn two(&mut self) -> Result<[Place; 2], Reason> {
        self.topmost(2)?.try_into().map_err(|_| Reason::Misplaced)
    }

    /// The top of the stack, without popping it.
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

/// Maximum nesting of lists and tuples. A move with numpy numbers has three levels.
const DEEPEST: u8 = 8;

/// A value.
#[derive(Debug)]
pub(super) enum Node {
    None,
    Bool(bool),
    Int(i64),
    /// An integer of more than 64 bits.
    Huge,
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Place>),
    /// A tuple, or a numpy array that has been read.
    Tuple(Vec<Place>),
    /// A callable, executed here and not by Python.
    Callable(Callable),
    /// A number type.
    NumberType(NumberType),
    /// An array whose contents are still to come.
    EmptyArray,
}

/// The index of a value in its heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(usize);

#[derive(Debug, Default)]
pub(super) struct Heap {
    values: Vec<Value>,
}

#[derive(Debug)]
struct Value {
    node: Node,
    depth: u8,
}

impl Heap {
    pub(super) fn add(&mut self, node: Node) -> Result<Place, Reason> {
        let value = self.value(node)?;
        self.values.push(value);
        Ok(Place(self.values.len() - 1))
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.values[place.0].node
    }

    /// Replaces a value in place, so that all references see the new one.
    pub(super) fn replace(&mut self, place: Place, node: Node) -> Result<(), Reason> {
        self.values[place.0] = self.value(node)?;
        Ok(())
    }

    /// Appends values to a list.
    pub(super) fn extend(&mut self, list: Place, items: &[Place]) -> Result<(), Reason> {
        let depth = self.depth_around(items)?;
        let value = &mut self.values[list.0];
        let Node::List(present) = &mut value.node else { return Err(Reason::Misplaced) };
        present.extend_from_slice(items);
        value.depth = value.depth.max(depth);
        Ok(())
    }

    fn value(&self, node: Node) -> Result<Value, Reason> {
        let depth = match &node {
            Node::Tuple(items) | Node::List(items) => self.depth_around(items)?,
            _ => 0,
        };
        Ok(Value { node, depth })
    }

    fn depth_around(&self, items: &[Place]) -> Result<u8, Reason> {
        let deepest = items.iter().map(|item| self.values[item.0].depth).max().unwrap_or(0);
        if deepest < DEEPEST { Ok(deepest + 1) } else { Err(Reason::TooDeep) }
    }
}
