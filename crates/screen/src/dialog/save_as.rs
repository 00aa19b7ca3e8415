//! The name of a file.

/// Names of files are not longer.
const LONGEST: usize = 200;

/// A name that is being typed, and why it was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SaveAs {
    pub(crate) name: String,
    pub(crate) complaint: Option<String>,
}

impl SaveAs {
    /// The question, with a name that would do.
    pub(crate) fn new(name: String) -> SaveAs {
        SaveAs { name, complaint: None }
    }

    pub(crate) fn push(&mut self, sign: char) {
        if self.name.chars().count() < LONGEST && !sign.is_control() {
            self.name.push(sign);
            self.complaint = None;
        }
    }

    pub(crate) fn erase(&mut self) {
        self.name.pop();
        self.complaint = None;
    }

    pub(crate) fn clear(&mut self) {
        self.name.clear();
        self.complaint = None;
    }
}
