//! The image of a static layout: its different offsets, counted by a `const fn`.

use crate::refusal::leaves::Numbers;

/// The largest offset for which offsets are counted.
pub const MOST: usize = 32768;
const WORDS: usize = MOST / 64;

/// Returns the number of different offsets that these modes, with extents other than 0, reach;
/// `None` if there are too many to count.
pub const fn size(modes: &Numbers) -> Option<u64> {
    if modes.cut() {
        return None;
    }
    let (mut last, mut k) = (0u128, 0);
    while k < modes.len() {
        let (extent, stride) = modes.mode(k);
        last = last.saturating_add((extent - 1) * stride.unsigned_abs());
        k += 1;
    }
    if last < MOST as u128 { Some(count(modes, last as usize)) } else { None }
}

/// Marks all offsets, up to `last`, and counts the marks.
const fn count(modes: &Numbers, last: usize) -> u64 {
    let words = last / 64 + 1;
    let mut image = [0u64; WORDS];
    image[0] = 1;
    let mut k = 0;
    while k < modes.len() {
        let (extent, stride) = modes.mode(k);
        if stride != 0 {
            image = copies(image, words, extent as usize, stride.unsigned_abs() as usize);
        }
        k += 1;
    }
    let (mut marks, mut word) = (0, 0);
    while word < words {
        marks += image[word].count_ones() as u64;
        word += 1;
    }
    marks
}

/// Returns the marks at 0, d, 2d, ..., n times: twice as many in each step.
const fn copies(mut image: [u64; WORDS], words: usize, n: usize, d: usize) -> [u64; WORDS] {
    let mut have = 1;
    while have < n {
        let more = if 2 * have <= n { have } else { n - have };
        let (by, bits) = (more * d / 64, more * d % 64);
        // From the highest word down, so that each step reads words that are not yet changed.
        let mut word = words;
        while word > by {
            word -= 1;
            let mut moved = image[word - by] << bits;
            if bits > 0 && word > by {
                moved |= image[word - by - 1] >> (64 - bits);
            }
            image[word] |= moved;
        }
        have += more;
    }
    image
}
