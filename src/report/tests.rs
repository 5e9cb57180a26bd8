use super::*;
use crate::chess::{ON_64_SQUARES, Position};
use crate::cores::Settings;
use crate::game::Play;

/// The position with the most moves known, 218.
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

fn request(fen: &str) -> Request {
    let core = cores::find("chess-classic").unwrap();
    Request {
        core,
        settings: Settings::parse::<&str, &str>(core, &[]).unwrap(),
        root: ON_64_SQUARES.read(Some(fen), &[]).unwrap(),
        measured: Vec::new(),
        figures: Vec::new(),
    }
}

/// Headings, and what has an id, in the order of the page.
fn structure(page: &str) -> String {
    let mut lines = Vec::new();
    for piece in page.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else { continue };
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        let id = tag.split_once(" id=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(id, _)| id);
        match (name, id) {
            ("h1" | "h2" | "title", _) if !text.trim().is_empty() => {
                lines.push(format!("{name}: {}", text.trim()))
            }
            (_, Some(id)) => lines.push(format!("  {name} #{id}")),
            ("noscript" | "script" | "style" | "nav" | "main" | "header" | "footer", _) => {
                lines.push(name.into())
            }
            _ => {}
        }
    }
    // The titles of drawn things are many.
    lines.retain(|line| !line.starts_with("title: ") || line.ends_with("Movewright"));
    lines.join("\n")
}

#[test]
fn the_page_has_its_parts() {
    let page = page(&request(Position::START)).unwrap();
    insta::assert_snapshot!(structure(&page));
    for section in ["replay", "waves", "results", "array", "blocks", "parameters"] {
        assert_eq!(page.matches(&format!("<a href=\"#{section}\">")).count(), 1, "{section}");
    }
    // What it does comes before any table.
    assert!(page.find("id=\"replay-app\"") < page.find("<table>"));
    assert!(page.contains("id=\"undrawn\""), "it says how to have more");
}

/// A link to the page that is shared somewhere is shown with a title, a sentence with figures, and
/// a picture.
#[test]
fn a_shared_link_has_a_preview() {
    let page = page(&request(Position::START)).unwrap();
    let content = |name: &str| {
        let (_, rest) =
            page.split_once(&format!("{name}\" content=\"")).unwrap_or_else(|| panic!("no {name}"));
        rest.split('"').next().unwrap().to_string()
    };
    assert_eq!(content("og:title"), "chess-classic, cycle by cycle");
    let description = content("name=\"description");
    assert_eq!(description, content("og:description"));
    assert!(description.starts_with("64-square chess move generator after Belle"), "{description}");
    assert!(description.contains("20 moves in the node shown, 165 clock cycles"), "{description}");
    let picture = content("og:image");
    assert!(
        picture.starts_with("data:image/svg+xml,%3Csvg xmlns=") && picture.len() < 10_000,
        "{}",
        picture.len()
    );
    assert!(page.contains(&format!("<link rel=\"icon\" type=\"image/svg+xml\" href=\"{picture}\">")));
}

/// A default machine has its kept figures; of another the page says how to measure it.
#[test]
fn the_table_has_the_kept_figures_of_a_default_machine() {
    let text = page(&request(Position::START)).unwrap();
    for told in [
        "<td>9,016</td>",
        "<td>36.5</td>",
        "median of 8 seeds, 35.2 to 37.5",
        "<td>no open placer</td>",
        "id=\"kept\"",
    ] {
        assert!(text.contains(told), "{told}");
    }
    assert!(!text.contains("id=\"unmeasured\""));
    let core = cores::find("chess-classic").unwrap();
    let settings = Settings::parse(core, &[("order", "plain")]).unwrap();
    let text = page(&Request { settings, ..request(Position::START) }).unwrap();
    assert!(text.contains("id=\"unmeasured\"") && !text.contains("id=\"kept\""));
    assert!(text.contains("movewright synth chess-classic --target ecp5"));
}

/// A machine that generates no moves does not stand beside those that do, and has no empty table.
#[test]
fn a_table_of_positions_is_compared_with_no_generator() {
    let core = cores::find("hash-index").unwrap();
    // Of these settings, no figures are kept.
    let settings = Settings::parse(core, &[("index_bits", "64")]).unwrap();
    let text =
        page(&Request { core, settings, root: core.start().unwrap(), ..request(Position::START) }).unwrap();
    assert!(text.contains("id=\"unmeasured\""));
    for told in ["Published figures", "class=\"published\"", "<table>", "A dash stands"] {
        assert!(!text.contains(told), "{told}");
    }
}

/// Nothing on the page is fetched from anywhere, and it is the same each time.
#[test]
fn the_page_stands_alone() {
    let chess = request("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    let core = cores::find("blokus-player").unwrap();
    let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
    let blokus = Request { core, settings, root: core.start().unwrap(), ..request(Position::START) };
    for request in [chess, blokus] {
        let text = page(&request).unwrap();
        assert_eq!(text, page(&request).unwrap());
        stands_alone(&text);
    }
}

fn stands_alone(text: &str) {
    for fetched in [
        " src=\"http",
        " href=\"http",
        "content=\"http",
        "@import",
        "url(http",
        "fetch(",
        "XMLHttpRequest",
        "import(",
    ] {
        assert!(!text.contains(fetched), "{fetched}");
    }
    let sources = text.split(" src=\"").skip(1);
    assert!(sources.into_iter().all(|source| source.starts_with("data:image/svg+xml,")));
}

#[test]
fn the_page_stays_small_with_the_most_moves() {
    let text = page(&request(MOST_MOVES)).unwrap();
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
    let (_, answers) = text.split_once("id=\"answer\">").unwrap();
    let (answers, _) = answers.split_once("</select>").unwrap();
    assert_eq!(answers.matches("<option value=").count(), 218 + 1);
}

const SYNTH: &str = r#"{"core":"chess-classic","settings":{"checks_first":"on","legality":"on","order":"mvv_lva","stack_depth":"64"},"target":"ecp5","device":"LFE5U-85F-6BG381C","lut4":9050,"lut_as_ram":1536,"ff":894,"bram":1,"dsp":0,"fmax_mhz":SPEED,"seed":1,"critical_path":[],"tools":{"nextpnr-ecp5":"0.11","yosys":"0.70"}}"#;

#[test]
fn seeds_of_one_placement_are_one_row() {
    let sum = r#"{"core":"chess-classic","target":"ecp5","device":"d","seeds":[1,2,3],"fmax_mhz_min":35.0}"#;
    let lines: Vec<String> = ["38.0", "35.0", "36.5"].map(|mhz| SYNTH.replace("SPEED", mhz)).into();
    let planned = SYNTH.replace("SPEED", "40.0").replace("\"seed\"", "\"floorplan\":\"loose\",\"seed\"");
    let text = format!("{}\n\n{sum}\n{planned}", lines.join("\n"));
    let measured = measured_from(cores::find("chess-classic").unwrap(), &text).unwrap();
    assert_eq!(measured.len(), 2);
    let clock = measured[0].clock.unwrap();
    assert_eq!((clock.seeds, clock.mhz.median, measured[0].resources.luts()), (3, 36.5, 9050));

    let page = page(&Request { measured, ..request(Position::START) }).unwrap();
    for told in [
        "<td>9,050</td>",
        "<td>36.5</td>",
        "median of 3 seeds, 35.0 to 38.0",
        "nextpnr-ecp5 0.11, yosys 0.70",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("id=\"unmeasured\""));
}

#[test]
fn results_that_do_not_belong_here_are_refused() {
    let refused =
        |text: &str| measured_from(cores::find("chess-classic").unwrap(), text).unwrap_err().to_string();
    assert!(refused("").starts_with("there is no result in it"));
    assert!(refused("\nnonsense").starts_with("line 2 is not a result of"));
    assert!(refused("{}").contains("missing field `core`"));
    let line = SYNTH.replace("SPEED", "30.0");
    assert!(refused(&line.replace("\"ff\":894,", "")).contains("does not say what the core takes"));
    let other = refused(&line.replace("\"core\":\"chess-classic\"", "\"core\":\"other\""));
    assert_eq!(
        other,
        "line 1 is a result of other, and the page is about chess-classic; give a result of chess-classic"
    );
}

#[test]
fn figures_have_a_section_of_their_own() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>Floorplan of it</title></svg>";
    let figures = vec![Figure::from_svg("x.svg", svg.into()).unwrap()];
    let page = page(&Request { figures, ..request(Position::START) }).unwrap();
    assert!(page.contains("<section id=\"placement\"") && page.contains("alt=\"Floorplan of it\""));
    assert!(!page.contains("id=\"undrawn\""));
}

/// A core linked to a host is shown whole, and replayed at the command port within.
#[test]
fn a_linked_core_is_replayed_too() {
    let core = cores::find("chess-classic").unwrap();
    let settings = Settings::parse(core, &[("host", "uart"), ("stack_depth", "8")]).unwrap();
    let page = page(&Request { settings, ..request("8/8/8/8/8/8/p7/k1K5 w - - 0 1") }).unwrap();
    assert!(page.contains("<code>host=uart</code>") && page.contains("Go to <select"));
    assert!(page.matches("<details class=\"module depth").count() > 9);
}

/// The wires of the array, counted from its geometry.
#[test]
fn blocks_and_wires_are_those_of_the_netlist() {
    let core = cores::find("chess-classic").unwrap();
    let design = cores::design(core, &Settings::parse::<&str, &str>(core, &[]).unwrap()).unwrap();
    let top = block(&design).unwrap();
    assert_eq!(top.module, "chess_classic");
    let names: Vec<&str> = top.children.iter().map(|child| child.module.as_str()).collect();
    assert_eq!(names, ["sequencer", "board"]);
    let board = &top.children[1];
    let counts: Vec<(&str, usize)> =
        board.children.iter().map(|child| (child.module.as_str(), child.count)).collect();
    assert_eq!(counts, [("fanout_buffer", 8), ("square", 64), ("arbiter", 63)]);
    let bits = |from: usize, to: usize| {
        board.wires.iter().find(|wires| (wires.from, wires.to) == (from, to)).map(|wires| wires.bits)
    };
    assert_eq!(bits(1, 2), Some(64 * 7), "a priority from each square");
    assert_eq!(bits(2, 2), Some(62 * 14), "a candidate from each arbiter but the root");
    // Both ways between neighbours: 112 along ranks of 2 bits, 112 along files and 196 on diagonals
    // of 3; and 64 knights' lines.
    let buses = 112 * 2 + (112 + 196) * 3 + 64;
    // The pieces on the squares between king and rook, for castlings.
    let empties = [5, 6, 1, 2, 3].len() * 2 * 4;
    assert_eq!(bits(1, 1), Some(buses + empties as u64));
}
