//! Text -> the amounts of money in it, with their currency.
//!
//! A separator before one or two last digits is that of the decimals; before three it separates thousands. An amount of
//! 0 is not a price: shops write it where they have none. Digits are those of ASCII. `tests/shapes/twin/money.py` has
//! the same as patterns.

use std::cmp::Ordering;
use std::sync::LazyLock;

/// Characters of a text that are looked at.
const MAX_CHARS: usize = 300;
/// No sign and no code is longer.
const SIGN_CHARS: usize = 4;
/// Characters before and after a number among which its sign is: the sign and what may be between.
const CHARS_BEFORE: usize = SIGN_CHARS + 4;
const CHARS_AFTER: usize = SIGN_CHARS + 6;
/// Room for them in small letters: a capital may become three characters.
const SMALL_CHARS: usize = 3 * CHARS_AFTER;
/// Digits of the longest number without separators.
const MAX_DIGITS: usize = 9;

/// By sign in lower case: the code of the currency; the sign itself where several currencies share it.
const SIGNS: [(&str, &str); 40] = [
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("원", "KRW"),
    ("円", "JPY"),
    ("zł", "PLN"),
    ("kč", "CZK"),
    ("ft", "HUF"),
    ("lei", "RON"),
    ("₪", "ILS"),
    ("₺", "TRY"),
    ("₫", "VND"),
    ("₴", "UAH"),
    ("฿", "THB"),
    ("r$", "BRL"),
    ("тг", "KZT"),
    ("₸", "KZT"),
    ("руб", "RUB"),
    ("грн", "UAH"),
    ("chf", "CHF"),
    ("fr.", "CHF"),
    ("元", "元"),
    ("us$", "USD"),
    ("nt$", "TWD"),
    ("hk$", "HKD"),
    ("c$", "CAD"),
    ("a$", "AUD"),
    ("rs", "INR"),
    ("р.", "RUB"),
    ("лв", "BGN"),
    ("ر.س", "SAR"),
    ("درهم", "AED"),
    ("kr", "kr"),
    ("$", "$"),
    ("¥", "¥"),
    ("￥", "¥"),
    ("rp", "IDR"),
    ("rm", "MYR"),
];
/// Codes that texts show beside numbers.
const CODES: [&str; 42] = [
    "USD", "EUR", "GBP", "INR", "RUB", "RUR", "KRW", "JPY", "CNY", "PLN", "CZK", "HUF", "RON", "ILS", "TRY", "VND",
    "UAH", "THB", "BRL", "KZT", "CHF", "TWD", "HKD", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "MXN", "ARS", "CLP",
    "COP", "SAR", "AED", "ZAR", "SGD", "MYR", "IDR", "PHP", "BGN", "EGP",
];
/// A code that is written, and another one for the same currency today.
const RENAMED: (&str, &str) = ("RUR", "RUB");

/// An amount and its currency, at a place of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Money {
    /// Digits, with a point before the decimals.
    pub amount: String,
    /// Its code, or a sign that several currencies share.
    pub currency: &'static str,
    /// Of the first digit, in characters.
    pub place: usize,
}

/// The amounts with a currency in a text, in order.
pub fn amounts_in(text: &str) -> Vec<Money> {
    // Most texts have no digit.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let chars: Vec<char> = text.chars().take(MAX_CHARS).collect();
    let numbers = numbers(&chars);
    let before: Vec<_> = numbers.iter().map(|span| last_sign(&chars[..span.0])).collect();
    let after: Vec<_> = numbers.iter().map(|span| first_sign(&chars[span.1..])).collect();
    let is_between = |index: usize| known(&trimmed(&chars[numbers[index].1..numbers[index + 1].0])).is_some();
    let mut found = Vec::new();
    for (index, (start, end)) in numbers.iter().copied().enumerate() {
        let (mut own_before, mut own_after) = (before[index], after[index]);
        if index > 0 && own_after.is_some() && is_between(index - 1) {
            own_before = None;
        }
        // A sign between two numbers belongs to the second ("statt 4.50 CHF 2.25"), unless that has its own after it.
        let is_next_ones = index + 1 < numbers.len() && after[index + 1].is_none() && is_between(index);
        if own_before.is_some() || is_next_ones {
            own_after = None;
        }
        if let Some(currency) = own_before.or(own_after) {
            let amount = read_amount(&chars[start..end]);
            found.extend(amount.map(|amount| Money { amount, currency, place: start }));
        }
    }
    found
}

/// The first number of a text that is known to be a price, with a currency or without.
pub fn bare_amount(text: &str) -> Option<String> {
    let first = amounts_in(text).into_iter().next();
    first.map(|money| money.amount).or_else(|| {
        let chars: Vec<char> = text.chars().take(MAX_CHARS).collect();
        numbers(&chars).into_iter().find_map(|(start, end)| read_amount(&chars[start..end]))
    })
}

/// The code of a currency, by its code or its sign; what is neither comes back in capitals.
pub fn currency_code(sign: &str) -> String {
    let small = sign.to_lowercase();
    let of_sign = |text: &str| SIGNS.iter().find(|(known, _)| *known == text).map(|(_, code)| (*code).to_owned());
    let found = of_sign(small.trim()).or_else(|| of_sign(small.trim_matches([' ', '.'])));
    found.unwrap_or_else(|| {
        let code = sign.trim().to_uppercase();
        if code == RENAMED.0 { RENAMED.1.to_owned() } else { code }
    })
}

/// Compares two amounts, as they are read, by their values.
pub fn compare_amounts(one: &str, other: &str) -> Ordering {
    let parts = |amount: &str| {
        let (whole, decimals) = amount.split_once('.').unwrap_or((amount, ""));
        let (whole, decimals) = (whole.trim_start_matches('0'), decimals.trim_end_matches('0'));
        (whole.len(), whole.to_owned(), decimals.to_owned())
    };
    parts(one).cmp(&parts(other))
}

/// The numbers of a text: where each begins and ends.
fn numbers(chars: &[char]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let n_digits = run(chars, at);
        if n_digits == 0 {
            at += 1;
            continue;
        }
        // What follows a mark is a part of a date, a version or a code.
        let is_part = at > 0 && (matches!(chars[at - 1], '.' | ',' | '/' | '-') || chars[at - 1].is_ascii_digit());
        let end = if is_part { None } else { number_end(chars, at, n_digits) };
        found.extend(end.map(|end| (at, end)));
        at = end.unwrap_or(at + n_digits);
    }
    found
}

/// How many digits begin at a place.
fn run(chars: &[char], at: usize) -> usize {
    chars[at.min(chars.len())..].iter().take_while(|char| char.is_ascii_digit()).count()
}

fn number_end(chars: &[char], start: usize, n_digits: usize) -> Option<usize> {
    let is_end = |at: usize| chars.get(at).is_none_or(|char| !char.is_ascii_digit() && !matches!(char, '/' | '%'));
    let with_decimals = |at: usize| {
        let n_decimals = if matches!(chars.get(at), Some('.' | ',')) { run(chars, at + 1) } else { 0 };
        let longer = (1..=2).contains(&n_decimals).then_some(at + 1 + n_decimals).filter(|end| is_end(*end));
        longer.or_else(|| is_end(at).then_some(at))
    };
    let whole = start + n_digits;
    let mut groups = Vec::new();
    let mut at = whole;
    let is_separator = |at: usize| matches!(chars.get(at), Some(' ' | '\u{a0}' | '\u{202f}' | '\'' | '’' | '.' | ','));
    while n_digits <= 3 && is_separator(at) && run(chars, at + 1) >= 3 {
        at += 4;
        groups.push(at);
        // A fourth digit ends the groups.
        if chars.get(at).is_some_and(char::is_ascii_digit) {
            break;
        }
    }
    let in_groups = groups.into_iter().rev().find_map(with_decimals);
    in_groups.or_else(|| if n_digits <= MAX_DIGITS { with_decimals(whole) } else { None })
}

/// A number as digits with a point before the decimals; None for zero.
fn read_amount(number: &[char]) -> Option<String> {
    let n_last = number.iter().rev().take_while(|char| char.is_ascii_digit()).count();
    let mark = number.len().checked_sub(n_last + 1).filter(|_| (1..=2).contains(&n_last));
    let mark = mark.filter(|mark| *mark > 0 && matches!(number[*mark], '.' | ','));
    let (whole, decimals) = match mark {
        Some(mark) => (&number[..mark], &number[mark + 1..]),
        None => (number, &[][..]),
    };
    let digits: String = whole.iter().filter(|char| char.is_ascii_digit()).collect();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() && decimals.iter().all(|char| *char == '0') {
        return None;
    }
    let digits = if digits.is_empty() { "0" } else { digits };
    let point = if decimals.is_empty() { "" } else { "." };
    Some(format!("{digits}{point}{}", decimals.iter().collect::<String>()))
}

/// The currency whose sign a text ends with.
fn last_sign(before: &[char]) -> Option<&'static str> {
    let near = Small::of(&before[before.len().saturating_sub(CHARS_BEFORE)..]);
    let end = without_last(near.chars(), &[' ', '\u{a0}', ':']);
    // Some signs end with a full stop, and after others it may be written.
    let shorter = without_last(end, &['.']);
    let of = |text: &[char]| {
        (1..=SIGN_CHARS.min(text.len())).rev().find_map(|n| {
            let (rest, sign) = text.split_at(text.len() - n);
            let is_word = sign[0].is_alphabetic() && rest.last().is_some_and(|char| char.is_alphabetic());
            if is_word { None } else { known(sign) }
        })
    };
    of(end).or_else(|| if shorter.len() < end.len() { of(shorter) } else { None })
}

/// The currency whose sign a text begins with, after decimals that are written as dashes.
fn first_sign(after: &[char]) -> Option<&'static str> {
    let near = Small::of(&after[..after.len().min(CHARS_AFTER)]);
    let near = near.chars();
    let start = near.iter().take_while(|char| matches!(char, ' ' | '\u{a0}' | '.' | ',' | '-' | '–' | '—')).count();
    let text = &near[start..];
    (1..=SIGN_CHARS.min(text.len())).rev().find_map(|n| {
        let (sign, rest) = text.split_at(n);
        let is_word = sign[0].is_alphabetic() && rest.first().is_some_and(|char| char.is_alphabetic());
        if is_word { None } else { known(sign) }
    })
}

/// A few characters in small letters, on the stack: a line of a shop has several numbers, and each has two of these.
struct Small {
    chars: [char; SMALL_CHARS],
    n_chars: usize,
}

impl Small {
    fn of(chars: &[char]) -> Small {
        let mut small = Small { chars: ['\0'; SMALL_CHARS], n_chars: 0 };
        for (place, char) in small.chars.iter_mut().zip(chars.iter().flat_map(|char| char.to_lowercase())) {
            *place = char;
            small.n_chars += 1;
        }
        small
    }

    fn chars(&self) -> &[char] {
        &self.chars[..self.n_chars]
    }
}

fn trimmed(chars: &[char]) -> Vec<char> {
    let text: Vec<char> = chars.iter().flat_map(|char| char.to_lowercase()).collect();
    let start = text.iter().take_while(|char| char.is_whitespace()).count();
    let n_last = text[start..].iter().rev().take_while(|char| char.is_whitespace()).count();
    text[start..text.len() - n_last].to_vec()
}

fn without_last<'a>(chars: &'a [char], marks: &[char]) -> &'a [char] {
    let n_last = chars.iter().rev().take_while(|char| marks.contains(char)).count();
    &chars[..chars.len() - n_last]
}

type Key = [char; SIGN_CHARS];

/// Signs and codes in small letters with their currencies, in order: a number needs some eight look-ups.
static KNOWN: LazyLock<Vec<(Key, &'static str)>> = LazyLock::new(|| {
    let codes = CODES.iter().map(|code| (code.to_lowercase(), if *code == RENAMED.0 { RENAMED.1 } else { code }));
    let signs = SIGNS.iter().map(|(sign, code)| ((*sign).to_owned(), *code));
    let mut known: Vec<(Key, &str)> =
        codes.chain(signs).map(|(sign, code)| (key(&sign.chars().collect::<Vec<_>>()), code)).collect();
    known.sort_unstable();
    known
});

/// The characters of a sign, then zeros.
fn key(sign: &[char]) -> Key {
    let mut key = Key::default();
    key.iter_mut().zip(sign).for_each(|(to, from)| *to = *from);
    key
}

/// The currency of a sign or a code in small letters.
fn known(sign: &[char]) -> Option<&'static str> {
    if sign.is_empty() || sign.len() > SIGN_CHARS {
        return None;
    }
    let key = key(sign);
    KNOWN.binary_search_by(|(known, _)| known.cmp(&key)).ok().map(|at| KNOWN[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, &'static str, usize)> {
        amounts_in(text).into_iter().map(|money| (money.amount, money.currency, money.place)).collect()
    }

    fn pairs(text: &str) -> Vec<(String, &'static str)> {
        read(text).into_iter().map(|(amount, currency, _)| (amount, currency)).collect()
    }

    #[test]
    fn amounts_have_the_currency_beside_them() {
        let of = |amount: &str, currency| (amount.to_owned(), currency);
        assert_eq!(pairs("Was £1,599.00, now £999 (you save 37 %)"), [of("1599.00", "GBP"), of("999", "GBP")]);
        let text = "131 990 тг. или 19,90 €, statt 4.50 CHF 2.25";
        assert_eq!(pairs(text), [of("131990", "KZT"), of("19.90", "EUR"), of("2.25", "CHF")]);
        assert_eq!(pairs("49,90 € 39,90 €"), [of("49.90", "EUR"), of("39.90", "EUR")]);
        assert_eq!(pairs("RUR 1'200"), [of("1200", "RUB")]);
        assert_eq!(pairs("0,00 € 12/24 € 5% €"), []);
        assert_eq!(read("£ 7")[0].2, 2);
    }

    #[test]
    fn a_bare_amount_needs_no_currency() {
        assert_eq!(bare_amount("Preis: 1.299,-").as_deref(), Some("1299"));
        assert_eq!(bare_amount("30,000원~").as_deref(), Some("30000"));
        assert_eq!(bare_amount("1234567890 7").as_deref(), Some("7"));
        assert_eq!(bare_amount("free"), None);
    }

    #[test]
    fn codes_of_currencies_are_in_capitals() {
        assert_eq!(
            ["€", "rur", "$", " Fr. ", "eur", "zł."].map(currency_code),
            ["EUR", "RUB", "$", "CHF", "EUR", "PLN"]
        );
    }

    #[test]
    fn amounts_are_compared_by_their_values() {
        let pairs = [("9", "10"), ("9.05", "9.5"), ("09.9", "10"), ("9", "9.01")];
        assert!(pairs.iter().all(|(less, more)| compare_amounts(less, more) == Ordering::Less));
        assert_eq!(compare_amounts("9.50", "09.5"), Ordering::Equal);
    }
}
