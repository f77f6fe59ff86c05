//! Nested tuples: the form of shapes, coordinates and layouts.

/// A leaf, or a tuple of nested tuples.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Nest<T> {
    Leaf(T),
    Tuple(Vec<Nest<T>>),
}

impl<T> Nest<T> {
    /// The same form with other leaves.
    pub(crate) fn map<U>(&self, f: &mut impl FnMut(&T) -> U) -> Nest<U> {
        match self {
            Nest::Leaf(leaf) => Nest::Leaf(f(leaf)),
            Nest::Tuple(parts) => Nest::Tuple(parts.iter().map(|part| part.map(f)).collect()),
        }
    }

    /// The leaves from left to right: `(2,(4,8))` has 2, 4, 8.
    pub(crate) fn leaves(&self) -> Vec<&T> {
        match self {
            Nest::Leaf(leaf) => vec![leaf],
            Nest::Tuple(parts) => parts.iter().flat_map(Nest::leaves).collect(),
        }
    }

    /// How many modes the outermost level has; a leaf is one.
    pub(crate) fn rank(&self) -> usize {
        match self {
            Nest::Leaf(_) => 1,
            Nest::Tuple(parts) => parts.len(),
        }
    }
}

impl<T: Clone> Nest<T> {
    /// The modes of the outermost level; of a leaf, itself.
    pub(crate) fn parts(&self) -> Vec<Nest<T>> {
        match self {
            Nest::Leaf(_) => vec![self.clone()],
            Nest::Tuple(parts) => parts.clone(),
        }
    }

    /// A tuple of these leaves, or the only leaf itself.
    pub(crate) fn flat(leaves: &[T]) -> Self {
        match leaves {
            [leaf] => Nest::Leaf(leaf.clone()),
            _ => Nest::Tuple(leaves.iter().cloned().map(Nest::Leaf).collect()),
        }
    }

    /// The tuple whose parts are nested alike, `((2,1),(4,8))` for `(2,4)` and `(1,8)`; none if they differ in form.
    pub(crate) fn zip<U: Clone>(&self, other: &Nest<U>) -> Option<Nest<(T, U)>> {
        match (self, other) {
            (Nest::Leaf(a), Nest::Leaf(b)) => Some(Nest::Leaf((a.clone(), b.clone()))),
            (Nest::Tuple(a), Nest::Tuple(b)) if a.len() == b.len() => {
                let parts = a.iter().zip(b).map(|(a, b)| a.zip(b));
                parts.collect::<Option<_>>().map(Nest::Tuple)
            }
            _ => None,
        }
    }
}
