//! The names of a flattened design: scopes, signals and memories, and how a path finds them.

use super::SimulateError;

/// One instance (or the top) and its contents.
#[derive(Debug)]
pub(super) struct Scope {
    /// The instance's name; the module's for the top.
    pub name: String,
    /// The path from the top with a dot after it; empty for the top.
    pub prefix: String,
    /// Named signals; signal `i` is net `first_net + i`.
    pub signals: Vec<(String, u32)>,
    /// The net of the first signal.
    pub first_net: u32,
    /// Names of memories and their places in the flat design.
    pub memories: Vec<(String, u32)>,
    /// Instances in it, as places in [`Hierarchy::scopes`].
    pub children: Vec<usize>,
}

/// All scopes; the top first.
#[derive(Debug, Default)]
pub(super) struct Hierarchy {
    pub scopes: Vec<Scope>,
}

impl Hierarchy {
    /// The net of the signal at this path.
    pub fn find_signal(&self, path: &str) -> Result<u32, SimulateError> {
        let found = self.find(0, path, |scope, name| {
            let place = scope.signals.iter().position(|(signal, _)| signal == name)?;
            Some(scope.first_net + place as u32)
        });
        found.ok_or_else(|| {
            let signals = |scope: &Scope| scope.signals.iter().map(|(name, _)| name.clone()).collect();
            self.not_found("signal", path, signals)
        })
    }

    /// The flat memory at this path.
    pub fn find_memory(&self, path: &str) -> Result<u32, SimulateError> {
        let found = self.find(0, path, |scope, name| {
            scope.memories.iter().find(|(memory, _)| memory == name).map(|&(_, index)| index)
        });
        found.ok_or_else(|| {
            let memories = |scope: &Scope| scope.memories.iter().map(|(name, _)| name.clone()).collect();
            self.not_found("memory", path, memories)
        })
    }

    fn find(
        &self,
        scope: usize,
        path: &str,
        here: impl Fn(&Scope, &str) -> Option<u32> + Copy,
    ) -> Option<u32> {
        let scope = self.scopes.get(scope)?;
        here(scope, path).or_else(|| {
            // A name may hold dots of its own, so every child whose name starts the path is tried.
            scope.children.iter().find_map(|&child| {
                let rest = path.strip_prefix(self.scopes.get(child)?.name.as_str())?.strip_prefix('.')?;
                self.find(child, rest, here)
            })
        })
    }

    fn not_found(
        &self,
        kind: &'static str,
        path: &str,
        names: impl Fn(&Scope) -> Vec<String>,
    ) -> SimulateError {
        let mut near: Vec<(f64, String)> = self
            .scopes
            .iter()
            .flat_map(|scope| names(scope).into_iter().map(|name| format!("{}{name}", scope.prefix)))
            .map(|candidate| (strsim::jaro_winkler(path, &candidate), candidate))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let near = near.into_iter().take(3).map(|(_, candidate)| format!("`{candidate}`")).collect();
        SimulateError::NotFound { kind, path: path.into(), near }
    }

    fn net(&self, net: u32) -> Option<(&Scope, &(String, u32))> {
        // Scopes number their nets in order; one without signals shares its number with the next.
        let place = self.scopes.partition_point(|scope| scope.first_net <= net).checked_sub(1)?;
        let scope = self.scopes.get(place)?;
        Some((scope, scope.signals.get((net - scope.first_net) as usize)?))
    }

    /// The path of a net; empty where there is none.
    pub fn path(&self, net: u32) -> String {
        self.net(net).map_or_else(String::new, |(scope, (name, _))| format!("{}{name}", scope.prefix))
    }
}
