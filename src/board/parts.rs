//! The parts of each tool family, and the options that choose one.

use super::Family;

/// Parts of each family that can be built for, for the errors of a board's file.
pub(super) const FAMILY_PARTS: [(Family, &str); 6] = [
    (Family::Ecp5, "LFE5U-85F-6BG381C, LFE5UM5G-45F-8BG381C and the like"),
    (Family::Ice40, "iCE40UP5K-SG48, iCE40HX8K-CT256 and the like"),
    (Family::Gowin, "GW2AR-LV18QN88C8/I7 and the like: GW2A-LV18, GW2AR-LV18, GW1N-LV9, GW1NR-LV9"),
    (Family::Vivado, "xc7a35ticsg324-1L and the like: xc7..."),
    (Family::Quartus, "EP4CE115F29C7 and the like: EP4CE..."),
    (Family::Ise, "xcv800-4-hq240 and the like: xcv..."),
];

/// The options that give the tools a part, besides its name; `None` if it is not of the family.
///
/// Open tools: the options of nextpnr that choose the device. Gowin: the family as its packer calls
/// it, and the device of its clock circuit.
pub(super) fn device_options(family: Family, part: &str) -> Option<Vec<String>> {
    let part = part.to_ascii_lowercase();
    let own = |text: String| Some(vec![text]);
    match family {
        Family::Ecp5 => {
            let (series, rest) = part.split_once('-')?;
            let size = rest.split_once('f')?.0;
            let size = ["12", "25", "45", "85"].into_iter().find(|known| *known == size)?;
            match series {
                "lfe5u" => own(format!("--{size}k")),
                "lfe5um" if size != "12" => own(format!("--um-{size}k")),
                "lfe5um5g" if size != "12" => own(format!("--um5g-{size}k")),
                _ => None,
            }
        }
        Family::Ice40 => {
            let size = part.strip_prefix("ice40")?.split('-').next()?;
            let known = ["lp384", "lp1k", "lp4k", "lp8k", "hx1k", "hx4k", "hx8k", "up3k", "up5k", "u4k"];
            known.contains(&size).then(|| vec![format!("--{size}")])
        }
        Family::Gowin => {
            let known = [
                ("gw2a-lv18", "GW2A-18C", "GW2A-18C"),
                ("gw2ar-lv18", "GW2A-18C", "GW2AR-18C"),
                ("gw1n-lv9", "GW1N-9C", "GW1N-9C"),
                ("gw1nr-lv9", "GW1N-9C", "GW1NR-9C"),
            ];
            let found = known.into_iter().find(|(start, ..)| part.starts_with(start));
            found.map(|(_, family, device)| vec![family.into(), device.into()])
        }
        Family::Vivado => part.starts_with("xc7").then(Vec::new),
        Family::Quartus => part.starts_with("ep4ce").then(Vec::new),
        Family::Ise => part.starts_with("xcv").then(Vec::new),
    }
}
