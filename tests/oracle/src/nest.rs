//! Nested tuples: the profile of shapes, coordinates and layouts.

/// A leaf, or a tuple of nested tuples.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Nest<T> {
    /// A leaf.
    Leaf(T),
    /// A tuple.
    Tuple(Vec<Nest<T>>),
}

impl<T> Nest<T> {
    /// Returns the same profile with other leaves.
    pub fn map<U>(&self, f: &mut impl FnMut(&T) -> U) -> Nest<U> {
        match self {
            Nest::Leaf(leaf) => Nest::Leaf(f(leaf)),
            Nest::Tuple(parts) => Nest::Tuple(parts.iter().map(|part| part.map(f)).collect()),
        }
    }

    /// Returns the leaves from left to right: `(2,(4,8))` has 2, 4, 8.
    pub fn leaves(&self) -> Vec<&T> {
        match self {
            Nest::Leaf(leaf) => vec![leaf],
            Nest::Tuple(parts) => parts.iter().flat_map(Nest::leaves).collect(),
        }
    }

    /// Returns the number of modes of the outermost level; a leaf is one mode.
    pub fn rank(&self) -> usize {
        match self {
            Nest::Leaf(_) => 1,
            Nest::Tuple(parts) => parts.len(),
        }
    }
}

impl<T: Clone> Nest<T> {
    /// Returns the modes of the outermost level; a leaf is its own mode.
    pub fn parts(&self) -> Vec<Nest<T>> {
        match self {
            Nest::Leaf(_) => vec![self.clone()],
            Nest::Tuple(parts) => parts.clone(),
        }
    }

    /// Returns a tuple of these leaves, or the only leaf itself.
    pub fn flat(leaves: &[T]) -> Self {
        match leaves {
            [leaf] => Nest::Leaf(leaf.clone()),
            _ => Nest::Tuple(leaves.iter().cloned().map(Nest::Leaf).collect()),
        }
    }

    /// Returns the tuple of pairs of corresponding leaves, `((2,1),(4,8))` for `(2,4)` and `(1,8)`,
    /// or `None` if the two differ in profile.
    pub fn zip<U: Clone>(&self, other: &Nest<U>) -> Option<Nest<(T, U)>> {
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
