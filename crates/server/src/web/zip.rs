//! Writes ZIP archives (PKWARE's APPNOTE 6.3).
//!
//! Files are deflated and have names in UTF-8. There is no ZIP64: an archive has at most 65,535
//! files and 4 GiB.

use miniz_oxide::deflate::compress_to_vec;
use outflank_rules::record::date_of_day;

/// Version 2.0, which knows folders and deflate.
const VERSION: u16 = 20;

/// The name is UTF-8.
const UTF_8: u16 = 1 << 11;

const DEFLATED: u16 = 8;

/// The compression level. Higher levels gain little for texts.
const STRENGTH: u8 = 6;

/// An archive that is being written.
pub(crate) struct Zip {
    /// Bytes that were not taken yet.
    bytes: Vec<u8>,
    /// Bytes that were taken before.
    taken: usize,
    directory: Vec<u8>,
    files: u16,
    /// The time of all files.
    time: [u16; 2],
}

impl Zip {
    /// An empty archive. All files get this time, in ms since 1970.
    pub(crate) fn new(at: u64) -> Zip {
        Zip { bytes: Vec::new(), taken: 0, directory: Vec::new(), files: 0, time: dos_time(at) }
    }

    /// Adds a file.
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) {
        let offset = (self.taken + self.bytes.len()) as u32;
        let packed = compress_to_vec(content, STRENGTH);
        let header = self.header(name, content, packed.len() as u32);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&header);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(packed);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&header);
        // No comment, first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.files += 1;
    }

    /// Takes the bytes written since the last call, so that a caller can stream them.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.taken += self.bytes.len();
        std::mem::take(&mut self.bytes)
    }

    /// Returns the rest of the archive: all of it if nothing was taken.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let (begin, size) = ((self.taken + self.bytes.len()) as u32, self.directory.len() as u32);
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend([self.files, self.files].map(u16::to_le_bytes).concat());
        self.bytes.extend([size, begin].map(u32::to_le_bytes).concat());
        self.bytes.extend([0; 2]);
        self.bytes
    }

    /// The fields before the name, which the file and the directory share.
    fn header(&self, name: &str, content: &[u8], packed: u32) -> Vec<u8> {
        let [time, date] = self.time;
        let short = [VERSION, UTF_8, DEFLATED, time, date].map(u16::to_le_bytes).concat();
        let long = [checksum(content), packed, content.len() as u32].map(u32::to_le_bytes).concat();
        [short, long, [name.len() as u16, 0].map(u16::to_le_bytes).concat()].concat()
    }
}

/// Time and date in the units of ZIP: steps of 2 s, and years from 1980.
fn dos_time(at: u64) -> [u16; 2] {
    let (year, month, day) = date_of_day(at / 86_400_000);
    let seconds = at / 1000 % 86_400;
    let time = ((seconds / 3600) << 11) | ((seconds / 60 % 60) << 5) | (seconds % 60 / 2);
    let date = (year.saturating_sub(1980) << 9) | (u16::from(month) << 5) | u16::from(day);
    [time as u16, date]
}

/// CRC-32 of ISO 3309.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    !bytes.iter().fold(u32::MAX, |sum, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8))
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn times_have_the_format_of_zip() {
        // 2026-11-15 13:37:42
        let at = (20_772 * 86_400 + 13 * 3600 + 37 * 60 + 42) * 1000;
        assert_eq!(dos_time(at), [(13 << 11) | (37 << 5) | 21, (46 << 9) | (11 << 5) | 15]);
    }

    #[test]
    fn an_archive_has_its_files_where_its_directory_says() {
        let mut archive = Zip::new(0);
        archive.add("a.txt", b"first");
        // In pieces or at once, it is the same.
        let first = archive.take();
        archive.add("b/c.txt", &b"second ".repeat(100));
        let bytes = [first, archive.finish()].concat();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let end = bytes.len() - 22;
        assert_eq!((&bytes[end..end + 4], bytes[end + 10]), (&b"PK\x05\x06"[..], 2));
        let mut entry = word(end + 16);
        for (name, content) in [("a.txt", b"first".to_vec()), ("b/c.txt", b"second ".repeat(100))] {
            assert_eq!(&bytes[entry..entry + 4], b"PK\x01\x02");
            assert_eq!(&bytes[entry + 46..entry + 46 + name.len()], name.as_bytes());
            let (packed, at) = (word(entry + 20), word(entry + 42));
            let begin = at + 30 + name.len();
            let unpacked = miniz_oxide::inflate::decompress_to_vec(&bytes[begin..begin + packed]).unwrap();
            assert_eq!((&bytes[at..at + 4], unpacked), (&b"PK\x03\x04"[..], content));
            entry += 46 + name.len();
        }
        assert_eq!(entry, end);
    }
}
