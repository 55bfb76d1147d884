//! The rules that decide in code.

use serde::Deserialize;

macro_rules! natives {
    ($($name:ident),* $(,)?) => {
        /// What decides in code, where the language cannot say it: iterating over entries, parsing inside
        /// a value, asking where a value comes from.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
        #[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "each is the id of its rule, which says it")]
        pub enum Native {
            $($name),*
        }

        impl Native {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

natives! {
    AzureIdleConnections,
    BackslashEaten,
    BootstrapSeparator,
    BrokerKeyInClient,
    ByteOrderMark,
    ClientKeyInBroker,
    ClientValueRefused,
    ConfigProviderUndeclared,
    ConflictMarker,
    ConnectKeyInClient,
    ConnectSerializerReplaced,
    ConnectTaskRefuses,
    ConnectValueRefused,
    ConnectorKeyWithoutOverride,
    ContinuationLost,
    DuplicateKey,
    InlineComment,
    InvisibleCharacter,
    JaasCutOff,
    KeyInOtherStyle,
    KeyOfEarlierRelease,
    KeyOfLaterRelease,
    KeyOfOtherClient,
    LibrdkafkaName,
    LoginModuleMismatch,
    MalformedEscape,
    MisspeltKey,
    OldClientName,
    OverridePrefixInWorker,
    PlaceholderNotChecked,
    PrefixedKeyOfOtherClient,
    QuotedKey,
    QuotedValue,
    SaslMechanismUnknown,
    SectionHeader,
    SeparatorMissing,
    SeparatorTwice,
    ShellAssignment,
    StoreTypeMismatch,
    StreamsCommitIntervalTooLong,
    StreamsExactlyOnceContradicted,
    StreamsGuaranteeUnknown,
    StreamsKeyInClient,
    StreamsSettingOverridden,
    SuppressionMalformed,
    SuppressionUnknownRule,
    SuppressionUnused,
    SuppressionWithoutReason,
    SwallowedLine,
    TopicKeyInClient,
    TransactionalIdRandom,
    Utf16,
}
