//! Random configurations from the vocabulary.

use ackward::kafka::{KeyId, Role, Type};

use crate::{
    random::Random,
    truth::scenario::Scenario,
    vocabulary::{
        self, ADMIN_GROUPS, BOOLEANS, CLASSES, CONSUMER_GROUPS, DOUBLES, NUMBERS, PRODUCER_GROUPS, SHARED_GROUPS, TEXTS,
    },
};

/// A random configuration of a random role.
pub fn scenario(random: &mut Random) -> Scenario {
    let role = match random.below(20) {
        0..10 => Role::Producer,
        10..16 => Role::Consumer,
        16..18 => Role::Admin,
        _ => Role::ShareConsumer,
    };
    let mut scenario = Scenario::base(role);
    let groups = match role {
        Role::Producer => PRODUCER_GROUPS,
        Role::Admin => ADMIN_GROUPS,
        _ => CONSUMER_GROUPS,
    };
    if role == Role::Consumer && random.percent(50) {
        scenario.set("group.id", "g");
    }
    if random.percent(6) {
        channel(&mut scenario, random);
    }
    let group = groups[random.below(groups.len())];
    for _ in 0..random.below(5) {
        let key = random.one(group);
        set(&mut scenario, key, random);
    }
    if random.percent(35) {
        let group = SHARED_GROUPS[random.below(SHARED_GROUPS.len())];
        for _ in 0..=random.below(4) {
            let key = random.one(group);
            set(&mut scenario, key, random);
        }
    }
    let keys: Vec<KeyId> = KeyId::all().collect();
    for _ in 0..[0, 0, 1, 1, 2][random.below(5)] {
        set(&mut scenario, keys[random.below(keys.len())].name(), random);
    }
    if random.percent(4) {
        let needed = Scenario::base(role);
        let absent = random.below(needed.entries.len());
        scenario.unset(&needed.entries[absent].0);
    }
    scenario
}

/// A channel that is sound but for what is set on top: by chance alone its keys seldom fit together.
fn channel(scenario: &mut Scenario, random: &mut Random) {
    let (mechanism, jaas) = vocabulary::LOGINS[random.below(vocabulary::LOGINS.len())];
    scenario.set("security.protocol", random.one(&["SASL_PLAINTEXT", "SASL_SSL", "SSL"]));
    scenario.set("sasl.mechanism", mechanism);
    scenario.set("sasl.jaas.config", jaas);
    for _ in 0..random.below(3) {
        let key = random.one(vocabulary::CHANNEL_CLASSES);
        set(scenario, key, random);
    }
}

fn set(scenario: &mut Scenario, key: &str, random: &mut Random) {
    let own = vocabulary::values(key);
    let kind = kind_of(key);
    let value = match random.below(10) {
        0..6 if !own.is_empty() => random.one(own),
        9 => random.one(TEXTS),
        _ => random.one(match kind {
            Type::Boolean => BOOLEANS,
            Type::Short | Type::Int | Type::Long => NUMBERS,
            Type::Double => DOUBLES,
            Type::Class => CLASSES,
            _ if !own.is_empty() => own,
            _ => TEXTS,
        }),
    };
    // Around the bounds of its validator and its default a number says most.
    scenario.set(key, value);
}

/// The type that a key has in its newest release; text where it is no client's key.
fn kind_of(key: &str) -> Type {
    KeyId::named(key)
        .and_then(|key| ackward::kafka::Client::ALL.into_iter().find_map(|client| key.definitions(client).last()))
        .map_or(Type::String, |definition| definition.kind)
}
