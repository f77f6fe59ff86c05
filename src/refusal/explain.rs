//! The reason why a composition is refused: the exact criterion, computed on numbers by
//! `const fn`s.
//!
//! The algebra decides *whether* a composition exists, in types (`algebra::compose`). This module
//! makes the same decision from the numbers, and says *why* it does not exist. It runs at two
//! times: at compile time after a refusal, and at run time, when run-time integers may leave an
//! operation without a result (module [`run_time`](crate::run_time)).
//!
//! Notation, as in the module on composition: the left layout A is coalesced, with extents `s_k`
//! and strides `D_k`; `P_k` is the product of the extents before mode k, and A *bends* there by
//! `c_k = D_k - s_(k-1) * D_(k-1)`, so that `A(x)` is the sum of `c_k * floor(x / P_k)`. A mode
//! `n:d` of B walks A with stride d.

use super::leaves::{MOST, Numbers};
use super::names::Names;
use super::{Code, Message, Refusal};

/// The steps at which a walk `n:d` crosses the multiples of P. With `g = d mod P`, the first
/// crossing is after `Q = ceil(P / g)` steps, by `e = Q * g - P` too far.
#[derive(Copy, Clone)]
pub struct Crossing {
    g: u128,
    /// The step Q; n if P is never crossed, or if every step is a multiple of P.
    pub q: u128,
    e: u128,
    /// The first step at which the excess has added up to one more crossing; n if never.
    pub t: u128,
}

impl Crossing {
    /// Computes how the walk `n:d` crosses the multiples of `p`.
    pub const fn of(p: u128, n: u128, d: u128) -> Crossing {
        if p == 0 || n == 0 {
            return Crossing { g: 0, q: n, e: 0, t: n };
        }
        let g = d % p;
        if g == 0 {
            return Crossing { g, q: n, e: 0, t: n };
        }
        let q = p.div_ceil(g);
        if q >= n {
            return Crossing { g, q: n, e: 0, t: n };
        }
        let e = q * g - p;
        if e == 0 {
            return Crossing { g, q, e, t: n };
        }
        let j = (p - (q - 1) * g).div_ceil(e);
        Crossing { g, q, e, t: min(n, j * q + (p - j * e).div_ceil(g)) }
    }
    /// Returns the largest `d * i mod P` for i < n, and an i that reaches it.
    pub const fn reach(&self, n: u128) -> (u128, u128) {
        if self.g == 0 {
            return (0, 0);
        }
        if self.q >= n {
            return ((n - 1) * self.g, n - 1);
        }
        let (m, rest) = (n / self.q, n % self.q);
        let whole = ((m - 1) * self.e + (self.q - 1) * self.g, m * self.q - 1);
        if rest == 0 {
            return whole;
        }
        let partial = (m * self.e + (rest - 1) * self.g, m * self.q + rest - 1);
        if partial.0 > whole.0 { partial } else { whole }
    }
}

const fn min(a: u128, b: u128) -> u128 {
    if a < b { a } else { b }
}

/// Returns `P_k`, or the largest number, which exceeds any walk of [`within_reach`].
const fn prefix(a: &Numbers, k: usize) -> u128 {
    let (mut p, mut j) = (1u128, 0);
    while j < k {
        p = p.saturating_mul(a.mode(j).0);
        j += 1;
    }
    p
}
/// Returns `c_k`.
const fn bend(a: &Numbers, k: usize) -> i128 {
    let (extent, stride) = a.mode(k - 1);
    a.mode(k).1 - extent as i128 * stride
}
/// Returns `A(x)`, where the last mode of A is unbounded.
const fn at(a: &Numbers, mut x: i128) -> i128 {
    let (mut k, mut offset) = (0, 0);
    // Past the last digit an extent may be 0.
    while k + 1 < a.len() && x != 0 {
        let (extent, stride) = a.mode(k);
        offset += x % extent as i128 * stride;
        x /= extent as i128;
        k += 1;
    }
    offset + x * a.mode(k).1
}
/// Returns the last index that B reaches, or the largest number.
const fn last_index(b: &Numbers) -> u128 {
    let (mut last, mut j) = (0u128, 0);
    while j < b.len() {
        let (n, d) = b.mode(j);
        last = last.saturating_add(n.saturating_sub(1).saturating_mul(d.unsigned_abs()));
        j += 1;
    }
    last
}
/// Returns whether the numbers of A and B, and the offsets that B reaches in A, are so small that
/// nothing below overflows.
const fn within_reach(a: &Numbers, b: &Numbers) -> bool {
    let (mut strides, mut k) = (0u128, 0);
    while k < a.len() {
        strides += a.mode(k).1.unsigned_abs();
        k += 1;
    }
    a.exact() && b.exact() && last_index(b).saturating_mul(strides) < i128::MAX as u128
}
/// Returns an inner mode of A without elements that B would use.
const fn empty_mode(a: &Numbers, b: &Numbers) -> Option<usize> {
    let last = last_index(b);
    let (mut p, mut k) = (1u128, 0);
    while k + 1 < a.len() && p <= last {
        let (extent, _) = a.mode(k);
        if extent == 0 {
            return Some(k);
        }
        p = p.saturating_mul(extent);
        k += 1;
    }
    None
}
/// Returns the stride of the mode `j` of B, which is not negative if A has several modes.
const fn stride(b: &Numbers, j: usize) -> u128 {
    b.mode(j).1 as u128
}
/// The crossings of the multiples of each `P_k` by a walk `n:d`. (The crossing of `P_0`, which is
/// 1, is meaningless.)
type Crossings = [Crossing; MOST];
/// Computes all crossings at once: the compiler evaluates this after a refusal, call by call.
const fn crossings(a: &Numbers, n: u128, d: u128) -> Crossings {
    let mut crossings = [Crossing::of(1, n, d); MOST];
    let (mut p, mut k) = (1u128, 1);
    while k < a.len() {
        p = p.saturating_mul(a.mode(k - 1).0);
        crossings[k] = Crossing::of(p, n, d);
        k += 1;
    }
    crossings
}
/// Returns the sum of the bends of the modes that are first crossed, or unevenly crossed, at step
/// `q`.
const fn bends_at(a: &Numbers, walk: &Crossings, q: u128, uneven: bool) -> i128 {
    let (mut sum, mut k) = (0, 1);
    while k < a.len() {
        let crossing = &walk[k];
        if crossing.q == q || uneven && crossing.t == q {
            sum += bend(a, k);
        }
        k += 1;
    }
    sum
}
/// Returns the largest step before `q` at which A bends under the walk, or 1.
const fn break_before(a: &Numbers, walk: &Crossings, q: u128) -> u128 {
    let (mut best, mut k) = (1, 1);
    while k < a.len() {
        let candidate = walk[k].q;
        if best < candidate && candidate < q && bends_at(a, walk, candidate, false) != 0 {
            best = candidate;
        }
        k += 1;
    }
    best
}

/// Returns why no layout equals `A(B(i))`, or `None` if one does.
pub const fn composition(names: Names, a: &Numbers, b: &Numbers) -> Option<Refusal> {
    if let Some(earlier) = first(a.refused(), b.refused()) {
        return Some(earlier);
    }
    if a.cut() || b.cut() {
        let m = opening(names)
            .s("it is not a layout; with more than 32 modes, the mode at fault is not determined");
        return Some(Refusal::new(Code::TooManyModes, m));
    }
    if !a.shape.unsigned || !b.shape.unsigned {
        let m = opening(names).s("an extent is not an unsigned integer");
        return Some(Refusal::new(Code::NotUnsigned, m));
    }
    if !a.stride.numbers || !b.stride.numbers {
        return Some(Refusal::ends_inside(
            names.operation,
            names.right,
            names.left,
            &extents(names, a),
        ));
    }
    if !a.known() || !b.known() {
        let m = opening(names)
            .s("the known numbers do not divide, and the general rule needs all numbers");
        let m = b.write(m.s(" [").s(names.right).s(": ")).s("]");
        return Some(Refusal::new(Code::DynamicIntegers, m.cat(&note(names, a))));
    }
    if let Some(k) = empty_mode(a, b) {
        let mode = a.name_of_mode(k, names.left);
        return Some(Refusal::empty_mode(names.operation, &mode, &note(names, a)));
    }
    if !within_reach(a, b) {
        let m = opening(names)
            .s("it is not a layout; with numbers of more than 63 bits or offsets of more than 126 bits, the mode at fault is not determined");
        let m = b.write(m.s(" [").s(names.right).s(": ")).s("]");
        return Some(Refusal::new(Code::TooLarge, m.cat(&note(names, a))));
    }
    let mut j = 0;
    while j < b.len() {
        let refusal = one_mode(names, a, b, j);
        if refusal.is_some() {
            return refusal;
        }
        j += 1;
    }
    all_modes(names, a, b)
}

/// Returns the first of two refusals.
pub const fn first(a: Option<Refusal>, b: Option<Refusal>) -> Option<Refusal> {
    if a.is_some() { a } else { b }
}

/// Checks that one mode `n:d` of B alone is a layout over A.
const fn one_mode(names: Names, a: &Numbers, b: &Numbers, j: usize) -> Option<Refusal> {
    let (n, d) = b.mode(j);
    if n < 2 || d == 0 || a.len() == 0 {
        return None;
    }
    if d < 0 && a.len() == 1 {
        return None;
    }
    if d < 0 {
        return Some(backwards(names, a, b, j));
    }
    let walk = &crossings(a, n, d as u128);
    // Up to the step `even_until` every crossing keeps its pace.
    let (mut even_until, mut uneven_mode, mut k) = (n, 0, 1);
    while k < a.len() {
        let t = walk[k].t;
        if t < even_until {
            (even_until, uneven_mode) = (t, k);
        }
        k += 1;
    }
    // Up to that step, the steps at which A bends must be a chain of divisors of n.
    let mut last = 1;
    loop {
        let (mut q, mut mode, mut k) = (even_until, 0, 1);
        while k < a.len() {
            let candidate = walk[k].q;
            if last < candidate && candidate < q {
                (q, mode) = (candidate, k);
            }
            k += 1;
        }
        if q == even_until {
            break;
        }
        last = q;
        if bends_at(a, walk, q, false) == 0 {
            continue;
        }
        if n % q != 0 && walk[mode].e == 0 {
            return Some(extent_not_divisible(names, a, b, j, mode, q));
        }
        if n % q != 0 {
            return Some(stride_not_divisible(names, a, b, j, mode, q));
        }
        let before = break_before(a, walk, q);
        if q % before != 0 {
            return Some(breaks_not_nested(names, a, b, j, before, q));
        }
    }
    if even_until == n {
        return None;
    }
    // At that step the excess adds up. It may do so at the end of a block, or where A does not
    // bend.
    let chain = even_until % break_before(a, walk, even_until) == 0 && n % even_until == 0;
    if bends_at(a, walk, even_until, true) != 0 && !chain {
        return Some(stride_not_divisible(names, a, b, j, uneven_mode, even_until));
    }
    let reason = Message::crosses_unevenly(&mode(names, b, j), names.left, even_until);
    Some(resonant(names, a, &reason))
}

/// Checks that the modes of B together do not carry from one mode of A into the next.
const fn all_modes(names: Names, a: &Numbers, b: &Numbers) -> Option<Refusal> {
    let (mut up, mut down, mut first, mut certain, mut k) = (false, false, 0, 0, 1);
    let mut p = 1u128;
    while k < a.len() {
        p = p.saturating_mul(a.mode(k - 1).0);
        let (mut total, mut point, mut sum, mut j) = (0, 0, 0, 0);
        while j < b.len() {
            let (n, d) = (b.mode(j).0, stride(b, j));
            let (reach, i) = Crossing::of(p, n, d).reach(n);
            total += reach;
            point += (i * d) as i128;
            sum += at(a, (i * d) as i128);
            j += 1;
        }
        if total >= p && p > 0 {
            if bend(a, k) > 0 {
                up = true
            } else {
                down = true
            }
            if first == 0 {
                first = k;
            }
            if certain == 0 && at(a, point) != sum {
                certain = k;
            }
        }
        k += 1;
    }
    if first == 0 {
        return None;
    }
    // Carries with bends of the same sign cannot cancel; otherwise a point where they do not cancel
    // decides.
    let decided = !(up && down) || certain != 0;
    let k = if decided && certain != 0 { certain } else { first };
    let carries = carries(names, a, b, k);
    Some(if decided {
        Refusal::carry(names.operation, &carries, &note(names, a))
    } else {
        resonant(names, a, &carries)
    })
}

/// Writes `composition(A, B): `.
const fn opening(names: Names) -> Message {
    Message::new().s(names.operation).s(": ")
}
/// Returns the extents of A that the message refers to.
const fn extents(names: Names, a: &Numbers) -> Message {
    Message::coalesced("", names.left, &a.write_shape(Message::new()))
}
/// Returns the numbers of A that the message refers to, after the hint.
const fn note(names: Names, a: &Numbers) -> Message {
    Message::coalesced(names.hint, names.left, &a.write(Message::new()))
}
/// Returns `mode 1.0 of B (6:1)`.
const fn mode(names: Names, b: &Numbers, j: usize) -> Message {
    b.name_of_mode(j, names.right)
}
/// Returns the description of the block before `P_k`.
const fn block(names: Names, a: &Numbers, k: usize) -> Message {
    match k {
        1 => Message::first_block(prefix(a, k), names.left),
        _ => Message::block(prefix(a, k), names.left, k as u64 - 1),
    }
}

/// Returns the refusal of a mode of B that walks backwards if A has several modes.
const fn backwards(names: Names, a: &Numbers, b: &Numbers, j: usize) -> Refusal {
    Refusal::walks_backwards(names.operation, &mode(names, b, j), names.left, &note(names, a))
}

const fn extent_not_divisible(
    names: Names,
    a: &Numbers,
    b: &Numbers,
    j: usize,
    k: usize,
    q: u128,
) -> Refusal {
    Refusal::extent_not_divisible(
        names.operation,
        &mode(names, b, j),
        &block(names, a, k),
        q,
        b.mode(j).0,
        &note(names, a),
    )
}

const fn stride_not_divisible(
    names: Names,
    a: &Numbers,
    b: &Numbers,
    j: usize,
    k: usize,
    step: u128,
) -> Refusal {
    let (d, p) = (stride(b, j), prefix(a, k));
    let divisor = if d < p { Message::new().number(d) } else { Message::modulo(d, p, d % p) };
    let walk = Message::walk(&mode(names, b, j), names.left, d, &block(names, a, k));
    Refusal::stride_not_divisible(
        names.operation,
        &walk,
        &divisor,
        step,
        b.mode(j).0,
        &note(names, a),
    )
}

const fn breaks_not_nested(
    names: Names,
    a: &Numbers,
    b: &Numbers,
    j: usize,
    before: u128,
    q: u128,
) -> Refusal {
    Refusal::breaks_not_nested(
        names.operation,
        &mode(names, b, j),
        names.left,
        before,
        q,
        &note(names, a),
    )
}

/// Returns the phrase that the modes of B carry into the mode `k` of A, with how far each reaches.
const fn carries(names: Names, a: &Numbers, b: &Numbers, k: usize) -> Message {
    let p = prefix(a, k);
    let (mut reaches, mut total, mut j) = (Message::new(), 0, 0);
    while j < b.len() {
        let (n, d) = (b.mode(j).0, stride(b, j));
        let (reach, _) = Crossing::of(p, n, d).reach(n);
        if reach > 0 {
            reaches = reaches.cat(&Message::reaches(&mode(names, b, j), reach));
        }
        total += reach;
        j += 1;
    }
    Message::carries(names.right, k as u64, names.left, &block(names, a, k), &reaches, total, p - 1)
}

const fn resonant(names: Names, a: &Numbers, reason: &Message) -> Refusal {
    Refusal::resonant(names.operation, reason, names.left, &note(names, a))
}
