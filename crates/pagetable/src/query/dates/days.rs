//! A text -> the first day that it names. A date is read, never guessed.
//!
//! The day is the one that is written, in whatever time zone. A year and a month alone are none. If both numbers could
//! be the month, the day is first with dots (5.3.2024) and in any language but American English; in `en`, `en-US` and
//! the like the month is first; without a known language there is none. Years go from 1900 to 2099, and 1970-01-01 is a
//! clock that was never set.
//!
//! Each form is a function from a place of the text to what it finds there, so that none reads more than a few
//! characters from each place.

use std::fmt;

use super::letters::{Letters, digit, is_digit, is_letter};
use super::months::Months;
use crate::query::element_text::is_space;

/// Longer values are texts that happen to contain numbers.
const MAX_CHARS: usize = 300;
/// Letters of a month's name.
const NAME_CHARS: usize = 15;
const MONTH_FIRST: [&str; 4] = ["en", "en-us", "en-ph", "en-ca"];
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// A day of the calendar; its text is YYYY-MM-DD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// 1900 to 2099.
    pub year: u32,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31.
    pub day: u32,
}

impl fmt::Display for Day {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Day {
    fn of(year: u32, month: u32, day: u32) -> Option<Day> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let n_days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 31,
        };
        let is_known = (1900..=2099).contains(&year) && (1..=12).contains(&month) && (1..=n_days).contains(&day);
        (is_known && (year, month, day) != (1970, 1, 1)).then_some(Day { year, month, day })
    }

    /// The day of a number of seconds since 1970, at the zero meridian.
    fn of_seconds(seconds: u64) -> Option<Day> {
        // Years that begin in March have their leap day at the end; 719,468 days are before 1970 from the year 0 on.
        let days = seconds / 86_400 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        Day::of((year + era * 400 + u64::from(month <= 2)) as u32, month as u32, day as u32)
    }
}

/// The place after a date, and its day, if there is such a day.
type Found = Option<(usize, Option<Day>)>;

impl Months {
    /// The first day that a text names. The language is that of the page, or empty.
    pub fn find_day(&self, text: &str, language: &str) -> Option<Day> {
        if text.is_ascii() && !text.as_bytes().windows(4).any(is_year) {
            return None;
        }
        let text = Letters::of(text, MAX_CHARS);
        if !has_year(&text) {
            return None;
        }
        // Most are written for machines, and no other form could begin earlier.
        if let Some((_, Some(day))) = year_first(&text, 0) {
            return Some(day);
        }
        let name = language.split('-').next().unwrap_or_default();
        let forms: [&dyn Fn(usize) -> Found; 7] = [
            &|at| year_first(&text, at),
            &|at| east_asian(&text, at),
            &|at| self.month_day_year(&text, at, name),
            &|at| self.day_month_year(&text, at, name),
            &|at| self.year_month_day(&text, at, name),
            &|at| two_numbers(&text, at, language),
            &|at| compact(&text, at),
        ];
        forms.iter().filter_map(|form| first(&text, form)).min().map(|(_, day)| day)
    }

    /// The day of a value that is meant to be a time: also seconds or milliseconds since 1970.
    pub fn read_day(&self, value: &str, language: &str) -> Option<Day> {
        let value = value.trim_matches(is_space);
        let n_chars = value.chars().count();
        if matches!(n_chars, 10 | 13) && value.chars().all(is_digit) {
            return Day::of_seconds(
                value.chars().take(10).filter_map(digit).fold(0, |sum, own| 10 * sum + u64::from(own)),
            );
        }
        self.find_day(value, language)
    }

    /// March 5th, 2024
    fn month_day_year(&self, text: &Letters, at: usize, language: &str) -> Found {
        let (name, stop) = name_at(text, at)?;
        let day_at = text.after(stop, is_gap);
        let (day, mut stop) = text.number(day_at, 1..=2).filter(|_| day_at > stop)?;
        stop = ORDINALS.iter().find_map(|end| text.any_case(stop, end)).unwrap_or(stop);
        let mut year_at = text.after(stop, is_gap);
        if text.has(year_at, |letter| letter == ',') {
            stop = year_at + 1;
            year_at = text.after(stop, is_gap);
        }
        let (year, stop) = text.number(year_at, 4..=4).filter(|_| year_at > stop)?;
        Some((stop, self.number(&name, language).and_then(|month| Day::of(year, month.into(), day))))
    }

    /// 5. März 2024, 5th of March, 2024, 5 de mayo de 2024
    fn day_month_year(&self, text: &Letters, at: usize, language: &str) -> Found {
        if text.had(at, |letter| is_digit(letter) || ".,:".contains(letter)) {
            return None;
        }
        let (day, after_day) = text.number(at, 1..=2)?;
        let ends = ["st", "nd", "rd", "th", "er", "º", "ª", "°", "."];
        let with_end = ends.iter().find_map(|end| text.any_case(after_day, end));
        for stop in with_end.into_iter().chain([after_day]) {
            let with_of = of_at(text, stop);
            for stop in with_of.into_iter().chain([stop]) {
                let Some((name, stop)) = name_at(text, text.after(stop, is_gap)) else { continue };
                let Some((year, stop)) = year_after(text, stop) else { continue };
                let month = self.number(&name, language);
                return Some((stop, month.and_then(|month| Day::of(year, month.into(), day))));
            }
        }
        None
    }

    /// 2024. március 5, 2024 m. kovo 5
    fn year_month_day(&self, text: &Letters, at: usize, language: &str) -> Found {
        if text.had(at, is_digit) {
            return None;
        }
        let (year, mut stop) = text.number(at, 4..=4)?;
        stop += usize::from(text.has(stop, |letter| letter == '.'));
        let after = text.after(stop, is_space);
        let with_mark = ["m.", "de"].iter().find_map(|mark| text.literal(after, mark));
        let is_apart = |stop: &usize| text.has(*stop, is_space);
        let stop = with_mark.filter(is_apart).or_else(|| Some(stop).filter(is_apart))?;
        let start = text.after(stop, is_space);
        let stop = text.after(start, |letter| !is_space(letter) && !is_digit(letter) && !",/|()".contains(letter));
        let is_name = text.has(start, is_letter) && (3..=NAME_CHARS).contains(&(stop - start)) && is_apart(&stop);
        let (day, end) = text.number(text.after(stop, is_space), 1..=2).filter(|_| is_name)?;
        let month = self.number(&text.text(start..stop), language);
        Some((end, month.and_then(|month| Day::of(year, month.into(), day))))
    }
}

/// Place and day of the first date of a form that is a day.
fn first(text: &Letters, form: &dyn Fn(usize) -> Found) -> Option<(usize, Day)> {
    let mut at = 0;
    while at < text.len() {
        match form(at) {
            Some((_, Some(day))) => return Some((at, day)),
            Some((stop, None)) => at = stop,
            None => at += 1,
        }
    }
    None
}

fn is_year(letters: &[u8]) -> bool {
    matches!(letters, [b'1', b'9', ..] | [b'2', b'0', ..]) && letters[2..4].iter().all(u8::is_ascii_digit)
}

/// Whether a text has a year: none names a day without one. Also in digits of other scripts.
fn has_year(text: &Letters) -> bool {
    let is_century = |at: usize| text.literal(at, "19").or_else(|| text.literal(at, "20")).is_some();
    let are_digits = |at: usize| (at..at + 4).all(|at| text.has(at, is_digit));
    let is_other = |at: usize| text.has(at, |letter| !letter.is_ascii());
    (0..text.len()).any(|at| (is_century(at) || is_other(at)) && are_digits(at))
}

/// What stands between the parts of a date.
fn is_gap(letter: char) -> bool {
    is_space(letter) || letter == '-' || letter == '/'
}

fn is_mark(letter: char) -> bool {
    "-/.".contains(letter)
}

/// The name that begins at a place, without a full stop after it, and the place after both.
fn name_at(text: &Letters, at: usize) -> Option<(String, usize)> {
    if !text.has(at, is_letter) {
        return None;
    }
    let stop = text.after(at, |letter| !is_space(letter) && !is_digit(letter) && !",/|()-".contains(letter));
    let without = stop - usize::from(text.had(stop, |letter| letter == '.'));
    let is_name = |stop: usize| (2..=NAME_CHARS).contains(&(stop - at));
    let own = [without, stop].into_iter().find(|stop| is_name(*stop))?;
    Some((text.text(at..own), stop))
}

/// The place after the "of" between a day and its month.
fn of_at(text: &Letters, at: usize) -> Option<usize> {
    let start = text.after(at, is_space);
    if start == at {
        return None;
    }
    let words = ["de", "of", "di"].iter().filter_map(|word| text.any_case(start, word));
    let mut found = words.filter(|stop| text.is_boundary(*stop));
    found.next().or_else(|| ["d'", "d’"].iter().find_map(|word| text.any_case(start, word)))
}

/// The year after a month, and the place after it: 2024, de 2024, of 2024.
fn year_after(text: &Letters, at: usize) -> Option<(u32, usize)> {
    let is_gap = |letter: char| is_gap(letter) || letter == ',';
    let start = text.after(at, is_gap);
    if start == at {
        return None;
    }
    for word in ["de", "del", "of"] {
        let Some(stop) = text.any_case(start, word) else { continue };
        let year_at = text.after(stop, is_gap);
        if let Some(found) = text.number(year_at, 4..=4).filter(|_| year_at > stop) {
            return Some(found);
        }
    }
    text.number(start, 4..=4)
}

/// 2024-03-05
fn year_first(text: &Letters, at: usize) -> Found {
    if text.had(at, |letter| is_digit(letter) || is_mark(letter)) {
        return None;
    }
    let (year, stop) = text.number(at, 4..=4)?;
    let (month, after, mark) = number_and_mark(text, stop)?;
    let (day, stop) = text.number(text.literal(after, &mark)?, 1..=2)?;
    let goes_on = text.literal(stop, &mark).is_some_and(|next| text.has(next, is_digit));
    (!goes_on).then(|| (stop, Day::of(year, month, day)))
}

/// A mark and a number after it: the number, the place after it, the mark.
fn number_and_mark(text: &Letters, at: usize) -> Option<(u32, usize, String)> {
    if !text.has(at, is_mark) {
        return None;
    }
    let (number, stop) = text.number(at + 1, 1..=2)?;
    Some((number, stop, text.text(at..at + 1)))
}

/// 2024年3月5日
fn east_asian(text: &Letters, at: usize) -> Found {
    let part = |at: usize, n_digits: std::ops::RangeInclusive<usize>, marks: &str| {
        let (number, stop) = text.number(at, n_digits)?;
        let mark = text.after(stop, is_space);
        text.has(mark, |letter| marks.contains(letter)).then_some((number, mark + 1))
    };
    let (year, stop) = part(at, 4..=4, "年년")?;
    let (month, stop) = part(text.after(stop, is_space), 1..=2, "月월")?;
    let (day, stop) = part(text.after(stop, is_space), 1..=2, "日일号號")?;
    Some((stop, Day::of(year, month, day)))
}

/// 05.03.2024, 3/5/2024
fn two_numbers(text: &Letters, at: usize, language: &str) -> Found {
    if text.had(at, |letter| is_digit(letter) || is_mark(letter) || letter == ':') {
        return None;
    }
    let (first, after_first) = text.number(at, 1..=2)?;
    let (second, after_second, mark) = number_and_mark(text, after_first)?;
    let (year, stop) = text.number(text.literal(after_second, &mark)?, 4..=4)?;
    let are_same = text.text(at..after_first) == text.text(after_first + 1..after_second);
    let language = language.to_lowercase().replace('_', "-");
    let day = if first > 12 || mark == "." || are_same {
        Day::of(year, second, first)
    } else if second > 12 || MONTH_FIRST.contains(&language.as_str()) {
        Day::of(year, first, second)
    } else if language.is_empty() {
        None
    } else {
        Day::of(year, second, first)
    };
    Some((stop, day))
}

/// 20240305
fn compact(text: &Letters, at: usize) -> Found {
    let is_century = text.literal(at, "19").or_else(|| text.literal(at, "20")).is_some();
    if !is_century || text.had(at, is_digit) {
        return None;
    }
    let (_, stop) = text.number(at, 8..=8)?;
    Some((stop, Day::of(text.value(at..at + 4), text.value(at + 4..at + 6), text.value(at + 6..stop))))
}

#[cfg(test)]
mod tests {
    use super::super::months::tests::months;

    fn day(text: &str, language: &str) -> Option<String> {
        months().read_day(text, language).map(|day| day.to_string())
    }

    #[test]
    fn days_are_read_in_all_forms() {
        let forms = [
            "2024-03-05T23:30",
            "Posted on 5. March 2024",
            "Mar. 5th, 2024",
            "5 de March de 2024",
            "2024. March 5.",
            "05.03.2024",
            "2024年3月5日",
            "20240305",
            "1709600000",
            "1709600000123",
            "tea 5th of March 2024 and 6 May 2025",
            "٠٥.٠٣.٢٠٢٤",
        ];
        for text in forms {
            assert_eq!(day(text, "").as_deref(), Some("2024-03-05"), "{text}");
        }
    }

    #[test]
    fn the_order_of_two_numbers_is_that_of_the_language() {
        assert_eq!(day("3/5/2024", "en-GB").as_deref(), Some("2024-05-03"));
        assert_eq!(day("3/5/2024", "en_US").as_deref(), Some("2024-03-05"));
        assert_eq!(day("3/5/2024", ""), None);
        assert_eq!(day("25/5/2024", "").as_deref(), Some("2024-05-25"));
    }

    #[test]
    fn what_is_not_a_day_is_none() {
        for text in ["", "2024", "2024-02-30", "12 Monkeys 2024", "1.2.3.2024", "1970-01-01", "9999999999", "May 2024"]
        {
            assert_eq!(day(text, "en"), None, "{text}");
        }
    }
}
