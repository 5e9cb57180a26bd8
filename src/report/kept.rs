//! The measured figures of the default machines on devices, kept with the program in
//! `tests/data/figures`. The README's tables are compared with them too.

use super::{Measured, ReportError, measured_from};
use crate::cores::{CoreInfo, Settings};
use crate::emit::{Dialect, Language, emit, fingerprint};
use crate::netlist::Design;

/// A file of `tests/data/figures`.
macro_rules! file {
    ($($part:literal),+) => { include_str!(concat!("../../tests/data/figures/", $($part),+, ".json")) };
}

/// The files of each core: `bench area` writes one of all families, `synth` one of each.
macro_rules! kept {
    (area: $($area:literal)+; synth: $($core:literal)+) => {
        &[
            $(($area, &[file!("area.", $area)]),)+
            $(($core, &[
                file!("synth.", $core, ".ecp5"),
                file!("synth.", $core, ".gowin"),
                file!("synth.", $core, ".xc7"),
                file!("synth.", $core, ".xcv"),
                file!("synth.", $core, ".cycloneive"),
                file!("synth.", $core, ".ice40"),
            ]),)+
        ]
    };
}

/// The results of each core.
const KEPT: &[(&str, &[&str])] = kept! {
    area: "chess-classic" "chess-small";
    synth: "chess-count" "chess-evaluate" "chess-stream" "chess-perft" "chess-player" "blokus"
        "blokus-player" "blokus-serial" "shogi-count" "shogi-stream" "shogi-perft" "shogi-check" "kpp" "hash" "hash-index" "hash-keys" "hash-memory"
};

/// The results of a core with these settings whose netlist has the fingerprint of this design;
/// empty if they belong to another netlist.
///
/// # Errors
/// A result cannot be read, or the design cannot be emitted for its fingerprint.
pub(super) fn of(
    core: &'static CoreInfo,
    settings: &Settings,
    design: &Design,
) -> Result<Vec<Measured>, ReportError> {
    let Some((_, texts)) = KEPT.iter().find(|(name, _)| *name == core.name) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for text in *texts {
        found.extend(measured_from(core, text)?);
    }
    let settings = settings.texts();
    found.retain(|measured| measured.settings == settings);
    if found.is_empty() {
        return Ok(found);
    }
    let netlist = fingerprint(&emit(design, Language::Verilog, Dialect::Generic)?);
    found.retain(|measured| measured.netlist.as_ref() == Some(&netlist));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::cores;
    use crate::synth::TARGETS;

    fn figures(core: &'static CoreInfo, given: &[(&str, &str)]) -> Vec<Measured> {
        let settings = Settings::parse(core, given).unwrap();
        of(core, &settings, &cores::design(core, &settings).unwrap()).unwrap()
    }

    /// So no page of a default machine has an empty table.
    #[test]
    fn every_core_has_kept_figures() {
        let mut kept: Vec<&str> = KEPT.iter().map(|(name, _)| *name).collect();
        let mut known: Vec<&str> = cores::cores().map(|core| core.name).collect();
        kept.sort();
        known.sort();
        assert_eq!(kept, known);
    }

    /// Kept figures are of the machine as it is, on every family, and they are those of the files.
    #[test]
    fn kept_figures_are_of_every_family() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/figures");
        for (name, _) in KEPT {
            let core = cores::find(name).unwrap();
            let found = figures(core, &[]);
            let mut families: Vec<&str> = found.iter().map(|measured| measured.target.as_str()).collect();
            families.sort();
            let mut known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            known.sort();
            assert_eq!(families, known, "{}", core.name);
            for measured in &found {
                let names =
                    [format!("area.{}", core.name), format!("synth.{}.{}", core.name, measured.target)];
                let texts = names
                    .iter()
                    .filter_map(|name| std::fs::read_to_string(folder.join(name.clone() + ".json")).ok());
                let lut = format!(
                    "\"lut{}\":{}",
                    if measured.resources.lut6.is_some() { 6 } else { 4 },
                    measured.resources.luts()
                );
                assert!(texts.into_iter().any(|text| text.contains(&lut)), "{} {lut}", core.name);
            }
        }
    }

    /// The median of eight seeds, as the README has it, from a list of seeds and from a sum of
    /// them.
    #[test]
    fn clocks_are_those_of_all_seeds() {
        for (core, clock) in
            [("chess-count", "235.2 of 8, 226.0 to 244.4"), ("chess-classic", "36.5 of 8, 35.2 to 37.5")]
        {
            let found = figures(cores::find(core).unwrap(), &[]);
            let ecp5 = found.iter().find(|measured| measured.target == "ecp5").unwrap();
            let Some(told) = &ecp5.clock else { panic!("{core} was not placed") };
            let mhz = told.mhz;
            let told = format!("{:.1} of {}, {:.1} to {:.1}", mhz.median, told.seeds, mhz.min, mhz.max);
            assert_eq!(told, clock, "{core}");
        }
    }

    #[test]
    fn other_settings_and_other_netlists_have_none() {
        let core = cores::find("chess-count").unwrap();
        assert!(figures(core, &[("levels", "3")]).is_empty());
        let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
        let other = cores::design(core, &settings.with("levels", cores::Setting::Number(3))).unwrap();
        assert!(of(core, &settings, &other).unwrap().is_empty());
    }
}
