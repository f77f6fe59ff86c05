//! The modes of a layout as a list: selected by number, grouped, replaced, appended.

use alloc::vec;
use alloc::vec::Vec;

use crate::layout::{DynLayout, Modes};
use crate::refusal::{Refusal, Sentences};
use crate::tuple::{Shape, Tuple};

/// The maximum number of modes up to which a layout is filled.
const MOST_MODES: usize = 1 << 16;

impl DynLayout {
    /// Returns the layout without nesting. CuTe: `flatten`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "((2,4),8):((1,2),8)".parse()?;
    /// assert_eq!(a.flatten()?.to_string(), "(2,4,8):(1,2,8)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flatten(&self) -> Result<DynLayout, Refusal> {
        self.around(self.modes.flatten())
    }

    /// Returns the modes of a flat layout, with the nesting of a profile. CuTe: `unflatten`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(3,2,5):(0,3,6)".parse()?;
    /// assert_eq!(a.unflatten((0, (0, 0)))?.to_string(), "(3,(2,5)):(0,(3,6))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a profile with more or fewer numbers than the layout has modes.
    pub fn unflatten(&self, profile: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        fn nested(modes: &mut vec::IntoIter<Modes>, profile: &Shape) -> Option<Modes> {
            match profile {
                Tuple::Leaf(_) => modes.next(),
                Tuple::Modes(profiles) => {
                    let modes = profiles.iter().map(|profile| nested(modes, profile));
                    modes.collect::<Option<_>>().map(Tuple::Modes)
                }
            }
        }
        let profile = profile.into();
        let mut modes = self.modes.modes().to_vec().into_iter();
        match nested(&mut modes, &profile) {
            Some(nested) if modes.next().is_none() => self.around(nested),
            _ => Err(Refusal::not_congruent(self.shape(), profile)),
        }
    }

    /// Returns the mode at a path, which for one number is that mode. CuTe: `get<1>(layout)`,
    /// `layout<1>`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "(8,(4,2)):(1,(8,32))".parse()?;
    /// assert_eq!(a.get(&[1])?.to_string(), "(4,2):(8,32)");
    /// assert_eq!(a.get(&[1, 0])?.to_string(), "4:8");
    /// assert_eq!(a.get(&[2]).unwrap_err().message(), "(8,(4,2)) has no mode 2: its rank is 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a mode that does not exist.
    pub fn get(&self, path: &[usize]) -> Result<DynLayout, Refusal> {
        let found = path.iter().try_fold(&self.modes, |modes, &i| mode(modes, i))?;
        self.around(found.clone())
    }

    /// Returns the modes with these numbers, in that order. CuTe: `select<0, 2>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3,5):(1,2,6)".parse()?;
    /// assert_eq!(a.select(&[2, 0])?.to_string(), "(5,2):(6,1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a mode that does not exist.
    pub fn select(&self, numbers: &[usize]) -> Result<DynLayout, Refusal> {
        self.around(Tuple::try_of(numbers, |&i| mode(&self.modes, i).cloned())?)
    }

    /// Returns the modes from `begin` to `end` (exclusive) as one mode. CuTe: `group<1, 3>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3,5,7):(1,2,6,30)".parse()?;
    /// assert_eq!(a.group(1, 3)?.to_string(), "(2,(3,5),7):(1,(2,6),30)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a range that does not exist.
    pub fn group(&self, begin: usize, end: usize) -> Result<DynLayout, Refusal> {
        let [before, inside, after] = self.split(begin, end)?;
        let group = Tuple::Modes(inside.to_vec());
        self.around(Tuple::Modes([before, &[group], after].concat()))
    }

    /// Returns the modes from `begin` to `end` (exclusive). CuTe: `take<1, 3>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3,5,7):(1,2,6,30)".parse()?;
    /// assert_eq!(a.take(1, 3)?.to_string(), "(3,5):(2,6)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a range that does not exist, and an empty range.
    pub fn take(&self, begin: usize, end: usize) -> Result<DynLayout, Refusal> {
        if begin == end {
            return Err(Refusal::no_range(self.shape(), begin, end, self.rank()));
        }
        let [_, inside, _] = self.split(begin, end)?;
        self.around(Tuple::Modes(inside.to_vec()))
    }

    /// Returns the layout with mode number `i` replaced by `by`. CuTe: `replace<1>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3,5):(1,2,6)".parse()?;
    /// assert_eq!(a.replace(1, &"(3,4):(9,1)".parse()?)?.to_string(), "(2,(3,4),5):(1,(9,1),6)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a mode that does not exist, and a composed layout as the new mode.
    pub fn replace(&self, i: usize, by: &DynLayout) -> Result<DynLayout, Refusal> {
        let by = by.demand_strides()?;
        mode(&self.modes, i)?;
        let mut modes = self.modes.modes().to_vec();
        modes[i] = by.clone();
        self.around(Tuple::Modes(modes))
    }

    /// Returns the layout with another mode appended. CuTe: `append`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.append(&"5:6".parse()?)?.to_string(), "(2,3,5):(1,2,6)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a composed layout as the new mode.
    pub fn append(&self, x: &DynLayout) -> Result<DynLayout, Refusal> {
        self.append_to(x, self.rank() + 1)
    }

    /// Returns the layout with `x` appended until its rank is `rank`. CuTe: `append<rank>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.append_to(&"1:0".parse()?, 4)?.to_string(), "(2,3,1,1):(1,2,0,0)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout that already has more modes, and a composed layout as the mode.
    #[doc(alias = "append")]
    pub fn append_to(&self, x: &DynLayout, rank: usize) -> Result<DynLayout, Refusal> {
        let missing = self.missing(x, rank)?;
        self.filled([self.modes.modes(), &missing], missing.is_empty())
    }

    /// Returns the layout with another mode prepended. CuTe: `prepend`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.prepend(&"5:6".parse()?)?.to_string(), "(5,2,3):(6,1,2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a composed layout as the new mode.
    pub fn prepend(&self, x: &DynLayout) -> Result<DynLayout, Refusal> {
        self.prepend_to(x, self.rank() + 1)
    }

    /// Returns the layout with `x` prepended until its rank is `rank`. CuTe: `prepend<rank>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.prepend_to(&"1:0".parse()?, 3)?.to_string(), "(1,2,3):(0,1,2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout that already has more modes, and a composed layout as the mode.
    #[doc(alias = "prepend")]
    pub fn prepend_to(&self, x: &DynLayout, rank: usize) -> Result<DynLayout, Refusal> {
        let missing = self.missing(x, rank)?;
        self.filled([&missing, self.modes.modes()], missing.is_empty())
    }

    /// Returns the layout in which mode j consists of mode j of every mode of this one. CuTe:
    /// `zip(layout)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "((4,4),(5,3)):((5,24),(3,4))".parse()?;
    /// assert_eq!(a.zip()?.to_string(), "((4,5),(4,3)):((5,3),(24,4))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses modes of different ranks.
    pub fn zip(&self) -> Result<DynLayout, Refusal> {
        let modes = self.modes.modes();
        let rank = match modes.first() {
            Some(first @ Tuple::Modes(_)) => first.rank(),
            _ => return Err(Refusal::different_ranks()),
        };
        if modes.iter().any(|mode| matches!(mode, Tuple::Leaf(_)) || mode.rank() != rank) {
            return Err(Refusal::different_ranks());
        }
        let of =
            |j: usize| Tuple::Modes(modes.iter().map(|mode| mode.modes()[j].clone()).collect());
        self.around(Tuple::Modes((0..rank).map(of).collect()))
    }

    /// Returns the layout that has the given layouts as its modes: its function is the sum of
    /// theirs. CuTe: `make_layout(a, b, ..)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let parts: [DynLayout; 2] = ["3:1".parse()?, "(4,2):(3,12)".parse()?];
    /// assert_eq!(DynLayout::concat(&parts)?.to_string(), "(3,(4,2)):(1,(3,12))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a composed layout among them.
    #[doc(alias = "make_layout")]
    pub fn concat(layouts: &[DynLayout]) -> Result<DynLayout, Refusal> {
        DynLayout::strided(Tuple::try_of(layouts, |layout| layout.demand_strides().cloned())?)
    }

    /// Returns the modes before, inside and after a range.
    fn split(&self, begin: usize, end: usize) -> Result<[&[Modes]; 3], Refusal> {
        let modes = self.modes.modes();
        if begin > end || end > modes.len() {
            return Err(Refusal::no_range(self.shape(), begin, end, modes.len()));
        }
        Ok([&modes[..begin], &modes[begin..end], &modes[end..]])
    }

    /// Returns the mode `x`, as often as needed to reach a rank.
    fn missing(&self, x: &DynLayout, rank: usize) -> Result<Vec<Modes>, Refusal> {
        let x = x.demand_strides()?;
        match rank.checked_sub(self.rank()) {
            Some(missing) if rank <= MOST_MODES => Ok(vec![x.clone(); missing]),
            Some(_) => Err(Refusal::rank_too_large(rank, MOST_MODES)),
            None => Err(Refusal::rank_too_small(self.shape(), rank, self.rank())),
        }
    }

    /// Returns the layout of two lists of modes, or this one if no mode was missing.
    fn filled(&self, lists: [&[Modes]; 2], complete: bool) -> Result<DynLayout, Refusal> {
        if complete {
            return Ok(self.clone());
        }
        self.around(Tuple::Modes(lists.concat()))
    }
}

impl<T: Clone> Tuple<T> {
    /// Returns the tuple without nesting; a single value stays as it is. CuTe: `flatten`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((2, (3, (5, 7)))).flatten(), (2, 3, 5, 7).into());
    /// ```
    #[must_use]
    pub fn flatten(&self) -> Tuple<T> {
        match self {
            Tuple::Leaf(_) => self.clone(),
            Tuple::Modes(_) => {
                let leaves = self.leaves().into_iter();
                Tuple::Modes(leaves.map(|leaf| Tuple::Leaf(leaf.clone())).collect())
            }
        }
    }
}

/// Returns the mode with this number.
fn mode(modes: &Modes, i: usize) -> Result<&Modes, Refusal> {
    let list = modes.modes();
    list.get(i).ok_or_else(|| Refusal::no_mode(modes.map(|mode| mode.extent), i, list.len()))
}
