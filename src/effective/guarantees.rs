//! What a client guarantees with its effective settings.

/// What a client guarantees. `None` where the question does not arise, or the answer is not known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Guarantees {
    /// Whether the broker drops what a retry of this producer session repeats.
    pub idempotent: Option<bool>,
    /// Whether the producer can run transactions.
    pub transactional: Option<bool>,
    /// Whether the records of a partition are stored in the order in which they were sent, also after a retry.
    /// (A request that a lost connection delivers after its retry is dropped only if the producer is idempotent.)
    pub ordered: Option<bool>,
    /// Who has a record when it counts as sent.
    pub acknowledged_by: Option<Acknowledged>,
    /// Whether a retry after a lost acknowledgement can write a record twice.
    pub duplicates_on_retry: Option<bool>,
    /// Whether the consumer commits on its own timer.
    pub auto_commit: Option<bool>,
    /// What a consumer reads of transactions.
    pub reads: Option<Reads>,
}

/// Who has a record when it counts as sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Acknowledged {
    /// All in-sync replicas.
    All,
    /// The leader of the partition.
    Leader,
    /// Nobody need have it.
    Nobody,
}

impl Acknowledged {
    /// The name in the JSON contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Leader => "leader",
            Self::Nobody => "nobody",
        }
    }
}

/// What a consumer reads of transactions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reads {
    /// Only what is committed.
    Committed,
    /// Also what is open or aborted.
    Uncommitted,
}

impl Reads {
    /// The name in the JSON contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Committed => "committed",
            Self::Uncommitted => "uncommitted",
        }
    }
}
