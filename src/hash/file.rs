//! A table in a file: a header, then the bytes of the table.
//!
//! All numbers are little-endian. The header is 16 bytes of text that name the format, then the
//! widths of the layout (five numbers of 4 bytes), the width of the index (4), the number of the
//! search (4), four bytes of zeros, the count of clusters (8), the seed (8), and the SHA-256 of all
//! that and of the table (32).

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Clusters, FileError, Layout, Table, TableError, Width};

/// The text that the file begins with; its digit is the version.
const FORMAT: &[u8; 16] = b"movewright hash1";

const NUMBERS: usize = 8;
const CHECKED: usize = FORMAT.len() + 4 * NUMBERS + 16;
const CHECKSUM: usize = 32;
const HEADER: usize = CHECKED + CHECKSUM;

/// What a file says of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The layout of the clusters.
    pub layout: Layout,
    /// The clusters.
    pub clusters: Clusters,
    /// The seed of the keys.
    pub seed: u64,
    /// The number of the search, modulo 32.
    pub generation: u32,
}

impl Header {
    /// Reads the header of a file, and compares the length of the file with it.
    ///
    /// # Errors
    /// The file cannot be read, is no table, or has not the length that its header says.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Ok(open(path)?.header)
    }

    fn bytes(&self) -> [u8; CHECKED] {
        let layout = self.layout;
        let numbers: [u32; NUMBERS] = [
            layout.entries(),
            layout.key_bits(),
            layout.depth_bits(),
            layout.move_bits(),
            layout.value_bits(),
            self.clusters.width().bits(),
            self.generation,
            0,
        ];
        let long = [self.clusters.count(), self.seed].map(u64::to_le_bytes);
        let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
        let all = FORMAT.iter().copied().chain(numbers).chain(long.into_iter().flatten());
        let mut bytes = [0; CHECKED];
        bytes.iter_mut().zip(all).for_each(|(to, byte)| *to = byte);
        bytes
    }

    /// `None` if these bytes are no header.
    fn of_bytes(bytes: &[u8; CHECKED]) -> Option<Self> {
        let words = bytes.get(FORMAT.len()..)?;
        let number = |place: usize| -> Option<u32> {
            Some(u32::from_le_bytes(words.get(4 * place..4 * place + 4)?.try_into().ok()?))
        };
        let long = |place| Some(u64::from(number(place)?) | u64::from(number(place + 1)?) << 32);
        let layout = Layout::new(number(0)?, number(1)?, number(2)?, number(3)?, number(4)?).ok()?;
        let width = [Width::Bits32, Width::Bits64].into_iter().find(|w| Some(w.bits()) == number(5))?;
        let clusters = Clusters::with_width(long(NUMBERS)?, width).ok()?;
        let header = Self { layout, clusters, seed: long(NUMBERS + 2)?, generation: number(6)? };
        (header.bytes() == *bytes && header.generation < super::GENERATIONS).then_some(header)
    }
}

/// A file whose header has been read.
struct Opened {
    file: File,
    header: Header,
    checksum: [u8; CHECKSUM],
}

fn open(path: &Path) -> Result<Opened, FileError> {
    let io = |error| FileError::Io { path: path.into(), error };
    let foreign = || FileError::Foreign { path: path.into() };
    let mut file = File::open(path).map_err(io)?;
    let found = file.metadata().map_err(io)?.len();
    let (mut checked, mut checksum) = ([0; CHECKED], [0; CHECKSUM]);
    match file.read_exact(&mut checked).and_then(|()| file.read_exact(&mut checksum)) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            let expected = HEADER as u64;
            return Err(match checked.starts_with(FORMAT) {
                true => FileError::Length { path: path.into(), found, expected },
                false => foreign(),
            });
        }
        other => other.map_err(io)?,
    }
    let header = Header::of_bytes(&checked).ok_or_else(foreign)?;
    let expected = Table::size(header.layout, header.clusters).saturating_add(HEADER as u64);
    match found == expected {
        true => Ok(Opened { file, header, checksum }),
        false => Err(FileError::Length { path: path.into(), found, expected }),
    }
}

fn checksum(header: &Header, table: &[u8]) -> [u8; CHECKSUM] {
    Sha256::new().chain_update(header.bytes()).chain_update(table).finalize().into()
}

impl Table {
    fn header(&self) -> Header {
        let (layout, clusters) = (self.layout(), self.clusters());
        Header { layout, clusters, seed: self.seed(), generation: self.generation() }
    }

    /// Writes it into a file, which is there as a whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let header = self.header();
        let write = || {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
            file.write_all(&header.bytes())?;
            file.write_all(&checksum(&header, self.bytes()))?;
            file.write_all(self.bytes())?;
            file.as_file().sync_all()?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(|error| FileError::Io { path: path.into(), error })
    }

    /// Reads a table of this layout, and of keys with this seed, from a file that [`Table::save`]
    /// wrote.
    ///
    /// # Errors
    /// The file cannot be read, is too short or too long, damaged, or of another layout or seed; or
    /// the table does not fit the memory of this computer. There is no table then, not even a part.
    pub fn load(path: &Path, layout: Layout, seed: u64) -> Result<Self, FileError> {
        let Opened { mut file, header, checksum: stated } = open(path)?;
        if header.layout != layout {
            let (found, expected) = (header.layout.to_string(), layout.to_string());
            return Err(FileError::Layout { path: path.into(), found, expected });
        }
        if header.seed != seed {
            return Err(FileError::Seed { path: path.into(), found: header.seed, expected: seed });
        }
        let refused = |error: TableError| FileError::Table { path: path.into(), error };
        let mut table = Self::new(layout, header.clusters, seed).map_err(refused)?;
        table.set_generation(header.generation);
        let read = file.read_exact(table.bytes_mut());
        read.map_err(|error| FileError::Io { path: path.into(), error })?;
        match checksum(&header, table.bytes()) == stated {
            true => Ok(table),
            false => Err(FileError::Damaged { path: path.into() }),
        }
    }
}
