//! Reads and writes numpy arrays (version 1.0, one or two dimensions, C order).

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    marker::PhantomData,
    path::Path,
};

const MAGIC: &[u8; 8] = b"\x93NUMPY\x01\x00";
/// The fixed header size of written files, so that the length can be filled in at the end.
const HEAD: usize = 128;

/// An element type of arrays.
pub(crate) trait Number: Copy {
    /// The numpy name.
    const DESCR: &str;
    /// The size in bytes.
    const LEN: usize;
    fn write(self, out: &mut impl Write) -> io::Result<()>;
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty: $descr:literal),*) => { $(
        impl Number for $number {
            const DESCR: &str = $descr;
            const LEN: usize = size_of::<$number>();
            fn write(self, out: &mut impl Write) -> io::Result<()> {
                out.write_all(&self.to_le_bytes())
            }
            fn read(bytes: &[u8]) -> Self {
                <$number>::from_le_bytes(bytes.try_into().expect("as many bytes as a number has"))
            }
        }
    )* };
}

numbers!(u8: "|u1", i8: "|i1", i16: "<i2", u32: "<u4", f32: "<f4", u64: "<u8");

/// Writes a one-dimensional array incrementally.
pub(crate) struct ArrayWriter<T> {
    file: BufWriter<File>,
    len: u64,
    number: PhantomData<T>,
}

impl<T: Number> ArrayWriter<T> {
    pub(crate) fn create(path: &Path) -> io::Result<ArrayWriter<T>> {
        let mut file = BufWriter::with_capacity(1 << 18, File::create(path)?);
        file.write_all(&head::<T>("0,"))?;
        Ok(ArrayWriter { file, len: 0, number: PhantomData })
    }

    pub(crate) fn push(&mut self, number: T) -> io::Result<()> {
        self.len += 1;
        number.write(&mut self.file)
    }

    /// Writes the length into the header.
    pub(crate) fn close(mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&head::<T>(&format!("{},", self.len)))?;
        self.file.flush()
    }
}

/// Writes an array of any shape.
pub(crate) fn write<T: Number>(path: &Path, shape: &[usize], numbers: &[T]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let dimensions: String = shape.iter().map(|len| format!("{len},")).collect();
    file.write_all(&head::<T>(&dimensions))?;
    numbers.iter().try_for_each(|number| number.write(&mut file))?;
    file.flush()
}

/// Reads an array of any shape as a list. Fails with `InvalidData` for other element types,
/// truncated files and other formats.
pub(crate) fn read<T: Number>(path: &Path) -> io::Result<Vec<T>> {
    let mut file = BufReader::new(File::open(path)?);
    let mut start = [0; 10];
    file.read_exact(&mut start)?;
    let mut head = vec![0; usize::from(u16::from_le_bytes([start[8], start[9]]))];
    file.read_exact(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    let is_array = start.starts_with(MAGIC) && head.contains("'fortran_order': False");
    if !is_array || !head.contains(&format!("'{}'", T::DESCR)) {
        return Err(wrong(format!("no array of {} numbers: its head is {head:?}", T::DESCR)));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let len = length(&head).ok_or_else(|| wrong(format!("no shape in its head {head:?}")))?;
    if len.checked_mul(T::LEN) != Some(bytes.len()) {
        return Err(wrong(format!("{len} numbers in the head, but {} bytes behind it", bytes.len())));
    }
    Ok(bytes.chunks_exact(T::LEN).map(T::read).collect())
}

fn head<T: Number>(dimensions: &str) -> Vec<u8> {
    let fields = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({dimensions}), }}", T::DESCR);
    let mut head = MAGIC.to_vec();
    head.extend_from_slice(&((HEAD - 10) as u16).to_le_bytes());
    head.extend_from_slice(format!("{fields:<width$}\n", width = HEAD - 11).as_bytes());
    head
}

/// The number of elements: the product of the shape.
fn length(head: &str) -> Option<usize> {
    let shape = head.split_once("'shape': (")?.1.split_once(')')?.0;
    let dimensions = shape.split(',').map(str::trim).filter(|text| !text.is_empty());
    dimensions.map(|text| text.parse::<usize>().ok()).try_fold(1usize, |product, len| product.checked_mul(len?))
}

fn wrong(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn arrays_come_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.npy");
        write(&path, &[2, 3], &[1i16, -2, 3, -4, 5, -6]).unwrap();
        assert_eq!(read::<i16>(&path).unwrap(), [1, -2, 3, -4, 5, -6]);
        assert_eq!(fs::read(&path).unwrap().len(), HEAD + 12);
        let mut writer = ArrayWriter::<u64>::create(&path).unwrap();
        (0..1000).for_each(|i| writer.push(i * i).unwrap());
        writer.close().unwrap();
        assert_eq!(read::<u64>(&path).unwrap()[999], 998_001);
    }

    #[test]
    fn other_files_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.npy");
        write(&path, &[3], &[1u8, 2, 3]).unwrap();
        assert!(read::<i8>(&path).is_err());
        let bytes = fs::read(&path).unwrap();
        for len in 0..bytes.len() {
            fs::write(&path, &bytes[..len]).unwrap();
            assert!(read::<u8>(&path).is_err(), "cut at {len}");
        }
        fs::write(&path, "something else, long enough for a head").unwrap();
        assert!(read::<u8>(&path).is_err());
    }
}
