//! The names of operations and of their operands in messages.

/// The names of an operation that composes, and of its operands.
#[derive(Copy, Clone)]
pub struct Names {
    /// The operation: `composition(A, B)`.
    pub operation: &'static str,
    /// The layout that is walked, such as `A`.
    pub left: &'static str,
    /// The layout with the modes that walk, such as `B`.
    pub right: &'static str,
    /// Advice on a remedy, if there is any.
    pub hint: &'static str,
}
/// The composition of A with B.
pub const COMPOSITION: Names =
    Names { operation: "composition(A, B)", left: "A", right: "B", hint: "" };
/// The division of A by B: A composed with (B, rest).
pub const LOGICAL_DIVIDE: Names = Names {
    operation: "logical_divide(A, B)",
    left: "A",
    right: "(B, rest)",
    hint: "; pad the shape of A, or tile it mode by mode",
};
/// The product of A with B: what A leaves out, composed with B.
pub const LOGICAL_PRODUCT: Names =
    Names { operation: "logical_product(A, B)", left: "A's complement", right: "B", hint: "" };

/// The names of an operation that makes a complement and of the layout that it complements, and
/// advice on how to allow gaps, if there is any.
pub type OfComplement = (&'static str, &'static str, &'static str);
/// The complement of L without holes.
pub const COMPLEMENT: OfComplement =
    ("complement(L, M)", "L", "; complement_sparse allows such gaps");
/// The complement of L that may leave holes.
pub const COMPLEMENT_SPARSE: OfComplement = ("complement_sparse(L, M)", "L", "");
/// The complement of the divisor: the rest of a division.
pub const OF_REST: OfComplement = (LOGICAL_DIVIDE.operation, "B", "");
/// The complement of the block: the copies of a product.
pub const OF_COPIES: OfComplement = (LOGICAL_PRODUCT.operation, "A", "");
