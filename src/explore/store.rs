//! The directory of an exploration: a file for each job that is done, a log for each that failed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::job::{Area, Clock};
use super::{ExploreError, Job, Kind};
use crate::flow::{Folder, undisturbed};

/// The folder of results, and that of logs.
const JOBS: &str = "jobs";
const LOGS: &str = "logs";

/// The beginning of the name of a folder in which a file is written before it goes to its place.
const STAGING: &str = ".movewright-";

/// A directory that keeps the results of jobs.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// The store in this directory, which is made if it is missing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new(directory: &Path) -> Result<Self, ExploreError> {
        for folder in [JOBS, LOGS] {
            let path = directory.join(folder);
            fs::create_dir_all(&path).map_err(ExploreError::file("make", path))?;
        }
        Ok(Self { directory: directory.into() })
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of a job, from the directory on.
    pub fn file_of(job: &Job) -> String {
        format!("{JOBS}/{}.json", job.name)
    }

    /// The log of a job that failed, from the directory on.
    pub fn log_of(job: &Job) -> String {
        format!("{LOGS}/{}.log", job.name)
    }

    /// Whether a job is done: its file is whole, and of this job.
    pub fn has(&self, job: &Job) -> bool {
        match job.kind {
            Kind::Map => self.area(job).is_some(),
            Kind::Place(_) => self.clock(job).is_some(),
        }
    }

    pub(super) fn area(&self, job: &Job) -> Option<Area> {
        self.read(job).filter(|area: &Area| area.job == job.text)
    }

    pub(super) fn clock(&self, job: &Job) -> Option<Clock> {
        self.read(job).filter(|clock: &Clock| clock.job == job.text)
    }

    fn read<T: DeserializeOwned>(&self, job: &Job) -> Option<T> {
        serde_json::from_slice(&fs::read(self.directory.join(Self::file_of(job))).ok()?).ok()
    }

    /// The first line of the log of a job that failed.
    pub fn reason(&self, job: &Job) -> Option<String> {
        let text = fs::read(self.directory.join(Self::log_of(job))).ok()?;
        Some(String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_string())
    }

    pub(super) fn keep(&self, job: &Job, text: &str) -> Result<(), ExploreError> {
        replace(&self.directory.join(Self::file_of(job)), text.as_bytes())?;
        let log = self.directory.join(Self::log_of(job));
        match fs::remove_file(&log) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(ExploreError::file("remove", log)(error))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn keep_log(&self, job: &Job, text: &str) -> Result<(), ExploreError> {
        replace(&self.directory.join(Self::log_of(job)), text.as_bytes())
    }
}

/// Puts a file into its place in one step: nobody ever finds half of it.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), ExploreError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    undisturbed(|| {
        let staging = Folder::within(folder, STAGING).map_err(ExploreError::file("write to", folder))?;
        let new = staging.path().join("file");
        fs::write(&new, bytes).map_err(ExploreError::file("write", path))?;
        fs::rename(&new, path).map_err(ExploreError::file("replace", path))
    })
}
