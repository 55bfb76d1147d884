//! What a file, or a part of it, configures.

use std::{fmt, str::FromStr};

use super::Client;

/// What a file configures, by the names that the command line and the JSON use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// `KafkaProducer`
    Producer,
    /// `KafkaConsumer`
    Consumer,
    /// `KafkaShareConsumer`, from 3.9.0
    ShareConsumer,
    /// The admin client, from 0.11.0.0
    Admin,
    /// Several clients in one file.
    Shared,
    /// Kafka Streams
    Streams,
    /// A Connect worker, standalone or distributed
    ConnectWorker,
    /// A connector
    Connector,
    /// MirrorMaker 2, whose keys name clusters and flows
    MirrorMaker,
    /// A broker or controller
    Broker,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Producer,
        Self::Consumer,
        Self::ShareConsumer,
        Self::Admin,
        Self::Shared,
        Self::Streams,
        Self::ConnectWorker,
        Self::Connector,
        Self::MirrorMaker,
        Self::Broker,
    ];

    /// The name: `share-consumer`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Producer => "producer",
            Self::Consumer => "consumer",
            Self::ShareConsumer => "share-consumer",
            Self::Admin => "admin",
            Self::Shared => "shared",
            Self::Streams => "streams",
            Self::ConnectWorker => "connect-worker",
            Self::Connector => "connector",
            Self::MirrorMaker => "mirror-maker",
            Self::Broker => "broker",
        }
    }

    /// Whose ConfigDef parses the file; `None` where it is no plain client.
    pub const fn client(self) -> Option<Client> {
        match self {
            Self::Producer => Some(Client::Producer),
            Self::Consumer | Self::ShareConsumer => Some(Client::Consumer),
            Self::Admin => Some(Client::Admin),
            _ => None,
        }
    }
}

impl From<Client> for Role {
    fn from(client: Client) -> Self {
        match client {
            Client::Producer => Self::Producer,
            Client::Consumer => Self::Consumer,
            Client::Admin => Self::Admin,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|role| role.name() == text);
        known.ok_or_else(|| format!("`{text}` is no role; use one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}
