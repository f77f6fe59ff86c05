//! The functions that JavaScript calls: text in, text out, in one buffer of WebAssembly's memory.
//!
//! JavaScript requests room, writes the line there as UTF-8, requests the answer, and reads it.
//! Rust itself does not dereference any pointers.
#![allow(unsafe_code)] // names without mangling; nothing else here is unsafe

use std::cell::RefCell;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a line of `bytes` bytes, all 0, and returns its address, which is valid until the
/// next call of a function.
// SAFETY: no other symbol of the library, or of the libraries that it is linked with, has this
// name.
#[unsafe(no_mangle)]
extern "C" fn zellige_room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Replaces the line by the answer, and returns the answer's length in bytes.
// SAFETY: no other symbol of the library, or of the libraries that it is linked with, has this
// name.
#[unsafe(no_mangle)]
extern "C" fn zellige_answer() -> usize {
    TEXT.with_borrow_mut(|text| {
        let line = String::from_utf8_lossy(text);
        *text = crate::page(&line).to_string().into_bytes();
        text.len()
    })
}

/// Returns the address of the answer, which is valid until the next call of one of the other
/// functions.
// SAFETY: no other symbol of the library, or of the libraries that it is linked with, has this
// name.
#[unsafe(no_mangle)]
extern "C" fn zellige_text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
