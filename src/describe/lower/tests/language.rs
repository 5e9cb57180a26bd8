//! The kernel language, construct by construct, in blocks of no other purpose.

#![expect(clippy::nonminimal_bool, reason = "the negation in front of a comparison is what is tested")]

use rust_hdl::prelude::*;

use crate::describe::differential::differential;

/// The points that rust-hdl's own Verilog gets wrong: precedence, and literals that widen.
#[derive(LogicBlock, Default)]
struct Precedence {
    a: Signal<In, Bits<4>>,
    b: Signal<In, Bits<4>>,
    c: Signal<In, Bits<4>>,
    p: Signal<In, Bit>,
    q: Signal<In, Bit>,
    masked: Signal<Out, Bit>,
    wraps: Signal<Out, Bit>,
    wraps_left: Signal<Out, Bit>,
    none: Signal<Out, Bit>,
    borrow: Signal<Out, Bit>,
    mixed: Signal<Out, Bit>,
    shifted: Signal<Out, Bits<4>>,
    compared: Signal<Out, Bits<1>>,
    negated: Signal<Out, Bit>,
}

impl Logic for Precedence {
    #[hdl_gen]
    fn update(&mut self) {
        self.masked.next = self.a.val() & self.b.val() == self.c.val();
        self.wraps.next = self.a.val() + 1 == 0;
        self.wraps_left.next = (1 + self.a.val()) == 0;
        self.none.next = !self.a.val() == 0;
        self.borrow.next = 2 - self.a.val() > 12;
        self.mixed.next = self.p.val() || self.q.val() && self.a.val() | self.b.val() != self.c.val() ^ 3;
        self.shifted.next = self.a.val() << 1 | self.b.val() & self.c.val();
        self.compared.next = (self.a.val() <= self.b.val() && self.b.val() >= self.c.val()).into();
        self.negated.next = !(self.p.val() ^ self.q.val()) == (self.a.val() < self.c.val());
    }
}

#[test]
fn precedence_and_widths_are_those_of_rust() {
    differential(
        Precedence::default(),
        "precedence",
        4000,
        |cell, draw| {
            cell.a.next = draw.value();
            cell.b.next = draw.value();
            cell.c.next = draw.value();
            cell.p.next = draw.value();
            cell.q.next = draw.value();
        },
        None,
    );
}

/// Slices, single bits, shifts, casts and reductions.
#[derive(LogicBlock, Default)]
struct Fields {
    a: Signal<In, Bits<12>>,
    n: Signal<In, Bits<3>>,
    bit: Signal<In, Bit>,
    low: Signal<Out, Bits<5>>,
    beyond: Signal<Out, Bits<6>>,
    wider: Signal<Out, Bits<16>>,
    moving: Signal<Out, Bits<4>>,
    fixed_bit: Signal<Out, Bit>,
    moving_bit: Signal<Out, Bit>,
    replaced: Signal<Out, Bits<12>>,
    replaced_moving: Signal<Out, Bits<12>>,
    one_hot: Signal<Out, Bits<8>>,
    up: Signal<Out, Bits<12>>,
    down: Signal<Out, Bits<12>>,
    gone: Signal<Out, Bits<12>>,
    narrow: Signal<Out, Bits<2>>,
    sums: Signal<Out, Bits<3>>,
    carry: Signal<Out, Bits<12>>,
    joined: Signal<Out, Bits<6>>,
    inside: Signal<Out, Bit>,
    literal: Signal<Out, Bits<8>>,
}

impl Logic for Fields {
    #[hdl_gen]
    fn update(&mut self) {
        self.low.next = self.a.val().get_bits::<5>(3);
        self.beyond.next = self.a.val().get_bits::<6>(9);
        self.wider.next = self.a.val().get_bits::<16>(1);
        self.moving.next = self.a.val().get_bits::<4>(self.n.val().index());
        self.fixed_bit.next = self.a.val().get_bit(11);
        self.moving_bit.next = self.a.val().get_bit(bit_cast::<3, 3>(self.n.val() + 1).index());
        self.replaced.next = self.a.val().replace_bit(0, self.bit.val()).replace_bit(11, !self.bit.val());
        self.replaced_moving.next = self.a.val().replace_bit(self.n.val().index(), self.bit.val());
        self.one_hot.next = bit_cast::<8, 64>(1 << self.n.val());
        self.up.next = self.a.val() << self.n.val();
        self.down.next = self.a.val() >> self.n.val();
        self.gone.next = self.a.val() << 12 | self.a.val() >> 20;
        self.narrow.next = bit_cast::<2, 12>(self.a.val());
        self.sums.next = bit_cast::<3, 1>(self.a.val().all().into())
            + bit_cast::<3, 1>(self.a.val().any().into())
            + self.a.val().xor();
        self.carry.next = self.a.val() + self.bit.val();
        self.joined.next =
            bit_cast::<6, 3>(self.n.val()) << 3 | bit_cast::<6, 3>(self.a.val().get_bits::<3>(9));
        self.inside.next = self.a.val() < 2000 && 3 <= self.n.val();
        self.literal.next = bits::<8>(0x5a) ^ bit_cast::<8, 3>(self.n.val());
    }
}

#[test]
fn fields_and_shifts() {
    differential(
        Fields::default(),
        "fields",
        4000,
        |cell, draw| {
            cell.a.next = draw.value();
            cell.n.next = draw.value();
            cell.bit.next = draw.value();
        },
        None,
    );
}

/// Values over one and two machine words.
#[derive(LogicBlock)]
struct Wide {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<100>>,
    b: Signal<In, Bits<100>>,
    c: Signal<In, Bits<64>>,
    n: Signal<In, Bits<7>>,
    sum: Signal<Out, Bits<100>>,
    difference: Signal<Out, Bits<64>>,
    less: Signal<Out, Bit>,
    equal: Signal<Out, Bit>,
    bit: Signal<Out, Bit>,
    middle: Signal<Out, Bits<40>>,
    shifted: Signal<Out, Bits<100>>,
    back: Signal<Out, Bits<100>>,
    cut: Signal<Out, Bits<64>>,
    offset: Signal<Out, Bits<100>>,
    counter: DFF<Bits<64>>,
    start: DFFWithInit<Bits<100>>,
    big: Constant<Bits<100>>,
}

impl Default for Wide {
    fn default() -> Self {
        let big = bit_cast::<100, 64>(bits(0xfedc_ba98_7654_3210)) << 30;
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            n: Default::default(),
            sum: Default::default(),
            difference: Default::default(),
            less: Default::default(),
            equal: Default::default(),
            bit: Default::default(),
            middle: Default::default(),
            shifted: Default::default(),
            back: Default::default(),
            cut: Default::default(),
            offset: Default::default(),
            counter: Default::default(),
            start: DFFWithInit::new(big),
            big: Constant::new(big),
        }
    }
}

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counter, start);
        self.counter.d.next = self.counter.q.val() + self.c.val() + 0xffff_ffff_ffff_fff0_u64;
        if self.a.val() < self.b.val() {
            self.start.d.next = self.start.q.val() ^ self.a.val();
        }
        self.sum.next = self.a.val() + self.b.val() + 1;
        self.difference.next = self.c.val() - self.counter.q.val();
        self.less.next = self.a.val() < self.b.val();
        self.equal.next = self.a.val() == self.b.val() || self.c.val() == 0xffff_ffff_ffff_ffff_u64;
        self.bit.next = self.c.val().get_bit(self.n.val().get_bits::<6>(0).index());
        self.middle.next = self.a.val().get_bits::<40>(50);
        self.shifted.next = self.a.val() << self.n.val();
        self.back.next = self.a.val() >> self.n.val();
        self.cut.next = bit_cast::<64, 100>(self.start.q.val());
        self.offset.next = self.b.val() - self.big.val();
    }
}

#[test]
fn wide_values() {
    differential(
        Wide::default(),
        "wide",
        1500,
        |cell, draw| {
            cell.a.next = draw.value();
            cell.b.next = if draw.value() { cell.a.next } else { draw.value() };
            cell.c.next = draw.value();
            cell.n.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

/// Two's complement numbers and products.
#[derive(LogicBlock, Default)]
struct Numbers {
    clock: Signal<In, Clock>,
    a: Signal<In, Signed<6>>,
    b: Signal<In, Signed<6>>,
    raw: Signal<In, Bits<6>>,
    x: Signal<In, Bits<16>>,
    y: Signal<In, Bits<16>>,
    sum: Signal<Out, Signed<6>>,
    difference: Signal<Out, Signed<6>>,
    minus: Signal<Out, Signed<6>>,
    less: Signal<Out, Bit>,
    most: Signal<Out, Bit>,
    below: Signal<Out, Bit>,
    cast: Signal<Out, Bit>,
    plain: Signal<Out, Bits<6>>,
    wide: Signal<Out, Signed<9>>,
    wide_sum: Signal<Out, Signed<9>>,
    part: Signal<Out, Signed<3>>,
    product: Signal<Out, Bits<32>>,
    signed_product: Signal<Out, Signed<32>>,
    best: DFF<Signed<6>>,
    extended: Signal<Local, Signed<9>>,
    raw_signed: Signal<Local, Signed<6>>,
    sx: Signal<Local, Signed<16>>,
    sy: Signal<Local, Signed<16>>,
}

impl Logic for Numbers {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, best);
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.minus.next = -self.a.val();
        self.less.next = self.a.val() < self.b.val();
        self.most.next = self.a.val() >= self.b.val();
        self.below.next = self.a.val() < (-5).into();
        self.raw_signed.next = signed_cast(self.raw.val());
        self.cast.next = self.raw_signed.val() > self.a.val();
        self.plain.next = unsigned_cast(self.a.val()) ^ self.raw.val();
        self.extended.next = signed_bit_cast(self.a.val());
        self.wide.next = self.extended.val();
        self.wide_sum.next = self.extended.val() + signed_bit_cast::<9, 6>(self.b.val());
        self.part.next = self.a.val().get_bits::<3>(3);
        self.product.next = self.x.val() * self.y.val();
        self.sx.next = signed_cast(self.x.val());
        self.sy.next = signed_cast(self.y.val());
        self.signed_product.next = self.sx.val() * self.sy.val();
        if self.a.val() > self.best.q.val() {
            self.best.d.next = self.a.val();
        }
    }
}

#[test]
fn signed_numbers_and_products() {
    // rust-hdl's signed_bit_cast recurses without end on the lowest number.
    let lowest = signed::<6>(-32);
    differential(
        Numbers::default(),
        "numbers",
        3000,
        |cell, draw| {
            cell.a.next = draw.value();
            cell.b.next = draw.value();
            cell.raw.next = draw.value();
            cell.x.next = draw.value();
            cell.y.next = draw.value();
            if cell.a.next == lowest {
                cell.a.next = signed(-31);
            }
            if cell.b.next == lowest {
                cell.b.next = signed(31);
            }
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

/// A group of signals that stands for one side of an arbiter.
#[derive(LogicInterface, Default, Clone)]
struct Candidate {
    priority: Signal<In, Bits<3>>,
    step: Signal<In, Bits<2>>,
    taken: Signal<Out, Bit>,
}

#[derive(LogicBlock, Default)]
struct Grid {
    clock: Signal<In, Clock>,
    delay: [[DFF<Bits<2>>; 2]; 3],
    cells: [Candidate; 3],
    table: [[Signal<In, Bits<4>>; 3]; 2],
    rows: [[Signal<Out, Bits<4>>; 3]; 2],
    total: Signal<Out, Bits<2>>,
    index: Signal<Out, Bits<4>>,
    last: Signal<Out, Bit>,
    sum: Signal<Local, Bits<2>>,
}

impl Logic for Grid {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = 0.into();
        self.index.next = 15.into();
        for i in 0..3 {
            for j in 0..2 {
                self.delay[i][j].clock.next = self.clock.val();
                self.sum.next = self.sum.val() + self.delay[i][1 - j].q.val();
                if j == 0 {
                    self.delay[i][j].d.next = self.cells[i].step.val();
                } else {
                    self.delay[i][j].d.next = self.delay[i][j - 1].q.val();
                }
                self.rows[1 - j][(i + 1) % 3].next = self.table[j][i].val() + self.table[j][2 - i].val();
            }
            if i == 1 {
                self.cells[i].taken.next = false;
            } else {
                self.cells[i].taken.next = self.cells[i].priority.val() > self.cells[2 - i].priority.val();
            }
            if self.cells[i].priority.val() == 7 {
                self.index.next = (i * 3 + 1).to_bits::<4>();
            }
        }
        self.total.next = self.sum.val();
        self.last.next = self.sum.val() == 3;
    }
}

#[test]
fn arrays_of_interfaces_and_loops() {
    let module = differential(
        Grid::default(),
        "grid",
        3000,
        |cell, draw| {
            for candidate in &mut cell.cells {
                candidate.priority.next = draw.value();
                candidate.step.next = draw.value();
            }
            cell.table.iter_mut().flatten().for_each(|entry| entry.next = draw.value());
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
    assert!(module.find_signal("cells_2_step").is_some());
    assert!(module.find_signal("rows_1_2").is_some());
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Move {
    from: Bits<6>,
    to: Bits<6>,
    capture: Bit,
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Side {
    White,
    Black,
}

#[derive(LogicBlock, Default)]
struct Moves {
    clock: Signal<In, Clock>,
    from: Signal<In, Bits<6>>,
    to: Signal<In, Bits<6>>,
    capture: Signal<In, Bit>,
    flip: Signal<In, Bit>,
    made: Signal<Out, Move>,
    square: Signal<Out, Bits<6>>,
    good: Signal<Out, Bit>,
    mover: Signal<Out, Side>,
    held: DFF<Move>,
    side: DFF<Side>,
    work: Signal<Local, Move>,
}

impl Logic for Moves {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, side);
        self.work.next.from = self.from.val();
        self.work.next.to = self.to.val();
        self.work.next.capture = self.capture.val();
        self.made.next = self.held.q.val();
        self.square.next = self.held.q.val().to ^ self.work.val().from;
        self.good.next = self.held.q.val().from > self.to.val() && self.held.q.val().capture;
        if self.side.q.val() == Side::White {
            self.made.next.to = self.from.val();
        }
        self.held.d.next = self.work.val();
        match self.flip.val() {
            true => match self.side.q.val() {
                Side::White => self.side.d.next = Side::Black,
                Side::Black => self.side.d.next = Side::White,
            },
            false => self.side.d.next = self.side.q.val(),
        }
        self.mover.next = self.side.q.val();
    }
}

#[test]
fn structs_and_enums() {
    differential(
        Moves::default(),
        "moves",
        3000,
        |cell, draw| {
            cell.from.next = draw.value();
            cell.to.next = draw.value();
            cell.capture.next = draw.value();
            cell.flip.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

/// Values that are assigned, read and assigned again, and reads before the first assignment.
#[derive(LogicBlock, Default)]
struct Sequence {
    a: Signal<In, Bits<8>>,
    p: Signal<In, Bit>,
    early: Signal<Out, Bits<8>>,
    middle: Signal<Out, Bits<8>>,
    late: Signal<Out, Bits<8>>,
    echo: Signal<Out, Bits<8>>,
    branch: Signal<Out, Bits<8>>,
    work: Signal<Local, Bits<8>>,
    unread: Signal<Local, Bits<8>>,
}

impl Logic for Sequence {
    #[hdl_gen]
    fn update(&mut self) {
        self.early.next = self.work.val() + 5;
        self.work.next = self.a.val() + 1;
        self.middle.next = self.work.val();
        if self.p.val() {
            self.work.next = self.work.val() + self.work.val();
            self.branch.next = self.work.val();
        } else {
            self.branch.next = self.middle.val();
            self.work.next = self.work.val() ^ self.branch.val() ^ 0x55;
        }
        self.late.next = self.work.val();
        self.echo.next = self.late.val() - self.early.val();
        self.unread.next = self.echo.val();
    }
}

#[test]
fn assignments_in_sequence() {
    let module = differential(
        Sequence::default(),
        "sequence",
        2000,
        |cell, draw| {
            cell.a.next = draw.value();
            cell.p.next = draw.value();
        },
        None,
    );
    assert!(module.find_signal("work").is_some());
    assert!(module.find_signal("unread").is_none());
}
