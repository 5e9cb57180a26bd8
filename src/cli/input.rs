//! Text files that are read.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// The text of a file.
pub fn text(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    String::from_utf8(bytes).or_else(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        bail!("cannot read {}: line {line} is no UTF-8 text; give a file of text", file.display())
    })
}
