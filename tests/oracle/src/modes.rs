//! The modes of a layout as a list.

use crate::Nest;
use crate::Value;
use crate::layout::{Layout, Number, mode};
use std::collections::HashSet;

/// Returns the layout without nesting.
pub fn flatten(layout: &Layout) -> Layout {
    match layout {
        Nest::Leaf(_) => layout.clone(),
        Nest::Tuple(_) => Nest::Tuple(layout.modes().into_iter().map(Nest::Leaf).collect()),
    }
}

/// Returns the mode with a number, or at a path of numbers.
pub fn get(layout: &Layout, path: &Value) -> Option<Layout> {
    match path {
        Value::Int(number) => layout.parts().get(usize::try_from(*number).ok()?).cloned(),
        Value::Tuple(path) => path
            .iter()
            .try_fold(layout.clone(), |layout, step| get(&layout, step)),
        _ => None,
    }
}

/// Returns the modes with these numbers.
pub fn select(layout: &Layout, numbers: &Value) -> Option<Layout> {
    let numbers = match numbers {
        Value::Tuple(numbers) => numbers.clone(),
        number => vec![number.clone()],
    };
    let modes = numbers.iter().map(|number| get(layout, number));
    modes.collect::<Option<_>>().map(Nest::Tuple)
}

/// The modes before, inside and after a range, if it is one.
fn split(layout: &Layout, begin: Number, end: Number) -> Option<[Vec<Layout>; 3]> {
    let modes = layout.parts();
    let (begin, end) = (usize::try_from(begin).ok()?, usize::try_from(end).ok()?);
    (begin <= end && end <= modes.len()).then(|| {
        [
            modes[..begin].to_vec(),
            modes[begin..end].to_vec(),
            modes[end..].to_vec(),
        ]
    })
}

/// Returns the modes of a range as one mode.
pub fn group(layout: &Layout, begin: Number, end: Number) -> Option<Layout> {
    let [before, inside, after] = split(layout, begin, end)?;
    Some(Nest::Tuple(
        [before, vec![Nest::Tuple(inside)], after].concat(),
    ))
}

/// Returns the modes of a range.
pub fn take(layout: &Layout, begin: Number, end: Number) -> Option<Layout> {
    let [_, inside, _] = split(layout, begin, end)?;
    Some(Nest::Tuple(inside))
}

/// Returns the layout with another mode in the place of one.
pub fn replace(layout: &Layout, number: Number, by: &Layout) -> Option<Layout> {
    let [before, _, after] = split(layout, number, number + 1)?;
    Some(Nest::Tuple([before, vec![by.clone()], after].concat()))
}

/// Returns the layout with modes at the end, or in front, up to a rank.
pub fn fill_up(layout: &Layout, with: &Layout, rank: usize, front: bool) -> Option<Layout> {
    let modes = layout.parts();
    let missing = vec![with.clone(); rank.checked_sub(modes.len())?];
    if missing.is_empty() {
        return Some(layout.clone());
    }
    Some(Nest::Tuple(if front {
        [missing, modes].concat()
    } else {
        [modes, missing].concat()
    }))
}

/// Returns the modes of the modes, transposed: if all have one rank.
pub fn transpose(layout: &Layout) -> Option<Layout> {
    let modes: Vec<Vec<Layout>> = layout.parts().iter().map(Layout::parts).collect();
    let rank = modes.first()?.len();
    let same = modes.iter().all(|mode| mode.len() == rank);
    let of = |i: usize| Nest::Tuple(modes.iter().map(|mode| mode[i].clone()).collect());
    same.then(|| Nest::Tuple((0..rank).map(of).collect()))
}

/// Returns the layout with extent 1 for every mode of stride 0.
pub fn without_zeros(layout: &Layout) -> Layout {
    layout.map(&mut |&found| match found.stride {
        0 => mode(1, 0),
        _ => found,
    })
}

/// Returns the layout with extent 1 for all that stands where the profile is 0; none if the profile has another form.
pub fn without(layout: &Layout, profile: &Nest<Number>) -> Option<Layout> {
    match (profile, layout) {
        (Nest::Leaf(0), _) => Some(layout.map(&mut |found| mode(1, found.stride))),
        (Nest::Leaf(_), _) => Some(layout.clone()),
        (Nest::Tuple(profiles), Nest::Tuple(modes)) if profiles.len() == modes.len() => {
            let pairs = modes.iter().zip(profiles);
            let modes = pairs.map(|(mode, profile)| without(mode, profile));
            modes.collect::<Option<_>>().map(Nest::Tuple)
        }
        _ => None,
    }
}

/// Returns what `f` makes of each part for which the profile has an integer; the modes beyond the profile stay.
pub fn by_profile(
    layout: &Layout,
    profile: &Nest<Number>,
    f: &dyn Fn(&Layout) -> Layout,
) -> Option<Layout> {
    match (profile, layout) {
        (Nest::Leaf(_), _) => Some(f(layout)),
        (Nest::Tuple(profiles), Nest::Tuple(modes)) if profiles.len() <= modes.len() => {
            let pairs = modes.iter().zip(profiles);
            let made = pairs.map(|(mode, profile)| by_profile(mode, profile, f));
            let mut made: Vec<Layout> = made.collect::<Option<_>>()?;
            made.extend_from_slice(&modes[profiles.len()..]);
            Some(Nest::Tuple(made))
        }
        _ => None,
    }
}

/// Returns the modes in the form of a profile, if there are as many.
pub fn unflatten(layout: &Layout, profile: &Nest<Number>) -> Option<Layout> {
    let mut modes = layout.parts().into_iter();
    let nested = nested(&mut modes, profile)?;
    modes.next().is_none().then_some(nested)
}

fn nested(modes: &mut std::vec::IntoIter<Layout>, profile: &Nest<Number>) -> Option<Layout> {
    match profile {
        Nest::Leaf(_) => modes.next(),
        Nest::Tuple(profiles) => {
            let modes = profiles.iter().map(|profile| nested(modes, profile));
            modes.collect::<Option<_>>().map(Nest::Tuple)
        }
    }
}

/// True if the first mode, begun at the different offsets of the others, reaches no offset twice.
pub fn parts_are_disjoint(modes: &[Layout]) -> bool {
    let (tile, copies) = (modes[0].table(), Nest::Tuple(modes[1..].to_vec()).table());
    let tile: HashSet<Number> = tile.into_iter().collect();
    let mut seen = HashSet::new();
    let mut offsets = copies
        .iter()
        .flat_map(|copy| tile.iter().map(move |offset| copy + offset));
    offsets.all(|offset| seen.insert(offset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Value, layout};

    #[test]
    fn examples_of_the_documentation() {
        let value = |text: &str| text.parse::<Value>().expect("a value");
        let modes = layout("(2,3,5,7):(1,2,6,30)");
        let grouped = layout("(2,(3,5),7):(1,(2,6),30)");
        assert_eq!(group(&modes, 1, 3), Some(grouped));
        assert_eq!(select(&modes, &value("(2,0)")), Some(layout("(5,2):(6,1)")));
        assert_eq!(get(&modes, &value("4")), None);
        let zipped = transpose(&layout("((4,4),(5,4)):((5,24),(3,4))"));
        assert_eq!(zipped, Some(layout("((4,5),(4,4)):((5,3),(24,4))")));
        let form = value("(0,(0,0))").nest().expect("integers");
        let flat = layout("(3,2,5):(0,3,6)");
        assert_eq!(unflatten(&flat, &form), Some(layout("(3,(2,5)):(0,(3,6))")));
        let coalesced = by_profile(
            &layout("(2,(1,6)):(1,(6,2))"),
            &Nest::Leaf(1),
            &Layout::coalesce,
        );
        assert_eq!(coalesced, Some(layout("12:1")));
    }
}
