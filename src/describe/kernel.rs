//! A kernel in parts: a rust-hdl block's update, with one function for each state and some before
//! and after them.
//!
//! rust-hdl takes a block's logic from one function and follows no calls. Here each part is a
//! [`KernelPart`] of its own under `#[hdl_gen]`, and [`kernel!`] makes the block's `Logic` from
//! them. Simulation and lowering both read the parts in the same order.

use rust_hdl::core::ast::{Verilog, VerilogCase, VerilogExpression, VerilogMatch, VerilogStatement};

/// The behaviour of a block in the part of its kernel called `P`. `#[hdl_gen]` before `update`
/// writes the other two functions.
pub trait KernelPart<P> {
    /// The part, as rust-hdl simulates it.
    fn update(&mut self);
    /// Tells rust-hdl which signals the part assigns.
    fn connect(&mut self);
    /// The part's statements, for lowering.
    fn hdl(&self) -> Verilog;
}

/// The statements of all parts, one part after the other. A part that does not consist of
/// statements replaces the whole, so that lowering refuses it.
pub fn in_turn(parts: impl IntoIterator<Item = Verilog>) -> Verilog {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Verilog::Combinatorial(statements) => all.extend(statements),
            other => return other,
        }
    }
    Verilog::Combinatorial(all)
}

/// The part of the state that the flip-flop `state` holds: a `match` over the variants of the enum
/// `states`.
pub fn by_state<const N: usize>(state: &str, states: &str, parts: [(&str, Verilog); N]) -> Verilog {
    let mut cases = Vec::new();
    for (variant, part) in parts {
        match part {
            Verilog::Combinatorial(block) => {
                cases.push(VerilogCase { condition: format!("{states}${variant}"), block });
            }
            other => return other,
        }
    }
    let test = VerilogExpression::Signal(format!("{state}$q"));
    Verilog::Combinatorial(vec![VerilogStatement::Match(VerilogMatch { test, cases })])
}

/// The `Logic` of a block from its parts, and a type for the name of each. Import [`KernelPart`]
/// only where the parts are: where the block is declared, its `update` would be ambiguous. The
/// order is: parts before the choice by state; one part for each variant of the state, with the
/// variant's name; parts after it.
macro_rules! kernel {
    (
        $block:ident:
        $($before:ident),+;
        match $state:ident: $states:ident { $($variant:ident),+ $(,)? };
        $($after:ident),+ $(,)?
    ) => {
        $(pub enum $before {})+
        $(pub enum $variant {})+
        $(pub enum $after {})+

        impl rust_hdl::prelude::Logic for $block {
            fn update(&mut self) {
                use $crate::describe::KernelPart;
                $(KernelPart::<$before>::update(self);)+
                match self.$state.q.val() {
                    $($states::$variant => KernelPart::<$variant>::update(self),)+
                }
                $(KernelPart::<$after>::update(self);)+
            }

            fn connect(&mut self) {
                use $crate::describe::KernelPart;
                $(KernelPart::<$before>::connect(self);)+
                $(KernelPart::<$variant>::connect(self);)+
                $(KernelPart::<$after>::connect(self);)+
            }

            fn hdl(&self) -> rust_hdl::core::ast::Verilog {
                use $crate::describe::KernelPart;
                let parts = [$((stringify!($variant), KernelPart::<$variant>::hdl(self))),+];
                $crate::describe::in_turn([
                    $(KernelPart::<$before>::hdl(self),)+
                    $crate::describe::by_state(stringify!($state), stringify!($states), parts),
                    $(KernelPart::<$after>::hdl(self),)+
                ])
            }
        }
    };
}
pub(crate) use kernel;

#[cfg(test)]
mod tests {
    use rust_hdl::core::ast::Verilog;
    use rust_hdl::prelude::*;

    use super::{by_state, in_turn};
    use crate::describe::differential::differential;

    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    enum State {
        Low,
        High,
    }

    #[derive(LogicBlock, Default)]
    struct Parted {
        clock: Signal<In, Clock>,
        go: Signal<In, Bit>,
        lit: Signal<Out, Bit>,
        state: DFF<State>,
    }

    kernel! { Parted: Quiet; match state: State { Low, High }; Forced }

    impl crate::describe::KernelPart<Quiet> for Parted {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, state);
            self.lit.next = false;
        }
    }

    impl crate::describe::KernelPart<Low> for Parted {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.d.next = State::High;
        }
    }

    impl crate::describe::KernelPart<High> for Parted {
        #[hdl_gen]
        fn update(&mut self) {
            self.lit.next = true;
            self.state.d.next = State::Low;
        }
    }

    impl crate::describe::KernelPart<Forced> for Parted {
        #[hdl_gen]
        fn update(&mut self) {
            if self.go.val() {
                self.state.d.next = State::High;
            }
        }
    }

    /// The same in one function.
    mod whole {
        use super::*;

        #[derive(LogicBlock, Default)]
        pub struct Whole {
            pub clock: Signal<In, Clock>,
            pub go: Signal<In, Bit>,
            pub lit: Signal<Out, Bit>,
            state: DFF<State>,
        }

        impl Logic for Whole {
            #[hdl_gen]
            fn update(&mut self) {
                dff_setup!(self, clock, state);
                self.lit.next = false;
                match self.state.q.val() {
                    State::Low => self.state.d.next = State::High,
                    State::High => {
                        self.lit.next = true;
                        self.state.d.next = State::Low;
                    }
                }
                if self.go.val() {
                    self.state.d.next = State::High;
                }
            }
        }
    }

    #[test]
    fn parts_have_the_statements_of_the_whole() {
        let whole = whole::Whole::default().hdl();
        assert!(matches!(&whole, Verilog::Combinatorial(statements) if statements.len() == 4));
        assert_eq!(format!("{:?}", Parted::default().hdl()), format!("{whole:?}"));
    }

    #[test]
    fn parts_are_simulated_as_they_are_lowered() {
        let mut lit = false;
        differential(
            Parted::default(),
            "parted",
            200,
            |cell, draw| {
                lit |= cell.lit.val();
                cell.go.next = draw.value();
            },
            Some(|cell, level| cell.clock.next = level.into()),
        );
        assert!(lit, "both states are visited");
    }

    #[test]
    fn a_part_without_statements_stands_for_the_whole() {
        let custom = || Verilog::Custom("text".into());
        let empty = || Verilog::Combinatorial(Vec::new());
        assert!(matches!(in_turn([empty(), custom()]), Verilog::Custom(_)));
        assert!(matches!(by_state("s", "S", [("A", empty()), ("B", custom())]), Verilog::Custom(_)));
    }
}
