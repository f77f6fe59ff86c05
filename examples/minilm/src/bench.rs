//! The time of a batch on a GPU.

use crate::{Result, batch::Batch, weights::Weights};
use cudarc::driver::sys::CUevent_flags;
use zellige_ops::{Ops, Plan};

const WARM_UP: usize = 3;
const ROUNDS: usize = 20;
/// The first and the last token of a sentence, and the words of the vocabulary.
const CLS: u32 = 101;
const SEP: u32 = 102;
const WORDS: std::ops::Range<u32> = 1996..30522;

/// Returns sentences of 16 to 64 random tokens, always the same.
pub fn sentences(count: usize) -> Vec<Vec<u32>> {
    let mut state = 1u64;
    let mut below = |n: u32| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % u64::from(n)) as u32
    };
    let mut sentence = || {
        let words = 14 + below(49);
        let mut ids = vec![CLS];
        ids.extend((0..words).map(|_| WORDS.start + below(WORDS.end - WORDS.start)));
        ids.push(SEP);
        ids
    };
    (0..count).map(|_| sentence()).collect()
}

/// Prints the launches of a batch, and the sentences that the GPU embeds per second.
pub fn time(ops: &Ops, weights: &Weights, batch: &mut Batch, sentences: usize) -> Result<()> {
    let gpu = ops.device().gpu().ok_or("the device is not a GPU")?;
    let stream = gpu.context().default_stream();
    let queue = ops.on(&stream)?;
    let mut launches: Vec<(String, usize)> = vec![];
    batch.launch(&queue, weights, &mut |plan: &Plan<'_>| {
        let name = plan.to_string();
        match launches.iter_mut().find(|launch| launch.0 == name) {
            Some(launch) => launch.1 += 1,
            None => launches.push((name, 1)),
        }
    })?;
    for (name, times) in launches {
        println!("{times:4} x {name}");
    }
    for _ in 0..WARM_UP {
        batch.launch(&queue, weights, &mut |_| ())?;
    }
    let event = || stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT));
    let mut events = vec![event()?];
    for _ in 0..ROUNDS {
        batch.launch(&queue, weights, &mut |_| ())?;
        events.push(event()?);
    }
    let times = events.windows(2).map(|pair| pair[0].elapsed_ms(&pair[1]));
    let mut times = times.collect::<Result<Vec<f32>, _>>()?;
    times.sort_by(f32::total_cmp);
    let (median, tokens) = (times[ROUNDS / 2], batch.tokens());
    let per_second = |number: usize| number as f32 * 1e3 / median;
    println!("{sentences} sentences, {tokens} tokens: {median:.3} ms");
    println!("{:.0} sentences per second", per_second(sentences));
    println!("{:.0} tokens per second", per_second(tokens));
    Ok(())
}
