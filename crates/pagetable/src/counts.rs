//! Text -> how many characters, words, sentences, digits... it has.
//!
//! Plain text is found sixteen bytes at a time and counted in loops that the compiler turns into vector
//! instructions; only what is not ASCII is looked at character by character. The plain twin of this is
//! in the tests.

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    pub chars: u32,
    pub words: u32,
    pub sentences: u32,
    pub punctuation: u32,
    pub commas: u32,
    pub digits: u32,
    pub uppers: u32,
    pub ideographs: u32,
    pub unspaced_letters: u32,
}

/// A full stop or the like: the end of a sentence if white space follows, one closing quote or bracket
/// between them allowed.
#[inline(always)]
fn is_ender(byte: u8) -> bool {
    (byte == b'.') | (byte == b'!') | (byte == b'?')
}

#[inline(always)]
fn is_closer(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\'') | (byte == b')') | (byte == b']')
}

/// Whether a text ends a sentence.
#[inline(always)]
pub fn ends_sentence(text: &[u8]) -> bool {
    match text {
        [.., last] if is_ender(*last) => true,
        [.., before, last] if is_closer(*last) => is_ender(*before),
        [.., last] if *last >= 0x80 => ends_sentence_beyond_ascii(text),
        _ => false,
    }
}

fn ends_sentence_beyond_ascii(text: &[u8]) -> bool {
    let closed = ["”", "’", "»"].iter().find_map(|closer| text.strip_suffix(closer.as_bytes()));
    text.ends_with("…".as_bytes()) || matches!(closed, Some([.., last]) if is_ender(*last))
}

/// Not plain text: a reference, white space other than a space, NUL.
#[inline(always)]
fn is_stop(byte: u8) -> bool {
    matches!(byte, b'&' | b'\t' | b'\n' | b'\x0C' | b'\r' | 0)
}

impl Counts {
    /// Counts plain text from `start`, single spaces between words included; gives where it stops. The
    /// byte at `start` is no white space, and neither is the one before where it stops.
    #[inline(always)]
    pub fn stretch(&mut self, source: &str, start: usize, stop: usize) -> usize {
        let bytes = &source.as_bytes()[..stop];
        let mut at = start;
        loop {
            at = skip_plain(bytes, at);
            match bytes.get(at) {
                Some(b' ') => {
                    // Text must follow, else the space is a gap; 0xC2 may begin a no-break space.
                    match bytes.get(at + 1) {
                        None | Some(b' ' | 0xC2) => break,
                        Some(&next) if is_stop(next) => break,
                        _ => at += 1,
                    }
                }
                Some(0x80..) => match self.beyond_ascii(source, at) {
                    Some(length) => at += length,
                    None => break,
                },
                Some(&byte) if !is_stop(byte) => at += 1,
                _ => break,
            }
        }
        self.ascii(&bytes[start..at]);
        at
    }

    /// Counts one word from `at`; gives where it stops.
    pub fn word(&mut self, source: &str, start: usize, stop: usize) -> usize {
        let space = source.as_bytes()[start..stop].iter().position(|&b| b == b' ').map_or(stop, |n| start + n);
        self.stretch(source, start, space)
    }

    /// Counts what is ASCII in a stretch.
    #[inline(always)]
    fn ascii(&mut self, text: &[u8]) {
        // Sums of bytes, so that sixteen are added at once; none can overflow within a piece.
        for piece in text.chunks(255) {
            let [mut plain, mut spaces, mut digits, mut uppers, mut commas, mut others] = [0u8; 6];
            for &byte in piece {
                plain += u8::from(byte < 0x80);
                spaces += u8::from(byte == b' ');
                digits += u8::from(byte.is_ascii_digit());
                uppers += u8::from(byte.is_ascii_uppercase());
                commas += u8::from(byte == b',');
                others += u8::from(is_ender(byte) | (byte == b';') | (byte == b':'));
            }
            self.chars += u32::from(plain - spaces);
            self.words += u32::from(spaces);
            self.digits += u32::from(digits);
            self.uppers += u32::from(uppers);
            self.commas += u32::from(commas);
            self.punctuation += u32::from(commas) + u32::from(others);
        }
        self.sentences += sentences_within(text);
    }

    /// Counts the character at `at`, which is not ASCII; `None` if it is a no-break space.
    #[inline(always)]
    fn beyond_ascii(&mut self, source: &str, at: usize) -> Option<usize> {
        let c = source[at..].chars().next()?;
        if c == '\u{A0}' {
            return None;
        }
        self.character(c);
        let length = c.len_utf8();
        let bytes = source.as_bytes();
        let is_end = match c {
            '…' => true,
            '”' | '’' | '»' => at > 0 && is_ender(bytes[at - 1]),
            _ => false,
        };
        self.sentences += u32::from(is_end && bytes.get(at + length) == Some(&b' '));
        Some(length)
    }

    /// Counts any one character but white space.
    pub fn character(&mut self, c: char) {
        if c.is_ascii() {
            let mut buffer = [0; 4];
            self.ascii(c.encode_utf8(&mut buffer).as_bytes());
            return;
        }
        self.chars += 1;
        match c {
            '。' | '！' | '？' | '．' | '｡' | '؟' | '۔' | '।' => {
                self.sentences += 1;
                self.punctuation += 1;
            }
            '、' | '，' | '､' | '،' => {
                self.commas += 1;
                self.punctuation += 1;
            }
            '；' | '：' | '؛' | '…' => self.punctuation += 1,
            '\u{3041}'..='\u{30FF}'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF66}'..='\u{FF9F}'
            | '\u{20000}'..='\u{3FFFF}' => self.ideographs += 1,
            '\u{0E01}'..='\u{0EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17DD}' => self.unspaced_letters += 1,
            // Letters with case, then digits of other scripts.
            '\u{00C0}'..='\u{2DFF}' if c.is_uppercase() => self.uppers += 1,
            '\u{0660}'..='\u{1AFF}' | '\u{FF10}'..='\u{FF19}' if c.is_numeric() => self.digits += 1,
            _ => {}
        }
    }
}

/// Where text that needs no second look stops, sixteen bytes at a time: ASCII without references, line
/// ends or two spaces in a row.
#[inline(always)]
fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(window) = bytes.get(at..at + 17) {
        let mut is_special = false;
        for index in 0..16 {
            let (byte, next) = (window[index], window[index + 1]);
            // A space in front of a stop or of 0xC2 is special because those bytes are, in the next window.
            is_special |= (byte < 0x20) | (byte >= 0x80) | (byte == b'&');
            is_special |= (byte == b' ') & ((next <= 0x20) | (next >= 0x80) | (next == b'&'));
        }
        if is_special {
            break;
        }
        at += 16;
    }
    at
}

/// Sentences that end within a text, at a space.
#[inline(always)]
fn sentences_within(text: &[u8]) -> u32 {
    let mut total = 0;
    for start in (0..text.len()).step_by(240) {
        let piece = &text[start..text.len().min(start + 242)];
        let mut count = 0u8;
        for ((&one, &two), &three) in
            piece.iter().zip(piece.get(1..).unwrap_or_default()).zip(piece.get(2..).unwrap_or_default())
        {
            count += u8::from(is_ender(one) & ((two == b' ') | (is_closer(two) & (three == b' '))));
        }
        total += u32::from(count);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// One character after the other, as the definition has it.
    fn plain_twin(text: &str) -> Counts {
        let mut counts = Counts::default();
        for (at, c) in text.char_indices() {
            if c == ' ' {
                counts.words += 1;
                counts.sentences += u32::from(ends_sentence(&text.as_bytes()[..at]));
            } else if c.is_ascii() {
                counts.chars += 1;
                counts.digits += u32::from(c.is_ascii_digit());
                counts.uppers += u32::from(c.is_ascii_uppercase());
                counts.commas += u32::from(c == ',');
                counts.punctuation += u32::from(",.;:!?".contains(c));
            } else {
                counts.character(c);
            }
        }
        counts
    }

    proptest! {
        #[test]
        fn a_stretch_is_counted_as_its_plain_twin(text in "[a-zA-Z0-9.,;:!?\"')é”…。中 \\n&\u{A0}\u{1}]{0,400}") {
            prop_assume!(!text.starts_with([' ', '\n', '&', '\u{A0}']));
            let mut counts = Counts::default();
            let stop = counts.stretch(&text, 0, text.len());
            prop_assert_eq!(counts, plain_twin(&text[..stop]));
            let stops = [' ', '\n', '&', '\u{A0}'];
            let (found, rest) = text.split_at(stop);
            prop_assert!(!found.ends_with(' ') && !found.contains("  ") && !found.contains(&stops[1..]));
            prop_assert!(rest.is_empty() || rest.starts_with(stops));
        }
    }

    #[test]
    fn sentences_end_with_a_stop_and_white_space() {
        for (text, count) in [
            ("One. Two.", 1),
            ("3.14 is no end", 0),
            ("He said \"no.\" Then", 1),
            ("So… what? Well! x", 3),
            ("(Yes.) No", 1),
        ] {
            let mut counts = Counts::default();
            counts.stretch(text, 0, text.len());
            assert_eq!(counts.sentences, count, "{text}");
        }
    }
}
