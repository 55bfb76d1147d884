//! The rules that decide in code.

use serde::Deserialize;

macro_rules! natives {
    (clients: [$($client:ident),* $(,)?], file: [$($file:ident),* $(,)?] $(,)?) => {
        /// What decides in code, where the language cannot say it: iterating over entries, parsing inside
        /// a value, asking where a value comes from.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
        #[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "each is the id of its rule, which says it")]
        pub enum Native {
            $($client,)*
            $($file,)*
        }

        impl Native {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$client,)* $(Self::$file,)*];

            /// Whether it is asked about each client on each release, not about the file as a whole.
            pub const fn is_about_clients(self) -> bool {
                matches!(self, $(Self::$client)|*)
            }
        }
    };
}

natives! {
    clients: [
        AzureIdleConnections,
        BootstrapSeparator,
        LoginModuleMismatch,
        SaslMechanismUnknown,
        StoreTypeMismatch,
        TransactionalIdRandom,
    ],
    file: [
        BackslashEaten,
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
        MalformedEscape,
        MisspeltKey,
        OldClientName,
        OverridePrefixInWorker,
        PlaceholderNotChecked,
        PrefixedKeyOfOtherClient,
        QuotedKey,
        QuotedValue,
        SectionHeader,
        SeparatorMissing,
        SeparatorTwice,
        ShellAssignment,
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
        Utf16,
    ],
}
