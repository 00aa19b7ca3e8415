//! The boundary to C: caught panics, error messages, texts in and out.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use crate::error::Error;

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Runs the body of an exported function. An error or a panic becomes its code, and its message the
/// last error of this thread.
pub(crate) fn guard(body: impl FnOnce() -> Result<c_int, Error>) -> c_int {
    // The state that a panic leaves is a game, whose methods change it at their end, or a searcher,
    // whose mutex is poisoned.
    let result = catch_unwind(AssertUnwindSafe(body));
    match result.unwrap_or_else(|payload| Err(Error::of_panic(payload.as_ref()))) {
        Ok(value) => value,
        Err(error) => {
            let message = error.to_string().replace('\0', "\u{fffd}");
            let message = CString::new(message).unwrap_or_default();
            // A thread that is ending keeps no messages.
            let _ = LAST_ERROR.try_with(|last| last.replace(message));
            error.code()
        }
    }
}

/// The message of the last error of this thread. It is valid until the next error.
pub(crate) fn last_error() -> *const c_char {
    LAST_ERROR.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Checks a pointer that must not be `NULL`.
pub(crate) fn given<T>(pointer: Option<T>, name: &'static str) -> Result<T, Error> {
    pointer.ok_or(Error::Null(name))
}

/// The variable of the caller that receives a new handle, `NULL` on failure.
pub(crate) type Handle<'a, T> = Option<&'a mut MaybeUninit<Option<Box<T>>>>;

/// Stores a new handle.
pub(crate) fn hand_out<T>(out: Handle<'_, T>, name: &'static str, new: impl FnOnce() -> Result<T, Error>) -> c_int {
    guard(|| {
        let out = given(out, name)?.write(None);
        *out = Some(Box::new(new()?));
        Ok(0)
    })
}

/// The text of a C string.
pub(crate) fn text<'a>(text: *const c_char, name: &'static str) -> Result<&'a CStr, Error> {
    if text.is_null() {
        return Err(Error::Null(name));
    }
    // SAFETY: the caller gives a C string that nobody changes during the call. The reference does
    // not outlive the call: no exported function stores it.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// Writes a text as `snprintf` does: as much as fits, always with a NUL. Returns the length of the
/// whole text.
pub(crate) fn write_text(text: &str, buffer: *mut c_char, size: usize) -> Result<c_int, Error> {
    if let Some(most) = size.checked_sub(1) {
        if buffer.is_null() {
            return Err(Error::Null("buffer"));
        }
        let length = text.floor_char_boundary(most);
        // SAFETY: the caller gives a buffer of `size` bytes, and `length` is less. Our text is
        // never part of it.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr().cast(), buffer, length);
            buffer.add(length).write(0);
        }
    }
    c_int::try_from(text.len()).map_err(|_| Error::Internal("the text is too long".to_owned()))
}

/// A text in an array of a struct, with NULs up to its end.
pub(crate) fn array<const N: usize>(text: &str) -> [c_char; N] {
    let length = text.floor_char_boundary(N - 1);
    let mut array = [0; N];
    for (cell, byte) in array.iter_mut().zip(&text.as_bytes()[..length]) {
        *cell = *byte as c_char;
    }
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_code_and_a_message_of_its_thread() {
        let code = guard(|| panic!("one\0two {}", 3));
        assert_eq!(code, -8);
        let message = || text(last_error(), "message").unwrap().to_str().unwrap().to_owned();
        assert_eq!(message(), "internal error: one\u{fffd}two 3");
        std::thread::spawn(move || assert_eq!(message(), "")).join().unwrap();
    }

    #[test]
    fn a_text_that_does_not_fit_ends_at_a_whole_character() {
        let mut buffer = [1; 8];
        for (size, expected) in [(1, ""), (2, "a"), (3, "a"), (4, "aé"), (8, "aéb")] {
            assert_eq!(write_text("aéb", buffer.as_mut_ptr(), size).unwrap(), 4);
            assert_eq!(text(buffer.as_ptr(), "buffer").unwrap().to_str(), Ok(expected));
        }
        assert_eq!(write_text("aéb", ptr::null_mut(), 0).unwrap(), 4);
        assert!(write_text("aéb", ptr::null_mut(), 1).is_err());
        assert_eq!(array::<3>("aéb"), [b'a' as c_char, 0, 0]);
    }
}
