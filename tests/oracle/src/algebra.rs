//! The operations as computed by `zellige-dynamic`; compositions are also checked against the table
//! of their values.

use crate::Value;
use crate::dynamic::dynamic;
use crate::layout::{Layout, Number};
use crate::tables::{self, LARGEST};
use zellige_dynamic::{Code, DynLayout, Refusal};

/// The reason why there is no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    /// It is refused.
    Layout,
    /// Strides cancel by accident. A layout may still exist, but zellige refuses it.
    Resonant,
    /// The numbers are too large, or there are too many values to decide.
    Answer,
}

/// A layout, if there is one and that can be decided.
pub type Answer = Result<Layout, No>;

/// Returns the layout that an operation gives, with the arguments in the order of
/// [`judge`](crate::judge()); for a slice, without its offset.
///
/// ```
/// use zellige_oracle::{Value, algebra::answer, layout};
/// let arguments: [Value; 2] = ["(8,6):(6,1)", "(4,3)"].map(|text| text.parse().unwrap());
/// let tiles = layout("((4,3),(2,2)):((6,1),(24,3))");
/// assert_eq!(answer("zipped_divide", &arguments), Ok(tiles));
/// ```
///
/// # Panics
///
/// Panics if no operation of this name takes such arguments and returns a layout, and if a
/// composition differs from its table.
pub fn answer(operation: &str, arguments: &[Value]) -> Answer {
    if let ("compose", [Value::Layout(a), Value::Layout(b)]) = (operation, arguments) {
        return compose(a, b);
    }
    match answer_of_any(operation, arguments)? {
        Value::Layout(layout) => Ok(layout),
        _ => Err(No::Answer),
    }
}

/// Returns the layout that an operation gives, swizzled or not.
pub(crate) fn answer_of_any(operation: &str, arguments: &[Value]) -> Result<Value, No> {
    let (first, others) = arguments.split_first().expect("an operation has arguments");
    let a = first.dynamic().ok_or(No::Answer)?;
    told(made(operation, &a, others).ok_or(No::Answer)?)
}

/// Returns the layout of `a(b(i))` whose shape refines that of `b`. If the table can be written
/// out, it confirms the result.
///
/// # Panics
///
/// Panics if the table disagrees.
pub fn compose(a: &Layout, b: &Layout) -> Answer {
    let both = dynamic(a).zip(dynamic(b));
    let made = both.map_or(Err(No::Answer), |(a, b)| told(a.compose(b)));
    let made = made.map(|made| match made {
        Value::Layout(layout) => layout,
        made => panic!("{a} o {b} is {made}"),
    });
    if b.size() > LARGEST || a.is_empty() || b.is_empty() || !b.is_unsigned() {
        return made;
    }
    let by_table = tables::compose(a, b);
    let as_table = match &made {
        Ok(layout) => by_table == Some(layout.standing()),
        Err(No::Layout) => by_table.is_none(),
        Err(No::Resonant | No::Answer) => true,
    };
    assert!(as_table, "{a} o {b} is {made:?}, but by its table {by_table:?}");
    match (made, by_table) {
        (Err(No::Resonant), None) => Err(No::Layout),
        (made, _) => made,
    }
}

/// Converts the answer of `zellige-dynamic` to one of this crate.
fn told(made: Result<DynLayout, Refusal>) -> Result<Value, No> {
    match made {
        Ok(layout) => Value::of_dynamic(&layout).ok_or(No::Answer),
        Err(refusal) => Err(match refusal.code {
            Code::DoesNotFit | Code::TooLarge => No::Answer,
            Code::Resonant => No::Resonant,
            _ => No::Layout,
        }),
    }
}

/// Returns the result of an operation, or `None` if an argument is out of the range of
/// `zellige-dynamic`.
fn made(operation: &str, a: &DynLayout, others: &[Value]) -> Option<Result<DynLayout, Refusal>> {
    use Value::{Int, Layout as L};
    Some(match (operation, others) {
        ("flatten", []) => a.flatten(),
        ("unflatten", [profile]) => a.unflatten(profile.shape()?),
        ("get", [path]) => a.get(&counts(path)?),
        ("select", [numbers]) => a.select(&counts(numbers)?),
        ("group", [Int(begin), Int(end)]) => a.group(count(*begin)?, count(*end)?),
        ("take", [Int(begin), Int(end)]) => a.take(count(*begin)?, count(*end)?),
        ("replace", [Int(number), L(x)]) => a.replace(count(*number)?, &dynamic(x)?),
        ("append", [L(x)]) => a.append(&dynamic(x)?),
        ("append_to", [L(x), Int(rank)]) => a.append_to(&dynamic(x)?, count(*rank)?),
        ("prepend", [L(x)]) => a.prepend(&dynamic(x)?),
        ("prepend_to", [L(x), Int(rank)]) => a.prepend_to(&dynamic(x)?, count(*rank)?),
        ("zip", []) => a.zip(),
        ("slice", [at]) => a.slice(at.coord()?).map(|(part, _)| part),
        ("dice", [at]) => a.dice(at.coord()?),

        ("coalesce", []) => a.coalesce(),
        ("coalesce_by", [profile]) => a.coalesce_by(profile.shape()?),
        ("filter", []) => a.filter(),
        ("filter_by", [profile]) => a.filter_by(profile.shape()?),
        ("filter_zeros", []) => a.filter_zeros(),
        ("filter_zeros_by", [profile]) => a.filter_zeros_by(profile.shape()?),
        ("nullspace", []) => a.nullspace(),

        ("compose", [tiler]) => a.compose(tiler.tiler()?),
        ("with_shape", [shape]) => a.with_shape(shape.shape()?),
        ("complement", [target]) => a.complement(target.shape()?),
        ("complement_sparse", [target]) => a.complement_sparse(target.shape()?),
        ("right_inverse", []) => a.right_inverse(),
        ("left_inverse", []) => a.left_inverse(),

        ("logical_divide", [tiler]) => a.logical_divide(tiler.tiler()?),
        ("zipped_divide", [tiler]) => a.zipped_divide(tiler.tiler()?),
        ("tiled_divide", [tiler]) => a.tiled_divide(tiler.tiler()?),
        ("flat_divide", [tiler]) => a.flat_divide(tiler.tiler()?),
        ("logical_product", [tiler]) => a.logical_product(tiler.tiler()?),
        ("zipped_product", [tiler]) => a.zipped_product(tiler.tiler()?),
        ("tiled_product", [tiler]) => a.tiled_product(tiler.tiler()?),
        ("flat_product", [tiler]) => a.flat_product(tiler.tiler()?),
        ("blocked_product", [L(b)]) => a.blocked_product(&dynamic(b)?),
        ("raked_product", [L(b)]) => a.raked_product(&dynamic(b)?),
        ("tile_to_shape", [target]) => a.tile_to_shape(target.shape()?),
        ("tile_to_shape_ordered", [target, order]) => {
            a.tile_to_shape_ordered(target.shape()?, order.shape()?)
        }

        ("upcast", [Int(n)]) => a.upcast(u64::try_from(*n).ok()?),
        ("downcast", [Int(n)]) => a.downcast(u64::try_from(*n).ok()?),
        ("recast_layout", [Int(old), Int(new)]) => {
            a.recast_layout(u64::try_from(*old).ok()?, u64::try_from(*new).ok()?)
        }
        ("max_common_layout", [L(b)]) => a.max_common_layout(&dynamic(b)?),
        _ => panic!("{operation} does not take {others:?}"),
    })
}

fn count(n: Number) -> Option<usize> {
    usize::try_from(n).ok()
}

/// Returns a number, or each number of a tuple.
fn counts(numbers: &Value) -> Option<Vec<usize>> {
    let numbers = numbers.nest()?;
    numbers.leaves().into_iter().map(|&n| count(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    fn composed(a: &str, b: &str) -> Answer {
        compose(&layout(a), &layout(b))
    }

    #[test]
    fn compositions_of_the_specification() {
        assert_eq!(composed("(4,8):(1,10)", "8:1"), Ok(layout("(4,2):(1,10)")));
        assert_eq!(composed("(4,8):(1,10)", "6:1"), Err(No::Layout));
        assert_eq!(composed("(2,4):(1,7)", "4:3"), Ok(layout("(2,2):(8,21)")));
        assert_eq!(composed("(6,2):(1,7)", "(3,2):(2,3)"), Err(No::Layout));
        assert_eq!(composed("(4,1):(1,0)", "8:1"), Ok(layout("(4,2):(1,0)")));
        let (a, b) = (layout("(4,2,8):(1,5,9)"), layout("(2,2):(3,5)"));
        assert_eq!(compose(&a, &b), Err(No::Resonant));
        assert_eq!(tables::compose(&a, &b), Some(layout("(2,2):(3,6)")));
    }

    #[test]
    fn what_is_too_large_for_a_table() {
        let large = composed("10:7", "4294967295:3");
        assert_eq!(large, Ok(layout("4294967295:21")));
        assert_eq!(composed("(4,8):(1,10)", "(6,9999):(1,3)"), Err(No::Layout));
        let too_large = composed("8:4611686018427387904", "4:8");
        assert_eq!(too_large, Err(No::Answer));
    }
}
