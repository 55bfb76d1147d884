//! A file → what each client in it is given.

use super::{
    Kind,
    decide::{FileName, consumer_role},
    tally::Tally,
};
use crate::{
    kafka::{Client, KeyId, Role},
    properties::{Entry, Properties},
};

/// What one client is given of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The client, framework or server.
    pub role: Role,
    /// Its entries. Those behind its prefix come last, since they win over plain ones; otherwise in
    /// the order of the file, so that of a key that comes twice the last one wins.
    pub seen: Vec<Seen>,
}

/// An entry as a client is given it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its index in [`Properties::entries`].
    pub entry: usize,
    /// How many bytes of the key are a prefix that the client does not see.
    pub prefix: usize,
}

impl View {
    /// The entries with their keys as the client sees them.
    pub fn settings<'a>(&'a self, properties: &'a Properties<'_>) -> impl Iterator<Item = (&'a str, &'a Entry<'a>)> {
        self.seen.iter().map(|seen| {
            let entry = &properties.entries[seen.entry];
            (&entry.key[seen.prefix..], entry)
        })
    }
}

pub(super) fn of_kind(properties: &Properties<'_>, tally: &Tally<'_>, kind: Kind) -> Vec<View> {
    match kind {
        Kind::Client => Client::ALL.into_iter().map(|client| of_client(properties, tally, client.into(), true)).collect(),
        Kind::Role(Role::Shared) => {
            let consumer = consumer_role(tally, &FileName::of(properties.source.file_name()));
            let roles = [(Client::Producer, Role::Producer), (Client::Consumer, consumer), (Client::Admin, Role::Admin)];
            let present: Vec<_> = roles.into_iter().filter(|&(client, _)| tally.is_for(client)).collect();
            // Where someone says that a file is shared and nothing in it tells by whom.
            let present = if present.is_empty() { &roles[..2] } else { &present[..] };
            present.iter().map(|&(_, role)| of_client(properties, tally, role, true)).collect()
        }
        Kind::Role(role) if role.client().is_some() => vec![of_client(properties, tally, role, false)],
        Kind::Role(role) => vec![View { role, seen: (0..properties.entries.len()).map(whole).collect() }],
        Kind::Dialect(_) | Kind::NotKafka => Vec::new(),
    }
}

fn whole(entry: usize) -> Seen {
    Seen { entry, prefix: 0 }
}

/// Keys that only others know are left out of a shared file, and stay in one that is for this client
/// alone, where they are strays.
fn of_client(properties: &Properties<'_>, tally: &Tally<'_>, role: Role, shared: bool) -> View {
    let Some(client) = role.client() else { return View { role, seen: Vec::new() } };
    let stripped: Vec<_> = Client::ALL.into_iter().filter(|&of| tally.strips(of)).map(|of| (of, prefix(of))).collect();
    if stripped.is_empty() && !shared {
        return View { role, seen: (0..properties.entries.len()).map(whole).collect() };
    }
    let (mut seen, mut own) = (Vec::with_capacity(properties.entries.len()), Vec::new());
    for (index, entry) in properties.entries.iter().enumerate() {
        match stripped.iter().find(|(_, prefix)| entry.key.starts_with(prefix)) {
            Some(&(of, prefix)) if of == client => own.push(Seen { entry: index, prefix: prefix.len() }),
            Some(_) => {}
            None if shared && is_of_another(&entry.key, client) => {}
            None => seen.push(whole(index)),
        }
    }
    seen.append(&mut own);
    View { role, seen }
}

fn prefix(client: Client) -> &'static str {
    match client {
        Client::Producer => "producer.",
        Client::Consumer => "consumer.",
        Client::Admin => "admin.",
    }
}

/// Whether other clients know the key and this one does not.
fn is_of_another(key: &str, client: Client) -> bool {
    KeyId::named(key).is_some_and(|id| !id.is_known_to(client))
}
