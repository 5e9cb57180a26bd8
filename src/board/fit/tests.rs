//! What fits a board, by its file and by counting.

use super::*;
use crate::board::{find, names};
use crate::cores;

/// The settings of each core on each board if none are given.
#[test]
fn the_largest_settings_that_fit_are_chosen() {
    let mut chosen = Vec::new();
    for board in names().map(|name| find(name).unwrap()) {
        for core in ["chess-classic", "chess-small", "blokus-serial"] {
            let core = cores::find(core).unwrap();
            let (settings, own) = board.settings(core, &[]).unwrap();
            if let Err(error) = board.has_room(core, &settings) {
                chosen.push(error.to_string());
                continue;
            }
            for (name, value) in &own {
                assert_eq!(settings.get(name).unwrap().to_string(), *value);
                chosen.push(format!("{} on {}: {name}={value}", core.name, board.name));
            }
        }
    }
    assert_eq!(
        chosen,
        [
            "chess-classic does not fit alchitry-cu (iCE40HX8K-CB132), whatever is set; build chess-small, or choose a \
             larger board (`movewright boards`)",
            "chess-small on alchitry-cu: stack_depth=32",
            "blokus-serial does not fit alchitry-cu (iCE40HX8K-CB132), whatever is set; choose a larger board (`movewright \
             boards`)",
            "chess-classic does not fit icebreaker (iCE40UP5K-SG48), whatever is set; build chess-small, or choose a \
             larger board (`movewright boards`)",
            "chess-small on icebreaker: stack_depth=16",
            "blokus-serial does not fit icebreaker (iCE40UP5K-SG48), whatever is set; choose a larger board (`movewright \
             boards`)",
            "blokus-serial on xcv800: listed=64",
            "blokus-serial on xcv800: levels=100",
            "blokus-serial on xcv800: reading=own",
        ]
    );
    // Given settings override the board's; the others stay.
    let (board, core) = (find("icebreaker").unwrap(), cores::find("chess-small").unwrap());
    let given = [("checks_first".to_string(), "off".to_string())];
    let (settings, own) = board.settings(core, &given).unwrap();
    assert_eq!((settings.number("stack_depth"), settings.is_on("checks_first")), (Some(16), false));
    assert_eq!(own, [("stack_depth".to_string(), "16".to_string())]);
    // A parameter without effect is not chosen.
    let (xcv800, serial) = (find("xcv800").unwrap(), cores::find("blokus-serial").unwrap());
    let given = [("evaluation".to_string(), "territory".to_string())];
    let (_, own) = xcv800.settings(serial, &given).unwrap();
    let own: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(own, ["listed", "levels"]);
    let (settings, _) = board.settings(core, &[]).unwrap();
    let taken = Resources { lut4: Some(5281), ..Default::default() };
    let error = check_fit(&board, core, &settings, &taken).unwrap_err().to_string();
    assert!(error.contains("; make it smaller with --set checks_first=off "), "{error}");
}

/// Settings that the board's file calls too large are refused at once, with the count and the
/// settings that fit; unknown settings are not refused.
#[test]
fn settings_known_to_be_too_large_are_refused() {
    let asked = |board: &str, core: &str, given: &[(&str, &str)]| {
        let (board, core) = (find(board).unwrap(), cores::find(core).unwrap());
        let given: Vec<(String, String)> =
            given.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        let (settings, _) = board.settings(core, &given).unwrap();
        board.has_room(core, &settings).map_err(|error| error.to_string())
    };
    let small = |given: &[(&str, &str)]| asked("icebreaker", "chess-small", given);
    let mend = "choose --set stack_depth=16, the largest known to fit, or choose a larger board (`movewright boards`)";
    let begins = "chess-small does not fit icebreaker (iCE40UP5K-SG48): it takes";
    let tight = "4986 of 5280 logic cells at least, and the placer finds no place for all";
    assert_eq!(small(&[("stack_depth", "32")]), Err(format!("{begins} {tight}; {mend}")));
    let many = "5784 logic cells at least, and the device has 5280";
    for order in ["plain", "mvv_lva"] {
        let said = small(&[("stack_depth", "64"), ("order", order)]);
        assert_eq!(said, Err(format!("{begins} {many}; {mend}")));
    }
    for given in [&[][..], &[("stack_depth", "8")], &[("stack_depth", "32"), ("checks_first", "off")]] {
        assert_eq!(small(given), Ok(()), "{given:?}");
    }
    let serial = |given: &[(&str, &str)]| asked("xcv800", "blokus-serial", given);
    let said = serial(&[("listed", "2048"), ("levels", "6"), ("reading", "usual")]).unwrap_err();
    let told = "it takes 73 block memories at least, and the device has 28; \
                choose --set listed=64 --set levels=100 --set reading=own, the largest known to fit, or ";
    assert!(said.contains(told), "{said}");
    assert_eq!(serial(&[]), Ok(()));
    assert_eq!(serial(&[("listed", "1024")]), Ok(()));
}

/// The numbers in the board files are the measured ones.
#[test]
fn what_boards_say_of_room_is_kept_as_figures() {
    let kept = |name: &str| -> Vec<serde_json::Value> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/figures");
        let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let room = |board: &str, core: &str| {
        find(board).unwrap().rooms.into_iter().find(|(name, _)| *name == core).unwrap().1
    };
    let words = |pairs: &Pairs| {
        let words: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        words.join(" ")
    };
    for (name, core) in
        [("icebreaker", "chess-small"), ("alchitry-cu", "chess-small"), ("ulx3s-85f", "chess-player")]
    {
        let small = room(name, core);
        let mut stated = vec![(words(&small.fits.unwrap()), true, None)];
        stated.extend(small.too_large.iter().map(|row| (words(&row.settings), false, row.takes)));
        let measured: Vec<_> = kept("fit")
            .iter()
            .filter(|record| record["board"] == name)
            .map(|record| {
                let fits = record["fits"].as_bool().unwrap();
                let cells = record["logic_cells"].as_u64().filter(|_| !fits);
                let takes = cells.map(|cells| (cells, Countable::Cells));
                (record["stated"].as_str().unwrap().to_string(), fits, takes)
            })
            .collect();
        assert_eq!(stated, measured);
    }
    let serial = room("xcv800", "blokus-serial");
    let memories = kept("synth.blokus-serial.xcv")[0]["bram"].as_u64().unwrap();
    assert_eq!(serial.too_large[0].takes, Some((memories, Countable::Memories)));
    let fits = kept("synth.blokus-serial-small.xcv").remove(0);
    for (name, value) in serial.fits.unwrap() {
        assert_eq!(fits["settings"][&name], value, "{name}");
    }
    let capacity = find("xcv800").unwrap().device.capacity;
    let limits = [("lut4", capacity.luts), ("ff", capacity.ffs), ("bram", capacity.brams)];
    assert!(limits.iter().all(|&(what, limit)| fits[what].as_u64().unwrap() <= limit), "{fits}");
}

#[test]
fn what_does_not_fit_is_told_with_both_numbers_and_the_mend() {
    let board = find("icebreaker").unwrap();
    let core = cores::find("chess-classic").unwrap();
    let settings = Settings::parse(core, &[("order", "plain")]).unwrap();
    let taken = Resources { lut4: Some(5281), ff: 9000, ..Default::default() };
    let error = check_fit(&board, core, &settings, &taken).unwrap_err().to_string();
    assert_eq!(
        error,
        "chess-classic does not fit icebreaker (iCE40UP5K-SG48): it takes 5281 lookup tables, and the device has 5280; \
         build chess-small, or choose a larger board (`movewright boards`)"
    );
    let taken = Resources { lut4: Some(5280), ff: 5280, bram: 30, ..Default::default() };
    check_fit(&board, core, &settings, &taken).unwrap();
}
