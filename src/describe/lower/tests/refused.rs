//! Constructs that are refused: each error names block, place and remedy.

#![expect(clippy::nonminimal_bool, reason = "the complement of a literal is what is refused")]

use rust_hdl::prelude::*;

use crate::describe::differential::differential;
use crate::describe::lower::{LowerError, LowerProblem as P, lower};

/// A block of the given fields and logic, lowered as `cell`, and the message it is refused with.
macro_rules! refused {
    ($test:ident, { $($fields:tt)* }, { $($logic:tt)* }, $problem:pat, $message:expr) => {
        #[test]
        fn $test() {
            #[derive(LogicBlock, Default)]
            struct Cell { $($fields)* }
            impl Logic for Cell { $($logic)* }
            let error: LowerError = lower(&Cell::default(), "cell", "").unwrap_err();
            assert!(matches!(*error.problem, $problem), "{error:?}");
            let called = error.called.to_string();
            assert!(called.starts_with(concat!(" (", file!(), ":")), "{called}");
            assert_eq!(error.to_string().replacen(&called, "", 1), $message);
        }
    };
}

refused!(
    block_without_kernel,
    { a: Signal<In, Bit>, },
    { fn update(&mut self) {} },
    P::NoKernel { .. },
    "cell: its logic is empty, not a kernel; write `update` under #[hdl_gen]"
);

#[derive(LogicBlock, Default)]
struct Inverter {
    a: Signal<In, Bit>,
    o: Signal<Out, Bit>,
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = !self.a.val();
    }
}

refused!(
    sub_block,
    { o: Signal<Out, Bit>, inner: [Inverter; 2], },
    {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.inner[i].a.next = true;
            }
            self.o.next = self.inner[0].o.val();
        }
    },
    P::SubBlock { .. },
    "cell: sub-block `inner.0` is not a DFF or DFFWithInit; lower it as a module of its own and instantiate it"
);

refused!(
    tristate_port,
    { pin: Signal<InOut, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {}
    },
    P::PortKind { .. },
    "cell: `pin` is an InOutParameter port; use an In and an Out port, the pins' buffer belongs to the top level"
);

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Only {
    Here,
}

refused!(
    enum_of_one,
    { o: Signal<Out, Only>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = Only::Here;
        }
    },
    P::NoBits { .. },
    "cell: `o` has no bits; give its type at least one bit, an enum at least two variants"
);

refused!(
    names_that_clash,
    { a: [Signal<In, Bit>; 2], a_1: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.a_1.next = self.a[1].val();
        }
    },
    P::Clash { .. },
    "cell: `a.1` and `a_1` would both be called `a_1`; rename one of them"
);

mod first {
    use super::*;
    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum State {
        Idle,
        Busy,
    }
}

mod second {
    use super::*;
    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum State {
        Busy,
        Idle,
    }
}

refused!(
    enums_that_clash,
    { a: Signal<In, Bit>, o: Signal<Out, first::State>, p: Signal<Out, second::State>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = first::State::Idle;
            self.p.next = second::State::Idle;
            if self.a.val() {
                self.o.next = first::State::Busy;
                self.p.next = second::State::Busy;
            }
        }
    },
    P::EnumClash { .. },
    "cell: two different enums are called `State`; rename one of them"
);

const LIMIT: u64 = 5;

refused!(
    rust_constant,
    { a: Signal<In, Bits<4>>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = self.a.val() == LIMIT;
        }
    },
    P::UnknownName { .. },
    "cell, `o.next = a == LIMIT`: `LIMIT` is not a field, loop variable or enum variant known here; hold Rust \
     constants in a Constant field"
);

refused!(
    loop_variable_that_hides_a_field,
    { a: Signal<In, Bits<2>>, o: [Signal<Out, Bit>; 2], },
    {
        #[hdl_gen]
        fn update(&mut self) {
            for a in 0..2 {
                self.o[a].next = self.a.val().get_bit(a);
            }
        }
    },
    P::HiddenField { .. },
    "cell, `o[a].next = a.get_bit(a)`: `a` is a loop variable and a field; rename the loop variable"
);

refused!(
    array_indexed_by_a_signal,
    { a: [Signal<In, Bit>; 4], n: Signal<In, Bits<2>>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = self.a[self.n.val().index()].val();
        }
    },
    P::ArrayIndex { .. },
    "cell, `o.next = a[n.val().index()]`: index `n.val().index()`: `n.val` is not a loop variable; index \
     arrays by numbers and loop variables only, choose a signal by `match`"
);

refused!(
    index_that_may_wrap,
    { a: Signal<In, Bits<8>>, n: Signal<In, Bits<2>>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = self.a.val().get_bit(self.n.val().index() + 1);
        }
    },
    P::ComputedIndex { .. },
    "cell, `o.next = a.get_bit(n + 1)`: index `n + 1` computes with signals, and whether it wraps is not recorded; \
     give it a width with bit_cast, or compute it in a Local signal first"
);

refused!(
    bit_out_of_range,
    { a: Signal<In, Bits<8>>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = self.a.val().get_bit(8);
        }
    },
    P::OutOfRange { .. },
    "cell, `o.next = a.get_bit(8)`: `a.get_bit(8)` reaches bit 8 of 8; keep the index below the width"
);

refused!(
    number_out_of_range,
    { a: Signal<In, Bits<3>>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = self.a.val() == 8;
        }
    },
    P::NumberTooWide { .. },
    "cell, `o.next = a == 8`: the number 8 does not fit 3 bits; use a smaller number or a wider signal"
);

refused!(
    number_without_width,
    { o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = !true;
        }
    },
    P::NoWidth { .. },
    "cell, `o.next = !1`: `1` has no width of its own; give it one with bits::<N>(..)"
);

refused!(
    conversion_through_an_integer,
    { a: Signal<In, Bits<3>>, o: Signal<Out, Bits<5>>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = self.a.val().index().to_bits::<5>();
        }
    },
    P::Width { .. },
    "cell, `o.next = a`: `a` has 3 bits where 5 are needed; bit_cast one side"
);

refused!(
    signed_cast_of_unknown_width,
    { a: Signal<In, Signed<4>>, b: Signal<In, Signed<4>>, o: Signal<Out, Signed<5>>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.o.next = signed_bit_cast::<5, 4>(self.a.val()) + signed_bit_cast::<5, 4>(self.b.val());
        }
    },
    P::SignedCast { .. },
    "cell, `o.next = signed_cast(a) + signed_cast(b)`: `signed_cast(a)`: the width of a signed_bit_cast is not \
     recorded; assign it to a Local signal first"
);

refused!(
    latch,
    { a: Signal<In, Bit>, b: Signal<In, Bit>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            if self.a.val() {
                self.o.next = true;
            } else if self.b.val() {
                self.o.next = false;
            }
        }
    },
    P::Latch { .. },
    "cell: `o` is not assigned on every path (a latch); assign a default before the `if` or `match`"
);

refused!(
    latch_in_the_other_branch_only,
    { a: Signal<In, Bit>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            if self.a.val() {
            } else {
                self.o.next = false;
            }
        }
    },
    P::Latch { .. },
    "cell: `o` is not assigned on every path (a latch); assign a default before the `if` or `match`"
);

refused!(
    flip_flop_without_next,
    { clock: Signal<In, Clock>, o: Signal<Out, Bit>, held: DFF<Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, held);
            self.o.next = self.held.q.val();
        }
    },
    P::NeverAssigned { .. },
    "cell: `held.d` is never assigned; assign it, or remove it"
);

refused!(
    read_where_partly_assigned,
    { a: Signal<In, Bit>, o: Signal<Out, Bit>, work: Signal<Local, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            if self.a.val() {
                self.work.next = true;
            }
            self.o.next = self.work.val();
            self.work.next = false;
        }
    },
    P::ReadPartly { .. },
    "cell, `o.next = work`: `work` is read where it is assigned on some paths only; assign a default before"
);

refused!(
    input_assigned,
    { a: Signal<In, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.a.next = true;
        }
    },
    P::NotAssignable { .. },
    "cell, `a.next = 1`: `a` cannot be assigned: it is an input; assign outputs, local signals and inputs of \
     flip-flops"
);

refused!(
    flip_flop_input_read,
    { clock: Signal<In, Clock>, o: Signal<Out, Bit>, held: DFF<Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, held);
            self.o.next = self.held.d.val();
        }
    },
    P::NotReadable { .. },
    "cell, `o.next = held.d`: `held.d`, an input of a flip-flop, cannot be read back; read a Local signal that holds \
     its value"
);

refused!(
    gated_clock,
    { clock: Signal<In, Clock>, o: Signal<Out, Bit>, held: DFF<Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            self.held.clock.next = !self.clock.val();
            self.held.d.next = !self.held.q.val();
            self.o.next = self.held.q.val();
        }
    },
    P::GatedClock { .. },
    "cell: `held.clock` must be a clock signal as it is, without logic; use an enable instead of a gated clock"
);

refused!(
    guards_that_leave_a_trace,
    { a: Signal<In, Bits<2>>, p: Signal<In, Bit>, o: Signal<Out, Bit>, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            match self.a.val().index() {
                1 if self.p.val() => self.o.next = true,
                1 => self.o.next = false,
                _ => self.o.next = self.p.val(),
            }
        }
    },
    P::RepeatedArm { .. },
    "cell, `match a`: match arm `1` is repeated or follows `_`; write a guard as an `if` inside one arm"
);

#[derive(LogicInterface, Default)]
struct Link {
    data: Signal<In, Bit>,
}

refused!(
    linked_interfaces,
    { a: Link, b: Link, },
    {
        #[hdl_gen]
        fn update(&mut self) {
            Link::link(&mut self.a, &mut self.b);
        }
    },
    P::Unsupported { .. },
    "cell: `link` or `join` of interfaces is not supported; assign the signals of the interface one by one"
);

/// A guard that rust-hdl drops without a trace.
#[derive(LogicBlock, Default)]
struct Guarded {
    a: Signal<In, Bits<2>>,
    p: Signal<In, Bit>,
    o: Signal<Out, Bit>,
}

impl Logic for Guarded {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            1 if self.p.val() => self.o.next = true,
            _ => self.o.next = false,
        }
    }
}

#[test]
#[should_panic(expected = "`o` is 0x1 here, 0x0 in rust-hdl")]
fn the_differential_test_sees_a_dropped_guard() {
    let poke = |cell: &mut Guarded, draw: &mut crate::describe::differential::Draw| {
        cell.a.next = draw.value();
        cell.p.next = draw.value();
    };
    differential(Guarded::default(), "guarded", 1000, poke, None);
}
