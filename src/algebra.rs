//! The layout algebra, one operation per file.
//!
//! Every operation is a function on types with a layout as its result, so nothing needs a `where`
//! clause. The same function on values, for run-time integers, is next to it.
//! The files of `src/layout` declare the methods; `src/layout.rs` lists them.
//!
//! | file | what it computes |
//! |---|---|
//! | `compose` | `compose`, `with_shape`: the layout `A(B(i))` |
//! | `walk` | the walk of each mode of B over A; the last mode of A has no end |
//! | `general_rule` | the rule for a walk with a step that does not divide an extent |
//! | `complement` | `complement`: the offsets at which copies of a layout tile |
//! | `inverse` | `right_inverse`, `left_inverse`: from offsets back to coordinates |
//! | `nullspace` | `nullspace`: the coordinates with offset 0 |
//! | `tiler` | the operand by which a layout is composed, divided or multiplied: what each kind does |
//! | `divide` | `logical_divide` and its siblings: a layout cut into tiles, or into runs of N elements |
//! | `evenly_divides` | `evenly_divides`: whether the tiles cover a shape and nothing else |
//! | `product` | `logical_product` and its siblings: copies of a layout, arranged by another layout |
//! | `tile_to_shape` | `tile_to_shape`: copies of a block that fill a shape |
//! | `distribute` | `domain_distribute`: a number of elements, evenly spread over a shape |
//! | `coalesce` | `coalesce`, `filter`: the fewest modes for the same function |
//! | `recast` | `upcast`, `downcast`, `recast_layout`: the same memory in wider or narrower elements |
//! | `max_common_vector` | `max_common_vector`: the longest vector that two layouts have in common |
//! | `max_alignment` | `max_alignment`: the widest vector to which every run of a layout is aligned |
//! | `coordinate` | `crd2idx`, `slice`, `dice`; in `index`: `idx2crd`, `crd2crd` |
//! | `coordinate_bounds` | whether a static coordinate is outside a static shape |
//! | `natural_coordinate` | the coordinates with one number for each integer of a shape |
//! | `width` | whether an offset fits into the integers that compute it |
//! | `outer_function` | functions of the offsets, as in `F(offset + L(c))` |
//! | `swizzle` | offsets with bits moved onto other bits, so that no two accesses meet in a bank |
//! | `swizzle_through_layout` | a swizzle passed through a layout |
//! | `property` | `is_injective` and its siblings: whether an offset is reached twice, or left out |
//! | `image` | the number of different offsets |
//! | `banks` | which threads of a warp meet in a bank of shared memory, and which swizzle keeps them apart |
//! | `flat_modes` | a layout as a flat list of modes, and back to a layout |
//! | `stride_or_offset` | an integer as a stride that walks, or as an offset that may be refused |
//! | `tree` | a layout as the tree of its modes, which all operations fold |
//! | `algebra_reasons` | why an operation has no result |

pub mod compose;
pub mod general_rule;
pub mod walk;

pub mod complement;
pub mod inverse;
pub mod nullspace;

pub mod distribute;
pub mod divide;
pub mod evenly_divides;
pub mod product;
pub mod tile_to_shape;
pub mod tiler;

pub mod coalesce;
pub mod max_alignment;
pub mod max_common_vector;
pub mod recast;

pub mod coordinate;
pub mod coordinate_bounds;
pub mod natural_coordinate;
pub mod width;

pub mod banks;
pub mod image;
pub mod outer_function;
pub mod property;
pub mod swizzle;
pub mod swizzle_through_layout;

pub mod algebra_reasons;
pub mod flat_modes;
pub(crate) mod stride_or_offset;
pub mod tree;
