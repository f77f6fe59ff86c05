//! Kernels without their own baseline, listed in `crates/kernels/instances.txt`.

use super::{
    build::Build,
    rules::{Breach, breaches},
    sass,
    zero_cost::{BASELINE, Version},
};
use crate::Outcome;
use std::{collections::BTreeMap, fmt};

/// What replaces the kernel's name if no instance of the function has a baseline.
const NONE: &str = "no baseline";

/// Parses the lines `INSTANCE: KERNEL` of `crates/kernels/instances.txt`: an instance without a
/// baseline, and the instance of the same function that has one, or [`NONE`].
pub(super) fn further_instances(text: &str) -> Outcome<BTreeMap<String, String>> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let names = line.split_once(": ").ok_or_else(|| {
                format!(
                    "crates/kernels/instances.txt: `{line}` is not of the form `INSTANCE: KERNEL`"
                )
            })?;
            Ok((names.0.to_string(), names.1.to_string()))
        })
        .collect()
}

/// A kernel without its own baseline.
pub(super) struct Alone<'a> {
    version: Version<'a>,
    of: &'a str,
    breaches: Vec<Breach>,
}

impl<'a> Alone<'a> {
    /// All kernels of the list. It must name existing kernels, each with an instance that has a
    /// baseline, or with [`NONE`].
    pub(super) fn all(
        build: &'a Build,
        further: &'a BTreeMap<String, String>,
    ) -> Outcome<Vec<Self>> {
        let find = |name: &str| {
            let kernel = build.kernels.iter().find(|kernel| kernel.name == name);
            kernel.ok_or_else(|| format!("crates/kernels/instances.txt: there is no kernel {name}"))
        };
        further
            .iter()
            .map(|(name, of)| {
                if of != NONE {
                    find(&format!("{of}{BASELINE}"))?;
                }
                let version = Version::new(build, find(name)?)?;
                let breaches =
                    breaches(version.kernel, &build.resources[name], build.findings(name));
                Ok(Alone { version, of, breaches })
            })
            .collect()
    }

    /// The rules for single kernels that this one breaks, with its name.
    pub(super) fn breaches(&self) -> impl Iterator<Item = (&str, Breach)> {
        let name = self.version.kernel.name.as_str();
        self.breaches.iter().map(move |breach| (name, breach.clone()))
    }
}

impl fmt::Display for Alone<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Version { kernel, sass, registers } = &self.version;
        match self.of {
            NONE => write!(f, "{} has {NONE}", kernel.name)?,
            of => write!(f, "{} is an instance of {of}", kernel.name)?,
        }
        let (ptx, sass) = (kernel.count(), sass::count(sass));
        write!(f, ": {ptx} PTX, {sass} SASS, {registers} registers")
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rule;
    use super::super::zero_cost::{Pair, tests::build};
    use super::*;

    #[test]
    fn further_instances_need_no_baseline() {
        let all = [
            ("sum", "ret;", "EXIT"),
            ("sum_by_hand", "ret;", "EXIT"),
            ("sum_f16", "trap;", "EXIT"),
        ];
        let build = build(&all);
        assert!(Pair::all(&build, &BTreeMap::new()).is_err());
        let further = further_instances("# why\nsum_f16: sum\n").unwrap();
        assert_eq!(Pair::all(&build, &further).unwrap().len(), 1);
        let alone = Alone::all(&build, &further).unwrap();
        assert!(alone[0].to_string().starts_with("sum_f16 is an instance of sum: 1 PTX"));
        let (name, breach) = alone[0].breaches().next().unwrap();
        assert_eq!((name, breach.rule), ("sum_f16", Rule::Panics));
        let further = further_instances("sum_f16: no baseline").unwrap();
        let alone = Alone::all(&build, &further).unwrap();
        assert!(alone[0].to_string().starts_with("sum_f16 has no baseline: 1 PTX"));
        for wrong in ["sum_f16: product", "sum_f32: sum"] {
            let further = further_instances(wrong).unwrap();
            assert!(Alone::all(&build, &further).is_err(), "{wrong}");
        }
        assert!(further_instances("sum_f16").is_err());
    }
}
