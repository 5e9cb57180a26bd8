//! Names that distinguish one design from another in a project: a prefix of all its modules, and a
//! VHDL library.

use super::{Declared, Design, NetlistError, NetlistErrors, name_problem};

/// A name of a library that is like this text.
fn library_like(text: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    let words: String = text.chars().map(plain).collect();
    let words: Vec<&str> = words.split('_').filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    let stem = name.trim_start_matches(|first: char| first.is_ascii_digit() || first == '_');
    if stem.is_empty() { "machine_lib".into() } else { format!("{stem}_lib") }
}

impl Design {
    /// The same design with a prefix before the name of every module, and before every other name
    /// of its own that is emitted.
    ///
    /// # Errors
    /// A name that is then not legal, or taken: see [`Design::validate`].
    pub fn prefixed(mut self, prefix: &str) -> Result<Self, NetlistErrors> {
        for module in &mut self.modules {
            module.name.insert_str(0, prefix);
            // The name is no longer the one that stands there.
            module.declared = Declared::default();
        }
        self.prefix.insert_str(0, prefix);
        self.validate()?;
        Ok(self)
    }

    /// The same design in a VHDL library of this name instead of `work`.
    ///
    /// # Errors
    /// It is no name of a library, or something in the design is called so, which would hide it.
    pub fn in_library(mut self, library: &str) -> Result<Self, NetlistError> {
        let taken = || {
            let module = self.modules.iter().find(|module| {
                let signals = module.signals.iter().map(|signal| &signal.name);
                let memories = module.memories.iter().map(|memory| &memory.name);
                let instances = module.instances.iter().map(|instance| &instance.name);
                let parameters = module.parameters.iter().map(|parameter| &parameter.name);
                let mut names =
                    signals.chain(memories).chain(instances).chain(parameters).chain([&module.name]);
                names.any(|name| name.eq_ignore_ascii_case(library))
            })?;
            Some(format!("is a name in the module `{}` too, which hides the library", module.name))
        };
        if let Some(why) = name_problem(library).or_else(taken) {
            let (module, name, place) = ("library".into(), library.into(), Declared::default().to_string());
            return Err(NetlistError::Name { module, name, why, suggestion: library_like(library), place });
        }
        self.library = Some(library.into());
        Ok(self)
    }

    /// The beginning of the emitted names; empty unless the design was
    /// [prefixed](Design::prefixed).
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The VHDL library that it is in, where that is not `work`.
    pub fn library(&self) -> Option<&str> {
        self.library.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use crate::cores::{self, Settings};
    use crate::netlist::{Design, MAX_NAME_LENGTH};

    fn design() -> Design {
        let core = cores::find("chess-small").unwrap();
        cores::design(core, &Settings::parse::<&str, &str>(core, &[]).unwrap()).unwrap()
    }

    #[test]
    fn every_module_is_prefixed_or_none() {
        let found = design().prefixed("a_").unwrap();
        assert!(found.modules().iter().all(|module| module.name.starts_with("a_")));
        assert_eq!(found.prefix(), "a_");
        let told = design().prefixed("1").unwrap_err().to_string();
        assert!(told.contains("begins with `1`"), "{told}");
        let told = design().prefixed(&"a".repeat(MAX_NAME_LENGTH)).unwrap_err().to_string();
        assert!(told.contains(&format!("at most {MAX_NAME_LENGTH} may be")), "{told}");
    }

    #[test]
    fn a_library_is_a_name_that_nothing_hides() {
        assert_eq!(design().in_library("movers").unwrap().library(), Some("movers"));
        for (name, why) in [("work", "is "), ("board", "is a name in the module"), ("a b", "has ` `")] {
            let told = design().in_library(name).unwrap_err().to_string();
            assert!(told.contains(&format!("the name `{name}` {why}")), "{told}");
        }
        for (name, like) in [("a b", "a_b_lib"), ("", "machine_lib"), ("9x_", "x_lib"), ("work", "work_lib")]
        {
            let like_it = super::library_like(name);
            assert_eq!(like_it, like);
            assert!(design().in_library(&like_it).is_ok());
        }
    }
}
