//! A name → the place where the table of keys begins to look for it. The build script lays the table
//! out with the same function.

/// How many places the table has: a power of two, and more than half of them empty.
pub const PLACES: usize = 512;

/// The place of a name. Keys differ in their length and at their ends, so those are enough to tell
/// nearly all of them apart.
pub fn place(name: &[u8]) -> usize {
    let at = |index: usize| u64::from(name.get(index).copied().unwrap_or_default());
    let from_end = |index: usize| at(name.len().wrapping_sub(index));
    let middle = name.len() / 2;
    let read = [at(0), at(2), at(middle), at(middle + 2), from_end(7), from_end(5), from_end(2), from_end(1)];
    let hash = read.into_iter().fold(name.len() as u64, |hash, byte| (hash ^ byte).wrapping_mul(0x0100_0000_01b3));
    (hash >> 20) as usize % PLACES
}
