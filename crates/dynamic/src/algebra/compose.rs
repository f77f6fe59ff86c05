//! Composition: `compose(A, B)` is the layout of `i -> A(B(i))`, with the nesting of B.
//!
//! Let A be coalesced, with extents `s_k` and strides `D_k`; `P_k` is the product of the extents
//! before mode k, and A *bends* there by `c_k = D_k - s_(k-1) D_(k-1)`. Then `A(x)` is the sum of
//! `c_k * floor(x / P_k)`. A mode `n:d` of B walks over A in steps of `d`. Its image is a layout if
//! the steps at which A bends under it form a chain of divisors up to n. The layouts of all modes
//! add up to that of B if together they carry into no mode of A.

mod crossing;

use alloc::vec::Vec;

use super::extension::Extension;
use super::tiler::Tiler;
use crate::layout::{DynLayout, Mode, Modes, is_empty, of_list, size};
use crate::offset::Offset;
use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::{Shape, Tuple};
pub(crate) use crossing::Crossing;
use zellige::refusal::names::{COMPOSITION, Names};

impl DynLayout {
    /// Returns the composition `i -> self(t(i))`, with the nesting of `t`. CuTe: `composition`.
    ///
    /// A number N composes as the layout `N:1`. A list of tilers composes mode by mode with the
    /// first modes and drops the others; `..` keeps a mode.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout, Tiler};
    /// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
    /// let b: DynLayout = "(4,32):(1,4)".parse()?;
    /// assert_eq!(a.compose(&b)?.to_string(), "(4,(2,16)):(64,(256,1))");
    /// assert_eq!(a.compose("(2,4:4)".parse::<Tiler>()?)?.to_string(), "(2,4):(64,4)");
    ///
    /// let refusal = DynLayout::new((6, 2), (1, 7))?.compose(DynLayout::new((3, 2), (2, 3))?).unwrap_err();
    /// assert_eq!(refusal.code, Code::Carry);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses to compose if no layout is `self(t(i))` everywhere, where past its size a layout
    /// continues through its last mode. Also refuses, with
    /// [`Code::Resonant`](crate::Code::Resonant), strides that cancel by accident, which only a
    /// scan of all values could detect.
    #[doc(alias = "composition")]
    pub fn compose(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        match t.into() {
            Tiler::Layout(b) if !b.has_strides() => {
                self.around_layout(b.drawn_through(&COMPOSITION, &self.modes)?)
            }
            t => self.around(compose_by(&self.modes, &t)?),
        }
    }

    /// Returns the same function of an index with another shape of the same size. CuTe:
    /// `with_shape`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "((4,8),1):((8,32),0)".parse()?;
    /// assert_eq!(a.with_shape((32, 1))?.to_string(), "(32,1):(8,0)");
    /// assert_eq!(a.with_shape((4, 4)).unwrap_err().code, Code::SizesDiffer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a shape of another size, and one in which the layout has no strides.
    pub fn with_shape(&self, shape: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        let shape = shape.into();
        let (elements, size) = (shape.size()?, self.size());
        if elements != size {
            let layout = crate::layout::Written(&self.modes);
            return Err(Refusal::other_size(shape, elements, layout, size));
        }
        let by = DynLayout::col_major(shape)?;
        self.around(compose(&COMPOSITION, &Extension::of(&self.modes)?, &by.modes)?)
    }
}

/// Returns the composition of the modes `a` with a tiler.
pub(crate) fn compose_by(a: &Modes, tiler: &Tiler) -> Result<Modes, Refusal> {
    match tiler {
        Tiler::Whole => Ok(a.clone()),
        Tiler::Extent(n) => compose(&COMPOSITION, &Extension::of(a)?, &extent(*n, 1)?),
        Tiler::Layout(b) => {
            let b = along(b.demand_strides()?, a)?;
            compose(&COMPOSITION, &Extension::of(a)?, &b)
        }
        Tiler::Modes(tilers) => {
            let pairs = super::tiler::by_mode(a, tilers)?;
            Tuple::try_of(pairs, |(mode, tiler)| compose_by(mode, tiler))
        }
    }
}

/// Returns the mode `n:d`.
pub(crate) fn extent(n: u64, d: i64) -> Result<Modes, Refusal> {
    Ok(DynLayout::strided(Tuple::Leaf(Mode::of(n, d)))?.modes)
}

/// Returns the modes `b`, with steps along the modes of `a` replaced by steps of the index of `a`.
pub(crate) fn along(b: &Modes, a: &Modes) -> Result<Modes, Refusal> {
    b.try_each(&mut |mode| {
        let stride = match &mode.stride {
            Offset::Number(_) => mode.stride.clone(),
            Offset::Steps(steps, axis) => {
                let (mut at, mut before, mut last) = (a, 1u64, true);
                for &i in axis {
                    let modes = at.modes();
                    let missing = || Refusal::no_mode(at.map(|mode| mode.extent), i, modes.len());
                    let i = usize::try_from(i).unwrap_or(usize::MAX);
                    let found = modes.get(i).ok_or_else(missing)?;
                    before *= modes[..i].iter().map(size).product::<u64>();
                    last &= i + 1 == modes.len();
                    at = found;
                }
                let reach = i128::from(*steps) * i128::from(mode.extent.saturating_sub(1));
                if !last && reach >= i128::from(size(at)) {
                    return Err(Refusal::leaves_its_mode(&mode.stride, at.map(|mode| mode.extent)));
                }
                Offset::Number(*steps).times(fit(i64::try_from(before).ok())?)?
            }
            Offset::Point(_) => return Err(Refusal::not_unsigned(&mode.stride)),
        };
        let extent = mode.extent;
        Ok(Mode { extent, stride })
    })
}

/// Returns the composition of the extension `a` with the modes `b`, whose strides are numbers. If
/// `b` has no elements, no value determines the strides: they are 0 where the general rule gives
/// none.
pub(crate) fn compose(names: &Names, a: &Extension, b: &Modes) -> Result<Modes, Refusal> {
    match composed(names, a, b) {
        Err(_) if is_empty(b) => Ok(b.map(|mode| Mode::of(mode.extent, 0))),
        result => result,
    }
}

fn composed(names: &Names, a: &Extension, b: &Modes) -> Result<Modes, Refusal> {
    let composition = Composition::of(names, a, b)?;
    let mut results = Vec::with_capacity(composition.walks.len());
    for j in 0..composition.walks.len() {
        let result = composition.one_mode(j);
        results.push(result.map_err(|refusal| composition.unless_steps(refusal))?);
    }
    composition.all_modes().map_err(|refusal| composition.unless_steps(refusal))?;
    // Replace each mode of B by the modes of its walk.
    let mut results = results.into_iter();
    b.try_map(&mut |_| Ok(results.next().unwrap_or_else(Tuple::empty)))
}

/// A mode of B.
pub(crate) struct Walk {
    pub(crate) extent: u64,
    pub(crate) stride: i64,
}

/// The operands of a composition.
pub(crate) struct Composition<'a> {
    pub(crate) names: &'a Names,
    pub(crate) a: &'a Extension,
    pub(crate) b: &'a Modes,
    pub(crate) walks: Vec<Walk>,
    pub(crate) has_numbers: bool,
}

impl<'a> Composition<'a> {
    pub(crate) fn of(names: &'a Names, a: &'a Extension, b: &'a Modes) -> Result<Self, Refusal> {
        let mut walks = Vec::new();
        for mode in b.leaves() {
            let stride = mode.stride.number().ok_or_else(|| Refusal::not_unsigned(&mode.stride))?;
            let extent = mode.extent;
            walks.push(Walk { extent, stride });
        }
        Ok(Composition { names, a, b, walks, has_numbers: a.has_numbers() })
    }

    /// Returns the number of modes of A.
    pub(crate) fn rank(&self) -> usize {
        self.a.modes().len()
    }

    /// Returns the layout of the walk `j` alone.
    pub(crate) fn one_mode(&self, j: usize) -> Result<Modes, Refusal> {
        let Walk { extent: n, stride: d } = self.walks[j];
        let mode = |stride: Offset| Ok(Tuple::Leaf(Mode { extent: n, stride }));
        if d == 0 {
            return mode(Offset::ZERO);
        }
        if let [only] = self.a.modes() {
            return mode(only.stride.times(d)?);
        }
        let Ok(d) = u64::try_from(d) else {
            return Err(self.backwards(j));
        };
        if n < 2 {
            return mode(self.unseen_stride(n, d)?);
        }
        if let Some(k) = self.a.empty_mode() {
            return Err(self.empty_mode(k));
        }
        let breaks = self.breaks(j, n, d)?;
        if breaks.is_empty() {
            return mode(self.a.at(fit(i64::try_from(d).ok())?)?);
        }
        let mut modes = Vec::with_capacity(breaks.len() + 1);
        let mut begin = 1;
        for end in breaks.into_iter().chain([n]) {
            let stride =
                self.a.at(fit(d.checked_mul(begin).and_then(|x| i64::try_from(x).ok()))?)?;
            let extent = end / begin;
            modes.push(Mode { extent, stride });
            begin = end;
        }
        Ok(of_list(modes))
    }

    /// Returns the stride of a mode `0:d` or `1:d`, which no value determines. A mode `0:d` stays
    /// in the first mode that it does not pass evenly. A mode `1:d` belongs to the last mode: it
    /// takes what remains of `d` after the inner modes, rounded up; after a mode without elements
    /// nothing remains.
    fn unseen_stride(&self, n: u64, d: u64) -> Result<Offset, Refusal> {
        let (last, inner) = (&self.a.modes()[self.rank() - 1], &self.a.modes()[..self.rank() - 1]);
        let mut left = d;
        for mode in inner {
            match (n, mode.extent) {
                (0, extent) if extent == 0 || left % extent != 0 => {
                    return mode.stride.times(fit(i64::try_from(left).ok())?);
                }
                (_, 0) => return Ok(Offset::ZERO),
                (_, extent) => left = left.div_ceil(extent),
            }
        }
        last.stride.times(fit(i64::try_from(left).ok())?)
    }

    /// Returns the steps at which A bends under the walk `n:d`, which form a chain of divisors of
    /// n.
    fn breaks(&self, j: usize, n: u64, d: u64) -> Result<Vec<u64>, Refusal> {
        let crossings: Vec<Crossing> =
            (1..self.rank()).map(|k| Crossing::of(self.a.before(k), n, d)).collect();
        let end = u128::from(n);
        // All crossings keep their pace up to here.
        let even = crossings.iter().map(|crossing| crossing.slips).min().unwrap_or(end);
        let mut steps: Vec<u128> =
            crossings.iter().map(|crossing| crossing.first).filter(|&q| q < even).collect();
        steps.sort_unstable();
        steps.dedup();
        let mut breaks = Vec::new();
        let mut before = 1;
        for q in steps {
            if !self.bends(&crossings, |crossing| crossing.first == q)? {
                continue;
            }
            let k = crossings.iter().position(|crossing| crossing.first == q).unwrap_or(0);
            if end % q != 0 {
                return Err(if crossings[k].excess == 0 {
                    self.extent_not_divisible(j, k + 1, q)
                } else {
                    self.stride_not_divisible(j, k + 1, q)
                });
            }
            if q % before != 0 {
                return Err(self.breaks_not_nested(j, before, q));
            }
            before = q;
            breaks.push(q as u64);
        }
        if even == end {
            return Ok(breaks);
        }
        // The excess adds up there. It may do so at the end of a block, or where A does not bend.
        let chain = even % before == 0 && end % even == 0;
        if !chain
            && self
                .bends(&crossings, |crossing| crossing.first == even || crossing.slips == even)?
        {
            let k = crossings.iter().position(|crossing| crossing.slips == even).unwrap_or(0);
            return Err(self.stride_not_divisible(j, k + 1, even));
        }
        Err(self.crosses_unevenly(j, even))
    }

    /// Returns true if the bends of the modes whose crossings are `chosen` do not add up to 0.
    fn bends(
        &self,
        crossings: &[Crossing],
        chosen: impl Fn(&Crossing) -> bool,
    ) -> Result<bool, Refusal> {
        let mut sum = Offset::ZERO;
        for (k, crossing) in crossings.iter().enumerate() {
            if chosen(crossing) {
                sum = sum.plus(&self.a.bend(k + 1)?)?;
            }
        }
        Ok(!sum.vanishes())
    }

    /// Checks that the walks together do not carry from one mode of A into the next.
    pub(crate) fn all_modes(&self) -> Result<(), Refusal> {
        let (mut up, mut down, mut first, mut certain) = (false, false, None, None);
        // If indices have no coordinate, all walks stay at index 0; if a walk has no step, there is
        // nothing to add up.
        let no_step = self.walks.iter().any(|walk| walk.extent == 0);
        if self.walks.len() < 2 || self.rank() < 2 || no_step || self.a.empty_mode().is_some() {
            return Ok(());
        }
        for k in 1..self.rank() {
            let p = self.a.before(k);
            let total: u128 = self.reaches(p).map(|(reach, _)| reach).sum();
            if total < u128::from(p) {
                continue;
            }
            let (mut point, mut sum) = (0i128, Offset::ZERO);
            for (walk, (_, i)) in self.walks.iter().zip(self.reaches(p)) {
                let x = i as i128 * i128::from(walk.stride);
                point += x;
                sum = sum.plus(&self.a.at(fit(i64::try_from(x).ok())?)?)?;
            }
            match self.a.bend(k)? {
                Offset::Number(bend) if bend > 0 => up = true,
                _ => down = true,
            }
            first = first.or(Some(k));
            if certain.is_none() && self.a.at(fit(i64::try_from(point).ok())?)? != sum {
                certain = Some(k);
            }
        }
        let Some(first) = first else {
            return Ok(());
        };
        // Carries whose bends all have the same sign cannot cancel; otherwise a point where they do
        // not cancel decides.
        match certain {
            Some(k) => Err(self.carry(k)),
            None if up && down => Err(self.resonant_carry(first)),
            None => Err(self.carry(first)),
        }
    }

    /// Returns how far each walk reaches within `p` elements, and where.
    pub(crate) fn reaches(&self, p: u64) -> impl Iterator<Item = (u128, u128)> {
        self.walks.iter().map(move |walk| {
            Crossing::of(p, walk.extent, walk.stride.unsigned_abs()).reach(walk.extent)
        })
    }
}
