//! Any bytes -> a page table that keeps its promises. What is checked here in Rust is what
//! tests/property/test_page_properties.py checks from Python; the fuzzer finds other pages.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pagetable::page::table::{NO_ROW, Table};
use pagetable::{build, decode};

fuzz_target!(|bytes: &[u8]| {
    let decoded = decode::decode(bytes, None);
    // The first byte also chooses how deep elements may nest.
    let max_depth = 2 + bytes.first().map_or(510, |&byte| u16::from(byte) * 2);
    let table = build(&decoded.text, max_depth);
    check_elements(&table, decoded.text.len() as u32, max_depth);
    check_text(&table, decoded.text.len() as u32);
    assert_eq!(table, build(&decoded.text, max_depth), "the same page gives the same table");
});

fn check_elements(table: &Table, length: u32, max_depth: u16) {
    let elements = &table.elements;
    for (row, element) in elements.iter().enumerate() {
        assert!(element.start <= element.open_stop && element.open_stop <= element.stop);
        assert!(element.stop <= length && element.close_start <= length);
        assert!(element.end as usize > row && element.end as usize <= elements.len());
        assert!(element.depth < max_depth);
        if element.parent == NO_ROW {
            assert_eq!(row, 0, "there is one root");
        } else {
            let parent = &elements[element.parent as usize];
            assert!((element.parent as usize) < row, "a parent comes before its child");
            assert!(element.end <= parent.end, "end nests");
            assert!(element.first_block >= parent.first_block && element.stop_block <= parent.stop_block);
        }
    }
    let mut chars: Vec<u64> = vec![0; elements.len() + 1];
    for run in &table.runs {
        chars[run.element as usize + 1] += u64::from(run.chars);
    }
    for row in 1..chars.len() {
        chars[row] += chars[row - 1];
    }
    for (row, element) in elements.iter().enumerate() {
        assert_eq!(u64::from(element.chars), chars[element.end as usize] - chars[row], "sums are those of slices");
    }
}

fn check_text(table: &Table, length: u32) {
    let mut stop = 0;
    for block in &table.blocks {
        assert_eq!(block.text_start, stop, "texts stand one behind the other");
        stop = block.text_stop + 1;
        assert!(block.start < block.stop && block.stop <= length);
        let text = &table.text[block.text_start as usize..block.text_stop as usize];
        let text = std::str::from_utf8(text).expect("UTF-8");
        let chars = text.chars().filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')).count();
        assert_eq!(block.chars as usize, chars);
        assert!(block.link_chars <= block.chars && block.words > 0);
    }
    assert_eq!(table.text.len() as u32, stop);
    for run in &table.runs {
        let block = &table.blocks[run.block as usize];
        assert!(block.text_start <= run.text_start && run.text_start < run.text_stop);
        assert!(run.text_stop <= block.text_stop && run.stop <= length);
    }
}
