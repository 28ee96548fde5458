//! A panic of the core -> `PageFailedError`, for every entry from Python.
//!
//! Left to PyO3, a panic becomes an exception that is not an `Exception`, and ends every loop over pages that catches
//! those. The core is reached only through `guarded` (`PyPage::read` calls it), so no entry can forget it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Runs `work`; if it panics, the panic's message is that of a `PageFailedError`.
pub fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
    // Unwind safe: what `work` borrows never changes, and what it was making is dropped.
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| named_error(py, "PageFailedError", ("Panic", message(&*panic))))
}

/// The same, with the interpreter released while `work` runs.
pub fn guarded_detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    guarded(py, || py.detach(work))
}

/// An error of `maintext.errors`.
pub fn named_error<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let make = || py.import("maintext.errors")?.getattr(name)?.call1(arguments);
    make().map_or_else(|error| error, PyErr::from_value)
}

fn message(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(message), _) => message.clone(),
        (_, Some(message)) => (*message).to_owned(),
        _ => "the core gave no message".to_owned(),
    }
}
