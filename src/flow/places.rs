//! Where programs are looked for.

use std::env;
use std::path::{self, Path, PathBuf};

/// The environment variable that names a folder of tools to be used before all others.
pub const TOOLS_VARIABLE: &str = "MOVEWRIGHT_TOOLS";

/// The environment variable that names a folder of tools built with Python, to be used before all others for scripts.
const FULL_TOOLS_VARIABLE: &str = "MOVEWRIGHT_TOOLS_FULL";

/// The folder of a project that `make tools` installs to.
const LOCAL: &str = ".tools";

/// The folder of a project that `make tools-full` installs to.
const FULL: &str = ".tools-full";

/// What stands before the name of a tool that was built for every system at once, as WebAssembly.
const PORTABLE: &str = "yowasp-";

/// Which of two tools is used where both the system and the project have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefer {
    /// The one on the search path, which is compiled for this machine.
    System,
    /// The one `make tools` installed, whose version is pinned.
    Pinned,
}

/// The files that may be this program, the preferred first.
pub(super) fn candidates(name: &str, prefer: Prefer) -> Vec<PathBuf> {
    let given = env::var_os(TOOLS_VARIABLE).map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let system: Vec<PathBuf> = env::split_paths(&path).collect();
    let local = local_environments(LOCAL);
    let given = given.iter().flat_map(|folder| [folder.clone(), folder.join("bin")]);
    let (first, second) = match prefer {
        Prefer::System => (system, local),
        Prefer::Pinned => (local, system),
    };
    let folders = given.chain(first).chain(second);
    let names = [name.to_string(), format!("{PORTABLE}{name}")];
    let files = folders.flat_map(|folder| {
        names.each_ref().map(|name| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
    });
    // A tool is run in another folder than this.
    files.filter_map(|file| path::absolute(file).ok()).filter(|file| file.is_file()).collect()
}

/// The files that may be this program built with Python, the preferred first.
pub(super) fn scripted_candidates(name: &str) -> Vec<PathBuf> {
    let given = env::var_os(FULL_TOOLS_VARIABLE).map(PathBuf::from);
    let given = given.iter().flat_map(|folder| [folder.clone(), folder.join("bin")]);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = given.chain(local_environments(FULL)).chain(env::split_paths(&path));
    let files = folders.map(|folder| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)));
    files.filter_map(|file| path::absolute(file).ok()).filter(|file| file.is_file()).collect()
}

/// The tools of the project this program was built in, then those of the current folder.
fn local_environments(name: &str) -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let above = program.iter().flat_map(|program| program.ancestors().skip(1));
    let here = env::current_dir().ok();
    let folders = above.chain(here.as_deref()).map(|folder: &Path| folder.join(name).join("bin"));
    folders.filter(|folder| folder.is_dir()).collect()
}
