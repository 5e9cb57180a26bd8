//! Files of tables, whole and damaged.

use std::fs;
use std::path::Path;

use super::random_store;
use crate::hash::{Clusters, FileError, Header, Layout, Table, Width};
use crate::netlist::testing::Random;

const SEED: u64 = 7;

fn filled() -> Table {
    let mut random = Random(5);
    let clusters = Clusters::with_width(10, Width::Bits64).unwrap();
    let mut table = Table::new(Layout::default(), clusters, SEED).unwrap();
    for _ in 0..100 {
        table.store(random.next(), &random_store(&mut random));
        table.new_search();
    }
    table
}

fn load(path: &Path) -> Result<Table, FileError> {
    Table::load(path, Layout::default(), SEED)
}

#[test]
fn a_table_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = filled();
    table.save(&path).unwrap();
    assert_eq!(load(&path).unwrap(), table);
    let header = Header::read(&path).unwrap();
    assert_eq!((header.seed, header.generation, header.clusters), (SEED, 100 % 32, table.clusters()));
    // Nothing else is left in the folder, and the file of another table gives way.
    let other = Table::new(Layout::default(), Clusters::new(2).unwrap(), SEED).unwrap();
    other.save(&path).unwrap();
    assert_eq!(load(&path).unwrap(), other);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Every byte changed, and every length.
#[test]
fn a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [good, bad] = ["good", "bad"].map(|name| folder.path().join(name));
    filled().save(&good).unwrap();
    let bytes = fs::read(&good).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        fs::write(&bad, &damaged).unwrap();
        assert!(load(&bad).is_err(), "byte {place}");
    }
    for length in (0..bytes.len()).chain([bytes.len() + 1]) {
        let mut cut = bytes.clone();
        cut.resize(length, 0);
        fs::write(&bad, &cut).unwrap();
        let error = load(&bad).unwrap_err();
        assert!(matches!(error, FileError::Length { .. } | FileError::Foreign { .. }), "{length}: {error}");
    }
}

#[test]
fn a_file_of_something_else_is_refused_with_the_mend() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let shown = |error: FileError| error.to_string().replace(&path.display().to_string(), "table");
    assert!(matches!(load(&path).unwrap_err(), FileError::Io { .. }));
    fs::write(&path, "P5").unwrap();
    assert_eq!(
        shown(load(&path).unwrap_err()),
        "table: no hash table of this version of Movewright; give a file that `Table::save` wrote"
    );
    filled().save(&path).unwrap();
    assert_eq!(
        shown(Table::load(&path, Layout::new(4, 16, 8, 16, 16).unwrap(), SEED).unwrap_err()),
        "table: its layout is entries=3 key=16 depth=8 move=16 value=16, not entries=4 key=16 depth=8 move=16 \
         value=16; load it as entries=3 key=16 depth=8 move=16 value=16, or begin an empty table"
    );
    assert_eq!(
        shown(Table::load(&path, Layout::default(), 8).unwrap_err()),
        "table: its keys are of seed 7, not 8; load it with seed 7, or begin an empty table"
    );
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert_eq!(
        shown(load(&path).unwrap_err()),
        "table: its checksum is not that of its bytes; copy the file again, or save the table again"
    );
    fs::write(&path, &bytes[..200]).unwrap();
    assert_eq!(
        shown(load(&path).unwrap_err()),
        "table: 200 bytes instead of 416; copy the file again, or save the table again"
    );
}
