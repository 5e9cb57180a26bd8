//! How many jobs this machine does at a time.

use std::fs;
use std::num::NonZero;
use std::thread;

/// The memory that a mapping or a placement may take. The tools as WebAssembly take 0.3 GB for
/// small machines, and at most 4 GB.
const BYTES_A_JOB: u64 = 1_500 << 20;

/// As many jobs as there are processors, and as memory that is free now allows; one at least.
pub fn at_once() -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let by_memory = free_memory().map_or(processors, |free| (free / BYTES_A_JOB) as usize);
    processors.min(by_memory).max(1)
}

/// The bytes of memory that programs can still get; `None` where the system does not tell.
fn free_memory() -> Option<u64> {
    let told = fs::read_to_string("/proc/meminfo").ok()?;
    let free = available(&told)?;
    let limit = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    let within = limit("memory.max").zip(limit("memory.current"));
    Some(within.map_or(free, |(most, used)| free.min(most.saturating_sub(used))))
}

/// The line `MemAvailable` of `/proc/meminfo`, in bytes.
fn available(told: &str) -> Option<u64> {
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_read() {
        let told = "MemTotal:       24689764 kB\nMemFree:  1 kB\nMemAvailable:   20971520 kB\n";
        assert_eq!(available(told), Some(20 << 30));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert!(at_once() >= 1);
    }
}
