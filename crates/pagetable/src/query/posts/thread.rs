//! Page, keep mask -> its posts: dates that are repeated, the records around them, the texts in the records.

use std::collections::HashSet;

use super::anchors::{DatedRuns, date_groups};
use super::bodies::{BodyKind, body_kind, body_rows, undated_records, written_sums};
use super::dates::{DateReader, Dates, ShownDate};
use super::lead::{Lead, lead};
use super::links::links_of;
use super::names::{Bodies, SignedRecord, authors_of};
use super::records::{Record, Written, dated_records};
use super::replies::{answered_posts, kinds_of, votes_of};
use crate::page::PageView;
use crate::page::table::flag;
use crate::parse::class_words::{WordKind, word_hash};
use crate::query::dates::Day;
use crate::query::marks::Marks;

/// How alike records are that share only their tag.
const SAME_TAG: f64 = 0.97;
/// Blocks of posts are shown as text.
const UNSEEN: u8 = flag::HIDDEN | flag::TEMPLATE | flag::SVG;
const NAME_WORDS: &str = "author username user poster member nick nickname creator fn name userinfo";
const VOTE_WORDS: &str = "vote votes upvote upvotes upvotecount score likes points";

/// What somebody wrote, with what the page shows about it.
#[derive(Debug)]
pub struct Post {
    /// What was written, without name, date and controls.
    pub text: String,
    /// The name of the author.
    pub author: Option<String>,
    /// The address of the link around it.
    pub author_link: Option<String>,
    /// The day.
    pub day: Option<Day>,
    /// The date as shown.
    pub date_shown: Option<String>,
    /// The address of the post.
    pub link: Option<String>,
    /// Votes for it.
    pub votes: Option<i64>,
    /// question, accepted answer or post.
    pub kind: &'static str,
    /// Number of the post that it answers.
    pub reply_to: Option<usize>,
    /// Numbers of the blocks that hold the text, in order.
    pub blocks: Vec<u32>,
}

/// The posts of a page.
#[derive(Debug, Default)]
pub struct Thread {
    /// In the order of the page; none if there are fewer than two.
    pub posts: Vec<Post>,
    /// Share of the page's text outside of links that the records of the posts have.
    pub share: f64,
}

/// A record and the elements with its text.
struct Part {
    record: Record,
    body: Vec<u32>,
}

/// The posts of a page. `keep` is a mask over its blocks. With `has_lead`, kept text between the heading and the first
/// repeated post is a post too: the question, or the post that others comment on.
pub fn read_thread(page: PageView<'_>, keep: &[bool], has_lead: bool, reader: DateReader<'_>) -> Thread {
    let dated = DatedRuns::of(page, reader.months);
    let groups = date_groups(&dated);
    if groups.is_empty() {
        return Thread::default();
    }
    let sums = written_sums(page);
    let (mut records, share) = best_records(page, &groups, &sums);
    if records.is_empty() {
        return Thread::default();
    }
    let mut dates = Dates::new(&dated, reader);
    let mut found = dates.of(&records);
    for (record, date) in records.iter_mut().zip(&found) {
        record.anchor = date.as_ref().map_or(record.anchor, |date| date.row);
    }
    let kind = body_kind(page, &records, &sums);
    let mut parts = parts_of(page, &records, kind.as_ref(), &sums);
    if has_lead && !parts.is_empty() {
        let lead = lead(page, keep, &parts[0].record);
        parts.splice(0..0, lead.map(|Lead { record, body }| Part { record, body }));
    }
    // Mostly the records are the posts, and have their dates.
    if !parts.iter().map(|part| &part.record).eq(&records) {
        let records: Vec<Record> = parts.iter().map(|part| part.record.clone()).collect();
        found = dates.of(&records);
    }
    let posts = if parts.len() > 1 { posts_of(page, parts, &dates, found) } else { Vec::new() };
    Thread { posts, share }
}

/// The records that have the most of the page's text, and the share of it that they have. A page can always be cut into
/// two halves, so many records are better than few.
fn best_records(page: PageView<'_>, groups: &[Vec<u32>], sums: &[i64]) -> (Vec<Record>, f64) {
    let total = sums.last().copied().unwrap_or_default() as f64;
    let (mut best_score, mut best_share, mut best) = (0.0, 0.0, Vec::new());
    for group in groups {
        let anchors: Vec<usize> = group.iter().map(|row| *row as usize).collect();
        let found = dated_records(page, &anchors, sums);
        let n_full = found.chars.iter().filter(|n| **n > 0).count() as f64;
        if n_full < 2.0 || found.are_parts {
            continue;
        }
        let n_records = found.records.len() as f64;
        let [n_same_place, n_same_classes, n_same_tag] = found.n_alike.map(|n| n as f64);
        let likeness = n_same_place.max(n_same_classes).max(SAME_TAG * n_same_tag) / n_records;
        let share = f64::min(1.0, found.chars.iter().sum::<i64>() as f64 / total);
        let score = share * n_full / (n_full + 2.0) * (n_full / n_records).powf(0.5) * likeness;
        if score > best_score {
            (best_score, best_share, best) = (score, share, found.records);
        }
    }
    (best, best_share)
}

fn parts_of(page: PageView<'_>, records: &[Record], kind: Option<&BodyKind>, sums: &[i64]) -> Vec<Part> {
    let written = Written { elements: page.elements, sums };
    let has_text = |record: &Record| written.of_blocks(record.first_block, record.stop_block) > 0;
    let Some(kind) = kind else {
        let full = records.iter().filter(|record| has_text(record));
        return full.map(|record| Part { record: record.clone(), body: Vec::new() }).collect();
    };
    let signature = |record: &Record| page.elements[record.rows[0] as usize].signature;
    let of_dated: HashSet<u64> = records.iter().map(signature).collect();
    // Those without a date were found by their texts.
    let dated = records.iter().map(|record| (Some(record.anchor), record.clone()));
    let undated = undated_records(page, records, kind).into_iter().map(|record| (None, record));
    let mut records: Vec<(Option<u32>, Record)> = dated.chain(undated).collect();
    records.sort_by_key(|(_, record)| record.rows[0]);
    let usual = most_usual(records.iter().map(|(_, record)| signature(record)));
    let part = |(date, record): (Option<u32>, Record)| {
        let body = body_rows(page, &record, date, kind, &written);
        // A record like the others whose text is in another element is a post, too. Without a date it has to be like
        // one with a date: other parts of the page may have elements of the same kind.
        let own = signature(&record);
        let is_post = match date {
            Some(_) => !body.is_empty() || (Some(own) == usual && has_text(&record)),
            None => of_dated.contains(&own) && has_text(&record),
        };
        is_post.then_some(Part { record, body })
    };
    records.into_iter().filter_map(part).collect()
}

/// The value that is there most often; of several the least.
fn most_usual(values: impl Iterator<Item = u64>) -> Option<u64> {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    let groups = values.chunk_by(|one, other| one == other);
    groups.rev().max_by_key(|group| group.len()).map(|group| group[0])
}

fn posts_of(page: PageView<'_>, parts: Vec<Part>, dates: &Dates<'_>, found: Vec<Option<ShownDate>>) -> Vec<Post> {
    let blocks: Vec<Vec<u32>> = parts.iter().map(|part| blocks_of(page, part)).collect();
    let (records, bodies): (Vec<Record>, Vec<Bodies>) =
        parts.into_iter().map(|part| (part.record, Bodies::new(page.elements, &part.body))).unzip();
    let marked = marks().rows(page);
    let signed: Vec<SignedRecord<'_>> = records
        .iter()
        .zip(&bodies)
        .zip(&found)
        .map(|((record, bodies), date)| SignedRecord { record, bodies, date: date.as_ref().map(|date| date.row) })
        .collect();
    let months = dates.months();
    let mut authors = authors_of(page, &signed, &marked[0], months).into_iter();
    let mut links = links_of(page, &records, &bodies, months).into_iter();
    let votes = votes_of(page, &records, &marked[1]);
    let (replies, kinds) = (answered_posts(page, &records), kinds_of(page, &records));
    let post = |(index, (blocks, date)): (usize, (Vec<u32>, Option<ShownDate>))| {
        let (author, author_link) = authors.next().flatten().unzip();
        let texts: Vec<&[u8]> = blocks.iter().map(|block| page.block_text(&page.blocks[*block as usize])).collect();
        Post {
            text: String::from_utf8_lossy(&texts.join(b"\n\n".as_slice())).into_owned(),
            author,
            author_link: author_link.flatten(),
            day: date.as_ref().and_then(|date| dates.day_of(date)),
            date_shown: date.map(|date| date.text.trim_matches(|letter| " »«|,-".contains(letter)).to_owned()),
            link: links.next().flatten(),
            votes: votes[index],
            kind: kinds[index],
            reply_to: replies[index],
            blocks,
        }
    };
    blocks.into_iter().zip(found).enumerate().map(post).collect()
}

/// The elements whose class or itemprop is that of a name, and those with that of votes.
fn marks() -> Marks {
    let words = [NAME_WORDS, VOTE_WORDS].into_iter().enumerate();
    let hashes = words.flat_map(|(purpose, words)| {
        let of_kind = move |word: &str, kind: WordKind| (word_hash(word.as_bytes(), kind), purpose);
        words.split(' ').flat_map(move |word| [of_kind(word, WordKind::Class), of_kind(word, WordKind::Itemprop)])
    });
    Marks::new(hashes.collect())
}

/// The blocks of what was written; without an element around it, the record's blocks that are not links.
fn blocks_of(page: PageView<'_>, part: &Part) -> Vec<u32> {
    let PageView { elements, blocks, .. } = page;
    let mut chosen: Vec<u32> = Vec::new();
    for row in &part.body {
        let own = &elements[*row as usize];
        let first = chosen.last().map_or(0, |last| last + 1).max(own.first_block);
        chosen.extend(first..own.stop_block);
    }
    if part.body.is_empty() {
        let without = elements[part.record.anchor as usize].first_block;
        let is_text = |block: &u32| {
            let own = &blocks[*block as usize];
            *block != without && 2 * u64::from(own.link_chars) <= u64::from(own.chars)
        };
        chosen.extend((part.record.first_block..part.record.stop_block).filter(is_text));
    }
    chosen.retain(|block| blocks[*block as usize].flags & u32::from(UNSEEN) == 0);
    chosen
}
