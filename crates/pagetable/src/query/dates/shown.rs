//! Whether a short text shows when something was written: a date, perhaps without its year, or a time that has passed.

use super::letters::{Letters, is_digit, is_letter, is_word};
use super::months::Months;
use crate::query::element_text::is_space;

/// Longer texts are not read to their end.
const MAX_CHARS: usize = 1_000;
/// Letters of a month's name.
const NAME: std::ops::RangeInclusive<usize> = 3..=12;
/// Short names of months that are more often words: 4 out of 5, set 2.
const NOT_MONTHS: [&str; 2] = ["out", "set"];
const UNITS: [&str; 17] =
    ["minute", "month", "hour", "week", "year", "day", "mth", "sec", "min", "mo", "hr", "s", "m", "h", "d", "w", "y"];
const SINCE: [&str; 4] = ["vor ", "il y a ", "hace ", "há "];
const ONE: [&str; 6] = ["einem ", "einer ", "un ", "una ", "um ", "uma "];
const ITALIAN: [&str; 5] = ["minuti", "ore", "giorni", "mesi", "anni"];
const DAYS: [&str; 12] = [
    "today",
    "yesterday",
    "heute",
    "gestern",
    "hier",
    "aujourd'hui",
    "ayer",
    "hoy",
    "ieri",
    "oggi",
    "вчера",
    "сегодня",
];
const AT: [&str; 6] = ["at", "um", "à", "alle", "a las", "в"];
const EAST_ASIAN: [&str; 14] =
    ["秒", "分钟", "分鐘", "小时", "小時", "天", "个月", "個月", "年", "時間", "日", "分", "か月", "ヶ月"];

impl Months {
    /// Whether a short text shows when something was written.
    pub fn shows_date(&self, text: &str) -> bool {
        let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
        if !has_digit && text.is_ascii() && !text.contains("ago") && !text.starts_with(['v', 'i', 'h']) {
            return false;
        }
        let own = Letters::of(text, MAX_CHARS);
        if !has_digit && !has_number(&own) {
            return false;
        }
        if (0..own.len()).any(|at| is_numeric(&own, at)) {
            return true;
        }
        let small = text.to_lowercase();
        if PASSED.iter().chain(&DAYS).any(|word| small.contains(word)) && has_passed(&Letters::of(&small, MAX_CHARS)) {
            return true;
        }
        self.names_month(&own)
    }

    /// Whether a text has the name of a month beside a number: 5th May, May 2026.
    fn names_month(&self, text: &Letters) -> bool {
        let mut at = 0;
        while at < text.len() {
            match name_after_number(text, at).or_else(|| name_before_number(text, at)) {
                Some((name, _)) if self.is_month(&name) => return true,
                Some((_, stop)) => at = stop,
                None => at += 1,
            }
        }
        false
    }

    fn is_month(&self, word: &str) -> bool {
        if NOT_MONTHS.contains(&word.to_lowercase().as_str()) {
            return false;
        }
        // "Sept" and "Juil" are longer than the short names that are listed.
        let short = || word.char_indices().nth(3).filter(|_| word.chars().count() == 4).map(|(stop, _)| &word[..stop]);
        self.number(word, "").is_some() || short().is_some_and(|short| self.number(short, "").is_some())
    }
}

/// What no time that has passed can be without, besides the names of days: looking for it takes a fraction of the time.
const PASSED: [&str; 7] = ["ago", "vor ", "il y a", "hace ", "há ", " fa", "前"];

/// A digit, or the words of a time without one: an hour ago, vor einem Tag.
fn has_number(text: &Letters) -> bool {
    let is_ago = |at: usize| text.is_boundary(at) && text.literal(at, "ago").is_some_and(|stop| text.is_boundary(stop));
    let starts = ["vor ein", "il y a u", "hace u", "há u"];
    starts.iter().any(|start| text.literal(0, start).is_some())
        || (0..text.len()).any(|at| text.has(at, is_digit) || is_ago(at))
}

/// 14.12.2019, 2019年5月, 5月4日
fn is_numeric(text: &Letters, at: usize) -> bool {
    if !text.has(at, is_digit) {
        return false;
    }
    let digits = |at: usize, n_digits| text.number(at, n_digits).map(|(_, stop)| stop);
    let east = |start: usize, mark: &str, next: &str| {
        let stop = digits(text.after_space(text.literal(start, mark)?), 1..=2)?;
        text.literal(stop, next)
    };
    let in_marks = || {
        let stop = digits(at, 1..=4).filter(|_| !text.had(at, |letter| is_digit(letter) || letter == '.'))?;
        let mark = Some(text.text(stop..stop + 1)).filter(|mark| matches!(mark.as_str(), "." | "/" | "-"))?;
        let stop = text.literal(digits(stop + 1, 1..=2)?, &mark)?;
        digits(stop, 2..=4).filter(|stop| !text.has(*stop, |letter| letter == '.'))
    };
    in_marks().is_some()
        || digits(at, 4..=4).and_then(|stop| east(stop, "年", "月")).is_some()
        || digits(at, 1..=2).and_then(|stop| east(stop, "月", "日")).is_some()
}

/// Whether a text in small letters names a time that has passed.
fn has_passed(text: &Letters) -> bool {
    (0..text.len()).any(|at| {
        (text.is_boundary(at) && (is_ago(text, at) || is_since(text, at) || is_day_and_clock(text, at)))
            || (text.has(at, is_digit) && is_after_number(text, at))
    })
}

/// 11 days ago, an hour ago
fn is_ago(text: &Letters, at: usize) -> bool {
    let numbers = [text.number(at, 1..=3).map(|(_, stop)| stop), text.literal(at, "an"), text.literal(at, "a")];
    let numbers = numbers.into_iter().chain([text.literal(at, "one")]).flatten();
    let mut starts = numbers.flat_map(|stop| [text.after_space(stop), stop]);
    let is_end = |stop: usize| {
        let ago = text.has(stop, is_space).then(|| text.literal(stop + 1, "ago")).flatten();
        ago.is_some_and(|stop| text.is_boundary(stop))
    };
    let with = |stop: usize, mark: &str| text.literal(stop, mark).unwrap_or(stop);
    let ends = |stop: usize| {
        let several = with(stop, "s");
        [with(several, "."), several, with(stop, "."), stop].into_iter().any(is_end)
    };
    let has_unit = |start: usize| UNITS.iter().filter_map(|unit| text.literal(start, unit)).any(ends);
    starts.any(has_unit)
}

/// vor 3 Tagen, il y a un an
fn is_since(text: &Letters, at: usize) -> bool {
    let after = SINCE.iter().find_map(|word| text.literal(at, word));
    after.is_some_and(|start| {
        let number = text.number(start, 1..=3).and_then(|(_, stop)| text.literal(stop, " "));
        let ones = ONE.iter().filter_map(|word| text.literal(start, word));
        number.into_iter().chain(ones).any(|stop| text.has(stop, is_word))
    })
}

/// yesterday at 10:30
fn is_day_and_clock(text: &Letters, at: usize) -> bool {
    let is_clock = |start: usize| {
        let hour = text.number(start, 1..=2).map(|(_, stop)| stop);
        hour.is_some_and(|stop| {
            text.has(stop, |letter| ":h.".contains(letter)) && (1..=2).all(|n| text.has(stop + n, is_digit))
        })
    };
    let days = DAYS.iter().filter_map(|day| text.literal(at, day));
    let mut after = days.map(|stop| stop + usize::from(text.has(stop, |letter| letter == ',')));
    after.any(|stop| {
        let start = stop + 1;
        let words = AT.iter().filter_map(|word| text.literal(start, word));
        text.has(stop, is_space) && words.chain([start]).any(|stop| is_clock(text.after_space(stop)) || is_clock(stop))
    })
}

/// 3 giorni fa, 5分钟前
fn is_after_number(text: &Letters, at: usize) -> bool {
    let ends = |start: usize| {
        let mut italian = ITALIAN.iter().filter_map(|unit| text.literal(text.literal(start, unit)?, " fa"));
        let east =
            || EAST_ASIAN.iter().any(|unit| text.literal(start, unit).is_some_and(|at| text.has(at, |l| l == '前')));
        italian.any(|stop| text.is_boundary(stop)) || east()
    };
    ends(at + 1) || (text.has(at + 1, is_space) && ends(at + 2))
}

/// The name after a number, and the place after it: 5th May.
fn name_after_number(text: &Letters, at: usize) -> Option<(String, usize)> {
    let (_, after) = text.number(at, 1..=2)?;
    let ends = ["st", "nd", "rd", "th", "."];
    let with_end = ends.iter().find_map(|end| text.literal(after, end));
    let starts = with_end.into_iter().chain([after]).map(|stop| text.after_space(stop));
    let mut starts = starts.flat_map(|stop| text.literal(stop, "de ").into_iter().chain([stop]));
    starts.find_map(|start| {
        let stop = text.after(start, is_letter).min(start + NAME.end());
        NAME.contains(&(stop - start)).then(|| (text.text(start..stop), stop))
    })
}

/// The name before a number, and the place after the number: Sept. 9, May 2026.
fn name_before_number(text: &Letters, at: usize) -> Option<(String, usize)> {
    let stop = text.after(at, is_letter);
    if !NAME.contains(&(stop - at)) {
        return None;
    }
    let after = stop + usize::from(text.has(stop, |letter| letter == '.'));
    let start = text.after_space(after);
    let end = text.after(start, is_digit).min(start + 4);
    (end > start).then(|| (text.text(at..stop), end))
}

#[cfg(test)]
mod tests {
    use super::super::months::tests::months;

    #[test]
    fn dates_and_times_that_have_passed_are_shown() {
        let dates = [
            "14.12.2019 21:42",
            "March 30",
            "5thMay",
            "Sept. 9, 2017",
            "11 days ago",
            "an hour ago",
            "vor 3 Tagen",
            "il y a un an",
            "3 giorni fa",
            "Yesterday at 10:30",
            "5分钟前",
            "2026年5月4日",
            "5月4日",
            "4 mayo",
        ];
        for text in dates {
            assert!(months().shows_date(text), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_not_dates() {
        let others =
            ["", "12 replies", "Posts: 2,019", "Version 2.0.1", "Page 3 of 7", "4 out of 5", "long ago", "may"];
        for text in others {
            assert!(!months().shows_date(text), "{text}");
        }
    }
}
