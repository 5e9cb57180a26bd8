//! Bitstreams that were made before: a placement takes minutes, and the same files give the same
//! bitstream.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Project;
use crate::board::BuildError;
use crate::board::steps::{Built, Product};
use crate::flow::{FlowError, Folder, Tool, digest};
use crate::synth::Resources;

/// The folder of bitstreams in a cache.
const FOLDER: &str = "bitstreams";

/// The file beside the products that tells the rest.
const INDEX: &str = "built.json";

/// All of [`Built`] that is kept, with the names of the files beside it.
#[derive(Serialize, Deserialize)]
struct Index {
    products: Vec<String>,
    tools: Vec<String>,
    resources: Option<Resources>,
    fmax_mhz: Option<f64>,
}

impl Project<'_> {
    /// The same as [`Project::build`], unless the cache has what the same tools have made of the
    /// same files. Says where that is. What is made now is kept there, if there were no warnings
    /// and nothing was left out; a cache that cannot be written keeps nothing.
    ///
    /// # Errors
    /// See [`Project::build`].
    pub fn build_once(
        &self,
        cache: &Path,
        doing: impl FnMut(&str),
        done: impl FnMut(),
    ) -> Result<(Built, Option<PathBuf>), BuildError> {
        let place = self.fingerprint().map(|name| cache.join(FOLDER).join(name));
        if let Some(place) = &place
            && let Some(built) = read(place)
        {
            return Ok((built, Some(place.clone())));
        }
        let built = self.build(doing, done)?;
        if let Some(place) = place
            && built.unmade.is_empty()
            && built.warnings.is_empty()
        {
            // The next build takes as long as this one then.
            drop(write(&place, &built));
        }
        Ok((built, None))
    }

    /// A name for all that the result depends on: the files, the steps, and the tools with their
    /// versions. `None` if a tool is missing.
    fn fingerprint(&self) -> Option<String> {
        let tools: Result<Vec<Tool>, FlowError> = self
            .steps()
            .iter()
            .map(|step| {
                let find = if step.scripted { Tool::find_scripted } else { Tool::find_pinned };
                find(step.program)
            })
            .collect();
        let tools = tools.ok()?;
        let tools = tools.iter().map(Tool::identity);
        let files = self.files.iter().flat_map(|file| [file.name.clone(), file.text.clone()]);
        let made_of: Vec<String> = self.commands().into_iter().chain(tools).chain(files).collect();
        Some(format!("{}-{}", self.top, digest(made_of.iter().map(String::as_str))))
    }
}

/// What is kept in this folder, if it is whole.
fn read(place: &Path) -> Option<Built> {
    let index: Index = serde_json::from_slice(&fs::read(place.join(INDEX)).ok()?).ok()?;
    let product = |name: &String| {
        let bytes = fs::read(place.join(name)).ok().filter(|bytes| !bytes.is_empty())?;
        Some(Product { name: name.clone(), bytes })
    };
    let products = index.products.iter().map(product).collect::<Option<_>>()?;
    let Index { tools, resources, fmax_mhz, .. } = index;
    Some(Built { products, tools, resources, fmax_mhz, ..Built::default() })
}

/// Keeps it as a whole.
fn write(place: &Path, built: &Built) -> io::Result<()> {
    let above = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(above)?;
    let staging = Folder::within(above, "making-")?;
    for product in &built.products {
        fs::write(staging.path().join(&product.name), &product.bytes)?;
    }
    let index = Index {
        products: built.products.iter().map(|product| product.name.clone()).collect(),
        tools: built.tools.clone(),
        resources: built.resources,
        fmax_mhz: built.fmax_mhz,
    };
    fs::write(staging.path().join(INDEX), serde_json::to_vec_pretty(&index)?)?;
    // What is there and cannot be read is of no use; where another has just put it, ours is.
    drop(fs::remove_dir_all(place));
    staging.move_to(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_whole_or_not_at_all() {
        let cache = tempfile::tempdir().unwrap();
        let place = cache.path().join(FOLDER).join("some-machine");
        assert_eq!(read(&place), None);
        let product = Product { name: "some.bin".into(), bytes: vec![0x7e, 0xaa] };
        let resources = Some(Resources { lut4: Some(40), ff: 10, ..Resources::default() });
        let (tools, fmax_mhz) = (vec!["yosys 0.70".to_string()], Some(14.5));
        let built = Built { products: vec![product], tools, resources, fmax_mhz, ..Built::default() };
        write(&place, &built).unwrap();
        assert_eq!(read(&place), Some(built.clone()));
        fs::write(place.join("some.bin"), "").unwrap();
        assert_eq!(read(&place), None);
        write(&place, &built).unwrap();
        assert_eq!(read(&place), Some(built));
        fs::write(place.join(INDEX), "{").unwrap();
        assert_eq!(read(&place), None);
    }
}
