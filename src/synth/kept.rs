//! Mapped netlists that outlast a run: each under the digest of all that made it, so that many
//! placements of one machine map it once.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::mapping::{LOG, Mapping, NETLIST, PLACEABLE, STAT};
use super::{Mapped, SynthError};
use crate::flow::Folder;

/// The folder of mapped netlists in the cache.
pub(super) const FOLDER: &str = "mapped";

/// The most bytes of all netlists kept. Those that were not used longest go first.
const ROOM: u64 = 2 << 30;

/// The file of an entry that tells what the others are.
const ENTRY: &str = "entry.json";

/// The beginning of the name of a folder that becomes an entry.
const STAGING: &str = ".making-";

/// A staging folder of this age was left by a run that was killed.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// What an entry is.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The flip-flops of the machine, after some went into other cells.
    ff: u64,
    /// The SHA-256 of each file.
    files: BTreeMap<String, String>,
}

/// The mapped machine from the cache, or mapped now and put there. Of several processes that want
/// the same, one maps it and the others wait.
///
/// # Errors
/// It is not there, and cannot be mapped.
pub(super) fn once(mapping: &Mapping, cache: &Path) -> Result<Mapped, SynthError> {
    let name = mapping.digest();
    let entry = cache.join(&name);
    if let Some(found) = found(mapping, &entry)? {
        return Ok(found);
    }
    // Where there are no locks, it is mapped all the same.
    let _lock = locked(cache, &name);
    if let Some(found) = found(mapping, &entry)? {
        return Ok(found);
    }
    let mapped = mapping.run()?;
    // A cache that cannot be written is none.
    if keep(&mapped, cache, &entry).is_ok() {
        make_room(cache, ROOM, &entry);
    }
    Ok(mapped)
}

/// The right to make an entry; it ends with this file.
fn locked(cache: &Path, name: &str) -> io::Result<File> {
    fs::create_dir_all(cache)?;
    let lock = File::create(lock_of(cache, name))?;
    lock.lock()?;
    Ok(lock)
}

fn lock_of(cache: &Path, name: &str) -> PathBuf {
    cache.join(format!("{name}.lock"))
}

/// A copy of an entry; `None` if there is none, or it is damaged.
fn found(mapping: &Mapping, entry: &Path) -> Result<Option<Mapped>, SynthError> {
    let Some(Entry { ff, files }) = read(entry) else { return Ok(None) };
    let folder = mapping.folder()?;
    for (name, digest) in &files {
        let whole = fs::read(entry.join(name)).ok().filter(|bytes| digest_of(bytes) == *digest);
        let Some(bytes) = whole else { return Ok(None) };
        let path = folder.path().join(name);
        fs::write(&path, bytes).map_err(SynthError::file(path))?;
    }
    let Ok(stat) = fs::read_to_string(folder.path().join(STAT)) else { return Ok(None) };
    let Ok(mut mapped) = mapping.mapped(folder, &stat) else { return Ok(None) };
    mapped.resources.ff = ff;
    mapped.from_cache = true;
    used_now(entry);
    Ok(Some(mapped))
}

fn read(entry: &Path) -> Option<Entry> {
    let read: Entry = serde_json::from_slice(&fs::read(entry.join(ENTRY)).ok()?).ok()?;
    // Names from a file that somebody may have written are not followed out of the folder.
    let known = |name: &String| [STAT, NETLIST, PLACEABLE, LOG].contains(&name.as_str());
    (read.files.keys().all(known) && read.files.contains_key(STAT)).then_some(read)
}

/// Marks an entry as used. If that cannot be written, it goes a little earlier than it should.
fn used_now(entry: &Path) {
    if let Ok(file) = File::options().append(true).open(entry.join(ENTRY)) {
        let _ = file.set_times(FileTimes::new().set_modified(SystemTime::now()));
    }
}

fn keep(mapped: &Mapped, cache: &Path, entry: &Path) -> io::Result<()> {
    let staging = Folder::within(cache, STAGING)?;
    let mut files = BTreeMap::new();
    for name in [STAT, NETLIST, PLACEABLE, LOG] {
        let from = mapped.place_of_files().join(name);
        // Not all machines can be placed.
        if from.is_file() {
            let bytes = fs::read(from)?;
            fs::write(staging.path().join(name), &bytes)?;
            files.insert(name.to_string(), digest_of(&bytes));
        }
    }
    let told = serde_json::to_vec(&Entry { ff: mapped.resources.ff, files })?;
    fs::write(staging.path().join(ENTRY), told)?;
    // What is there is damaged.
    if entry.exists() {
        fs::remove_dir_all(entry)?;
    }
    staging.move_to(entry)
}

/// Removes the entries that were not used longest until the rest has room, and what killed runs
/// left. The newest stays.
fn make_room(cache: &Path, room: u64, newest: &Path) {
    let Ok(listed) = fs::read_dir(cache) else { return };
    let mut entries = Vec::new();
    for folder in listed.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let marked = if name.starts_with(STAGING) { folder.clone() } else { folder.join(ENTRY) };
        let used = fs::metadata(marked).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        match name.starts_with(STAGING) {
            true if used.elapsed().is_ok_and(|age| age > ABANDONED) => drop(fs::remove_dir_all(folder)),
            true => {}
            false => entries.push((used, size(&folder), folder, name)),
        }
    }
    entries.sort();
    let mut total: u64 = entries.iter().map(|(_, size, ..)| size).sum();
    for (_, size, folder, name) in entries {
        if total <= room {
            return;
        }
        if folder != newest && fs::remove_dir_all(&folder).is_ok() {
            total -= size;
            let _ = fs::remove_file(lock_of(cache, &name));
        }
    }
}

/// The bytes of a folder's files.
fn size(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}

fn digest_of(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry of this many bytes, used this long ago.
    fn entry(cache: &Path, name: &str, bytes: usize, hours: u64) -> PathBuf {
        let folder = cache.join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(NETLIST), vec![b'x'; bytes]).unwrap();
        let file = File::create(folder.join(ENTRY)).unwrap();
        let used = SystemTime::now() - Duration::from_secs(3600 * hours);
        file.set_times(FileTimes::new().set_modified(used)).unwrap();
        folder
    }

    #[test]
    fn the_entries_not_used_longest_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path();
        let [old, older, new] =
            [("b", 2), ("c", 9), ("a", 0)].map(|(name, hours)| entry(cache, name, 100, hours));
        fs::write(lock_of(cache, "c"), "").unwrap();
        make_room(cache, 300, &new);
        assert!(old.exists() && older.exists() && new.exists());
        make_room(cache, 299, &new);
        assert!(old.exists() && !older.exists() && new.exists() && !lock_of(cache, "c").exists());
        // However small the room is, what was made now stays.
        make_room(cache, 1, &new);
        assert!(!old.exists() && new.exists());
    }

    #[test]
    fn an_entry_that_names_other_places_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let told =
            |files: &str| fs::write(folder.path().join(ENTRY), format!(r#"{{"ff": 1, "files": {files}}}"#));
        told(r#"{"yosys.stat.json": "00"}"#).unwrap();
        assert!(read(folder.path()).is_some());
        for files in [r#"{"yosys.stat.json": "00", "../a": "00"}"#, "{}", "[]"] {
            told(files).unwrap();
            assert!(read(folder.path()).is_none(), "{files}");
        }
    }
}
