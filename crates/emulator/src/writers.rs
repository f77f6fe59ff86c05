//! The block that last wrote each byte of global memory.
//!
//! Two blocks of a grid that write the same byte are a *race*, unless the first one signalled after
//! it wrote, and the other one has seen a signal since: by `store_release` and `load_acquire`, or,
//! in a cluster, at its barrier or by an arrival at a barrier of the other block. The signals are
//! not distinguished, so some races are missed, but no false ones are reported.

use std::{
    array,
    cell::Cell,
    sync::{
        OnceLock, PoisonError, RwLock,
        atomic::{AtomicU32, Ordering::*},
    },
};

/// The spans of all blocks of a launch: a block's work between two of its signals.
#[derive(Default)]
pub(super) struct Writers {
    /// The number of signals so far.
    signals: AtomicU32,
    /// The spans, by number, starting with 1.
    spans: RwLock<Vec<Span>>,
}
/// The work of a block between two of its signals.
struct Span {
    block: (u32, u32),
    /// The number of the signal that ended it.
    end: Option<u32>,
}
/// The current span of a block.
#[derive(Default)]
pub(super) struct Writer {
    /// The number of its span; 0 if it has written nothing since its last signal.
    span: Cell<u32>,
    block: Cell<(u32, u32)>,
    /// The number of the last signal that the block may have seen.
    seen: Cell<u32>,
}
impl Writers {
    /// Returns the number of the span of a block that writes.
    fn span(&self, writer: &Writer) -> u32 {
        if writer.span.get() == 0 {
            let mut spans = self.spans.write().unwrap_or_else(PoisonError::into_inner);
            spans.push(Span { block: writer.block.get(), end: None });
            writer.span.set(spans.len() as u32);
        }
        writer.span.get()
    }
    /// Records that a block signals.
    pub(super) fn signal(&self, writer: &Writer) {
        let span = writer.span.take();
        if span != 0 {
            let mut spans = self.spans.write().unwrap_or_else(PoisonError::into_inner);
            spans[span as usize - 1].end = Some(self.signals.fetch_add(1, AcqRel) + 1);
        }
    }
    /// Records that a block sees all signals so far.
    pub(super) fn see(&self, writer: &Writer) {
        writer.seen.set(self.signals.load(Acquire));
    }
    /// Returns the block of a span, unless a block may overwrite the bytes written in it.
    fn conflict(&self, span: u32, writer: &Writer) -> Option<(u32, u32)> {
        let spans = self.spans.read().unwrap_or_else(PoisonError::into_inner);
        let Span { block, end } = spans[span as usize - 1];
        let seen = end.is_some_and(|end| end <= writer.seen.get());
        (block != writer.block.get() && !seen).then_some(block)
    }
}
impl Writer {
    /// Begins another block, at this position in the grid.
    pub(super) fn begin(&self, block: (u32, u32)) {
        self.span.set(0);
        self.block.set(block);
        self.seen.set(0);
    }
}

/// The number of bytes in a page.
const PAGE: usize = 4096;
/// The span in which each byte of a page was last written; 0 for none.
type Page = [AtomicU32; PAGE];

/// The span in which each byte of a region was last written. A page without writes takes no memory.
#[derive(Default)]
pub(super) struct Written(OnceLock<Box<[OnceLock<Box<Page>>]>>);
impl Written {
    /// Records that a block writes bytes of a region of the given size.
    ///
    /// # Errors
    ///
    /// Returns another block that wrote one of the bytes without a signal in between.
    pub(super) fn write(
        &self,
        (first, bytes): (usize, usize),
        all: usize,
        writers: &Writers,
        writer: &Writer,
    ) -> Result<(), (u32, u32)> {
        let pages = || (0..all.div_ceil(PAGE)).map(|_| OnceLock::new()).collect();
        let pages = self.0.get_or_init(pages);
        let span = writers.span(writer);
        for byte in first..first + bytes {
            let new = || Box::new(array::from_fn(|_| AtomicU32::new(0)));
            let last = &pages[byte / PAGE].get_or_init(new)[byte % PAGE];
            if last.load(Relaxed) == span {
                continue;
            }
            let before = last.swap(span, AcqRel);
            if before != 0
                && let Some(block) = writers.conflict(before, writer)
            {
                return Err(block);
            }
        }
        Ok(())
    }
}
