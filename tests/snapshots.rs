//! The emitted text of whole machines: whatever changes it shows here first.

use movewright::assert_netlist_snapshot;
use movewright::chess::classic::{Options, design};

#[test]
fn chess_classic() {
    assert_netlist_snapshot!(design(&Options::default()).unwrap());
}

#[test]
fn chess_classic_without_checks_first() {
    assert_netlist_snapshot!(design(&Options { checks_first: false, ..Options::default() }).unwrap());
}
