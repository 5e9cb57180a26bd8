//! Pictures that are separate images in the page: their styles do not reach the rest of the page,
//! and its styles do not reach them.

use std::fmt::Write as _;

use askama::Template;

use super::{Section, SectionError};

/// A picture with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// A title, also for those who do not see the picture.
    pub title: String,
    /// The picture.
    pub svg: String,
    /// A description of the picture.
    pub caption: String,
}

impl Figure {
    /// A picture from a file of this name: its title is the picture's own, or the name.
    ///
    /// # Errors
    /// It holds no `svg` element.
    pub fn from_svg(name: &str, svg: String) -> Result<Self, SectionError> {
        if !svg.contains("<svg") || !svg.contains("</svg>") {
            return Err(SectionError::Picture);
        }
        let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        let title = title.map_or(name, |(title, _)| title.trim());
        Ok(Self { title: plain(title), caption: String::new(), svg })
    }
}

/// A picture as an address that holds all of it.
pub(crate) fn address(svg: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => address.push(char::from(byte)),
            b' ' | b'-' | b'.' | b'/' | b'=' | b':' | b';' | b',' | b'(' | b')' => {
                address.push(char::from(byte));
            }
            // Writing to a string does not fail.
            _ => drop(write!(address, "%{byte:02X}")),
        }
    }
    address
}

/// The text with the five entities that every XML has replaced.
fn plain(text: &str) -> String {
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    names.iter().fold(text.to_string(), |text, (name, sign)| text.replace(name, sign))
}

#[derive(Template)]
#[template(path = "report_figures.html")]
struct Figures<'a> {
    figures: Vec<Shown>,
    /// The core, where the page says how to come by more pictures of it.
    wanting: Option<&'a str>,
}

struct Shown {
    address: String,
    title: String,
    caption: String,
}

/// A section of pictures, side by side if there is room. With the name of a core, it says how to
/// add pictures of its floorplan.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(
    id: &'static str,
    title: &str,
    figures: &[Figure],
    wanting: Option<&str>,
) -> Result<Section, SectionError> {
    let shown = |figure: &Figure| Shown {
        address: address(&figure.svg),
        title: figure.title.clone(),
        caption: figure.caption.clone(),
    };
    let body = Figures { figures: figures.iter().map(shown).collect(), wanting }.render()?;
    Ok(Section { id, title: title.into(), body, script: None })
}

/// The section of floorplans and placements, where there are any.
///
/// # Errors
/// See [`section`].
pub(crate) fn placement(figures: &[Figure]) -> Result<Option<Section>, SectionError> {
    if figures.is_empty() {
        return Ok(None);
    }
    section("placement", "Floorplan and placement", figures, None).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_nothing_a_page_could_read_otherwise() {
        let svg = "<svg><title>a &lt; b</title><style>.x{fill:#fff}</style>é \"%</svg>".to_string();
        let figure = Figure::from_svg("file", svg.clone()).unwrap();
        assert_eq!(figure.title, "a < b");
        let address = address(&figure.svg);
        assert!(address.is_ascii() && !address.contains(['<', '>', '"', '#', '&', '\'']), "{address}");
        let mut bytes = Vec::new();
        let mut rest = address.strip_prefix("data:image/svg+xml,").unwrap().bytes();
        while let Some(byte) = rest.next() {
            let escaped = || [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(match byte {
                b'%' => u8::from_str_radix(std::str::from_utf8(&{ escaped }()).unwrap(), 16).unwrap(),
                plain => plain,
            });
        }
        assert_eq!(String::from_utf8(bytes).unwrap(), svg);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(Figure::from_svg("x", "<html>".into()), Err(SectionError::Picture)));
        assert_eq!(Figure::from_svg("x.svg", "<svg></svg>".into()).unwrap().title, "x.svg");
    }
}
