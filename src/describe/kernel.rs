//! A kernel in parts: a rust-hdl block's update, with one function for each state and some before
//! and after them.
//!
//! rust-hdl takes a block's logic from one function and follows no calls. Here each part is a
//! [`KernelPart`] of its own under `#[hdl_gen]`, and [`kernel!`] makes the block's `Logic` from
//! them. Simulation and lowering both read the parts in the same order.

use rust_hdl::core::ast::{
    Verilog, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogMatch,
    VerilogStatement,
};

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

/// The choice between two parts, where the signal `guard` is set and where it is not.
pub fn by_guard(guard: &str, parts: [Verilog; 2]) -> Verilog {
    match parts {
        [Verilog::Combinatorial(then), Verilog::Combinatorial(otherwise)] => {
            let test = VerilogExpression::Signal(guard.into());
            let otherwise = VerilogBlockOrConditional::Block(otherwise);
            let chosen = VerilogConditional { test, then, otherwise };
            Verilog::Combinatorial(vec![VerilogStatement::If(chosen)])
        }
        [Verilog::Combinatorial(_), other] | [other, _] => other,
    }
}

/// The `Logic` of a block from its parts, and a type for the name of each. Import [`KernelPart`]
/// only where the parts are: where the block is declared, its `update` would be ambiguous. The
/// parts stand in their order. In the middle may be a choice by state, which has one part for each
/// variant of the state, with the variant's name. The choice may itself be made only where a signal
/// is set; another part then holds where it is not.
macro_rules! kernel {
    (@by_state $block:ident, $state:ident: $states:ident { $($variant:ident),+ }) => {
        $(pub enum $variant {})+
        /// The choice by state.
        pub enum ByState {}

        impl $crate::describe::KernelPart<ByState> for $block {
            fn update(&mut self) {
                match self.$state.q.val() {
                    $($states::$variant => $crate::describe::KernelPart::<$variant>::update(self),)+
                }
            }

            fn connect(&mut self) {
                $($crate::describe::KernelPart::<$variant>::connect(self);)+
            }

            fn hdl(&self) -> rust_hdl::core::ast::Verilog {
                use $crate::describe::KernelPart;
                let parts = [$((stringify!($variant), KernelPart::<$variant>::hdl(self))),+];
                $crate::describe::by_state(stringify!($state), stringify!($states), parts)
            }
        }
    };
    ($block:ident: $($part:ident),+ $(,)?) => {
        $(pub enum $part {})+
        $crate::describe::kernel! { @in_turn $block: $($part),+ }
    };
    (
        $block:ident:
        $($before:ident),+;
        match $state:ident: $states:ident { $($variant:ident),+ $(,)? };
        $($after:ident),+ $(,)?
    ) => {
        $(pub enum $before {})+
        $(pub enum $after {})+
        $crate::describe::kernel! { @by_state $block, $state: $states { $($variant),+ } }
        $crate::describe::kernel! { @in_turn $block: $($before,)+ ByState, $($after),+ }
    };
    (
        $block:ident:
        $($before:ident),+;
        if $guard:ident { match $state:ident: $states:ident { $($variant:ident),+ $(,)? } }
        else { $otherwise:ident };
        $($after:ident),+ $(,)?
    ) => {
        $(pub enum $before {})+
        $(pub enum $after {})+
        pub enum $otherwise {}
        /// The choice by state where the guard is set, and what holds where it is not.
        pub enum ByGuard {}
        $crate::describe::kernel! { @by_state $block, $state: $states { $($variant),+ } }
        $crate::describe::kernel! { @in_turn $block: $($before,)+ ByGuard, $($after),+ }

        impl $crate::describe::KernelPart<ByGuard> for $block {
            fn update(&mut self) {
                use $crate::describe::KernelPart;
                if self.$guard.val() {
                    KernelPart::<ByState>::update(self);
                } else {
                    KernelPart::<$otherwise>::update(self);
                }
            }

            fn connect(&mut self) {
                use $crate::describe::KernelPart;
                KernelPart::<ByState>::connect(self);
                KernelPart::<$otherwise>::connect(self);
            }

            fn hdl(&self) -> rust_hdl::core::ast::Verilog {
                use $crate::describe::KernelPart;
                let parts = [KernelPart::<ByState>::hdl(self), KernelPart::<$otherwise>::hdl(self)];
                $crate::describe::by_guard(stringify!($guard), parts)
            }
        }
    };
    (@in_turn $block:ident: $($part:ident),+) => {
        impl rust_hdl::prelude::Logic for $block {
            fn update(&mut self) {
                $($crate::describe::KernelPart::<$part>::update(self);)+
            }

            fn connect(&mut self) {
                $($crate::describe::KernelPart::<$part>::connect(self);)+
            }

            fn hdl(&self) -> rust_hdl::core::ast::Verilog {
                $crate::describe::in_turn([$($crate::describe::KernelPart::<$part>::hdl(self)),+])
            }
        }
    };
}
pub(crate) use kernel;

#[cfg(test)]
mod tests {
    use rust_hdl::core::ast::Verilog;
    use rust_hdl::prelude::*;

    use super::{by_guard, by_state, in_turn};
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

    /// A choice by state under a guard.
    mod guarded {
        use super::*;

        #[derive(LogicBlock, Default)]
        pub struct Guarded {
            pub clock: Signal<In, Clock>,
            pub go: Signal<In, Bit>,
            pub lit: Signal<Out, Bit>,
            state: DFF<State>,
        }

        kernel! { Guarded: Begun; if go { match state: State { Low, High } } else { Waits }; Done }

        impl crate::describe::KernelPart<Begun> for Guarded {
            #[hdl_gen]
            fn update(&mut self) {
                dff_setup!(self, clock, state);
            }
        }

        impl crate::describe::KernelPart<Low> for Guarded {
            #[hdl_gen]
            fn update(&mut self) {
                self.state.d.next = State::High;
            }
        }

        impl crate::describe::KernelPart<High> for Guarded {
            #[hdl_gen]
            fn update(&mut self) {}
        }

        impl crate::describe::KernelPart<Waits> for Guarded {
            #[hdl_gen]
            fn update(&mut self) {
                self.state.d.next = State::Low;
            }
        }

        impl crate::describe::KernelPart<Done> for Guarded {
            #[hdl_gen]
            fn update(&mut self) {
                self.lit.next = self.state.q.val() == State::High;
            }
        }
    }

    /// The same in one function.
    mod guarded_whole {
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
                if self.go.val() {
                    match self.state.q.val() {
                        State::Low => self.state.d.next = State::High,
                        State::High => {}
                    }
                } else {
                    self.state.d.next = State::Low;
                }
                self.lit.next = self.state.q.val() == State::High;
            }
        }
    }

    #[test]
    fn a_guarded_choice_has_the_statements_of_the_whole() {
        let whole = guarded_whole::Whole::default().hdl();
        assert!(matches!(&whole, Verilog::Combinatorial(statements) if statements.len() == 3));
        assert_eq!(format!("{:?}", guarded::Guarded::default().hdl()), format!("{whole:?}"));
        let mut lit = false;
        differential(
            guarded::Guarded::default(),
            "guarded",
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
        assert!(matches!(by_guard("g", [empty(), custom()]), Verilog::Custom(_)));
        assert!(matches!(by_guard("g", [custom(), empty()]), Verilog::Custom(_)));
    }
}
