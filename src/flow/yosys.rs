//! The counts of Yosys, read from `stat -json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{FlowError, YOSYS};

/// The number of cells of each type in a module, from the report of `stat -json`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_of_the_module() {
        let report = r#"{ "creator": "Yosys 0.70", "modules": { "\\top": { "num_cells_by_type": {
            "LUT4": 1000, "FDRE": 30 } } }, "design": {} }"#;
        let cells = cells_of(report, "top").unwrap();
        assert_eq!((cells["LUT4"], cells["FDRE"]), (1000, 30));
        assert!(cells_of(report, "board").unwrap_err().to_string().contains("without module board"));
        assert!(cells_of("", "top").is_err());
    }
}
