//! The functions that JavaScript calls: a text in, a text out, in one buffer of WebAssembly's memory.
//!
//! JavaScript asks for room, writes the line there as UTF-8, asks for the answer, and reads it. Rust itself follows no pointer.
#![allow(unsafe_code)] // names without mangling; nothing else here is unsafe

use std::cell::RefCell;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a line of so many bytes, all 0, and returns where it is. It is there until the next call of a function.
// SAFETY: no other symbol of the library, or of what it is linked with, has this name.
#[unsafe(no_mangle)]
extern "C" fn zellige_room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Puts the answer in the place of the line, and returns how many bytes it has.
// SAFETY: no other symbol of the library, or of what it is linked with, has this name.
#[unsafe(no_mangle)]
extern "C" fn zellige_answer() -> usize {
    TEXT.with_borrow_mut(|text| {
        let line = String::from_utf8_lossy(text);
        *text = crate::page(&line).to_string().into_bytes();
        text.len()
    })
}

/// Returns where the answer is. It is there until the next call of one of the other functions.
// SAFETY: no other symbol of the library, or of what it is linked with, has this name.
#[unsafe(no_mangle)]
extern "C" fn zellige_text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
