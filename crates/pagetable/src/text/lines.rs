//! Source positions -> counts per source line. Tag-ratio methods are defined on lines.

use crate::page::table::Line;

pub struct LineCounter<'a> {
    source: &'a [u8],
    lines: Vec<Line>,
    /// Where the next line starts; past the end of the source if this is the last one.
    next_start: usize,
    /// Positions of the byte that ends a line: a line feed, or a carriage return in a page that has no
    /// line feed.
    ends: memchr::Memchr<'a>,
}

impl<'a> LineCounter<'a> {
    pub fn new(source: &'a [u8]) -> Self {
        let separator = if memchr::memchr(b'\n', source).is_some() { b'\n' } else { b'\r' };
        let mut lines = Vec::with_capacity(source.len() / 64 + 1);
        lines.push(Line::default());
        let mut counter = LineCounter { source, lines, next_start: 0, ends: memchr::memchr_iter(separator, source) };
        counter.find_next();
        counter
    }

    /// Counts nothing: the first line never begins.
    pub fn none(source: &'a [u8]) -> Self {
        LineCounter { source, lines: Vec::new(), next_start: usize::MAX, ends: memchr::memchr_iter(b'\n', b"") }
    }

    /// Adds to the line of the offset `at`; offsets never go back.
    #[inline(always)]
    pub fn count(&mut self, at: usize, chars: u32, words: u32, tags: u32) {
        if at >= self.next_start {
            self.advance(at);
        }
        if let Some(line) = self.lines.last_mut() {
            line.chars += chars;
            line.words += words;
            line.tags += tags;
        }
    }

    fn advance(&mut self, at: usize) {
        while at >= self.next_start && self.next_start <= self.source.len() {
            if self.lines.len() == self.lines.capacity() {
                // Exact, so that memory stays a fixed multiple of the page.
                self.lines.reserve_exact(self.ends.clone().count() + 2);
            }
            self.lines.push(Line { start: self.next_start as u32, ..Line::default() });
            self.find_next();
        }
    }

    #[inline(always)]
    fn find_next(&mut self) {
        self.next_start = self.ends.next().unwrap_or(self.source.len()) + 1;
    }

    pub fn finish(mut self) -> Vec<Line> {
        self.advance(self.source.len());
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(source: &str) -> Vec<u32> {
        LineCounter::new(source.as_bytes()).finish().iter().map(|line| line.start).collect()
    }

    #[test]
    fn lines_end_with_line_feeds_or_with_carriage_returns() {
        assert_eq!(starts("a\nb\n\nc"), [0, 2, 4, 5]);
        assert_eq!(starts("a\r\nb"), [0, 3]);
        assert_eq!(starts("a\rb"), [0, 2]);
        assert_eq!(starts(""), [0]);
        assert_eq!(starts("a\n"), [0, 2]);
    }

    #[test]
    fn lines_that_nobody_wants_are_not_counted() {
        let mut counter = LineCounter::none(b"ab\ncd");
        counter.count(0, 2, 1, 0);
        counter.count(4, 2, 1, 0);
        assert!(counter.finish().is_empty());
    }

    #[test]
    fn counts_go_to_the_line_of_their_position() {
        let mut counter = LineCounter::new(b"ab\ncd\nef");
        counter.count(0, 2, 1, 0);
        counter.count(6, 0, 0, 1);
        counter.count(7, 1, 0, 0);
        let lines = counter.finish();
        assert_eq!(lines.iter().map(|l| (l.chars, l.tags)).collect::<Vec<_>>(), [(2, 0), (0, 0), (1, 1)]);
    }
}
