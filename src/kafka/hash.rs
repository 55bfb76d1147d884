//! A name → the place where the table of keys begins to look for it. The build script lays the table
//! out with the same function.

/// How many places the table has: a power of two, and more than half of them empty.
pub const PLACES: usize = 512;

/// The place of a name. Keys differ in their length and at their ends, so those are enough to tell
/// nearly all of them apart.
pub fn place(name: &[u8]) -> usize {
    let first = name.first().map_or(0, |first| u64::from(*first));
    let from_end = |index: usize| name.len().checked_sub(index).map_or(0, |at| u64::from(name[at]));
    let read = [first, from_end(1), from_end(2), from_end(7), from_end(9)];
    let hash = read.into_iter().fold(name.len() as u64, |hash, byte| (hash ^ byte).wrapping_mul(0x0100_0000_01b3));
    (hash >> 20) as usize % PLACES
}
