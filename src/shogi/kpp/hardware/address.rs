//! The number of the word that a step reads.

use super::shape::Shape;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat};
use crate::netlist::NetlistError;
use crate::parts::pick::choose;

/// Clock cycles from a step to its address.
pub(super) const LATENCY: u32 = 4;

/// What the rows of a part of the sum begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// The triangle of black's king.
    Black,
    /// The triangle of white's king.
    White,
    /// The row of both kings, black's first.
    Kings,
    /// The row of both kings, white's first.
    KingsTurned,
}

/// The module that works out addresses.
///
/// Inputs: `king_black`, `king_white`, which stay as they are from a cycle before a command's first
/// step; `part` (one bit for each of the bases), `row_group`, `row_place`, `column`. Output:
/// `address`, 4 cycles later.
pub(super) fn address(
    project: &mut Project,
    name: &str,
    shape: Shape,
    bases: &[Base],
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!(
            "The number of the word that a step reads, {LATENCY} cycles later.\nA row of a king begins (group + 1) (code + place) / 2 words behind the first of that king."
        ),
    );
    let width = shape.address_bits();
    let low = shape.lanes().trailing_zeros();
    let [black, white] = ["black", "white"].map(|side| {
        b.input(&format!("king_{side}"), shape.king_bits())
            .comment("the square of a king, as its side sees it")
    });
    let part = b.input("part", bases.len() as u32).comment("what is read, of the parts of the sum");
    let row_group = b.input("row_group", shape.code_bits() - low).comment("of the row's code, the word");
    let row_place = (low > 0).then(|| b.input("row_place", low).comment("and the place in it"));
    let column = b.input("column", shape.code_bits() - low).comment("the word of the row");

    let starts: Vec<Wire> = bases.iter().map(|base| start(&b, shape, *base, [&black, &white])).collect();
    let of_kings: Vec<bool> =
        bases.iter().map(|base| matches!(base, Base::Kings | Base::KingsTurned)).collect();

    let [part_1, group, column_1] = [(&part, "part_1"), (&row_group, "row_group_1"), (&column, "column_1")]
        .map(|(wire, name)| wire.later(name));
    let in_a_triangle = of_kings.iter().zip(part_1.bits()).filter(|(kings, _)| !**kings);
    let in_a_triangle = in_a_triangle.fold(b.bit(false), |any, (_, bit)| any | bit);
    let (code, place) = match row_place.map(|place| place.later("row_place_1")) {
        Some(place) => (concat(&[group.clone(), place.clone()]), place),
        None => (group.clone(), b.bit(false)),
    };
    let sum = &code.extend(code.width() + 1) + &place.extend(code.width() + 1);
    let next = &group.extend(group.width() + 1) + &b.constant(group.width() + 1, 1);
    let product = next.times(&sum);
    let half = product.slice(1, product.width() - 1);
    let row = fit(&half, width).when(&in_a_triangle).later("row_2");
    let (part_2, column_2) = (part_1.later("part_2"), column_1.later("column_2"));
    let first = (&row + &choose(&part_2, &starts)).later("first_3");
    let column_3 = column_2.later("column_3");
    b.output("address", &(&first + &column_3.extend(width)).later("address_4")).comment("its number");
    project.add(b)
}

/// The same number in so many bits, which hold it.
fn fit(wire: &Wire, width: u32) -> Wire {
    match wire.width() > width {
        true => wire.slice(0, width),
        false => wire.extend(width),
    }
}

/// The first word of a part, two cycles behind the squares of the kings.
fn start(b: &Builder, shape: Shape, base: Base, [black, white]: [&Wire; 2]) -> Wire {
    let width = shape.address_bits();
    let name = match base {
        Base::Black => "black",
        Base::White => "white",
        Base::Kings => "kings",
        Base::KingsTurned => "kings_turned",
    };
    let times = |king: &Wire, words: u64, part: &str| {
        let words_bits = (words.ilog2() + 1).max(1);
        let product = king.times(&b.constant(words_bits, words));
        fit(&product, width).later(&format!("{name}_{part}"))
    };
    let row = shape.row_of_kings();
    let sum = match base {
        Base::Black => times(black, shape.triangle(), "triangle"),
        Base::White => times(white, shape.triangle(), "triangle"),
        Base::Kings | Base::KingsTurned => {
            let (major, minor) = if base == Base::Kings { (black, white) } else { (white, black) };
            let first = b.constant(width, shape.first_of_kings());
            let major = times(major, row * u64::from(shape.kings()), "major");
            &(&major + &times(minor, row, "minor")) + &first
        }
    };
    sum.later(&format!("{name}_start"))
}
