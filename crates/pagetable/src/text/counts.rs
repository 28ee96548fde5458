//! Text -> how many characters, words, sentences, digits... it has.
//!
//! An ASCII byte is counted by one addition from a table; only what is not ASCII is looked at character
//! by character. (Vector instructions lose here: most stretches of text on a page are shorter than what
//! they take to set up.) The plain twin of this is in the tests.

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

// A byte's counts, packed so that one addition counts them all: twelve bits each for characters,
// punctuation, commas, digits and capitals. The two highest bits mark bytes that are not plain text.
const LANE: u32 = 12;
const LANE_MASK: u64 = (1 << LANE) - 1;
/// No lane can overflow within this many bytes.
const MAX_STRETCH: usize = (1 << LANE) - 1;
const BLANK: u64 = 1 << 62;
/// A reference, white space other than a space, NUL, or not ASCII.
const STOP: u64 = 1 << 63;

static PACKED: [u64; 256] = packed();

const fn packed() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b',' => 1 | 1 << LANE | 1 << (2 * LANE),
            b'.' | b';' | b':' | b'!' | b'?' => 1 | 1 << LANE,
            b'0'..=b'9' => 1 | 1 << (3 * LANE),
            b'A'..=b'Z' => 1 | 1 << (4 * LANE),
            b' ' => BLANK,
            b'&' | b'\t' | b'\n' | b'\x0C' | b'\r' | 0 | 0x80.. => STOP,
            _ => 1,
        };
        byte += 1;
    }
    table
}

impl Counts {
    /// Counts plain text from `start`, single spaces between words included; gives where it stops. The
    /// byte at `start` is not white space, and neither is the last one counted.
    #[inline(always)]
    pub fn stretch(&mut self, source: &str, start: usize, stop: usize) -> usize {
        self.plain_text::<true>(source, start, stop)
    }

    /// Counts one word from `start`; gives where it stops. It looks at nothing beyond the word: a search for the next
    /// space would read to the end of a text without spaces, for each of its lines.
    pub fn word(&mut self, source: &str, start: usize, stop: usize) -> usize {
        self.plain_text::<false>(source, start, stop)
    }

    #[inline(always)]
    fn plain_text<const HAS_SPACES: bool>(&mut self, source: &str, start: usize, stop: usize) -> usize {
        let bytes = &source.as_bytes()[..stop.min(start + MAX_STRETCH)];
        let mut at = start;
        let mut sum = 0;
        while let Some(&byte) = bytes.get(at) {
            let counts = PACKED[byte as usize];
            if counts < BLANK {
                sum += counts;
                at += 1;
            } else if HAS_SPACES && byte == b' ' {
                // Plain text must follow, else the space is a gap; 0xC2 may begin a no-break space.
                match bytes.get(at + 1) {
                    Some(&next) if PACKED[next as usize] < BLANK || next > 0xC2 => {}
                    _ => break,
                }
                self.words += 1;
                self.sentences += u32::from(ends_sentence(&bytes[start..at]));
                at += 1;
            } else if byte >= 0x80 {
                let Some(length) = self.beyond_ascii(source, at) else { break };
                at += length;
            } else {
                break;
            }
        }
        self.unpack(sum);
        at
    }

    #[inline(always)]
    fn unpack(&mut self, sum: u64) {
        let lane = |index: u32| (sum >> (index * LANE) & LANE_MASK) as u32;
        self.chars += lane(0);
        self.punctuation += lane(1);
        self.commas += lane(2);
        self.digits += lane(3);
        self.uppers += lane(4);
    }

    /// Counts the character at `at`, which is not ASCII; `None` if it is a no-break space.
    #[inline(always)]
    fn beyond_ascii(&mut self, source: &str, at: usize) -> Option<usize> {
        let c = source[at..].chars().next()?;
        if c == '\u{A0}' {
            return None;
        }
        self.character(c);
        Some(c.len_utf8())
    }

    /// Counts any one character but white space.
    pub fn character(&mut self, c: char) {
        if c.is_ascii() {
            let counts = PACKED[c as usize];
            self.unpack(if counts < BLANK { counts } else { 1 });
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
