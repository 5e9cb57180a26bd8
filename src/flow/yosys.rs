//! What Yosys counts, read from `stat -json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{FlowError, YOSYS};

/// How many cells of each type a module has, from the report that `stat -json` writes.
///
/// # Errors
/// The report is not one, or the module is not in it.
pub fn cells_of(report: &str, module: &str) -> Result<BTreeMap<String, u64>, FlowError> {
    #[derive(Deserialize)]
    struct Report {
        modules: BTreeMap<String, Module>,
    }
    #[derive(Deserialize)]
    struct Module {
        num_cells_by_type: BTreeMap<String, u64>,
    }
    let missing = |missing: String| FlowError::Report { tool: YOSYS.name, missing };
    let mut report: Report = serde_json::from_str(report).map_err(|error| missing(error.to_string()))?;
    let found = report.modules.remove(&format!("\\{module}"));
    Ok(found.ok_or_else(|| missing(format!("module {module}")))?.num_cells_by_type)
}
