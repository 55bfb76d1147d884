//! The admin client: `AdminClientConfig` and `KafkaAdminClient`, from 0.11.0.0.

use std::borrow::Cow;

use super::{
    Reason,
    stage::{Shows, Stage, Throws, v},
};
use crate::kafka::{Value, key};

/// Runs every step of the construction in the admin client's own order.
pub(super) fn run(stage: &mut Stage<'_>) {
    stage.load_providers();
    stage.parse();
    stage.sasl_mechanism();
    stage.reconnect_backoff();
    stage.static_backoff();
    if !stage.has_client_id() {
        stage.override_with(
            key::CLIENT_ID,
            Value::Text(Cow::Borrowed("adminclient-N")),
            "generated, since none is written",
            Shows::Before,
        );
    }
    if stage.version < v(2, 2, 0) {
        stage.reporters(None);
        stage.channel();
        bootstrap(stage);
    } else {
        bootstrap(stage);
        stage.reporters(None);
        stage.channel();
    }
    default_api_timeout(stage);
}

/// `AdminBootstrapAddresses`, 3.7.0 (KIP-919): brokers or controllers, not both.
fn bootstrap(stage: &mut Stage<'_>) {
    let listed = |key| stage.value(key).and_then(Value::as_list).is_some_and(|list| !list.is_empty());
    if listed(key::BOOTSTRAP_CONTROLLERS) {
        if listed(key::BOOTSTRAP_SERVERS) {
            let throws = Throws::wrapped("ConfigException");
            stage.refuse(Reason::BootstrapTwice, key::BOOTSTRAP_CONTROLLERS, &[key::BOOTSTRAP_SERVERS], throws);
        } else {
            stage.addresses(key::BOOTSTRAP_CONTROLLERS);
        }
    } else {
        stage.bootstrap();
    }
}

/// `KafkaAdminClient.configureDefaultApiTimeoutMs`, 2.5.0 (KIP-533): not below request.timeout.ms.
fn default_api_timeout(stage: &mut Stage<'_>) {
    if stage.version < v(2, 5, 0) {
        return;
    }
    let (Some(api), Some(request)) = (stage.number(key::DEFAULT_API_TIMEOUT_MS), stage.number(key::REQUEST_TIMEOUT_MS)) else {
        return;
    };
    if api >= request {
        return;
    }
    if stage.is_written(key::DEFAULT_API_TIMEOUT_MS) {
        let throws = Throws::wrapped("ConfigException");
        stage.refuse(Reason::DefaultApiTimeoutBelowRequest, key::DEFAULT_API_TIMEOUT_MS, &[key::REQUEST_TIMEOUT_MS], throws);
    } else {
        stage.override_with(key::DEFAULT_API_TIMEOUT_MS, Value::Number(request), "raised to request.timeout.ms", Shows::Before);
    }
}
