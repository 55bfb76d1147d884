//! MirrorMaker 2: the clients' keys behind the name of a cluster or of a flow. Where else they stand they reach
//! no client, or only some of them, and that is not judged. Measured on six releases from 2.8.2 to 4.3.1.

use super::{super::Told, keyed};
use crate::{
    kafka::{Client, Role, java_trim},
    version::{Version, VersionSet},
};

/// The first release that was measured.
const FIRST: Version = Version::new([2, 8, 2, 0]);

pub(super) fn look(told: &mut Told<'_>) {
    let entries = &told.file.properties.entries;
    let Some(clusters) = entries.iter().rfind(|entry| entry.key == "clusters") else { return };
    let clusters: Vec<&str> = clusters.value.split(',').map(java_trim).filter(|name| !name.is_empty()).collect();
    let measured = told.clients.intersection(VersionSet::range(FIRST, Version::NEWEST));
    told.on(measured, |told| {
        for (index, entry) in entries.iter().enumerate() {
            if let Some((name, client)) = behind(&entry.key, &clusters) {
                keyed(told, Role::MirrorMaker, index, name, &[client], true);
            }
        }
    });
}

/// The client's key behind `cluster.producer.`, `source->target.producer.`, or the longer forms of a flow.
fn behind<'a>(key: &'a str, clusters: &[&str]) -> Option<(&'a str, Client)> {
    let of_cluster = clusters.iter().find_map(|cluster| key.strip_prefix(cluster)?.strip_prefix('.'));
    let of_flow = || {
        let (source, rest) = key.split_once("->")?;
        let rest = clusters.iter().find_map(|target| rest.strip_prefix(target)?.strip_prefix('.'))?;
        clusters.contains(&source).then_some(rest)
    };
    let (rest, is_flow) = match of_cluster {
        Some(rest) => (rest, false),
        None => (of_flow()?, true),
    };
    let side = |rest: &'a str| rest.strip_prefix("source.").or_else(|| rest.strip_prefix("target."));
    let sided = if is_flow { side(rest) } else { None };
    let plain = sided.unwrap_or(rest);
    let (client, name) = [("producer.", Client::Producer), ("consumer.", Client::Consumer), ("admin.", Client::Admin)]
        .into_iter()
        .find_map(|(prefix, client)| Some((client, plain.strip_prefix(prefix)?)))?;
    match name.strip_prefix("override.") {
        // Of the overrides only those of a whole flow reach a client.
        Some(name) if is_flow && sided.is_none() => Some((name, client)),
        Some(_) => None,
        None => Some((name, client)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_behind_clusters_and_flows() {
        for (key, expected) in [
            ("B.producer.acks", Some(("acks", Client::Producer))),
            ("A.consumer.max.poll.records", Some(("max.poll.records", Client::Consumer))),
            ("A->B.producer.acks", Some(("acks", Client::Producer))),
            ("A->B.producer.override.acks", Some(("acks", Client::Producer))),
            ("A->B.source.consumer.max.poll.records", Some(("max.poll.records", Client::Consumer))),
            ("A.admin.retries", Some(("retries", Client::Admin))),
            ("B.producer.override.acks", None),
            ("A->B.target.producer.override.acks", None),
            ("producer.acks", None),
            ("B.acks", None),
            ("C.producer.acks", None),
            ("A->C.producer.acks", None),
        ] {
            assert_eq!(behind(key, &["A", "B"]), expected, "{key}");
        }
    }
}
