//! The statements that are measured: what users write, in groups of one kind.

/// Statements with a name, each of which stands alone with the prelude in scope.
pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) statements: &'static [&'static str],
}

#[rustfmt::skip]
pub(super) const GROUPS: [Group; 5] = [
    Group {
        name: "each operation, on small layouts",
        statements: &[
            "let m = 100usize; let g = layout!((m, 64) : (64, 1)); let tiles = g.zipped_divide((int!(4), int!(32))); let _o = tiles.crd2idx(((3usize, 5usize), (7usize, 1usize)));",
            "let a = layout!((8, 16, 4) : (64, 1, 16)); let c = a.compose(layout!((4, 32) : (1, 4))); let _s = c.to_string();",
            "let a = layout!((8, 8) : (8, 1)); let c = a.compose(layout!((4, 4) : (1, 8))); let _s = c.to_string();",
            "let a = layout!((128, 64) : (64, 1)); let c = a.zipped_divide((int!(32), int!(16))); let _s = c.to_string();",
            "let a = layout!((128, 64) : (64, 1)); let c = a.logical_divide((int!(32), int!(16))); let _s = c.to_string();",
            "let a = layout!((128, 64) : (64, 1)); let c = a.local_tile((int!(32), int!(16)), (1u32, 2u32)).0; let _s = c.to_string();",
            "let m = 128u32; let a = layout!((m, 64) : (64, 1)); let c = a.local_tile((int!(32), int!(16)), (1u32, 2u32)).0; let _s = c.to_string();",
            "let a = layout!((8, 8)).logical_product(layout!((4, 4))); let _s = a.to_string();",
            "let a = layout!((8, 8)).tile_to_shape(shape!((64, 64))); let _s = a.to_string();",
            "let a = layout!((8, 8) : (8, 1)).complement(int!(512)); let _s = a.to_string();",
            "let a = layout!((8, 8) : (8, 1)).left_inverse(); let _s = a.to_string();",
            "let a = layout!((8, 8) : (8, 1)).upcast(int!(4)); let _s = a.to_string();",
            "let m = 8usize; let n = 9usize; let a = layout!((m, n) : (n, 1)).zipped_divide((int!(4), int!(4))); let _s = a.to_string();",
            "let a = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)).tile_to_shape(shape!((64, 64))); let _s = a.to_string();",
            "let a = layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1)).local_tile((int!(8), int!(16)), (1u32, 1u32)).0; let _s = a.to_string();",
            "let a = layout!((64, 64) : (64, 1)).local_partition(layout!((8, 4)), 3u32).0; let _s = a.to_string();",
            "let a = layout!((1024, 1024) : (1024, 1)).compose(layout!((128, 8) : (8, 1024))); let _s = a.to_string();",
            "let a = layout!((8, 16, 4) : (64, 1, 16)).compose((int!(2), layout!(4 : 4))); let _s = a.to_string();",
            "let a = layout!((8, 16, 4) : (64, 1, 16)).right_inverse().compose(layout!(8 : 1)); let _s = a.to_string();",
            "let a = layout!((8, 16, 4) : (64, 1, 16)).coalesce(); let _s = a.to_string();",
        ],
    },
    Group {
        name: "the first example of the front page",
        statements: &[
            "use zellige::ops::*; type A = layout!((8, 16, 4) : (64, 1, 16)); assert_type_eq_all!(RightInverse<A>, layout!((64, 8) : (8, 1)));",
            "type A = layout!((8, 16, 4) : (64, 1, 16)); const OFFSET: usize = A::offset((int!(3), int!(5), int!(2))); let _o = OFFSET;",
            "let a = layout!((8, 16, 4) : (64, 1, 16)); let _o: u32 = a.crd2idx((3u32, 5u32, 2u32));",
            "let m = 100usize; let g = layout!((m, 64) : (64, 1)); let tiles = g.zipped_divide((int!(4), int!(32))); let _s = tiles.to_string();",
            "type A = layout!((8, 16, 4) : (64, 1, 16)); let tile = [0f32; A::COSIZE]; let _n = tile.len();",
        ],
    },
    Group {
        name: "rank 4, extents to 4096",
        statements: &[
            "let a = layout!((4096, 64, 16, 4) : (4096, 64, 4, 1)); let _o: u32 = a.crd2idx((5u32, 6u32, 7u32, 3u32));",
            "let a = layout!((64, 4096, 8, 2) : (1, 64, 262144, 2097152)).coalesce(); let _s = a.to_string();",
            "let a = layout!((2, 8, 4096, 3) : (12288, 24576, 3, 1)); let _n = a.cosize();",
            "let a = layout!((4096, 4096, 8, 2) : (4096, 1, 16777216, 134217728)).zipped_divide((int!(128), int!(64))); let _s = a.to_string();",
            "let a = layout!((16, 64, 4096, 64) : (16777216, 262144, 64, 1)).compose((.., .., int!(128), int!(64))); let _s = a.to_string();",
            "let a = layout!((16, 12, 1000, 96) : (1152000, 96000, 96, 1)).zipped_divide((int!(1), int!(1), int!(125), int!(96))); let _s = a.to_string();",
            "let a = layout!((4, 8, 2, 4096) : (8, 1, 32, 64)).right_inverse(); let _s = a.to_string();",
            "let a = layout!((4, 8, 2, 64) : (1, 16, 8, 128)).complement(int!(16384)); let _s = a.to_string();",
            "let a = layout!((32, 4, 2, 2) : (2, 64, 1, 256)).logical_product(layout!((4, 8) : (8, 1))); let _s = a.to_string();",
            "let (b, h) = (16usize, 12usize); let a = layout!((b, h, 4096, 64) : (h * 262144, 262144, 64, 1)).zipped_divide((.., .., int!(128), int!(64))); let _s = a.to_string();",
        ],
    },
    Group {
        name: "tensors",
        statements: &[
            "let memory = [0f32; 8192]; let a = Tensor::new(&memory, layout!((128, 64) : (64, 1))); let tile = a.local_tile((int!(32), int!(16)), (1u32, 2u32)); let _x = tile[(3u32, 4u32)];",
            "let (m, n) = (128usize, 64usize); let memory = vec![0f32; m * n]; let a = Tensor::new(&memory[..], layout!((m, n) : (n, 1))); let tile = a.local_tile((int!(32), int!(16)), (1u32, 2u32)); let _x = tile[(3u32, 4u32)];",
            "let memory = [0f32; 4096]; let a = Tensor::new(&memory, layout!((64, 64) : (64, 1))); let mine = a.local_partition(layout!((8, 4)), 3u32); let _x = mine[(0u32, 1u32)];",
            "let mut memory = [0u32; 64]; let mut tile = Tensor::new(&mut memory, layout!((8, 8) : (8, 1))); for (number, mut mine) in tile.partition_mut(layout!((4, 2) : (2, 1))).enumerate() { mine.fill(number as u32); }",
            "let memory = [0f32; 4096]; let a = Tensor::new(&memory, layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1))); let row = a.slice((3u32, ..)); let _x = row[5u32];",
        ],
    },
    Group {
        name: "atoms",
        statements: &[
            "use zellige::atom::{make_tiled_mma, mma}; let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))); let (mine, _o) = mma.get_slice(37u32).partition_c(layout!((128, 128) : (128, 1))); let _s = mine.to_string();",
            "use zellige::atom::{make_tiled_mma, mma}; let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))); let (mine, _o) = mma.get_slice(37u32).partition_a(layout!((128, 32) : (32, 1))); let _s = mine.to_string();",
            "use zellige::atom::{CopyAtom, copy, make_tiled_copy}; type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>; let copy = make_tiled_copy(Atom::default(), layout!((32, 8) : (8, 1)), layout!((1, 4))); let (mine, _o) = copy.get_slice(5u32).partition_s(layout!((128, 64) : (64, 1))); let _s = mine.to_string();",
        ],
    },
];
