//! Measures elapsed time and CPU time.

use std::{
    fmt,
    fs::read_to_string,
    time::{Duration, Instant},
};

/// The time that some work takes.
pub struct Took {
    elapsed: Duration,
    /// The time of all processors in total, for the child processes that ended meanwhile; 0 except
    /// on Linux.
    cpu: Duration,
}

impl Took {
    /// Does the work and measures it.
    pub fn of<T>(work: impl FnOnce() -> T) -> (T, Self) {
        let cpu = || children_time().unwrap_or_default();
        let (start, before) = (Instant::now(), cpu());
        let done = work();
        let took = Took { elapsed: start.elapsed(), cpu: cpu() - before };
        (done, took)
    }

    /// The CPU time on Linux, and the elapsed time elsewhere.
    pub fn cpu_or_elapsed(&self) -> Duration {
        children_time().map_or(self.elapsed, |_| self.cpu)
    }
}
/// Seconds, with CPU seconds in parentheses: `6.4 (6.3)`.
impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elapsed, cpu] = [self.elapsed, self.cpu].map(|time| time.as_secs_f64());
        f.pad(&format!("{elapsed:.1} ({cpu:.1})"))
    }
}

/// The CPU time of all child processes that have ended, which Linux reports in hundredths of a
/// second in `/proc/self/stat`.
fn children_time() -> Option<Duration> {
    let stat = read_to_string("/proc/self/stat").ok()?;
    parse_children_time(&stat)
}

/// User and system time are the 16th and 17th fields. The second field, the program's name, may
/// contain spaces.
fn parse_children_time(stat: &str) -> Option<Duration> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_of_children_are_added() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 1 2 3 4 55 66 120 34 20 0 1 0 100 1000 10";
        assert_eq!(parse_children_time(stat), Some(Duration::from_millis(1540)));
        assert_eq!(parse_children_time("7 (a) S 1"), None);
    }

    #[test]
    fn seconds_stand_before_those_of_cpu() {
        let took = Took { elapsed: Duration::from_millis(6410), cpu: Duration::from_millis(6280) };
        assert_eq!(format!("{took:>12}"), "   6.4 (6.3)");
    }
}
