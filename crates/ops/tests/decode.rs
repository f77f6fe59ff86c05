//! Attention to a cache beside a plain evaluation in f64.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;
#[path = "common/refused.rs"]
mod refused;

use common::*;
use half::{bf16, f16};
use refused::{Refused, named, nowhere, nowhere_mut};
use zellige_gpu::E4m3;
use zellige_ops::*;

/// The extents of a case.
#[derive(Clone, Debug)]
struct Case {
    tokens: usize,
    group: usize,
    heads_k: usize,
    d: usize,
    /// The tokens of a page; 0 if the cache is contiguous.
    page: usize,
    lengths: Vec<usize>,
}

/// Returns the indices in a random order, and some numbers that no page has.
fn table(rng: &mut Rng, sequences: usize, max_pages: usize, pages: usize) -> Vec<u32> {
    let mut order: Vec<usize> = (0..pages).collect();
    rng.shuffle(&mut order);
    (0..sequences * max_pages)
        .map(|i| if rng.chance(10) { u32::MAX } else { order[i % pages] as u32 })
        .collect()
}

/// Compares the attention of tokens of T to a cache of elements C.
fn decode<T: Number, C: Number>(ops: &Ops, rng: &mut Rng, case: &Case) -> Result<(), Error> {
    let Case { tokens, group, heads_k, d, page, ref lengths } = *case;
    let (sequences, heads, paged) = (lengths.len(), group * heads_k, page > 0);
    let longest = lengths.iter().copied().max().unwrap_or(0);
    // Sequences have room for more than their keys, or for fewer.
    let room = if longest > 40 && rng.chance(10) { longest - 17 } else { longest + rng.index(70) };
    let max_pages = if paged { room.div_ceil(page) } else { 1 };
    let (pages, page) = if paged { (sequences * max_pages + 1, page) } else { (sequences, room) };
    let numbers = match paged {
        true => table(rng, sequences, max_pages, pages),
        false => (0..sequences as u32).collect(),
    };
    let of_q = [sequences, tokens, heads, d];
    let q = Operand::<T>::new(ops, rng, &of_q, Gaps::None)?;
    let mut o = Operand::<T>::new(ops, rng, &of_q, Gaps::None)?;
    // Keys and values of a page are side by side, each by token or by head.
    let cache = Operand::<C>::new(ops, rng, &[pages, 2, page, heads_k, d], Gaps::None)?;
    let by_token = rng.chance(60);
    let (token, head) = if by_token { (heads_k * d, d) } else { (d, page * d) };
    let all = page * heads_k * d;
    let on_device: Vec<u32> = lengths.iter().map(|&n| n as u32).collect();
    let (lengths_there, table_there) = (ops.buffer(&on_device)?, ops.buffer(&numbers)?);
    let (scaled, shared, queue) = (rng.chance(40), rng.chance(70), ops.queue());
    let (from, to) = (q.tensor(&queue)?, o.tensor_mut(&queue)?);
    let of_lengths = queue.tensor(&lengths_there, [sequences])?;
    let part = |first: usize| {
        let strides = [2 * all, token, head, 1].map(|stride| stride as i64);
        cache.tensor(&queue)?.strided(first as i64, [pages, page, heads_k, d], strides)
    };
    let mut decode = Decode::new(from, part(0)?, part(all)?, of_lengths, to);
    if paged {
        decode = decode.pages(queue.tensor(&table_there, [sequences, max_pages])?);
    }
    let mut scales = [1.0; 2];
    if scaled {
        scales = [0.5, 2.0];
        decode = decode.scale(0.25).scales(0.5, 2.0);
    }
    let elements = decode.workspace_elements(ops);
    let mut workspace = ops.buffer(&vec![0u32; elements + 3])?;
    match shared {
        true => {
            decode.workspace(queue.tensor_mut(&mut workspace, [elements + 3])?).launch(&queue)?
        }
        false => decode.launch(&queue)?,
    }

    let scale = scales[0] * if scaled { 0.25 } else { 1.0 / (d as f64).sqrt() };
    let (of_q, of_cache) = (q.numbers(), cache.numbers());
    let mut expected = vec![0.0; of_q.len()];
    for s in 0..sequences {
        let length = lengths[s].min(max_pages * page);
        for (t, h) in (0..tokens).flat_map(|t| (0..heads).map(move |h| (t, h))) {
            let row = ((s * tokens + t) * heads + h) * d;
            let page_of = |key: usize| numbers[s * max_pages + key / page];
            let at = |first: usize, key: usize, x: usize| {
                let of_page = first + 2 * all * page_of(key) as usize;
                of_cache[of_page + key % page * token + h / group * head + x]
            };
            let score = |i| scale * (0..d).map(|x| of_q[row + x] * at(0, i, x)).sum::<f64>();
            let seen = (length + t + 1).saturating_sub(tokens).min(length);
            let keys = (0..seen).filter(|&i| page_of(i) != u32::MAX);
            let powers: Vec<(usize, f64)> = keys.map(|i| (i, score(i).exp())).collect();
            let sum: f64 = powers.iter().map(|(_, power)| power).sum();
            for (i, power) in powers {
                (0..d).for_each(|x| expected[row + x] += scales[1] * power / sum * at(all, i, x));
            }
        }
    }
    let words = format!(
        "decode {case:?}, room for {room}, by token {by_token}, a workspace {shared} of {elements}"
    );
    // The powers are rounded to T before they are multiplied by values.
    o.check(&expected, 2.0 * T::UNIT, &words)?;
    let (workspace, counters) =
        (workspace.read()?, if elements > 0 { sequences * heads_k } else { 0 });
    assert!(workspace[..counters].iter().chain(&workspace[elements..]).all(|&x| x == 0), "{words}");
    Ok(())
}

#[test]
fn every_length_and_group() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(1));
    let lengths = [0, 1, 2, 7, 15, 16, 17, 31, 63, 64, 65, 113, 128, 129, 191, 211, 257];
    let rows = [(1, 1), (1, 4), (1, 8), (2, 4), (3, 5), (5, 4), (8, 1), (5, 8), (8, 8)];
    for i in 0..27 {
        let (tokens, group) = rows[i % rows.len()];
        let sequences = 1 + rng.index(3);
        let case = Case {
            tokens,
            group,
            heads_k: rng.pick(&[1, 2]),
            d: if i % 3 == 0 { 128 } else { 64 },
            page: rng.pick(&[0, 16, 16, 48, 64, 256]),
            lengths: (0..sequences).map(|_| rng.pick(&lengths)).collect(),
        };
        match i % 4 {
            0 => decode::<bf16, bf16>(&ops, &mut rng, &case)?,
            1 => decode::<f16, f16>(&ops, &mut rng, &case)?,
            2 => decode::<bf16, E4m3>(&ops, &mut rng, &case)?,
            _ => decode::<f16, E4m3>(&ops, &mut rng, &case)?,
        }
    }
    Ok(())
}

/// A cache without keys, or without room for any.
#[test]
fn nothing_to_see() -> Result<(), Error> {
    let (ops, one) = (common::ops(), bf16::ONE);
    let (queue, q, none) = (ops.queue(), ops.buffer(&[one; 2 * 64])?, ops.buffer::<bf16>(&[])?);
    let (lengths, table) = (ops.buffer(&[u32::MAX, 5])?, ops.buffer(&[0u32; 6])?);
    let (lengths, none_of_u32) = (|| queue.tensor(&lengths, [2]), ops.buffer::<u32>(&[])?);
    for (shape, of_table) in [([2, 0, 1, 64], 0), ([0, 16, 1, 64], 3), ([4, 0, 1, 64], 3)] {
        let mut o = ops.buffer(&[one; 2 * 64])?;
        let (q, k, v) = (
            queue.tensor(&q, [2, 1, 1, 64])?,
            queue.tensor(&none, shape)?,
            queue.tensor(&none, shape)?,
        );
        let decode = Decode::new(q, k, v, lengths()?, queue.tensor_mut(&mut o, [2, 1, 1, 64])?);
        match of_table {
            0 => decode.launch(&queue)?,
            _ => decode.pages(queue.tensor(&table, [2, of_table])?).launch(&queue)?,
        }
        assert_eq!(o.read()?, [bf16::ZERO; 2 * 64], "{shape:?}");
    }
    // The sequences have no page of 2^32 keys.
    let (mut o, page) = (ops.buffer(&[one; 2 * 64])?, ops.buffer(&[one; 64])?);
    let page = || queue.tensor(&page, [64])?.strided(0, [1, 1 << 32, 1, 64], [0, 0, 0, 1]);
    let (q, to) = (queue.tensor(&q, [2, 1, 1, 64])?, queue.tensor_mut(&mut o, [2, 1, 1, 64])?);
    let decode = Decode::new(q, page()?, page()?, lengths()?, to);
    decode.pages(queue.tensor(&none_of_u32, [2, 0])?).launch(&queue)?;
    assert_eq!(o.read()?, [bf16::ZERO; 2 * 64]);
    Ok(())
}

#[test]
fn refusals() -> Result<(), Error> {
    let ops = common::ops();
    let queue = ops.queue();
    let x = |shape: &[usize]| nowhere(&queue, Type::Bf16, shape);
    let u32 = |shape: &[usize]| nowhere(&queue, Type::U32, shape);
    let strided =
        |first, shape: [usize; 4], strides: [i64; 4]| x(&[4096])?.strided(first, shape, strides);
    let case = |choose: &str| {
        let (mut q, mut o) = (x(&[2, 1, 2, 64])?, nowhere_mut(&queue, Type::Bf16, &[2, 1, 2, 64])?);
        let (mut k, mut v) = (x(&[2, 16, 1, 64])?, x(&[2, 16, 1, 64])?);
        let (mut lengths, mut scale, mut table, mut workspace) = (u32(&[2])?, 1.0, None, None);
        let mut scales = [1.0; 2];
        match choose {
            "q" => q = x(&[2, 2, 64])?,
            "k" => k = x(&[2, 16, 64])?,
            "pages" => (k, table) = (x(&[2, 16, 64])?, Some(u32(&[2, 1])?)),
            "o" => o = o.narrowed(0, 0, 1)?,
            "v" => v = x(&[2, 8, 1, 64])?,
            "type of k" => (k, v) = (u32(&[2, 16, 1, 64])?, u32(&[2, 16, 1, 64])?),
            "type of v" => k = nowhere(&queue, Type::E4m3, &[2, 16, 1, 64])?,
            "odd bytes" => {
                let odd = || {
                    let bytes = nowhere(&queue, Type::E4m3, &[4096])?;
                    bytes.strided(0, [2, 16, 1, 64], [1024, 72, 64, 1])
                };
                (k, v) = (odd()?, odd()?);
            }
            "scale of v" => scales[1] = 0.0,
            "heads" => (k, v) = (x(&[2, 8, 3, 64])?, x(&[2, 8, 3, 64])?),
            "lengths" => lengths = u32(&[1])?,
            "type of lengths" => lengths = x(&[2])?,
            "strided lengths" => lengths = u32(&[2])?.strided(0, [2], [0])?,
            "sequences" => (k, v) = (x(&[3, 8, 1, 64])?, x(&[3, 8, 1, 64])?),
            "page" => {
                (k, v, table) = (x(&[2, 8, 1, 64])?, x(&[2, 8, 1, 64])?, Some(u32(&[2, 1])?));
            }
            "table" => table = Some(u32(&[1, 2])?),
            "modes of the table" => table = Some(u32(&[2])?),
            "room" => table = Some(u32(&[2, 1 << 27])?),
            "rows" => {
                (q, o) = (x(&[2, 5, 13, 64])?, nowhere_mut(&queue, Type::Bf16, &[2, 5, 13, 64])?);
            }
            "token" => {
                let shape = [2, 1, 1 << 26, 64];
                (q, o) = (x(&shape)?, nowhere_mut(&queue, Type::Bf16, &shape)?);
                (k, v) = (x(&shape)?, x(&shape)?);
            }
            "blocks" => {
                (q, o) = (
                    x(&[1 << 31, 1, 1, 64])?,
                    nowhere_mut(&queue, Type::Bf16, &[1 << 31, 1, 1, 64])?,
                );
                (k, v, lengths) =
                    (x(&[1 << 31, 1, 1, 64])?, x(&[1 << 31, 1, 1, 64])?, u32(&[1 << 31])?);
            }
            "q apart" => q = strided(0, [2, 1, 2, 64], [256, 256, 64, 1])?,
            "odd q" => q = strided(1, [2, 1, 2, 64], [128, 128, 64, 1])?,
            "odd tokens" => k = strided(0, [2, 16, 1, 64], [2048, 68, 64, 1])?,
            "strides of v" => v = strided(0, [2, 16, 1, 64], [2048, 64, 64, 1])?,
            "far tokens" => {
                let far = || x(&[1 << 31])?.strided(0, [2, 16, 1, 64], [64, 1 << 25, 64, 1]);
                (k, v) = (far()?, far()?);
            }
            "scale" => scale = 0.0,
            "NaN" => scale = f32::NAN,
            "workspace" => {
                let short = nowhere_mut(&queue, Type::U32, &[4163])?;
                (table, workspace) = (Some(u32(&[2, 8])?), Some(short));
            }
            "odd workspace" => {
                let odd = nowhere_mut(&queue, Type::U32, &[5000])?.narrowed(0, 1, 4164)?;
                (table, workspace) = (Some(u32(&[2, 8])?), Some(odd));
            }
            "d" => {
                (q, o) = (x(&[2, 1, 2, 32])?, nowhere_mut(&queue, Type::Bf16, &[2, 1, 2, 32])?);
                (k, v) = (x(&[2, 16, 1, 32])?, x(&[2, 16, 1, 32])?);
            }
            other => panic!("{other}"),
        }
        let mut decode = Decode::new(q, k, v, lengths, o).scale(scale).scales(scales[0], scales[1]);
        if let Some(table) = table {
            decode = decode.pages(table);
        }
        if let Some(workspace) = workspace {
            decode = decode.workspace(workspace);
        }
        named("decode", decode.plan(&ops))
    };
    let of_cache = "does not have the modes (sequences, tokens, heads, d)";
    case("q").refused(&format!("q, bf16 (2,2,64):(128,64,1), {of_cache}"))?;
    case("k").refused(&format!("k, bf16 (2,16,64):(1024,64,1), {of_cache}"))?;
    case("pages").refused(
        "k, bf16 (2,16,64):(1024,64,1), does not have the modes (pages, tokens, heads, d)",
    )?;
    case("o").refused("o has the shape (1,1,2,64), but q needs (2,1,2,64)")?;
    case("v").refused("v has the shape (2,8,1,64), but k needs (2,16,1,64)")?;
    case("type of k").refused("k is u32, but q is bf16")?;
    case("type of v").refused("v is bf16, but k is e4m3")?;
    case("odd bytes").refused(
        "the heads of k, e4m3 (2,16,1,64):(1024,72,64,1), are not contiguous from multiples of 16 \
         bytes on",
    )?;
    case("scale of v").refused("the scale of v is 0, and not larger than 0")?;
    case("heads")
        .refused("q is (2,1,2,64) and k is (2,8,3,64): heads of q do not share those of k")?;
    case("lengths").refused("lengths has the shape (1), but q needs (2)")?;
    case("type of lengths").refused("the elements of lengths are bf16, not u32 or i32")?;
    case("strided lengths").refused("lengths, u32 (2):(0), is not contiguous")?;
    case("sequences").refused("k has 3 sequences, and q has 2")?;
    case("page").refused("a page has 8 tokens, not a multiple of 16")?;
    case("table").refused("the table has the shape (1,2), but q needs (2,2)")?;
    case("modes of the table").refused("the table has the shape (2), but q needs (2,2)")?;
    case("room").refused("a sequence has room for 2147483648 keys, 2^31 or more")?;
    case("rows").refused("5 tokens and 13 heads for each head of k are 65 rows, more than 64")?;
    case("token").refused("the size of a token of q is 4294967296, which is 2^32 or more")?;
    case("blocks")
        .refused("2147483648 sequences of 1 heads of k are 2147483648 blocks, 2^31 or more")?;
    case("q apart").refused("q, bf16 (2,1,2,64):(256,256,64,1), is not contiguous")?;
    case("odd q").refused("q does not begin at a multiple of 16 bytes")?;
    let sentence = "the heads of k, bf16 (2,16,1,64):(2048,68,64,1), are not contiguous from \
                    multiples of 16 bytes on";
    case("odd tokens").refused(sentence)?;
    let sentence = "v, bf16 (2,16,1,64):(2048,64,64,1), does not have the strides of k, bf16 \
                    (2,16,1,64):(1024,64,64,1)";
    case("strides of v").refused(sentence)?;
    let sentence = "tokens of k, bf16 (2,16,1,64):(64,33554432,64,1), begin 67108864 bytes \
                    apart, 2^26 or more";
    case("far tokens").refused(sentence)?;
    case("scale").refused("the scale is 0, and not larger than 0")?;
    case("NaN").refused("the scale is NaN, and not larger than 0")?;
    case("workspace")
        .refused("the workspace, u32 (4163):(1), does not have 4164 contiguous elements of u32")?;
    case("odd workspace").refused("the workspace does not begin at a multiple of 16 bytes")?;
    case("d").refused("d is 32, and the kernels are for 64 and 128")
}
