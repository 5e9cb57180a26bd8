//! An exploration as a page that fetches nothing.

use askama::Template;

use super::table::{HEADS, Row};
use super::{ExploreError, Plan};
use crate::readable::assignments;
use crate::report::STYLE;

#[derive(Template)]
#[template(path = "explore.html")]
struct Page<'a> {
    version: &'a str,
    style: &'a str,
    plan: &'a Plan,
    picture: &'a str,
    heads: [&'a str; 9],
    rows: &'a [Row],
    refused: Vec<(String, &'a str)>,
}

impl Page<'_> {
    fn seeds(&self) -> String {
        match self.plan.seeds {
            1 => format!("seed {}", self.plan.first_seed),
            count => format!("{count} seeds"),
        }
    }
}

/// The page with this picture and this table.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn page(plan: &Plan, picture: &str, rows: &[Row]) -> Result<String, ExploreError> {
    let refused = plan.refused.iter().map(|one| (assignments(&one.settings), one.refused.as_str()));
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        style: STYLE,
        plan,
        picture,
        heads: HEADS,
        rows,
        refused: refused.collect(),
    };
    Ok(page.render()?)
}
