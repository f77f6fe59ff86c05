//! The steps of the products.

use alloc::format;
use alloc::vec;

use zellige::refusal::names::{LOGICAL_PRODUCT, OF_COPIES};

use super::complement::complement_of;
use super::compose::drawn_through;
use super::tiler::{gathered, kept, logical, mode_by_mode};
use super::{Explanation, StepKind, Steps, operands, say_functions};
use crate::algebra::complement::Holes;
use crate::algebra::divide::tile_of;
use crate::algebra::product::{copies_of_nothing, side_by_side};
use crate::algebra::tiler::Tiler;
use crate::layout::{DynLayout, Modes, Written, is_empty, size};
use crate::refusal::{Refusal, fit};
use crate::tuple::Tuple;

/// Explains [`DynLayout::logical_product`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let block: DynLayout = "(2,2):(4,1)".parse()?;
/// let explanation = explain::logical_product(&block, 6);
/// assert_eq!(explanation.result, block.logical_product(6));
/// let sentences: Vec<&str> = explanation.steps.iter().map(|step| &step.sentence[..]).collect();
/// assert_eq!(sentences[0], "the number 6 lays out copies as 6:1");
/// assert_eq!(sentences[1], "where copies may begin: A* is the complement of A in its size times the offsets that B reaches, 4 * 6 = 24");
/// assert_eq!(sentences[6], "A* is (2,3):(2,8)");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn logical_product(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    logical(LOGICAL_PRODUCT.operation, a, &t.into(), product)
}

/// Explains [`DynLayout::zipped_product`].
///
/// ```
/// use zellige_dynamic::{DynLayout, Tiler, explain};
/// let (block, t): (DynLayout, Tiler) = ("(2,5):(5,1)".parse()?, "(3:5,4:6)".parse()?);
/// assert_eq!(explain::zipped_product(&block, &t).result, block.zipped_product(&t));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn zipped_product(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let how = "the blocks of all modes are gathered in mode 0, the copies in mode 1";
    gathered("zipped_product(A, B)", a, t.into(), product, how, DynLayout::zipped_product)
}

/// Explains [`DynLayout::tiled_product`].
///
/// ```
/// use zellige_dynamic::{DynLayout, Tiler, explain};
/// let (block, t): (DynLayout, Tiler) = ("(2,5):(5,1)".parse()?, "(3:5,4:6)".parse()?);
/// assert_eq!(explain::tiled_product(&block, &t).result, block.tiled_product(&t));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn tiled_product(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let how = "the blocks of all modes are gathered in mode 0, and the copies are modes behind it";
    gathered("tiled_product(A, B)", a, t.into(), product, how, DynLayout::tiled_product)
}

/// Explains [`DynLayout::flat_product`].
///
/// ```
/// use zellige_dynamic::{DynLayout, Tiler, explain};
/// let (block, t): (DynLayout, Tiler) = ("(2,5):(5,1)".parse()?, "(3:5,4:6)".parse()?);
/// assert_eq!(explain::flat_product(&block, &t).result, block.flat_product(&t));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn flat_product(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let how = "each block is a mode, and the copies are modes behind them";
    gathered("flat_product(A, B)", a, t.into(), product, how, DynLayout::flat_product)
}

/// Explains [`DynLayout::blocked_product`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let (block, b): (DynLayout, DynLayout) = ("(2,5):(5,1)".parse()?, "(3,4):(1,3)".parse()?);
/// let explanation = explain::blocked_product(&block, &b);
/// assert_eq!(explanation.result, block.blocked_product(&b));
/// let beside = &explanation.steps[explanation.steps.len() - 2];
/// assert_eq!(beside.sentence, "mode i is mode i of A, then mode i of the copies (3,4):(10,30); 1:0 stands for a missing one");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn blocked_product(a: &DynLayout, b: &DynLayout) -> Explanation {
    by_modes("blocked_product(A, B)", a, b, false)
}

/// Explains [`DynLayout::raked_product`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let (block, b): (DynLayout, DynLayout) = ("(2,5):(5,1)".parse()?, "(3,4):(1,3)".parse()?);
/// assert_eq!(explain::raked_product(&block, &b).result, block.raked_product(&b));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn raked_product(a: &DynLayout, b: &DynLayout) -> Explanation {
    by_modes("raked_product(A, B)", a, b, true)
}

/// Explains a product whose modes are placed side by side.
fn by_modes(operation: &str, a: &DynLayout, b: &DynLayout, raked: bool) -> Explanation {
    let mut steps = Steps::default();
    let result = beside(&mut steps, a, b, raked);
    steps.end(operation, operands!["A" => a, "B" => b], result)
}

fn beside(
    steps: &mut Steps,
    a: &DynLayout,
    b: &DynLayout,
    raked: bool,
) -> Result<DynLayout, Refusal> {
    let cosize = b.cosize()?;
    let b = Tuple::Modes(b.demand_strides()?.clone().into_modes());
    let copies = copies_by(steps, &a.modes, &DynLayout::strided(b)?, cosize)?;
    let written = Written(&copies);
    let sentence = match raked {
        false => format!(
            "mode i is mode i of A, then mode i of the copies {written}; 1:0 stands for a missing one"
        ),
        true => format!(
            "mode i is mode i of the copies {written}, then mode i of A; 1:0 stands for a missing one"
        ),
    };
    steps.say(StepKind::Gathered, operands!["copies" => &copies], sentence);
    say_functions(steps, a);
    a.around(side_by_side(&a.modes, &copies, raked))
}

/// Explains where the copies of modes begin that a layout arranges.
fn copies_by(steps: &mut Steps, a: &Modes, b: &DynLayout, cosize: u64) -> Result<Modes, Refusal> {
    let elements = size(a);
    if is_empty(a) {
        let copies = copies_of_nothing(b);
        let sentence =
            format!("A has no element, so its copies are 0 elements apart: {}", Written(&copies));
        steps.say(StepKind::Copies, operands!["copies" => &copies], sentence);
        return Ok(copies);
    }
    let target = fit(elements.checked_mul(cosize))?;
    let sentence = format!(
        "where copies may begin: A* is the complement of A in its size times the offsets that B reaches, {elements} * {cosize} = {target}"
    );
    let operands = operands!["A" => a, "copies" => cosize, "elements" => target];
    let star = steps.part(StepKind::Part, operands, sentence, |steps| {
        let mut star = complement_of(steps, a, target, Holes::Allowed, OF_COPIES)?;
        let begins = size(&star);
        if cosize > begins {
            let sentence = format!("its size is {begins}, less than the {cosize} that B reaches, so the last mode goes on behind A");
            steps.say(StepKind::Copies, operands!["copies" => begins], sentence);
            star = complement_of(steps, a, target, Holes::GoingOn, OF_COPIES)?;
        }
        let sentence = format!("A* is {}", Written(&star));
        steps.say(StepKind::Becomes, operands!["A*" => &star], sentence);
        Ok(star)
    })?;
    let sentence = format!("the copies begin at A* after B = {b}");
    let operands = operands!["A*" => &star, "B" => b];
    let copies = steps.part(StepKind::Part, operands, sentence, |steps| {
        drawn_through(steps, &LOGICAL_PRODUCT, &star, b)
    })?;
    copies.demand_strides().cloned()
}

/// Explains the product of modes with a tiler.
fn product(steps: &mut Steps, a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    let copies = match t {
        Tiler::Whole => return Ok(kept(steps, a)),
        Tiler::Modes(tilers) => return mode_by_mode(steps, a, tilers, product),
        Tiler::Extent(n) => copies_of_extent(steps, a, *n),
        Tiler::Layout(b) => b.cosize().and_then(|cosize| copies_by(steps, a, b, cosize)),
    };
    let copies = copies.map_err(|refusal| refusal.inside(1))?;
    let sentence = format!("mode 0 is A, and mode 1 leads from copy to copy, {}", Written(&copies));
    steps.say(StepKind::Gathered, operands!["copies" => &copies], sentence);
    Ok(Tuple::Modes(vec![a.clone(), copies]))
}

/// Explains where `n` copies begin.
fn copies_of_extent(steps: &mut Steps, a: &Modes, n: u64) -> Result<Modes, Refusal> {
    let b = DynLayout::strided(tile_of(n)?)?;
    let sentence = format!("the number {n} lays out copies as {b}");
    steps.say(StepKind::Becomes, operands!["B" => &b], sentence);
    copies_by(steps, a, &b, b.cosize()?)
}
