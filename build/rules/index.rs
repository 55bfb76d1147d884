//! The ways to find the rules that may fire.

use std::{collections::BTreeMap, collections::BTreeSet, fmt::Write as _};

use super::{
    Vocabulary, WRITES,
    format::{Compute, KeyRef, Native, Quantity, RuleFile},
    values::{camel, matching},
};

/// For each key the rules that can fire only where the file writes one such key; and those that look at every
/// client. Rules about a refusal or a file as a whole wait for no key.
pub(super) fn triggers(o: &mut String, vocabulary: &Vocabulary, rules: &[(String, RuleFile)], words: usize) {
    let keys: Vec<&String> = vocabulary.keys.iter().collect();
    let mut by_key = vec![vec![0_u64; words]; keys.len()];
    let mut always = vec![0_u64; words];
    for (index, (_, rule)) in rules.iter().enumerate() {
        if rule.refusal.is_some() || rule.native.is_some_and(|native| !native.is_about_clients()) {
            continue;
        }
        let wanted = wanted_keys(vocabulary, rule);
        if rule.always || wanted.is_empty() {
            always[index / 64] |= 1 << (index % 64);
        } else {
            for key in wanted {
                let id = keys.iter().position(|known| **known == key).expect("a key, as RuleFile::read checks");
                by_key[id][index / 64] |= 1 << (index % 64);
            }
        }
    }
    writeln!(o, "pub(super) static TRIGGERED: [[u64; WORDS]; KEY_COUNT] = {by_key:?};").expect(WRITES);
    writeln!(o, "pub(super) static ALWAYS: [u64; WORDS] = {always:?};").expect(WRITES);
}

/// The keys of which one must be written before the rule can fire. A key that must be written is enough
/// alone; else any that the rule reads can make it fire.
fn wanted_keys(vocabulary: &Vocabulary, rule: &RuleFile) -> BTreeSet<String> {
    let own = |key: &KeyRef| {
        let key = key.0.strip_prefix("written:").unwrap_or(&key.0);
        (!key.contains(':')).then(|| key.to_owned())
    };
    let must = rule.when.iter().find(|(key, test)| test.written == Some(true) && own(key).is_some());
    if let Some((key, _)) = must {
        return BTreeSet::from([key.0.clone()]);
    }
    if let Some(unread) = &rule.unread {
        return unread.iter().flat_map(|pattern| matching(vocabulary, &pattern.0)).cloned().collect();
    }
    let mut keys = BTreeSet::new();
    for (key, test) in rule.when.iter().chain(rule.require.iter().flatten()) {
        keys.extend(own(key).filter(|_| test.written != Some(false)));
        for quantity in test.at_least.iter().chain(&test.at_most) {
            keys_of(quantity, &mut keys);
        }
    }
    keys
}

fn keys_of(quantity: &Quantity, keys: &mut BTreeSet<String>) {
    match quantity {
        Quantity::Number(_) => {}
        Quantity::Key(key) => keys.extend(Some(&key.0).filter(|key| !key.contains(':')).cloned()),
        Quantity::Compute(Compute::Sum(parts) | Compute::Max(parts) | Compute::Min(parts)) => {
            for part in parts {
                keys_of(part, keys);
            }
        }
    }
}

/// For each reason the rules about it, those limited to some keys or cases first.
pub(super) fn reasons(o: &mut String, rules: &[(String, RuleFile)]) {
    let mut by_reason: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (_, rule)) in rules.iter().enumerate() {
        for reason in rule.refusal.iter().flatten() {
            by_reason.entry(&reason.0).or_default().push(index);
        }
    }
    o.push_str("pub(super) const fn about(reason: Reason) -> &'static [u16] {\n    match reason {\n");
    for (reason, mut of) in by_reason {
        of.sort_by_key(|index| {
            let rule = &rules[*index].1;
            (rule.refusal_keys.is_empty(), rule.when.is_empty(), *index)
        });
        writeln!(o, "        Reason::{} => &{of:?},", camel(reason)).expect(WRITES);
    }
    o.push_str("        #[allow(unreachable_patterns)]\n        _ => &[],\n    }\n}\n");
}

/// The rule of each native.
pub(super) fn natives(o: &mut String, rules: &[(String, RuleFile)]) {
    o.push_str("pub(super) const fn rule_of(native: Native) -> u16 {\n    match native {\n");
    for native in Native::ALL {
        let of: Vec<usize> = (0..rules.len()).filter(|index| rules[*index].1.native == Some(*native)).collect();
        let [index] = of[..] else { panic!("{native:?} needs one rule in rules/, and has {}", of.len()) };
        writeln!(o, "        Native::{native:?} => {index},").expect(WRITES);
    }
    o.push_str("    }\n}\n");
}
