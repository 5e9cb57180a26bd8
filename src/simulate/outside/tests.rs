//! Small designs in outside simulators.
