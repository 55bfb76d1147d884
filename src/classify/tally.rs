//! How often each mark was met, and where first.

use super::marks::{self, MARKS, Mark};
use crate::{
    kafka::Client,
    properties::{Entry, Properties},
};

pub(super) struct Tally<'a> {
    properties: &'a Properties<'a>,
    count: [u32; MARKS],
    first: [u32; MARKS],
}

impl<'a> Tally<'a> {
    pub(super) fn of(properties: &'a Properties<'a>) -> Self {
        let mut tally = Self { properties, count: [0; MARKS], first: [u32::MAX; MARKS] };
        for (index, entry) in (0..).zip(&properties.entries) {
            marks::of(meant(entry), &entry.value, |mark| {
                let at = mark as usize;
                tally.count[at] += 1;
                tally.first[at] = tally.first[at].min(index);
            });
        }
        tally
    }

    pub(super) fn count(&self, mark: Mark) -> u32 {
        self.count[mark as usize]
    }

    pub(super) fn has(&self, mark: Mark) -> bool {
        self.count(mark) > 0
    }

    pub(super) fn sum(&self, marks: &[Mark]) -> u32 {
        marks.iter().map(|&mark| self.count(mark)).sum()
    }

    /// The first entry that has one of these marks, by order of the marks.
    pub(super) fn first(&self, marks: &[Mark]) -> Option<&'a Entry<'a>> {
        let index = marks.iter().map(|&mark| self.first[mark as usize]).find(|&index| index != u32::MAX)?;
        self.properties.entries.get(index as usize)
    }

    /// How much says, without a prefix, that this client reads the file. A (de)serializer says it
    /// twice.
    pub(super) fn votes(&self, client: Client) -> u32 {
        match client {
            Client::Producer => self.count(Mark::Producer) + 2 * self.count(Mark::Serializer),
            Client::Consumer => self.sum(&[Mark::Consumer, Mark::ShareConsumer]) + 2 * self.count(Mark::Deserializer),
            Client::Admin => self.count(Mark::Admin),
        }
    }

    /// Whether the file gives this client its own keys behind a prefix. A prefix beside plain keys
    /// of the same client is a slip, unless the file has prefixes for another client as well.
    pub(super) fn strips(&self, client: Client) -> bool {
        let prefixes = Client::ALL.into_iter().filter(|&client| self.has(prefixed(client))).count();
        self.has(prefixed(client)) && (prefixes > 1 || self.votes(client) == 0)
    }

    /// Whether anything says that this client reads the file.
    pub(super) fn is_for(&self, client: Client) -> bool {
        self.votes(client) > 0 || self.strips(client)
    }
}

/// The key without what was hardly meant as part of it. In quotes or behind a byte order mark it is not
/// what a client looks for, but it tells what the file was meant to be.
pub(super) fn meant<'a>(entry: &'a Entry<'_>) -> &'a str {
    let key = &*entry.key;
    if key.ends_with(|c: char| c.is_ascii_alphanumeric()) && key.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return key;
    }
    key.trim_matches(['"', '\'', '\u{feff}', '\u{a0}', '\u{200b}'])
}

/// The mark of a key behind the prefix of a client.
pub(super) fn prefixed(client: Client) -> Mark {
    match client {
        Client::Producer => Mark::ForProducer,
        Client::Consumer => Mark::ForConsumer,
        Client::Admin => Mark::ForAdmin,
    }
}
