//! `bootstrap.servers` as `ClientUtils.parseAndValidateAddresses` reads it.

use std::net::Ipv6Addr;

use super::{
    Reason,
    stage::{Stage, Throws, v, v0},
};
use crate::{
    kafka::{KeyId, Value, java_trim, key},
    version::Version,
};

impl Stage<'_> {
    /// Checks the addresses of `bootstrap.servers`.
    pub(super) fn bootstrap(&mut self) {
        self.addresses(key::BOOTSTRAP_SERVERS);
    }

    /// Checks a list of addresses: the form of each, then whether any is left.
    pub(super) fn addresses(&mut self, key: KeyId) {
        if self.resolves_later() && self.urls(key).is_some_and(|urls| !urls.is_empty()) {
            self.late_addresses = Some(key);
        } else {
            self.check_addresses(key);
        }
    }

    /// 4.4.0 (KIP-909): with a time to resolve, addresses are looked at after the channel, and only what is no address at all fails.
    fn resolves_later(&self) -> bool {
        self.number(key::BOOTSTRAP_RESOLVE_TIMEOUT_MS).is_some_and(|timeout| timeout > 0)
    }

    /// The addresses of a list; `None` where they are not known.
    fn urls(&self, key: KeyId) -> Option<Vec<String>> {
        let Some(Value::List(list)) = self.value(key) else { return None };
        let urls = || list.iter().filter(|url| !url.is_empty()).map(|url| (*url).to_owned()).collect();
        (self.is_written(key) || self.complete).then(urls)
    }

    /// Checks the addresses that the client looks at after the channel.
    pub(super) fn check_late_addresses(&mut self) {
        if let Some(key) = self.late_addresses.take() {
            self.check_addresses(key);
        }
    }

    fn check_addresses(&mut self, key: KeyId) {
        let Some(urls) = self.urls(key) else { return };
        let resolves_later = self.resolves_later();
        let canonical =
            self.value(key::CLIENT_DNS_LOOKUP).and_then(Value::as_text) == Some("resolve_canonical_bootstrap_servers_only");
        let strict_hosts = canonical || self.version < v0(10, 0, 0);
        let before = self.refusals.len();
        let mut left = 0;
        for url in urls {
            let (reason, exception) = match parse(&url, self.version) {
                None => (Reason::BadAddress, "ConfigException"),
                Some(Address { port, .. }) if resolves_later && (port.is_some() || port_is_int(&url)) => {
                    left += 1;
                    continue;
                }
                Some(Address { port, .. }) if port.is_none() => (Reason::BadPort, bad_port_exception(&url, self.version)),
                Some(Address { host, .. }) if never_resolves(host) && strict_hosts => (Reason::UnknownHost, "ConfigException"),
                Some(Address { host, .. }) => {
                    left += usize::from(!never_resolves(host));
                    continue;
                }
            };
            self.note(reason, Some(key), &[], Throws::wrapped(exception), true, Some(url));
        }
        if left == 0 && self.refusals.len() == before {
            self.refuse(Reason::NoBootstrap, key, &[], Throws::wrapped("ConfigException"));
        }
    }
}

/// What throws for a port above 65535: up to 0.10.0.1 the socket address itself, or the parser of numbers.
fn bad_port_exception(url: &str, version: Version) -> &'static str {
    match version < v0(10, 1, 0) {
        true if port_is_int(url) => "IllegalArgumentException",
        true => "NumberFormatException",
        false => "ConfigException",
    }
}

/// Whether `Integer.parseInt` takes the port.
fn port_is_int(url: &str) -> bool {
    url.rsplit_once(':').is_some_and(|(_, port)| port.parse::<i32>().is_ok())
}

/// An address as a client takes it apart.
#[derive(Debug, PartialEq, Eq)]
struct Address<'a> {
    host: &'a str,
    /// `None` where it is above 65535.
    port: Option<u16>,
}

/// Takes `host:port` apart as `Utils.getHost` and `Utils.getPort` do.
///
/// Up to 3.7.2, and in 3.9.1 and 3.9.2, anything may stand before the host; in 3.8.0 to 3.9.0 and
/// from 4.0.0 only a scheme may.
fn parse(url: &str, version: Version) -> Option<Address<'_>> {
    let (before, port) = url.rsplit_once(':')?;
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let before = before.strip_suffix(']').unwrap_or(before);
    let host_start =
        before.char_indices().rev().take_while(|(_, char)| is_host_char(*char)).last().map_or(before.len(), |(index, _)| index);
    let (front, host) = before.split_at(host_start);
    let strict = (v(3, 8, 0)..=v(3, 9, 0)).contains(&version) || version >= v(4, 0, 0);
    let fits = if strict {
        let front = front.strip_suffix('[').unwrap_or(front);
        front.is_empty()
            || front.strip_suffix("://").is_some_and(|scheme| scheme.chars().all(|char| is_host_char(char) && char != ':'))
    } else {
        // The dot of a Java pattern matches no line terminator.
        !front.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
    };
    fits.then(|| Address { host, port: port.parse().ok() })
}

const fn is_host_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '-' | '%' | '.' | '_' | ':')
}

/// Whether a host can resolve nowhere: the reserved `.invalid` (RFC 6761), or colons that are no IPv6 address.
fn never_resolves(host: &str) -> bool {
    if host.contains(':') {
        let address = host.split_once('%').map_or(host, |(address, _)| address);
        return address.parse::<Ipv6Addr>().is_err();
    }
    let name = java_trim(host).trim_end_matches('.').to_ascii_lowercase();
    name == "invalid" || name.ends_with(".invalid")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).expect("a version")
    }

    #[test]
    fn other_separators_come_and_go() {
        for url in ["h:1 h:2", "h:1;h:2", "user@h:1", "h :1"] {
            for (release, accepted) in
                [("3.7.2", true), ("3.8.0", false), ("3.9.0", false), ("3.9.1", true), ("3.9.2", true), ("4.0.0", false)]
            {
                assert_eq!(parse(url, version(release)).is_some(), accepted, "{url} on {release}");
            }
        }
    }

    #[test]
    fn hosts_and_ports_are_found() {
        let new = version("4.4.0");
        assert_eq!(parse("PLAINTEXT://h:1", new), Some(Address { host: "h", port: Some(1) }));
        assert_eq!(parse("[::1]:9092", new), Some(Address { host: "::1", port: Some(9092) }));
        assert_eq!(parse("::1:1", new), Some(Address { host: "::1", port: Some(1) }));
        assert_eq!(parse("broker::9092", new), Some(Address { host: "broker:", port: Some(9092) }));
        assert_eq!(parse("h:65536", new), Some(Address { host: "h", port: None }));
        for url in ["h", "h:", ":", "h:+1", "h:-1", "h:1x", "h:1/path"] {
            assert_eq!(parse(url, new), None, "{url}");
        }
    }

    #[test]
    fn only_reserved_and_broken_hosts_never_resolve() {
        for host in ["x.invalid", "INVALID", "broker:", "x.invalid."] {
            assert!(never_resolves(host), "{host}");
        }
        for host in ["", "h", "::1", "fe80::1%eth0", "10.0.0.1", "valid"] {
            assert!(!never_resolves(host), "{host}");
        }
    }
}
