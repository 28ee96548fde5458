//! 64-bit hashes that are the same on every machine and in every version: models look words up by
//! them, and crawls match blocks by them. Fast rather than secure; nothing here keeps a hash table
//! that an attacker could fill.

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes two numbers into one; every bit of both reaches every bit of the result.
#[inline(always)]
pub fn mix(one: u64, two: u64) -> u64 {
    let product = u128::from(one ^ SEED) * u128::from(two ^ 0xD1B5_4A32_D192_ED03);
    (product >> 64) as u64 ^ product as u64
}

/// The hash of a text.
pub fn of_bytes(text: &[u8]) -> u64 {
    let mut hash = text.len() as u64 ^ SEED;
    let mut chunks = text.chunks_exact(8);
    for chunk in &mut chunks {
        hash = mix(hash, u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
    }
    let mut tail = [0u8; 8];
    let rest = chunks.remainder();
    tail[..rest.len()].copy_from_slice(rest);
    mix(mix(hash, u64::from_le_bytes(tail)), SEED)
}
