//! Races as lines of text, from which another process makes a table.

use super::{Race, Times};
use crate::problem::Work;

/// The separator of the parts of a line.
const BETWEEN: char = '\t';

impl Race {
    /// Returns the race as a line of text, without its errors.
    ///
    /// ```
    /// use zellige_bench::{problem::Work, race::{Race, Times}};
    /// let race = Race {
    ///     kernel: "saxpy".into(),
    ///     size: "2^26 numbers".into(),
    ///     work: Work::Bytes(12 << 26),
    ///     times: vec![Times::new("saxpy", None, vec![3e-4, 2.5e-4]), Times::new("by hand", Some("by hand"), vec![2e-4])],
    ///     wrong: Vec::new(),
    /// };
    /// let again = Race::of_record(&race.record()).unwrap();
    /// assert_eq!((again.size, again.work, again.times), (race.size, race.work, race.times));
    /// assert!(Race::of_record("saxpy").is_none());
    /// ```
    pub fn record(&self) -> String {
        let (unit, amount) = match self.work {
            Work::Bytes(bytes) => ("bytes", bytes),
            Work::Flops(flops) => ("flops", flops),
        };
        let mut parts =
            vec![self.kernel.clone(), self.size.clone(), unit.into(), amount.to_string()];
        for times in &self.times {
            parts.push(times.name.clone());
            parts.push(times.column.clone().unwrap_or_default());
            let seconds = times.seconds.iter().map(f64::to_string);
            parts.push(seconds.collect::<Vec<_>>().join(" "));
        }
        // The mark at the end shows that the line is complete.
        parts.push(".".into());
        let parts: Vec<_> = parts.iter().map(|part| part.replace([BETWEEN, '\n'], " ")).collect();
        parts.join(&BETWEEN.to_string())
    }

    /// Returns the race that is [recorded](Race::record) in a line, or `None` if it is not one, or
    /// incomplete.
    pub fn of_record(line: &str) -> Option<Self> {
        let mut parts: Vec<&str> = line.split(BETWEEN).collect();
        if parts.pop()? != "." {
            return None;
        }
        let [kernel, size, unit, amount, times @ ..] = parts.as_slice() else {
            return None;
        };
        let amount = amount.parse().ok()?;
        let work = match *unit {
            "bytes" => Work::Bytes(amount),
            "flops" => Work::Flops(amount),
            _ => return None,
        };
        let times = times.chunks(3).map(|times| {
            let [name, column, seconds] = times else {
                return None;
            };
            let seconds: Result<Vec<f64>, _> = seconds.split(' ').map(str::parse).collect();
            let column = Some(*column).filter(|column| !column.is_empty());
            Some(Times::new(name, column, seconds.ok()?))
        });
        Some(Race {
            kernel: kernel.to_string(),
            size: size.to_string(),
            work,
            times: times.collect::<Option<_>>()?,
            wrong: Vec::new(),
        })
    }
}
