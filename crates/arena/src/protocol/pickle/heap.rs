//! The values of a pickle, each in a place of its own.
//!
//! Values name each other by place, so that a list can be remembered before it is filled and even contain itself; nobody follows these names
//! further than the two numbers of a move.

use super::{call::Callable, numpy::NumberType, refusal::Reason};

/// How deep lists and tuples may lie in each other. A move of numpy's numbers has three levels.
const DEEPEST: u8 = 8;

/// One value.
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
    /// A tuple, or an array of numpy that has been read.
    Tuple(Vec<Place>),
    /// Something that can be called here, without Python.
    Callable(Callable),
    /// A type of numbers.
    NumberType(NumberType),
    /// An array whose contents are still to come.
    EmptyArray,
}

/// Where a value lies. Of use only for the heap that gave it.
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

    /// Puts another value where one lies: all that name the place mean the new one.
    pub(super) fn replace(&mut self, place: Place, node: Node) -> Result<(), Reason> {
        self.values[place.0] = self.value(node)?;
        Ok(())
    }

    /// Puts values at the end of a list.
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
