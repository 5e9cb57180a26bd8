//! The page of `movewright report` in a browser: it works, without a mouse too, on narrow screens
//! and in the dark.

use crate::browser::Browser;
use crate::required::all_found;
use movewright::blokus::{self, Blokus, BlokusText, Cell, Move, Player};
use movewright::chess::{CHESS, ON_64_SQUARES, Piece, Position, Square};
use movewright::cores::{self, Settings};
use movewright::flow::{Program, Tool};
use movewright::game::{Play, Root};
use movewright::report::{Request, page};
use movewright::sections::{Recording, record};

const FEN: &str = Position::KIWIPETE;
// Keys as WebDriver has them.
const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
const SPACE: char = ' ';
const END: char = '\u{e010}';
const HOME: char = '\u{e011}';
const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';

fn tools(test: &str) -> bool {
    let programs = ["chromium", "chromedriver"].map(|name| Program {
        name,
        version_option: "--version",
        oldest: "100.0",
    });
    all_found(test, programs.into_iter().map(Tool::find))
}

/// The page, open in a browser, and what the simulator says of the same node.
struct Opened {
    browser: Browser,
    node: Recording,
    _folder: tempfile::TempDir,
}

impl Opened {
    fn new() -> Self {
        let core = cores::find("chess-classic").unwrap();
        let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
        let design = cores::design(core, &settings).unwrap();
        let position = Position::from_fen(FEN).unwrap();
        let node = record(&design, CHESS, 64, &position).unwrap();
        let text = page(&Request {
            core,
            settings,
            root: ON_64_SQUARES.read(Some(FEN), &[]).unwrap(),
            measured: Vec::new(),
            figures: Vec::new(),
        })
        .unwrap();
        let browser = Browser::start();
        browser.resize(1200, 900);
        Self { _folder: open(&browser, &text), browser, node }
    }

    /// The replay stands at this cycle, and shows of it what the simulator says.
    fn stands_at(&self, cycle: usize) {
        let shown = self.browser.text("return document.getElementById('cycle-number').textContent");
        assert_eq!(shown, cycle.to_string());
        let seen = &self.node.cycles[cycle];
        let list = |selector: &str, text: &str| {
            let script = format!(
                "return [...document.querySelectorAll('{selector}')].map((e) => e.dataset.square + {text}).sort().join()"
            );
            self.browser.text(&script)
        };
        let joined = |mut shown: Vec<String>| {
            shown.sort();
            shown.join(",")
        };
        let pieces = Square::all().filter_map(|square| {
            let piece = Piece::from_code(seen.pieces[square.index()])?;
            // Both colours have the figures of black, which are filled.
            let figure = Piece { color: movewright::chess::Color::Black, ..piece }.figure();
            Some(format!("{square} {} {figure}", piece.color))
        });
        let shown = list("#layer-pieces text", "' ' + e.classList[1] + ' ' + e.textContent[0]");
        assert_eq!(shown, joined(pieces.collect()), "cycle {cycle}");
        let priorities = Square::all().map(|square| (square, seen.priorities[square.index()]));
        let priorities = priorities.filter(|(_, priority)| *priority > 0);
        let priorities = priorities.map(|(square, priority)| format!("{square} {priority}"));
        assert_eq!(list("#layer-priorities text", "' ' + e.textContent"), joined(priorities.collect()));
        let sends = Square::all().filter(|square| seen.transmits >> square.index() & 1 == 1);
        assert_eq!(
            list("#layer-marks .sends", "''"),
            joined(sends.map(|square| square.to_string()).collect())
        );
        let (_, state) = self.node.states.iter().find(|(number, _)| *number == seen.state).unwrap();
        let shown = self.browser.text("return document.getElementById('state').textContent");
        assert_eq!(shown, state.replace('_', " "));
        // The waveforms are marked in the same place.
        let marked = "return String(document.getElementById('waves-now').getAttribute('x') /
                      document.getElementById('waves-drawing').dataset.cycle)";
        assert_eq!(self.browser.text(marked), cycle.to_string());
    }

    fn focus(&self, id: &str) {
        self.browser.run(&format!("document.getElementById('{id}').focus()"));
    }

    fn silent(&self) {
        silent(&self.browser);
    }
}

/// Has the browser show a page, whose file is there as long as the folder.
fn open(browser: &Browser, page: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    std::fs::write(&path, page).unwrap();
    browser.open(&format!("file://{}", path.display()));
    folder
}

/// Nothing was written to the console.
fn silent(browser: &Browser) {
    let said = browser.console();
    assert!(said.is_empty(), "{said:?}");
}

/// The tables that are cut off in this window, so that somebody has to scroll.
const CUT: &str = "
    return [...document.querySelectorAll('.scroll')].filter((box) => box.querySelector('table') &&
        box.getClientRects().length && box.scrollWidth > box.clientWidth)
        .map((box) => `${box.getAttribute('aria-labelledby')}: ${box.scrollWidth} of ${box.clientWidth}`).join('; ')";

/// The page of a core at its smallest, which begins with this position or the first of its game.
fn page_of(core: &str, settings: &[(&str, &str)], root: Option<Root>) -> String {
    let core = cores::find(core).unwrap();
    let settings = Settings::parse(core, settings).unwrap();
    let root = root.unwrap_or_else(|| core.start().unwrap());
    page(&Request { core, settings, root, measured: Vec::new(), figures: Vec::new() }).unwrap()
}

/// Forward and back, by the buttons and by the keys, at each step what the simulator says.
#[test]
fn the_replay_steps_forward_and_back() {
    if !tools("the_replay_steps_forward_and_back") {
        return;
    }
    let opened = Opened::new();
    let browser = &opened.browser;
    let last = opened.node.cycles.len() - 1;
    opened.stands_at(opened.node.opens());
    browser.click("#to-first");
    opened.stands_at(0);
    for cycle in 1..=9 {
        browser.click("#step-forward");
        opened.stands_at(cycle);
    }
    browser.click("#step-back");
    opened.stands_at(8);
    browser.click("#to-last");
    opened.stands_at(last);
    browser.click("#step-forward");
    opened.stands_at(last);
    browser.click("#to-first");
    opened.stands_at(0);
    browser.click("#step-back");
    opened.stands_at(0);

    // Keys, wherever on the page no other thing has the focus, in the replay, and on the slider.
    browser.run("document.activeElement.blur()");
    browser.press(RIGHT);
    browser.press(RIGHT);
    opened.stands_at(2);
    browser.press(LEFT);
    opened.stands_at(1);
    for id in ["step-forward", "cycle"] {
        opened.focus(id);
        browser.press(END);
        opened.stands_at(last);
        browser.press(LEFT);
        opened.stands_at(last - 1);
        browser.press(HOME);
        opened.stands_at(0);
        browser.press(RIGHT);
        opened.stands_at(1);
    }
    // To the answer with the fifth move.
    let answer = opened.node.answers[4];
    browser.run(&format!(
        "const list = document.getElementById('answer'); list.value = '{}'; list.dispatchEvent(new Event('change'))",
        answer.cycle
    ));
    opened.stands_at(answer.cycle);
    browser.click("[data-layer=priorities]");
    let hidden =
        browser.text("return document.getElementById('layer-priorities').getAttribute('visibility')");
    assert_eq!(hidden, "hidden");
    opened.silent();
}

/// Everything is reached by the tabulator key, shows that it has the focus, and does its work at a
/// key.
#[test]
fn the_page_works_without_a_mouse() {
    if !tools("the_page_works_without_a_mouse") {
        return;
    }
    let opened = Opened::new();
    let browser = &opened.browser;
    let mut reached = Vec::new();
    for _ in 0..60 {
        browser.press(TAB);
        let name = browser.text(
            "const e = document.activeElement; return e === document.body ? '' :
             e.id || e.dataset.layer || e.getAttribute('href') || e.tagName",
        );
        if name.is_empty() || reached.contains(&name) && name.starts_with('#') {
            break;
        }
        let outline = browser.text("return getComputedStyle(document.activeElement).outlineStyle");
        assert_ne!(outline, "none", "{name} does not show that it has the focus");
        reached.push(name);
    }
    let controls = ["to-first", "step-back", "play", "step-forward", "to-last", "cycle", "answer", "speed"];
    let others = ["#main", "#replay", "SUMMARY", "lines", "priorities", "masks", "arbiters", "waves-scroll"];
    for name in controls.iter().chain(&others) {
        assert!(reached.iter().any(|known| known == name), "{name} is not among {reached:?}");
    }
    // In the order of the page.
    let places = controls.map(|name| reached.iter().position(|known| known == name));
    assert!(places.is_sorted(), "{reached:?}");

    opened.focus("to-first");
    browser.press(ENTER);
    opened.focus("step-forward");
    browser.press(ENTER);
    browser.press(SPACE);
    opened.stands_at(2);
    let named = browser.run(
        "return [...document.querySelectorAll('button, input, select')].filter((e) =>
         !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent.trim())).length",
    );
    assert_eq!(named, 0, "controls without a name");
    // It plays until it is told to pause.
    opened.focus("play");
    browser.press(ENTER);
    assert_eq!(browser.text("return document.activeElement.getAttribute('aria-pressed')"), "true");
    let cycle = || browser.text("return document.getElementById('cycle-number').textContent");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while cycle() == "2" && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    browser.press(ENTER);
    let stopped = cycle();
    assert!(stopped.parse::<usize>().unwrap() > 2, "it does not play");
    std::thread::sleep(std::time::Duration::from_millis(900));
    assert_eq!(cycle(), stopped, "it does not pause");
    opened.silent();
}

/// What a condition in the page becomes, within seconds.
fn comes_true(browser: &Browser, condition: &str) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while browser.run(&format!("return {condition}")) != true {
        assert!(std::time::Instant::now() < deadline, "it does not become true: {condition}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// The address names the cycle: it is read, followed, and kept as one steps, without a history of
/// steps.
#[test]
fn the_address_names_the_cycle() {
    if !tools("the_address_names_the_cycle") {
        return;
    }
    let opened = Opened::new();
    let browser = &opened.browser;
    let last = opened.node.cycles.len() - 1;
    let address = browser.text("return location.href");
    assert!(!address.contains('#'), "{address}");
    let at = |fragment: &str| {
        browser.open("about:blank");
        browser.open(&format!("{address}{fragment}"));
    };
    for (fragment, cycle) in [
        ("#cycle=8", 8),
        ("#cycle=99999", last),
        ("#cycle=-1", opened.node.opens()),
        ("#cycle=x", opened.node.opens()),
    ] {
        at(fragment);
        opened.stands_at(cycle);
    }
    at("#cycle=8");
    // Whoever follows the link sees the replay.
    let top = browser.run("return document.getElementById('replay').getBoundingClientRect().top");
    assert!(top.as_f64().unwrap().abs() < 2.0, "{top}");
    let history = browser.run("return history.length");
    for _ in 0..3 {
        browser.click("#step-forward");
    }
    comes_true(browser, "location.hash === '#cycle=11'");
    assert_eq!(browser.run("return history.length"), history);
    browser.run("location.reload()");
    comes_true(browser, "document.getElementById('cycle-number')?.textContent === '11'");
    browser.run("location.hash = '#cycle=20'");
    comes_true(browser, "document.getElementById('cycle-number').textContent === '20'");
    opened.stands_at(20);
    opened.silent();
}

/// Playing goes as fast as is chosen, also while it plays, and the address keeps up with it.
#[test]
fn the_speed_of_playing_is_chosen() {
    if !tools("the_speed_of_playing_is_chosen") {
        return;
    }
    let opened = Opened::new();
    let browser = &opened.browser;
    // The times between cycles, in milliseconds, as the page asks for them.
    browser.run("window.asked = []; const was = setInterval; setInterval = (f, ms) => { asked.push(ms); return was(f, ms) }");
    let choose = |speed: &str| {
        browser.run(&format!(
            "const list = document.getElementById('speed'); list.value = '{speed}'; list.dispatchEvent(new Event('change'))"
        ));
    };
    choose("15");
    browser.click("#to-first");
    browser.click("#play");
    comes_true(browser, "Number(document.getElementById('cycle-number').textContent) > 20");
    comes_true(browser, "Number(location.hash.slice('#cycle='.length)) > 20");
    choose("0.5");
    browser.click("#play");
    let asked = browser.text("return asked.map(Math.round).join()");
    assert_eq!(asked, "67,2000");
    opened.silent();
}

/// On a phone the board and the words about it are in sight together, and the board is in sight as
/// soon as the page opens.
#[test]
fn a_phone_shows_the_board_and_the_words_together() {
    if !tools("a_phone_shows_the_board_and_the_words_together") {
        return;
    }
    let opened = Opened::new();
    let browser = &opened.browser;
    let bottom = |id: &str| {
        let script = format!("return document.getElementById('{id}').getBoundingClientRect().bottom");
        browser.run(&script).as_f64().unwrap()
    };
    let wordy = |(place, cycle): (usize, &str)| (cycle.len(), place);
    let data = "return JSON.parse(document.getElementById('replay-data').textContent).cycles.map((c) => c.tells ?? '').join('\\n')";
    let said = browser.text(data);
    let (_, longest) = said.split('\n').enumerate().map(wordy).max().unwrap();
    browser.resize(390, 844);
    let address = browser.text("return location.href");
    browser.open("about:blank");
    browser.open(&address);
    assert!(bottom("board") <= 844.0, "the board ends at {}", bottom("board"));
    for cycle in [opened.node.opens(), longest] {
        browser.open("about:blank");
        browser.open(&format!("{address}#cycle={cycle}"));
        opened.stands_at(cycle);
        let top = browser.run("return document.getElementById('board').getBoundingClientRect().top");
        assert!(top.as_f64().unwrap() >= 0.0, "{top}");
        assert!(bottom("tells") <= 844.0, "cycle {cycle}: the words end at {}", bottom("tells"));
    }
    opened.silent();
}

/// For each text on the page that stands out too little from what is behind it: the text, and the
/// contrast as WCAG has it.
const FAINT: &str = r"
    const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const light = (color) => channels(color).slice(0, 3)
        .map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, place) => sum + c * [0.2126, 0.7152, 0.0722][place], 0);
    const behind = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const color = getComputedStyle(e).backgroundColor;
            if ((channels(color)[3] ?? 1) === 1 && color !== 'transparent') return color;
        }
        return getComputedStyle(document.body).backgroundColor;
    };
    const faint = [];
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!own || element.closest('#board, script, noscript, title, .skip') || !element.getClientRects().length) continue;
        const style = getComputedStyle(element);
        const text = element.closest('svg') ? style.fill : style.color;
        const [a, b] = [light(text), light(behind(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) faint.push(`${element.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
    }
    return faint.join('; ')";

#[test]
fn the_page_is_readable_on_narrow_screens_and_in_the_dark() {
    if !tools("the_page_is_readable_on_narrow_screens_and_in_the_dark") {
        return;
    }
    let opened = Opened::new();
    let browser = &opened.browser;
    browser.run("for (const folded of document.querySelectorAll('details')) folded.open = true");
    let mut papers = Vec::new();
    for scheme in ["light", "dark"] {
        browser.prefer("prefers-color-scheme", scheme);
        papers.push(browser.text("return getComputedStyle(document.body).backgroundColor"));
        assert_eq!(browser.text(FAINT), "", "{scheme}");
    }
    assert_ne!(papers[0], papers[1]);
    browser.resize(1280, 900);
    assert_eq!(browser.text(CUT), "");
    for width in [400, 320] {
        browser.resize(width, 800);
        for id in ["to-first", "step-forward", "to-last"] {
            browser.click(&format!("#{id}"));
            let wide = browser.run("return document.scrollingElement.scrollWidth");
            assert!(wide.as_u64().unwrap() <= u64::from(width), "{wide} at {width}");
        }
        // The board has the width of the screen, and its controls are large enough for a finger.
        let board = browser.run("return document.getElementById('board').getBoundingClientRect().width");
        assert!(board.as_f64().unwrap() > f64::from(width) * 0.8, "{board} of {width}");
        let small = browser.run(
            "return [...document.querySelectorAll('button, select')].filter((e) => e.getBoundingClientRect().height < 40).length",
        );
        assert_eq!(small, 0);
        let smallest = browser.run(
            "return Math.min(...[...document.querySelectorAll('main p, main li, main dd, main td, main code')]
             .filter((e) => e.getClientRects().length).map((e) => parseFloat(getComputedStyle(e).fontSize)))",
        );
        assert!(smallest.as_f64().unwrap() >= 12.0, "text of {smallest} pixels");
    }
    // Nothing moves by itself.
    assert_eq!(browser.run("return document.getAnimations().length"), 0);
    opened.silent();
}

/// The board of a Blokus replay is that of the position, and what it steps through are its moves.
#[test]
fn a_blokus_node_steps_through_its_moves() {
    if !tools("a_blokus_node_steps_through_its_moves") {
        return;
    }
    let root = BlokusText
        .read(Some("64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0 34f3 8cg2 2dt6 5ck4 92a0"), &[])
        .unwrap();
    let position: &blokus::Position = root.of::<Blokus>().unwrap();
    let browser = Browser::start();
    browser.resize(1200, 900);
    let _folder = open(&browser, &page_of("blokus", &[], Some(root.clone())));
    let list = |selector: &str| {
        browser.text(&format!(
            "return [...document.querySelectorAll('{selector}')].map((e) => e.dataset.cell).sort().join()"
        ))
    };
    let joined = |cells: &mut dyn Iterator<Item = Cell>| {
        let mut names: Vec<String> = cells.map(|cell| format!("{:x}{:x}", cell.x + 1, cell.y + 1)).collect();
        names.sort();
        names.join(",")
    };
    let answers = browser.text(
        "return [...document.querySelectorAll('#answer option')].slice(1).map((e) => e.textContent.split(' ')[1]).join()",
    );
    let moves = position.moves();
    assert_eq!(answers, moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    let go = "const list = document.getElementById('answer'); list.selectedIndex = PLACE; list.dispatchEvent(new Event('change'))";
    for place in [1, 5, moves.len()] {
        browser.run(&go.replace("PLACE", &place.to_string()));
        for (player, name) in Player::BOTH.into_iter().zip(["one", "two"]) {
            let cells = &mut position.cells(player).cells();
            assert_eq!(list(&format!("#layer-cells .{name}")), joined(cells), "{player}");
        }
        let Move::Place(held) = moves[place - 1] else { panic!("a pass among {moves:?}") };
        assert_eq!(list("#layer-held .kept"), joined(&mut held.cells()), "move {place}");
    }
    browser.click("#step-back");
    let corners = browser.run("return document.querySelectorAll('#layer-corners .usable').length");
    assert_eq!(corners, position.corners(position.to_move()).count());
    silent(&browser);
}

/// What is named on the page and not there, or there twice.
const BROKEN: &str = r"
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    const wrong = ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id} twice`);
    for (const name of ['aria-labelledby', 'for', 'href']) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
            const value = element.getAttribute(name);
            const id = name === 'href' ? value.match(/^#(.+)/)?.[1] : value;
            if (id && !document.getElementById(id)) wrong.push(`${name} ${id}`);
        }
    }
    return wrong.join('; ')";

/// The gallery has a card for each page in it, with a picture that is seen and a link that leads
/// there.
#[test]
fn a_gallery_shows_its_pages() {
    if !tools("a_gallery_shows_its_pages") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("gallery");
    let run = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["gallery", "blokus-player", "chess-small", "-o"]).arg(&output).output().unwrap()
    };
    let done = run();
    assert!(done.status.success(), "{done:?}");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains("simulating a short run of blokus-player"), "{told}");
    let listed: Vec<String> = String::from_utf8(done.stdout)
        .unwrap()
        .lines()
        .map(|line| std::path::Path::new(line).file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    // In the order in which cores are listed.
    assert_eq!(listed, ["index.html", "chess-small.html", "blokus-player.html"]);
    let browser = Browser::start();
    browser.open(&format!("file://{}", output.join("index.html").display()));
    let cards =
        browser.text("return [...document.querySelectorAll('article h2')].map((e) => e.textContent).join()");
    assert_eq!(cards, "chess-small,blokus-player");
    for scheme in ["light", "dark"] {
        browser.prefer("prefers-color-scheme", scheme);
        assert_eq!(browser.text(FAINT), "", "{scheme}");
    }
    for width in [1200, 390, 320] {
        browser.resize(width, 844);
        let wide = browser.run("return document.scrollingElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= u64::from(width), "{wide} at {width}");
    }
    let unseen =
        browser.run("return [...document.images].filter((image) => image.naturalWidth === 0).length");
    assert_eq!(unseen, 0, "pictures that are not drawn");
    assert_eq!(browser.text(BROKEN), "");
    assert!(browser.text("return document.body.textContent").contains("cycles a move of the walker"));
    browser.press(TAB);
    browser.press(TAB);
    browser.press(ENTER);
    comes_true(&browser, "document.querySelector('h1').textContent === 'chess-small'");
    silent(&browser);

    // A second run takes the place of the first; what somebody else put there stops it, and stays.
    assert!(run().status.success());
    std::fs::write(output.join("notes.txt"), "mine").unwrap();
    let refused = run();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("holds `notes.txt`, which movewright did not write"), "{said}");
    assert_eq!(std::fs::read_to_string(output.join("notes.txt")).unwrap(), "mine");
}

/// The pages of all other kinds of core, too, are readable in the dark, do not overflow a phone,
/// and have nothing to complain of.
#[test]
fn the_page_of_every_kind_of_core_is_readable() {
    if !tools("the_page_of_every_kind_of_core_is_readable") {
        return;
    }
    let browser = Browser::start();
    let position = "8/8/8/8/3k4/8/8/RK6 w - - 0 1";
    let chess = || Some(ON_64_SQUARES.read(Some(position), &[]).unwrap());
    let small = [("levels", "100"), ("stack_depth", "4"), ("entries", "256")];
    let shallow = &small[..2];
    let pages = [
        ("chess-count", page_of("chess-count", &[("levels", "8")], chess())),
        ("chess-stream", page_of("chess-stream", shallow, chess())),
        ("chess-perft", page_of("chess-perft", shallow, chess())),
        ("chess-evaluate", page_of("chess-evaluate", &[("levels", "100")], chess())),
        ("chess-player", page_of("chess-player", &small, None)),
        ("blokus-player", page_of("blokus-player", &[], None)),
        ("shogi-count", page_of("shogi-count", &[("levels", "100")], None)),
        ("shogi-stream", page_of("shogi-stream", shallow, None)),
        ("shogi-perft", page_of("shogi-perft", shallow, None)),
        ("shogi-check", page_of("shogi-check", &[("levels", "100")], None)),
        ("hash", page_of("hash", &[], None)),
        ("hash-index", page_of("hash-index", &[], None)),
        ("hash-keys", page_of("hash-keys", &[], None)),
        ("hash-memory", page_of("hash-memory", &[], None)),
    ];
    for (core, page) in pages {
        browser.resize(400, 800);
        let _folder = open(&browser, &page);
        browser.run("for (const folded of document.querySelectorAll('details')) folded.open = true");
        for scheme in ["light", "dark"] {
            browser.prefer("prefers-color-scheme", scheme);
            assert_eq!(browser.text(FAINT), "", "{core} {scheme}");
        }
        let wide = browser.run("return document.scrollingElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 400, "{core} is {wide} wide");
        // The words of the diagram are 10 pixels high at least, and what does not fit scrolls.
        let scale = browser.run(
            "const s = document.querySelector('.blocks svg'); return s.getBoundingClientRect().width / s.viewBox.baseVal.width",
        );
        assert!(scale.as_f64().unwrap() * 12.0 > 9.9, "{core}: {scale} of its size");
        assert_eq!(browser.text(BROKEN), "", "{core}");
        silent(&browser);
    }
}
