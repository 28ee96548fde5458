//! Images that only lead to another page: advertisements, buttons that ask to sign up, badges below the text.

use std::collections::HashSet;

use super::facts::has_word;
use super::roles;
use crate::page::table::NO_ROW;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// Words in the names of the files and folders of images that advertise something, or are buttons.
const NAMES: &[&str] = &[
    "ad",
    "ads",
    "advert",
    "adverts",
    "advertisement",
    "anzeige",
    "banner",
    "btn",
    "button",
    "buttons",
    "cta",
    "promo",
    "sponsor",
    "werbung",
];
/// Words in the addresses that advertisements lead to.
const TARGETS: &[&str] = &["ads", "advert", "adverts", "advertising", "cta", "werbung"];
/// Words in the address of a larger copy of an image, or of the pages of a gallery.
const PICTURES: &[&str] = &[
    "jpg",
    "jpeg",
    "png",
    "gif",
    "webp",
    "avif",
    "svg",
    "image",
    "images",
    "photo",
    "photos",
    "picture",
    "pictures",
    "gallery",
    "album",
    "attachment",
];
/// A link is at most this many elements around its image.
const MAX_LEVELS: usize = 8;

/// Takes the role of images in links to another page, if no kept text links to it, and the image is below all kept text
/// or is named as an advertisement.
pub fn drop_promotions(kept: Kept, all: &mut [u8]) {
    let text_stop = (kept.runs.iter().rev()).find(|run| kept.keep[run.block as usize]).map_or(0, |run| run.start);
    let mut targets_of_texts = None;
    for (row, role) in all.iter_mut().enumerate().filter(|(_, role)| **role == roles::IMAGE) {
        let Some(target) = link_around(kept, row).and_then(|link| kept.attribute(&kept.elements[link], b"href")) else {
            continue;
        };
        let target = target.trim();
        if target.starts_with('#') || has_word(target, PICTURES) {
            continue;
        }
        if kept.elements[row].start < text_stop && !is_named_advertisement(kept, row, target) {
            continue;
        }
        let targets = targets_of_texts.get_or_insert_with(|| targets_of_kept_texts(kept));
        if !targets.contains(target) {
            *role = 0;
        }
    }
}

fn link_around(kept: Kept, row: usize) -> Option<usize> {
    let above = |row: &usize| Some(kept.elements[*row].parent).filter(|&row| row != NO_ROW).map(|row| row as usize);
    let mut around = std::iter::successors(above(&row), above).take(MAX_LEVELS);
    around.find(|&row| kept.elements[row].tag == Tag::A as u8)
}

fn is_named_advertisement(kept: Kept, image: usize, target: &str) -> bool {
    let path = |address: &str| address.split(['?', '#']).next().unwrap_or_default().to_owned();
    let is_named = |name: &[u8]| {
        let path = path(&kept.attribute(&kept.elements[image], name).unwrap_or_default());
        path.rsplit('/').take(2).any(|part| has_word(part, NAMES))
    };
    is_named(b"src") || is_named(b"data-src") || has_word(&path(target), TARGETS)
}

/// The addresses to which kept text links.
fn targets_of_kept_texts(kept: Kept) -> HashSet<String> {
    let is_kept = |first: u32, stop: u32| (first..stop).any(|block| kept.keep[block as usize]);
    let links = kept.elements.iter().filter(|element| element.tag == Tag::A as u8 && element.chars > 0);
    let links = links.filter(|link| is_kept(link.first_block, link.stop_block));
    links.filter_map(|link| kept.attribute(link, b"href")).map(|target| target.trim().to_owned()).collect()
}
