//! The rules that decide in code: what iterates over entries, parses inside a value, or asks about more
//! than one key can say.

mod duplicates;
mod frameworks;
mod names;
mod security;
mod syntax;
mod values;

pub(super) use security::{jaas_fault, store_fault};

use super::{
    catalogue::{Native, Rule},
    check::{Options, Subject},
    evaluate::Case,
    found::{Found, Grade, Spot, Words},
    message::{Arguments, filled, help},
};
use crate::{
    finding::{Fix, Related},
    kafka::Role,
    source::Span,
    version::VersionSet,
};

/// What is wrong with a file as a whole: its syntax, its duplicates, its placeholders, the names of its keys.
pub(super) fn file(file: &Subject<'_>, clients: VersionSet, options: &Options, found: &mut Found) {
    let mut told = Told { file, clients, options, found };
    syntax::look(&mut told);
    duplicates::look(&mut told);
    values::placeholders(&mut told);
    names::look(&mut told);
    frameworks::look(&mut told);
}

/// Asks a native rule about a client.
pub(super) fn client(native: Native, rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    match native {
        Native::AzureIdleConnections => values::azure_idle(rule, case, clients, found),
        Native::BootstrapSeparator => values::bootstrap_separator(rule, case, clients, found),
        Native::LoginModuleMismatch => security::login_module(rule, case, clients, found),
        Native::SaslMechanismUnknown => security::mechanism(rule, case, clients, found),
        Native::StoreTypeMismatch => security::store_type(rule, case, clients, found),
        Native::TransactionalIdRandom => values::random_id(rule, case, clients, found),
        // Asked about the file as a whole.
        Native::BackslashEaten
        | Native::BrokerKeyInClient
        | Native::ByteOrderMark
        | Native::ClientKeyInBroker
        | Native::ClientValueRefused
        | Native::ConfigProviderUndeclared
        | Native::ConflictMarker
        | Native::ConnectKeyInClient
        | Native::ConnectSerializerReplaced
        | Native::ConnectTaskRefuses
        | Native::ConnectValueRefused
        | Native::ConnectorKeyWithoutOverride
        | Native::ContinuationLost
        | Native::DuplicateKey
        | Native::InlineComment
        | Native::InvisibleCharacter
        | Native::JaasCutOff
        | Native::KeyInOtherStyle
        | Native::KeyOfEarlierRelease
        | Native::KeyOfLaterRelease
        | Native::KeyOfOtherClient
        | Native::LibrdkafkaName
        | Native::MalformedEscape
        | Native::MisspeltKey
        | Native::OldClientName
        | Native::OverridePrefixInWorker
        | Native::PlaceholderNotChecked
        | Native::PrefixedKeyOfOtherClient
        | Native::QuotedKey
        | Native::QuotedValue
        | Native::SectionHeader
        | Native::SeparatorMissing
        | Native::SeparatorTwice
        | Native::ShellAssignment
        | Native::StreamsCommitIntervalTooLong
        | Native::StreamsExactlyOnceContradicted
        | Native::StreamsGuaranteeUnknown
        | Native::StreamsKeyInClient
        | Native::StreamsSettingOverridden
        | Native::SwallowedLine
        | Native::TopicKeyInClient
        | Native::Utf16
        // Decided by `suppress`, when all else is found.
        | Native::SuppressionMalformed
        | Native::SuppressionUnknownRule
        | Native::SuppressionUnused
        | Native::SuppressionWithoutReason => {}
    }
}

/// A file that is looked at, and what is found.
struct Told<'a> {
    file: &'a Subject<'a>,
    clients: VersionSet,
    options: &'a Options,
    found: &'a mut Found,
}

/// What a native rule says besides its message.
#[derive(Default)]
struct More {
    arguments: Arguments,
    related: Vec<Related>,
    fix: Option<Fix>,
}

impl Told<'_> {
    /// The rule of a native, where it is asked about this file.
    fn asks(&self, native: Native) -> Option<&'static Rule> {
        let rule = Rule::of(native);
        let for_role = rule.roles.contains(&self.file.role) || self.file.views.iter().any(|view| rule.roles.contains(&view.role));
        (self.options.asks(rule) && for_role && rule.clients.overlaps(self.clients)).then_some(rule)
    }

    /// Looks at some of the releases only.
    fn on(&mut self, clients: VersionSet, look: impl FnOnce(&mut Self)) {
        let all = std::mem::replace(&mut self.clients, clients);
        look(self);
        self.clients = all;
    }

    /// The clients that it is about: those that the rule is for, and that are given what stands there.
    fn roles(&self, rule: &Rule, span: Option<Span>) -> Vec<Role> {
        let views = &self.file.views;
        if let [view] = views.as_slice() {
            return vec![view.role];
        }
        let entries = &self.file.properties.entries;
        let stands = |entry: usize| {
            span.is_some_and(|span| entries[entry].span().start <= span.start && span.end <= entries[entry].span().end)
        };
        let given: Vec<Role> =
            views.iter().filter(|view| view.written.iter().any(|written| stands(written.entry))).map(|view| view.role).collect();
        let all = views.iter().map(|view| view.role);
        let about: Vec<Role> = if given.is_empty() { all.collect() } else { given };
        let (for_them, others): (Vec<Role>, Vec<Role>) = about.into_iter().partition(|role| rule.roles.contains(role));
        if for_them.is_empty() { others } else { for_them }
    }

    /// Says it.
    fn say(&mut self, rule: &'static Rule, grade: Grade, span: Option<Span>, keys: Vec<String>, more: impl FnOnce() -> More) {
        let spot = Spot { file: self.file.id, span, keys, roles: self.roles(rule, span) };
        self.found.add(rule, grade, spot, rule.clients.intersection(self.clients), || {
            let More { arguments, related, fix } = more();
            let fill = |pieces| filled(pieces, None, &arguments);
            Words {
                message: fill(rule.message),
                label: rule.label.map(fill),
                help: rule.help.and_then(|pieces| help(pieces, None, &arguments)),
                related,
                fix,
            }
        });
    }
}
