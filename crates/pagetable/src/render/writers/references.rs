//! Addresses of links -> numbers, and the list of them that is written at the end: `[text][1]` and `[1]: address`.

use std::collections::HashMap;

use super::destination::destination;

/// The addresses so far. One that several links have gets one number.
#[derive(Default)]
pub struct References {
    numbers: HashMap<String, usize>,
    definitions: Vec<String>,
}

impl References {
    /// The number of an address.
    pub fn number(&mut self, address: &str) -> usize {
        if let Some(&number) = self.numbers.get(address) {
            return number;
        }
        let number = self.definitions.len() + 1;
        let written = destination(address);
        self.definitions.push(format!("[{number}]: {}", if written.is_empty() { "<>" } else { &written }));
        self.numbers.insert(address.to_owned(), number);
        number
    }

    /// One line per address, in the order of their numbers.
    pub fn list(&self) -> String {
        self.definitions.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_number_and_one_line() {
        let mut references = References::default();
        assert_eq!(["/a", "/b c", "/a", ""].map(|address| references.number(address)), [1, 2, 1, 3]);
        assert_eq!(references.list(), "[1]: /a\n[2]: /b%20c\n[3]: <>");
    }
}
