//! The core that evaluates a position of shogi with a table in another memory.

use super::hash::number;
use super::shogi_count::board;
use super::{Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Range, Setting, Settings};
use crate::game::Root;
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::shogi::ShogiText;
use crate::shogi::kpp::Numbering;
use crate::shogi::kpp::hardware::{self, KppOptions, Place, Rules, Shape};
use crate::simulate::Ports;

/// The text of its positions and moves.
static TEXT: ShogiText = ShogiText;

/// The core that evaluates as Bonanza does.
pub static KPP: CoreInfo = CoreInfo {
    name: "kpp",
    top: "kpp",
    about: "evaluates shogi as Bonanza does: sums over kings and pairs of pieces, at the speed of a memory",
    game: &TEXT,
    abilities: &[Ability::Picture],
    core: &Evaluator,
    parameters: &[
        ParameterInfo {
            name: NUMBERING,
            about: "the codes of pieces: those of Apery and YaneuraOu, or those of Bonanza 6",
            range: Range::Choice(&["folded", CLASSIC]),
            default: Setting::Word("folded"),
            smallest: Some(Setting::Word("folded")),
            only_with: None,
        },
        ParameterInfo {
            name: "word_bits",
            about: "bits of a word of the memory, which holds weights of 16 bits",
            range: Range::PowerOfTwo { low: 16, high: 256 },
            default: Setting::Number(128),
            smallest: Some(Setting::Number(16)),
            only_with: None,
        },
        ParameterInfo {
            name: "outstanding",
            about: "reads under way, at most",
            range: Range::PowerOfTwo { low: 2, high: 64 },
            default: Setting::Number(32),
            smallest: Some(Setting::Number(2)),
            only_with: None,
        },
        number("scale_bits", "a weight is 2 to this power times as fine as the value", [0, 8], 5, 0),
        ParameterInfo {
            name: MEMORY,
            about: "where the table is: behind a port, or on chip, for a small one",
            range: Range::Choice(&["port", ON_CHIP]),
            default: Setting::Word("port"),
            smallest: Some(Setting::Word("port")),
            only_with: None,
        },
        small("codes", "codes of the table, for memory=on_chip", [32, 128], 64),
        small("kings", "squares of a king, for memory=on_chip", [1, 4], 2),
    ],
};

const NUMBERING: &str = "numbering";
const CLASSIC: &str = "classic";
const MEMORY: &str = "memory";
const ON_CHIP: &str = "on_chip";

/// A measure of a table on chip.
const fn small(
    name: &'static str,
    about: &'static str,
    [low, high]: [u32; 2],
    default: u32,
) -> ParameterInfo {
    ParameterInfo {
        name,
        about,
        range: Range::Number { low, high },
        default: Setting::Number(default),
        smallest: Some(Setting::Number(low)),
        only_with: Some((MEMORY, ON_CHIP)),
    }
}

/// The numbering of the core with these settings, and the unit.
///
/// # Errors
/// The settings do not go together.
pub fn kpp_options(info: &CoreInfo, settings: &Settings) -> Result<(Numbering, KppOptions), CoreError> {
    let of = |name: &str| settings.number(name).unwrap_or(0);
    let numbering = if settings.is(NUMBERING, CLASSIC) { Numbering::Classic } else { Numbering::Folded };
    let place = if settings.is(MEMORY, ON_CHIP) { Place::OnChip } else { Place::Port };
    let (codes, kings) = match place {
        Place::Port => (numbering.codes() as u32, 81),
        Place::OnChip => (of("codes"), of("kings")),
    };
    let options = KppOptions {
        name: info.top.into(),
        shape: Shape::new(codes, kings, of("word_bits")).map_err(CoreError::setting(info))?,
        rules: Rules::of(numbering),
        entries: numbering.most_entries() as u32,
        outstanding: of("outstanding"),
        scale_bits: of("scale_bits"),
        place,
    };
    Ok((numbering, options))
}

/// Its behaviour.
#[derive(Debug)]
struct Evaluator;

impl Core for Evaluator {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the board and the hands; the words that an evaluation reads, cycle by cycle",
            notes: &[],
            examples: &[],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let options = kpp_options(info, settings)?.1;
        let mut design = hardware::kpp(&options).map_err(CoreError::setting(info))?;
        design.name = info.name.into();
        design.settings = settings.effective(info);
        Ok(design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        Ok(vec![hardware::has_room_for_reads(design, &kpp_options(info, settings)?.1)?])
    }

    /// Lists and changes at random beside the twin, on a quick memory and on a slow one.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok(hardware::exercise(ports, &kpp_options(info, settings)?.1)?)
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        board(info, root)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let (numbering, options) = kpp_options(info, settings)?;
        Ok(sections::kpp(asked, numbering, &KppOptions { place: Place::Port, ..options })?)
    }
}
