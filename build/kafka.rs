//! The tables of `src/kafka/*.tsv`, checked and written as constants of `ackward::kafka`.

#[path = "../src/kafka/hash.rs"]
mod hash;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

/// The clients that have a ConfigDef of their own, as the tables name them.
const CLIENTS: [&str; 3] = ["producer", "consumer", "admin"];

/// Every known release, oldest first.
pub struct Releases(Vec<String>);

impl Releases {
    /// Reads one release a line.
    pub fn read(path: &Path) -> Self {
        Self(text_of(path).lines().map(str::to_owned).collect())
    }

    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Where a release stands.
    pub fn index(&self, release: &str) -> usize {
        self.0.iter().position(|known| known == release).unwrap_or_else(|| panic!("{release} is not in releases.txt"))
    }

    /// The bits of the closed range `from..=to`, as a `VersionSet` holds them. A range that goes on ends with `newest`.
    pub fn bits(&self, from: &str, to: &str) -> u128 {
        let (from, to) = (self.index(from), if to == "newest" { self.0.len() - 1 } else { self.index(to) });
        assert!(from <= to, "a range runs backwards");
        (from..=to).fold(0, |bits, index| bits | 1 << index)
    }

    /// `RELEASES`, for `ackward::version`.
    pub fn to_rust(&self) -> String {
        let mut out = format!(
            "/// Every known release of kafka-clients, oldest first.\npub const RELEASES: [Version; {}] = [\n",
            self.0.len()
        );
        for release in &self.0 {
            let mut numbers = release.split('.').map(|number| number.parse::<u16>().expect("a release is numbers and dots"));
            let numbers: [u16; 4] = std::array::from_fn(|_| numbers.next().unwrap_or(0));
            writeln!(out, "    Version::new({numbers:?}),").expect("a String takes every write");
        }
        out + "];\n"
    }
}

struct Definition {
    client: usize,
    name: String,
    bits: u128,
    rust: String,
}

/// `KEYS`, `DEFINITIONS`, the key constants, `LAYOUTS`, `CLASSES` and `BROKER_SETTINGS`.
pub fn tables(releases: &Releases, folder: &Path) -> String {
    let definitions = definitions(releases, &folder.join("keys.tsv"));
    let orders = orders(releases, &folder.join("order.tsv"));
    let names: BTreeSet<&str> = definitions.iter().map(|definition| definition.name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let id_of: BTreeMap<&str, usize> = names.iter().enumerate().map(|(id, name)| (*name, id)).collect();

    let mut out = String::new();
    let o = &mut out;
    line(o, &format!("/// How many keys there are.\npub const KEY_COUNT: usize = {};", names.len()));
    line(o, "/// The keys, by name.\npub mod key {\n    use super::KeyId;");
    for (id, name) in names.iter().enumerate() {
        let constant = name.replace('.', "_").to_uppercase();
        line(o, &format!("    /// `{name}`\n    pub const {constant}: KeyId = KeyId({id});"));
    }
    line(o, "}");
    line(o, "pub(super) static NAMES: [&str; KEY_COUNT] = [");
    for name in &names {
        line(o, &format!("    {name:?},"));
    }
    line(o, "];");
    line(o, &format!("pub(super) const NAME_LINES: &str = {:?};", names.join("\n")));
    let by_hash = by_hash(&names);
    line(
        o,
        &format!(
            "/// The keys by the hash of their names; `u8::MAX` where there is none.\npub(super) static BY_HASH: [u8; {}] = {by_hash:?};",
            hash::PLACES
        ),
    );
    let mut of_key = vec![[(0, 0); CLIENTS.len()]; names.len()];
    for (index, definition) in definitions.iter().enumerate() {
        let (first, count) = &mut of_key[id_of[definition.name.as_str()]][definition.client];
        *first = if *count == 0 { index } else { *first };
        *count += 1;
    }
    line(
        o,
        &format!(
            "/// The first of a key's definitions for each client, and how many follow one another.\npub(super) static KEY_DEFINITIONS: [[(u16, u16); {}]; KEY_COUNT] = {of_key:?};",
            CLIENTS.len()
        ),
    );
    line(o, &format!("pub(super) static DEFINITIONS: [Definition; {}] = [", definitions.len()));
    for definition in &definitions {
        line(
            o,
            &format!(
                "    Definition {{ key: KeyId({}), client: Client::{}, releases: VersionSet::from_bits({:#x}), {} }},",
                id_of[definition.name.as_str()],
                capital(CLIENTS[definition.client]),
                definition.bits,
                definition.rust
            ),
        );
    }
    line(o, "];");
    layouts(o, releases, &definitions, &orders, &id_of);
    classes(o, releases, &folder.join("classes.tsv"));
    broker_settings(o, releases, &folder.join("broker.tsv"));
    out
}

/// Each key at the place of its name, or at the first one behind it that is free.
fn by_hash(names: &[&str]) -> [u8; hash::PLACES] {
    assert!(names.len() < hash::PLACES / 2, "half of the table stays empty; hash::PLACES wants to be doubled");
    let mut table = [u8::MAX; hash::PLACES];
    for (id, name) in names.iter().enumerate() {
        let mut place = hash::place(name.as_bytes());
        while table[place] != u8::MAX {
            place = (place + 1) % hash::PLACES;
        }
        table[place] = u8::try_from(id).ok().filter(|id| *id < u8::MAX).expect("fewer keys than 255");
    }
    table
}

/// A layout is the keys of one client in one run of releases, in the order in which they are parsed.
fn layouts(
    o: &mut String,
    releases: &Releases,
    definitions: &[Definition],
    orders: &[(usize, u128, Vec<String>)],
    id_of: &BTreeMap<&str, usize>,
) {
    let mut layouts: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut table = vec![vec![u16::MAX; releases.0.len()]; CLIENTS.len()];
    for (client, row) in table.iter_mut().enumerate() {
        for (release, cell) in row.iter_mut().enumerate() {
            let mine: BTreeMap<&str, usize> = definitions
                .iter()
                .enumerate()
                .filter(|(_, definition)| definition.client == client && definition.bits >> release & 1 == 1)
                .map(|(index, definition)| (definition.name.as_str(), index))
                .collect();
            let Some((_, _, order)) = orders.iter().find(|(of, bits, _)| *of == client && bits >> release & 1 == 1) else {
                assert!(mine.is_empty(), "{} {} has keys but no parse order", CLIENTS[client], releases.0[release]);
                continue;
            };
            let ordered: BTreeSet<&str> = order.iter().map(String::as_str).collect();
            let known: BTreeSet<&str> = mine.keys().copied().collect();
            assert_eq!(ordered, known, "order.tsv and keys.tsv differ for {} {}", CLIENTS[client], releases.0[release]);
            let layout: Vec<(usize, usize)> = order.iter().map(|name| (id_of[name.as_str()], mine[name.as_str()])).collect();
            let index = layouts.iter().position(|known| *known == layout).unwrap_or_else(|| {
                layouts.push(layout);
                layouts.len() - 1
            });
            *cell = u16::try_from(index).expect("fewer layouts than 65536");
        }
    }
    line(o, &format!("pub(super) static LAYOUTS: [Layout; {}] = [", layouts.len()));
    for layout in &layouts {
        let mut position = vec![u8::MAX; id_of.len()];
        for (index, (key, _)) in layout.iter().enumerate() {
            position[*key] = u8::try_from(index).expect("fewer keys than 255");
        }
        let slots: Vec<String> = layout.iter().map(|(_, definition)| definition.to_string()).collect();
        line(o, &format!("    Layout {{ slots: &[{}], positions: {position:?} }},", slots.join(", ")));
    }
    line(o, "];");
    line(
        o,
        &format!(
            "/// The layout of a client in a release; `u16::MAX` where the client did not exist yet.\npub(super) static LAYOUT_OF: [[u16; {}]; {}] = {table:?};",
            releases.0.len(),
            CLIENTS.len()
        ),
    );
    let releases_of = table.iter().map(|row| {
        let exists = |release: &usize| row[*release] != u16::MAX;
        let bits = (0..row.len()).filter(exists).fold(0_u128, |bits, release| bits | 1 << release);
        format!("VersionSet::from_bits({bits:#x})")
    });
    let releases_of: Vec<String> = releases_of.collect();
    line(o, "/// The releases that have a client.");
    line(o, &format!("pub(super) static CLIENT_RELEASES: [VersionSet; {}] = [{}];", CLIENTS.len(), releases_of.join(", ")));
}

fn definitions(releases: &Releases, path: &Path) -> Vec<Definition> {
    let mut definitions: Vec<Definition> = rows(path)
        .into_iter()
        .map(|row| {
            let [client, name, from, to, kind, default, validator, importance, internal] =
                row.try_into().expect("keys.tsv has nine columns");
            let rust = format!(
                "kind: Type::{}, default: {}, validator: {}, importance: Importance::{}, internal: {internal}",
                capital(&kind),
                default_value(&kind, &default),
                validator_value(&validator),
                capital(&importance)
            );
            Definition {
                client: CLIENTS.iter().position(|known| *known == client).expect("a known client"),
                name,
                bits: releases.bits(&from, &to),
                rust,
            }
        })
        .collect();
    definitions.sort_by(|a, b| (a.client, &a.name, a.bits.trailing_zeros()).cmp(&(b.client, &b.name, b.bits.trailing_zeros())));
    definitions
}

fn orders(releases: &Releases, path: &Path) -> Vec<(usize, u128, Vec<String>)> {
    rows(path)
        .into_iter()
        .map(|row| {
            let [client, from, to, keys] = row.try_into().expect("order.tsv has four columns");
            let client = CLIENTS.iter().position(|known| *known == client).expect("a known client");
            (client, releases.bits(&from, &to), keys.split(',').map(str::to_owned).collect())
        })
        .collect()
}

/// The default as the ConfigDef would parse it: `<required>`, `<null>`, `""`, `[a, b]` or plain text.
fn default_value(kind: &str, text: &str) -> String {
    match (kind, text) {
        (_, "<required>") => "Default::Required".into(),
        (_, "<null>") => "Default::Null".into(),
        ("STRING" | "CLASS" | "PASSWORD", "\"\"") => "Default::Text(\"\")".into(),
        ("STRING" | "CLASS" | "PASSWORD", text) => format!("Default::Text({text:?})"),
        ("BOOLEAN", text) => format!("Default::Boolean({text})"),
        ("INT" | "SHORT" | "LONG", text) => format!("Default::Number({text})"),
        ("DOUBLE", text) => format!("Default::Double({:?})", text.parse::<f64>().expect("a double")),
        ("LIST", text) => {
            let inner =
                text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).expect("a list default stands in brackets");
            let elements: Vec<&str> = if inner.is_empty() { Vec::new() } else { inner.split(',').map(str::trim).collect() };
            format!("Default::List(&{elements:?})")
        }
        _ => panic!("no default is known for type {kind}"),
    }
}

/// The validator, from the text that a ConfigDef prints for it.
fn validator_value(text: &str) -> String {
    match text {
        "" => return "Validator::Any".into(),
        "non-null string" => return "Validator::NonNull".into(),
        "non-empty string" => return "Validator::NonEmpty".into(),
        "ValidList[] emptyAllowed=true nullAllowed=false" => return "Validator::List { empty: true }".into(),
        "ValidList[] emptyAllowed=false nullAllowed=false" => return "Validator::List { empty: false }".into(),
        "[1,...,9] or -1" => return "Validator::RangeOr { min: 1, max: 9, or: -1 }".into(),
        "[latest, earliest, none, by_duration:PnDTnHnMn.nS]" => return "Validator::OffsetReset".into(),
        _ => {}
    }
    let (insensitive, text) = text.strip_prefix("(case insensitive) ").map_or((false, text), |text| (true, text));
    let inner =
        text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or_else(|| panic!("unknown validator {text:?}"));
    if inner.contains("...") {
        let ends: Vec<&str> = inner.split(',').collect();
        let bound = |text: &str| format!("{:?}", text.parse::<f64>().unwrap_or_else(|_| panic!("{text:?} is no bound")));
        return match ends.as_slice() {
            [min, "..."] => format!("Validator::Range {{ min: {}, max: f64::INFINITY }}", bound(min)),
            [min, "...", max] => format!("Validator::Range {{ min: {}, max: {} }}", bound(min), bound(max)),
            _ => panic!("unknown range {text:?}"),
        };
    }
    let words: Vec<&str> = inner.split(',').map(str::trim).collect();
    if insensitive { format!("Validator::OneOfIgnoringCase(&{words:?})") } else { format!("Validator::OneOf(&{words:?})") }
}

fn classes(o: &mut String, releases: &Releases, path: &Path) {
    let mut rows = rows(path);
    rows.sort_by(|a, b| (&a[1], &a[0], releases.index(&a[2])).cmp(&(&b[1], &b[0], releases.index(&b[2]))));
    line(o, &format!("pub(super) static CLASSES: [Class; {}] = [", rows.len()));
    for row in rows {
        let [kind, name, from, to, note] = row.try_into().expect("classes.tsv has five columns");
        let kind: String = kind.split('-').map(capital).collect();
        line(
            o,
            &format!(
                "    Class {{ name: {name:?}, kind: ClassKind::{kind}, releases: VersionSet::from_bits({:#x}), instantiable: {} }},",
                releases.bits(&from, &to),
                note.is_empty()
            ),
        );
    }
    line(o, "];");
}

fn broker_settings(o: &mut String, releases: &Releases, path: &Path) {
    let mut rows = rows(path);
    rows.sort_by(|a, b| (&a[0], releases.index(&a[1])).cmp(&(&b[0], releases.index(&b[1]))));
    line(o, &format!("pub(super) static BROKER_SETTINGS: [BrokerSetting; {}] = [", rows.len()));
    for row in rows {
        let [name, from, to, kind, default, ..] = row.as_slice() else { panic!("broker.tsv has nine columns") };
        line(
            o,
            &format!(
                "    BrokerSetting {{ name: {name:?}, releases: VersionSet::from_bits({:#x}), kind: Type::{}, default: {} }},",
                releases.bits(from, to),
                capital(kind),
                default_value(kind, default)
            ),
        );
    }
    line(o, "];");
}

fn rows(path: &Path) -> Vec<Vec<String>> {
    text_of(path).lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn text_of(path: &Path) -> String {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn capital(word: &str) -> String {
    let lower = word.to_lowercase();
    let mut chars = lower.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}
