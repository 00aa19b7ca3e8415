//! The file format of weights.
//!
//! All numbers are little-endian: the eight bytes of [`MAGIC`], the format version (`u16`), the
//! digest of the layout (`u64`), the number of phases (`u16`), the parameters per phase (`u32`),
//! the [`Order`] of the weights (`u8`), the length of the name (`u16`) and the name, the deflated
//! weights, and the [`checksum`] (`u64`) of everything before it. The weights are the parameters of
//! all phases, first all low bytes and then all high bytes, which compress better separately.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

use super::{Layout, Model};

const MAGIC: &[u8; 8] = b"OUTFLANK";
const VERSION: u16 = 1;
/// The compression level: a higher one gains 1 % at several times the time.
const EFFORT: u8 = 6;
/// The compression level when only the sizes of two orders are compared.
const ESTIMATE: u8 = 1;

/// A reason why bytes are not the weights of a model.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// They do not begin with the magic bytes.
    #[error("not a weight file: it does not begin with OUTFLANK")]
    NotWeights,
    /// The format version is unknown.
    #[error("weight file of version {found}, but this program reads version {VERSION}; convert or retrain")]
    UnknownVersion {
        /// The version of the file.
        found: u16,
    },
    /// The file ends early.
    #[error("the weight file ends early; copy it again")]
    CutShort,
    /// The checksum does not match the contents.
    #[error("the weight file is damaged: its checksum is wrong; copy it again")]
    Damaged,
    /// The weights are for other patterns than those of this program.
    #[error("the weights are for other patterns (layout {found:016x}) than this program's; retrain them")]
    OtherLayout {
        /// The digest of the file's layout.
        found: u64,
    },
    /// The number of weights differs from that of the layout.
    #[error("{found} weights where {expected} are needed")]
    WrongCount {
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// The checksum is right, but the contents cannot be unpacked.
    #[error("the weights cannot be unpacked; write the file again")]
    BadPacking,
}

/// The order of the weights before compression.
#[derive(Clone, Copy)]
enum Order {
    /// As they are.
    Plain = 0,
    /// Each as the difference from the previous phase: neighboring phases are alike.
    Differences = 1,
}

impl Model {
    /// Reads the bytes that [`to_bytes`](Model::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, WeightsError> {
        let mut reader = Reader(bytes);
        if &reader.take::<8>().map_err(|_| WeightsError::NotWeights)? != MAGIC {
            return Err(WeightsError::NotWeights);
        }
        let version = u16::from_le_bytes(reader.take()?);
        if version != VERSION {
            return Err(WeightsError::UnknownVersion { found: version });
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(WeightsError::CutShort)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let body = body.get(bytes.len() - reader.0.len()..).ok_or(WeightsError::CutShort)?;
        read_body(Reader(body))
    }

    /// Writes the weights as a file. [`Model::parameters`] returns them in readable form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let layout = self.layout();
        let (order, packed) = self.smallest_packing();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(layout.digest().to_le_bytes());
        bytes.extend((layout.phases() as u16).to_le_bytes());
        bytes.extend((layout.parameters() as u32).to_le_bytes());
        bytes.push(order as u8);
        bytes.extend((self.name().len() as u16).to_le_bytes());
        bytes.extend(self.name().as_bytes());
        bytes.extend(packed);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn smallest_packing(&self) -> (Order, Vec<u8>) {
        let plain: Vec<Vec<i16>> = (0..self.layout().phases()).map(|phase| self.parameters(phase)).collect();
        let mut differences = plain.clone();
        for phase in 1..plain.len() {
            for (weight, before) in differences[phase].iter_mut().zip(&plain[phase - 1]) {
                *weight = weight.wrapping_sub(*before);
            }
        }
        let size = |planes: &[u8]| compress_to_vec(planes, ESTIMATE).len();
        let (plain, differences) = (planes(&plain), planes(&differences));
        let plain_is_smaller = size(&plain) <= size(&differences);
        let (order, best) = if plain_is_smaller { (Order::Plain, plain) } else { (Order::Differences, differences) };
        (order, compress_to_vec(&best, EFFORT))
    }
}

fn read_body(mut reader: Reader<'_>) -> Result<Model, WeightsError> {
    let digest = u64::from_le_bytes(reader.take()?);
    let layout = Layout::with_digest(digest).ok_or(WeightsError::OtherLayout { found: digest })?;
    let phases = usize::from(u16::from_le_bytes(reader.take()?));
    check_count(phases, layout.phases())?;
    let parameters = u32::from_le_bytes(reader.take()?) as usize;
    check_count(parameters, layout.parameters())?;
    let order = match reader.take::<1>()? {
        [0] => Order::Plain,
        [1] => Order::Differences,
        _ => return Err(WeightsError::BadPacking),
    };
    let name_length = usize::from(u16::from_le_bytes(reader.take()?));
    let (name, packed) = reader.0.split_at_checked(name_length).ok_or(WeightsError::CutShort)?;
    let weights = unpack(packed, order, phases, parameters)?;
    Model::new(layout, &String::from_utf8_lossy(name), &weights)
}

fn check_count(found: usize, expected: usize) -> Result<(), WeightsError> {
    if found == expected { Ok(()) } else { Err(WeightsError::WrongCount { found, expected }) }
}

/// The low bytes of all weights, then the high ones.
fn planes(phases: &[Vec<i16>]) -> Vec<u8> {
    let bytes = phases.iter().flatten().map(|weight| weight.to_le_bytes());
    bytes.clone().map(|[low, _]| low).chain(bytes.map(|[_, high]| high)).collect()
}

fn unpack(packed: &[u8], order: Order, phases: usize, parameters: usize) -> Result<Vec<Vec<i16>>, WeightsError> {
    let expected = phases * parameters;
    let planes = decompress_to_vec_with_limit(packed, 2 * expected).map_err(|_| WeightsError::BadPacking)?;
    check_count(planes.len() / 2, expected)?;
    let (low, high) = planes.split_at(expected);
    let mut weights: Vec<Vec<i16>> = low.chunks(parameters).zip(high.chunks(parameters)).map(join).collect();
    if matches!(order, Order::Differences) {
        add_phases_up(&mut weights);
    }
    Ok(weights)
}

fn join((low, high): (&[u8], &[u8])) -> Vec<i16> {
    low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect()
}

fn add_phases_up(phases: &mut [Vec<i16>]) {
    for at in 1..phases.len() {
        let (before, after) = phases.split_at_mut(at);
        for (weight, base) in after[0].iter_mut().zip(&before[at - 1]) {
            *weight = weight.wrapping_add(*base);
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(WeightsError::CutShort)?;
        self.0 = rest;
        Ok(*head)
    }
}

/// FNV-1a over words of eight bytes, the last padded with zeros, and then over the length. Every
/// step is one-to-one, so that any change within one word is detected.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(PRIME);
    mix(bytes.chunks(8).map(word).fold(START, mix), bytes.len() as u64)
}
