//! Reads the pages named on the command line into page tables, several times over: something for a
//! profiler to look at. `cargo run --release --example scan -- 10 page.html ...`

use std::hint::black_box;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds: u32 = arguments.next().and_then(|n| n.parse().ok()).expect("how many rounds");
    let pages: Vec<Vec<u8>> = arguments.filter_map(|path| std::fs::read(path).ok()).collect();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    for _ in 0..rounds {
        let start = Instant::now();
        for page in &pages {
            let decoded = pagetable::decode::decode(black_box(page), None);
            black_box(pagetable::build(&decoded.text, pagetable::DEFAULT_MAX_DEPTH));
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("{:.4} ms a page, {:.0} MB/s", seconds * 1e3 / pages.len() as f64, bytes as f64 / seconds / 1e6);
    }
}
