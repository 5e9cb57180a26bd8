//! A page that shows pages, with one card for each core.

use askama::Template;

use super::{Fact, ReportError, STYLE};
use crate::cores::CoreInfo;
use crate::sections::figure::address;

/// The description of a page at places that link to it: in a gallery, and where an address is
/// shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The core.
    pub(super) core: &'static str,
    /// A sentence about it.
    pub(super) about: String,
    /// Its figures.
    pub(super) facts: Vec<Fact>,
    /// The address of a small picture, which holds all of it.
    pub(super) picture: String,
}

impl Card {
    pub(super) fn new(core: &CoreInfo, facts: Vec<Fact>, picture: &str) -> Self {
        let mut letters = core.about.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        let about = format!("{first}{}.", letters.as_str());
        Self { core: core.name, about, facts, picture: address(picture) }
    }

    /// The name of the page's file.
    pub fn file(&self) -> String {
        format!("{}.html", self.core)
    }

    /// The subject of the page, with its figures, for readers who see nothing else.
    pub fn description(&self) -> String {
        let facts = self.facts.iter().map(|Fact { value, label }| format!("{value} {label}"));
        format!("{} {}.", self.about, facts.collect::<Vec<_>>().join(", "))
    }
}

#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery<'a> {
    cards: &'a [Card],
    version: &'a str,
    style: &'a str,
}

/// A page with a card for each of these, to stand in one folder with their pages.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn gallery(cards: &[Card]) -> Result<String, ReportError> {
    Ok(Gallery { cards, version: env!("CARGO_PKG_VERSION"), style: STYLE }.render()?)
}

/// The name of the page that [`gallery`] makes.
pub const INDEX: &str = "index.html";
