//! The few Python and numpy names that a move may use, and their effect here.

use super::{
    machine::{Heap, Node, Place},
    numpy::{self, NumberType},
    refusal::Reason,
};

/// Maximum length of a text that is encoded as bytes. A number has eight.
const MAX_ENCODED_BYTES: usize = 64;

/// A name that a pickle may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callable {
    /// Makes a number from its type and bytes.
    Scalar,
    /// Makes a number type from its code.
    Type,
    /// Makes an array without contents.
    Reconstruct,
    /// The argument of `Reconstruct`; never called itself.
    Array,
    /// Makes an array from its bytes, type and shape.
    FromBuffer,
    /// Makes bytes from text, as protocol 2 writes them.
    Encode,
}

impl Callable {
    /// Looks up a Python name; fails if no move needs it.
    pub(super) fn named(module: &str, name: &str) -> Result<Callable, Reason> {
        match (module, name) {
            ("numpy.core.multiarray" | "numpy._core.multiarray", "scalar") => Ok(Callable::Scalar),
            ("numpy.core.multiarray" | "numpy._core.multiarray", "_reconstruct") => Ok(Callable::Reconstruct),
            ("numpy.core.numeric" | "numpy._core.numeric", "_frombuffer") => Ok(Callable::FromBuffer),
            ("numpy", "dtype") => Ok(Callable::Type),
            ("numpy", "ndarray") => Ok(Callable::Array),
            ("_codecs", "encode") => Ok(Callable::Encode),
            _ => Err(Reason::foreign(module, name)),
        }
    }
}

/// Calls a callable with a tuple of arguments.
pub(super) fn call(heap: &mut Heap, callable: Place, arguments: Place) -> Result<Node, Reason> {
    let (Node::Callable(callable), Node::Tuple(arguments)) = (heap.node(callable), heap.node(arguments)) else {
        return Err(Reason::Misplaced);
    };
    let (callable, arguments) = (*callable, arguments.clone());
    let nodes: Vec<&Node> = arguments.iter().map(|place| heap.node(*place)).collect();
    match (callable, &nodes[..]) {
        (Callable::Type, [Node::Text(code), ..]) => Ok(Node::NumberType(NumberType::coded(code)?)),
        (Callable::Scalar, [Node::NumberType(kind), Node::Bytes(bytes)]) => kind.read(bytes),
        (Callable::Encode, [Node::Text(text), Node::Text(codec)]) if codec == "latin1" => encode(text),
        (Callable::Reconstruct, [Node::Callable(Callable::Array), ..]) => Ok(Node::EmptyArray),
        (Callable::FromBuffer, [Node::Bytes(bytes), Node::NumberType(kind), Node::Tuple(shape), ..]) => {
            let numbers = numpy::numbers(heap, shape, *kind, bytes)?;
            numpy::array(heap, numbers)
        }
        _ => Err(Reason::Arguments),
    }
}

/// Sets the state of a value: the byte order of a type, or the numbers of an array.
pub(super) fn build(heap: &mut Heap, built: Place, state: Place) -> Result<(), Reason> {
    let Node::Tuple(state) = heap.node(state) else { return Err(Reason::Misplaced) };
    let nodes: Vec<&Node> = state.iter().map(|place| heap.node(*place)).collect();
    match (heap.node(built), &nodes[..]) {
        (Node::NumberType(_), [_, Node::Text(order), ..]) => numpy::check_order(order),
        (Node::EmptyArray, [_, Node::Tuple(shape), Node::NumberType(kind), Node::Bool(_), Node::Bytes(bytes)]) => {
            let numbers = numpy::numbers(heap, shape, *kind, bytes)?;
            let array = numpy::array(heap, numbers)?;
            heap.replace(built, array)
        }
        _ => Err(Reason::Arguments),
    }
}

fn encode(text: &str) -> Result<Node, Reason> {
    if text.len() > 2 * MAX_ENCODED_BYTES {
        return Err(Reason::Arguments);
    }
    let bytes: Result<_, _> = text.chars().map(u8::try_from).collect();
    bytes.map(Node::Bytes).map_err(|_| Reason::Arguments)
}
