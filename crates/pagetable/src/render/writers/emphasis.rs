//! Pieces of a line with pairs of delimiters -> the pairs that a reader of CommonMark would not pair like that.
//!
//! CommonMark decides what a run of `*` does by the characters at its sides, and then pairs runs from left to right. A
//! run inside a word can both open and close, so `***a*b*c***` is not what it seems: the third run closes what the first
//! one opened. Therefore this module pairs the runs of a line as the standard does ("process emphasis", with its rule on
//! sums that are multiples of three) and compares.

/// The pieces of a line, and what is known about them.
pub struct Pieces<'a> {
    pub texts: &'a [String],
    /// Where pairs of emphasis open and close.
    pub pairs: &'a [(usize, usize)],
    /// Where links open and close, in order. A link is read before what is around it.
    pub links: &'a [(usize, usize)],
    /// Whether line feeds are going to be written as `<br>`.
    pub in_cell: bool,
}

/// Delimiters side by side.
struct Run {
    n_stars: usize,
    before: Option<char>,
    after: Option<char>,
    /// The link around it.
    link: Option<usize>,
}

impl Pieces<'_> {
    /// The pairs that should be taken away, as a mask. Without them the others may be read otherwise than before.
    pub fn unreadable(&self) -> Vec<bool> {
        let (runs, run_of) = self.runs();
        let misplaced = self.misplaced(&runs, &run_of);
        if misplaced.contains(&true) {
            return misplaced;
        }
        let mut missing = vec![false; self.pairs.len()];
        // Readers differ in which characters outside ASCII are punctuation: a pair has to be one for all of them.
        for others_are_punctuation in [true, false] {
            let sides: Vec<_> = runs.iter().map(|run| sides(run, others_are_punctuation)).collect();
            let read = read_pairs(&runs, &sides);
            let is_missing = |&(open, close): &(usize, usize)| {
                read.binary_search(&(run_of[open], run_of[close], self.texts[open].len())).is_err()
            };
            let mut those: Vec<bool> = self.pairs.iter().map(is_missing).collect();
            // A run within a word that can do both is the one to blame; without it the others are read as they are.
            let is_within_word = |&(open, close): &(usize, usize)| {
                [open, close].iter().any(|&at| sides[run_of[at]] == Sides { opens: true, closes: true })
            };
            let is_to_blame: Vec<bool> = self.pairs.iter().map(is_within_word).collect();
            if those.iter().zip(&is_to_blame).any(|(&missing, &blamed)| missing && blamed) {
                those.iter_mut().zip(&is_to_blame).for_each(|(missing, &blamed)| *missing &= blamed);
            }
            missing.iter_mut().zip(those).for_each(|(missing, this)| *missing |= this);
        }
        missing
    }

    /// The runs, and for each piece that is a delimiter the number of its run.
    fn runs(&self) -> (Vec<Run>, Vec<usize>) {
        let mut is_delimiter = vec![false; self.texts.len()];
        for &(open, close) in self.pairs {
            (is_delimiter[open], is_delimiter[close]) = (true, true);
        }
        let mut links = self.links.iter().enumerate().peekable();
        let (mut runs, mut run_of) = (Vec::<Run>::new(), vec![0; self.texts.len()]);
        let (mut before, mut is_in_run) = (None, false);
        for (at, text) in self.texts.iter().enumerate() {
            if is_delimiter[at] {
                if !is_in_run {
                    while links.next_if(|(_, link)| link.1 < at).is_some() {}
                    let link = links.peek().filter(|(_, link)| link.0 < at).map(|(number, _)| *number);
                    runs.push(Run { n_stars: 0, before, after: None, link });
                    is_in_run = true;
                }
                run_of[at] = runs.len() - 1;
                runs[run_of[at]].n_stars += text.len();
            } else if let Some(first) = text.chars().next() {
                if is_in_run {
                    let after = self.as_written(first, '<');
                    runs.last_mut().into_iter().for_each(|run| run.after = Some(after));
                }
                is_in_run = false;
                before = text.chars().next_back().map(|last| self.as_written(last, '>'));
            }
        }
        (runs, run_of)
    }

    fn as_written(&self, c: char, edge_of_tag: char) -> char {
        if c == '\n' && self.in_cell { edge_of_tag } else { c }
    }

    /// Pairs of which an end is where emphasis can't begin or end, or beside the end of another pair.
    fn misplaced(&self, runs: &[Run], run_of: &[usize]) -> Vec<bool> {
        let mut n_open = vec![0; runs.len()];
        let mut n_all = vec![0; runs.len()];
        for &(open, close) in self.pairs {
            n_open[run_of[open]] += 1;
            n_all[run_of[open]] += 1;
            n_all[run_of[close]] += 1;
        }
        let is_bad = |at: usize, is_opening: bool| {
            let (number, run) = (run_of[at], &runs[run_of[at]]);
            let is_mixed = n_open[number] > 0 && n_open[number] < n_all[number];
            match (is_mixed, is_opening) {
                (true, _) => is_opening,
                (false, true) => !flanks(run.before, run.after),
                (false, false) => !flanks(run.after, run.before),
            }
        };
        self.pairs.iter().map(|&(open, close)| is_bad(open, true) || is_bad(close, false)).collect()
    }
}

/// Whether emphasis can begin between two characters for every reader; mirrored, whether it can end.
fn flanks(outside: Option<char>, inside: Option<char>) -> bool {
    let Some(inside) = inside else { return false };
    if inside.is_whitespace() || inside.is_alphanumeric() {
        return !inside.is_whitespace();
    }
    outside.is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation())
}

/// What a run can do.
#[derive(Clone, Copy, PartialEq)]
struct Sides {
    opens: bool,
    closes: bool,
}

fn sides(run: &Run, others_are_punctuation: bool) -> Sides {
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let is_punctuation = |c: Option<char>| {
        c.is_some_and(|c| {
            c.is_ascii_punctuation()
                || others_are_punctuation && !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace()
        })
    };
    let reaches = |inside, outside| {
        !is_space(inside) && (!is_punctuation(inside) || is_space(outside) || is_punctuation(outside))
    };
    Sides { opens: reaches(run.after, run.before), closes: reaches(run.before, run.after) }
}

/// The runs that CommonMark pairs, sorted: which opens, which closes, and how many stars of each.
fn read_pairs(runs: &[Run], sides: &[Sides]) -> Vec<(usize, usize, usize)> {
    let mut pairs = Vec::new();
    let mut at = 0;
    let mut outside = Vec::new();
    while at < runs.len() {
        let stop = at + runs[at..].iter().take_while(|run| run.link == runs[at].link).count();
        if runs[at].link.is_some() {
            pair(&(at..stop).collect::<Vec<_>>(), runs, sides, &mut pairs);
        } else {
            outside.extend(at..stop);
        }
        at = stop;
    }
    pair(&outside, runs, sides, &mut pairs);
    pairs.sort_unstable();
    pairs
}

fn pair(numbers: &[usize], runs: &[Run], sides: &[Sides], pairs: &mut Vec<(usize, usize, usize)>) {
    // Runs that can still open, with the stars that they have left.
    let mut openers: Vec<(usize, usize)> = Vec::new();
    // How many of them are known not to fit a run that closes: by whether it can open too, and by its length.
    let mut bottoms = [[0; 3]; 2];
    for &closer in numbers {
        let mut n_left = runs[closer].n_stars;
        let own = sides[closer];
        while own.closes && n_left > 0 {
            let bottom = &mut bottoms[usize::from(own.opens)][runs[closer].n_stars % 3];
            let fits = |&(opener, _): &(usize, usize)| {
                let (one, other) = (runs[opener].n_stars, runs[closer].n_stars);
                let is_ambiguous = own.opens || sides[opener].closes;
                !is_ambiguous || !(one + other).is_multiple_of(3) || one.is_multiple_of(3) && other.is_multiple_of(3)
            };
            let Some(found) = openers[*bottom..].iter().rposition(fits) else {
                *bottom = openers.len();
                break;
            };
            openers.truncate(*bottom + found + 1);
            let Some((opener, n_open)) = openers.pop() else { break };
            let n_stars = if n_open >= 2 && n_left >= 2 { 2 } else { 1 };
            pairs.push((opener, closer, n_stars));
            n_left -= n_stars;
            if n_open > n_stars {
                openers.push((opener, n_open - n_stars));
            }
            bottoms.iter_mut().flatten().for_each(|bottom| *bottom = openers.len().min(*bottom));
        }
        if own.opens && n_left > 0 {
            openers.push((closer, n_left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of a line that are to be taken away; every piece of stars is a delimiter.
    fn unreadable(line: &[&str], pairs: &[(usize, usize)], links: &[(usize, usize)]) -> Vec<bool> {
        let texts: Vec<String> = line.iter().map(|&piece| piece.to_owned()).collect();
        Pieces { texts: &texts, pairs, links, in_cell: false }.unreadable()
    }

    #[test]
    fn pairs_that_are_read_stay() {
        assert_eq!(unreadable(&["a ", "**", "*", "b", "*", "**"], &[(2, 4), (1, 5)], &[]), [false, false]);
        assert_eq!(unreadable(&["a", "*", "b", "*", "c"], &[(1, 3)], &[]), [false]);
        assert_eq!(unreadable(&["**", "a", "*", "b", "*", "c", "**"], &[(2, 4), (0, 6)], &[]), [false, false]);
    }

    #[test]
    fn a_run_within_a_word_that_would_close_another_pair_is_taken_away() {
        let line = ["**", "*", "a", "*", "b", "*", "c", "*", "**"];
        assert_eq!(unreadable(&line, &[(1, 3), (5, 7), (0, 8)], &[]), [false, true, false]);
    }

    #[test]
    fn a_sum_that_is_a_multiple_of_three_pairs_nothing() {
        // All runs but the last are between letters. Were it not for the sum, the second would close the first.
        assert_eq!(unreadable(&["a", "*", "b", "**", "c", "**", "d", "*"], &[(3, 5), (1, 7)], &[]), [false, false]);
    }

    #[test]
    fn a_link_is_read_before_what_is_around_it() {
        let line = ["*", "a", "[", "*", "b", "*", "](x)", "c", "*"];
        assert_eq!(unreadable(&line, &[(3, 5), (0, 8)], &[(2, 6)]), [false, false]);
    }

    #[test]
    fn emphasis_that_begins_before_punctuation_within_a_word_is_taken_away() {
        assert_eq!(unreadable(&["a", "**", "(b)", "**", "c"], &[(1, 3)], &[]), [true]);
    }
}
