//! Columns of numbers, one after the other. Each is pushed together with its name, so the list of names can't differ from
//! the order of the columns: it is what pushing them records (`features::columns`).

use std::fmt::Display;

use crate::page::table::{Block, Element};

/// What is known about a column besides its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name of the feature.
    pub name: String,
    /// The kind of feature it is; empty in the second stage.
    pub group: &'static str,
    /// Whether it is one number for the whole page.
    pub is_of_page: bool,
}

/// Columns of so many rows; a column is a stretch of `values`.
#[derive(Debug, Default)]
pub struct Matrix<'w> {
    /// The number of rows, one per block.
    pub n_rows: usize,
    /// The columns, one after the other.
    pub values: Vec<f32>,
    /// Numbers of the whole page, where only some columns are wanted.
    pub shared: Vec<f32>,
    wanted: Option<&'w [bool]>,
    /// Which of the wanted columns are computed; None if all are. The others are zeros.
    computed: Option<&'w [bool]>,
    /// The rows that are wanted, and whether each is; None if all are.
    some_rows: Option<(Vec<usize>, Vec<bool>)>,
    n_pushed: usize,
    /// The columns pushed so far, if they are to be recorded.
    recorded: Option<Vec<Column>>,
    group: &'static str,
}

impl<'w> Matrix<'w> {
    /// All columns, numbers of the whole page among them.
    pub fn new(n_rows: usize, n_columns: usize) -> Self {
        Matrix { n_rows, values: Vec::with_capacity(n_rows * n_columns), ..Matrix::default() }
    }

    /// All columns, and what is known about each.
    pub fn recording(n_rows: usize) -> Self {
        Matrix { n_rows, recorded: Some(Vec::new()), ..Matrix::default() }
    }

    /// What is known about each column, if that was recorded.
    pub fn into_columns(self) -> Vec<Column> {
        self.recorded.unwrap_or_default()
    }

    /// The columns from here on are features of a kind.
    pub fn start_group(&mut self, name: &'static str) {
        self.group = name;
    }

    /// Only the columns that are `wanted`, by the order in which they are pushed. The others are not even computed.
    /// Numbers of the whole page are apart from the columns, and each keeps its place.
    pub fn some(n_rows: usize, wanted: &'w [bool]) -> Self {
        let n_columns = wanted.iter().filter(|&&is_wanted| is_wanted).count();
        Matrix { wanted: Some(wanted), ..Matrix::new(n_rows, n_columns) }
    }

    /// Of the wanted columns only those that are `computed`. The others are zeros, so that each column has the same place as
    /// without this.
    pub fn of_columns(mut self, computed: &'w [bool]) -> Self {
        self.computed = Some(computed);
        self
    }

    /// Of all rows that are pushed only these, in rising order, are kept.
    pub fn of_rows(mut self, rows: &[usize]) -> Self {
        let mut is_wanted = vec![false; self.n_rows];
        rows.iter().for_each(|&row| is_wanted[row] = true);
        self.some_rows = Some((rows.to_vec(), is_wanted));
        self
    }

    /// Appends a column.
    pub fn push(&mut self, name: impl Display, column: impl Iterator<Item = f64>) {
        self.push_by(name, || column);
    }

    /// Appends a column that is made only if it is wanted.
    pub fn push_by<Numbers: Iterator<Item = f64>>(&mut self, name: impl Display, make: impl FnOnce() -> Numbers) {
        if self.recorded.is_some() {
            self.record(&name, false);
        }
        self.fill(make);
    }

    #[cold]
    fn record(&mut self, name: &dyn Display, is_of_page: bool) {
        let column = Column { name: name.to_string(), group: self.group, is_of_page };
        self.recorded.iter_mut().for_each(|columns| columns.push(column.clone()));
    }

    fn fill<Numbers: Iterator<Item = f64>>(&mut self, make: impl FnOnce() -> Numbers) {
        if self.is_wanted() {
            match &self.some_rows {
                _ if !self.is_computed() => self.fill_with_zeros(),
                None => self.values.extend(make().map(|value| value as f32)),
                Some((_, is_wanted)) => {
                    let wanted = make().zip(is_wanted).filter(|(_, is_wanted)| **is_wanted);
                    self.values.extend(wanted.map(|(value, _)| value as f32));
                }
            }
        }
        self.n_pushed += 1;
    }

    /// Appends a column of numbers that do not depend on each other: of rows that are not wanted, none is computed.
    pub fn push_each(&mut self, name: impl Display, number: impl Fn(usize) -> f64) {
        if self.recorded.is_some() {
            self.record(&name, false);
        }
        if self.is_wanted() {
            match &self.some_rows {
                _ if !self.is_computed() => self.fill_with_zeros(),
                None => self.values.extend((0..self.n_rows).map(|row| number(row) as f32)),
                Some((rows, _)) => self.values.extend(rows.iter().map(|&row| number(row) as f32)),
            }
        }
        self.n_pushed += 1;
    }

    /// The numbers of a column, by its place among those that are computed.
    pub fn column(&self, slot: usize) -> &[f32] {
        &self.values[slot * self.n_rows..][..self.n_rows]
    }

    /// The values of some rows, by column.
    pub fn rows(&self, rows: &[usize]) -> Vec<f32> {
        let mut values = Vec::with_capacity(rows.len() * self.n_columns());
        for column in self.values.chunks_exact(self.n_rows.max(1)) {
            values.extend(rows.iter().map(|&row| column[row]));
        }
        values
    }

    /// Appends a column that is the same in every row.
    pub fn push_same(&mut self, name: impl Display, value: f64) {
        self.push(name, std::iter::repeat_n(value, self.n_rows));
    }

    /// Appends a number of the whole page.
    pub fn push_page(&mut self, name: impl Display, value: f64) {
        self.push_page_by(name, || value);
    }

    /// Appends a number of the whole page that is made only if it is wanted. NaN takes its place if it is not.
    pub fn push_page_by(&mut self, name: impl Display, make: impl FnOnce() -> f64) {
        if self.recorded.is_some() {
            self.record(&name, true);
        }
        match self.wanted {
            None => {
                let n_rows = self.n_rows;
                self.fill(|| std::iter::repeat_n(make(), n_rows));
            }
            Some(_) => {
                let is_read = self.is_wanted() && self.is_computed();
                self.shared.push(if is_read { make() as f32 } else { f32::NAN });
                self.n_pushed += 1;
            }
        }
    }

    /// Whether the next column is wanted.
    fn is_wanted(&self) -> bool {
        self.wanted.is_none_or(|wanted| wanted[self.n_pushed])
    }

    /// Whether the next column is computed, if it is wanted.
    fn is_computed(&self) -> bool {
        self.computed.is_none_or(|computed| computed[self.n_pushed])
    }

    fn fill_with_zeros(&mut self) {
        let n_rows = self.some_rows.as_ref().map_or(self.n_rows, |(rows, _)| rows.len());
        self.values.resize(self.values.len() + n_rows, 0.0);
    }

    /// The number of columns that are complete.
    pub fn n_columns(&self) -> usize {
        self.values.len().checked_div(self.n_rows).unwrap_or(0)
    }
}

/// The logarithm of one more, in 32 bits: features need no more, and it takes a third of the time.
pub trait Log1p {
    fn log1p(self) -> f64;
}

impl Log1p for f64 {
    #[inline(always)]
    fn log1p(self) -> f64 {
        f64::from((self as f32 + 1.0).ln())
    }
}

/// The sum of the values before each place: one entry more than there are values.
pub fn running(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut total = 0.0;
    let mut sums = vec![0.0];
    sums.extend(values.map(|value| {
        total += value;
        total
    }));
    sums
}

/// The difference of running sums between two places.
pub fn between(sums: &[f64], start: u32, stop: u32) -> f64 {
    sums[stop as usize] - sums[start as usize]
}

/// Looks in the table a key, on average, before it is taken to be a page made for collisions.
const MOST_LOOKS: usize = 8;

/// A number from 0 on for each key, equal ones for equal keys, and how many there are.
pub fn dense(keys: &[u64]) -> (Vec<u32>, usize) {
    // A table takes half the time of sorting; but its time must not depend on what a page has chosen for its keys.
    dense_by_table(keys).unwrap_or_else(|| dense_by_order(keys))
}

fn dense_by_table(keys: &[u64]) -> Option<(Vec<u32>, usize)> {
    let bits = (2 * keys.len() + 2).next_power_of_two().trailing_zeros();
    let mask = (1usize << bits) - 1;
    // One more than the number of a key; 0 where there is none. The keys are beside it: clearing room for them as well
    // takes longer than looking them up.
    let mut table = vec![0u32; 1 << bits];
    let mut known: Vec<u64> = Vec::with_capacity(keys.len());
    let mut looks = 0;
    let mut numbers = Vec::with_capacity(keys.len());
    for &key in keys {
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize;
        while table[at] != 0 && known[table[at] as usize - 1] != key {
            at = (at + 1) & mask;
            looks += 1;
        }
        if looks > MOST_LOOKS * keys.len() {
            return None;
        }
        if table[at] == 0 {
            known.push(key);
            table[at] = known.len() as u32;
        }
        numbers.push(table[at] - 1);
    }
    Some((numbers, known.len()))
}

fn dense_by_order(keys: &[u64]) -> (Vec<u32>, usize) {
    // Keys beside their places: looking a key up by its place takes longer than moving both.
    let mut order: Vec<(u64, u32)> = keys.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let mut numbers = vec![0; keys.len()];
    let mut n_keys = 0;
    for alike in order.chunk_by(|one, two| one.0 == two.0) {
        alike.iter().for_each(|&(_, at)| numbers[at as usize] = n_keys);
        n_keys += 1;
    }
    (numbers, n_keys as usize)
}

/// The sum of the values of each number.
pub fn sums_by(numbers: &[u32], n_numbers: usize, values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums = vec![0.0; n_numbers];
    for (&number, value) in numbers.iter().zip(values) {
        sums[number as usize] += value;
    }
    sums
}

/// The row of the element above, or `row` itself at the root.
pub fn above(elements: &[Element], row: u32) -> u32 {
    let parent = elements[row as usize].parent;
    if (parent as usize) < elements.len() { parent } else { row }
}

/// Whether an element is the root.
pub fn is_root(elements: &[Element], row: u32) -> bool {
    elements[row as usize].parent as usize >= elements.len()
}

/// For each element the nearest of itself and those above it that is marked; the root if there is none.
pub fn nearest(elements: &[Element], is_marked: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::with_capacity(elements.len());
    for row in 0..elements.len() as u32 {
        let is_end = is_root(elements, row) || is_marked(row);
        found.push(if is_end { row } else { found[elements[row as usize].parent as usize] });
    }
    found
}

/// The greatest value of each element and all above it.
pub fn greatest_above(elements: &[Element], mut values: Vec<f64>) -> Vec<f64> {
    for row in 0..elements.len() {
        if let Some(&up) = values.get(elements[row].parent as usize) {
            values[row] = values[row].max(up);
        }
    }
    values
}

/// How many steps a row is before or after a stretch; 0 inside.
pub fn steps_from(row: usize, start: usize, stop: usize) -> f64 {
    if row < start {
        row as f64 - start as f64
    } else if row >= stop {
        (row - stop + 1) as f64
    } else {
        0.0
    }
}

/// Words of a block, at least one.
pub fn words_of(block: &Block) -> f64 {
    f64::from(block.words.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_equal_numbers() {
        assert_eq!(dense(&[7, 3, 7, 9]), (vec![0, 1, 0, 2], 3));
        assert_eq!(dense_by_order(&[7, 3, 7, 9]), (vec![1, 0, 1, 2], 3));
        assert_eq!(dense(&[]), (vec![], 0));
        assert_eq!(dense(&[0]), (vec![0], 1));
    }

    #[test]
    fn keys_made_to_collide_are_sorted_instead() {
        // What the multiplication takes to numbers below 5000, which have the same first bits.
        let mut inverse: u64 = 1;
        for _ in 0..6 {
            let product = 0x9E37_79B9_7F4A_7C15u64.wrapping_mul(inverse);
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(product));
        }
        let keys: Vec<u64> = (0..5000).map(|number: u64| number.wrapping_mul(inverse)).collect();
        assert!(dense_by_table(&keys).is_none());
        assert_eq!(dense(&keys).1, 5000);
    }

    #[test]
    fn columns_that_are_not_wanted_are_not_computed_and_numbers_of_the_page_stand_apart() {
        let mut some = Matrix::some(2, &[true, false, true, false, false, true]);
        some.push("a", [1.0, 2.0].into_iter());
        some.push("b", std::iter::once_with(|| unreachable!("not wanted")));
        some.push_same("c", 3.0);
        some.push_by("d", || -> std::iter::Empty<f64> { unreachable!("not wanted") });
        some.push_page_by("e", || unreachable!("not wanted"));
        some.push_page("f", 4.0);
        assert_eq!(some.values, [1.0, 2.0, 3.0, 3.0]);
        assert!(some.shared[0].is_nan() && some.shared[1..] == [4.0]);
        let mut last = Matrix::some(3, &[true, false]).of_rows(&[0, 2]);
        last.push("a", [1.0, 2.0, 3.0].into_iter());
        last.push_each("b", |_| unreachable!("not wanted"));
        assert_eq!(last.values, [1.0, 3.0]);
        let mut each = Matrix::some(3, &[true]).of_rows(&[0, 2]);
        each.push_each("a", |row| if row == 1 { unreachable!("not wanted") } else { row as f64 });
        assert_eq!(each.values, [0.0, 2.0]);
        assert_eq!(some.rows(&[1]), [2.0, 3.0]);
        let mut part = Matrix::some(2, &[true, true, false]).of_columns(&[false, true, true]);
        part.push("a", std::iter::once_with(|| unreachable!("not computed")));
        part.push_each("b", |row| row as f64 + 1.0);
        part.push_each("c", |_| unreachable!("not wanted"));
        assert_eq!(part.values, [0.0, 0.0, 1.0, 2.0]);
        let mut all = Matrix::new(2, 1);
        all.push_page("a", 4.0);
        assert_eq!((all.n_columns(), all.values), (1, vec![4.0, 4.0]));
    }

    #[test]
    fn sums_run_and_steps_count_to_the_nearer_end() {
        assert_eq!(running([1.0, 2.0].into_iter()), [0.0, 1.0, 3.0]);
        assert_eq!([1, 4, 6].map(|row| steps_from(row, 3, 5)), [-2.0, 0.0, 2.0]);
        assert_eq!(sums_by(&[1, 0, 1], 2, [1.0, 2.0, 3.0].into_iter()), [2.0, 4.0]);
    }
}
