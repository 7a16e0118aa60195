//! The bus over NATS: one connection, one subject, and one task that sends. While NATS is away nothing
//! waits for it.

use super::Bus;
use crate::time::TimeSource;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How often the position of the stream is sent, and the connection is tested.
const BEAT: Duration = Duration::from_secs(1);

/// How long an attempt to connect may take.
const CONNECT: Duration = Duration::from_secs(2);

/// The time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(500);

/// The most messages that wait to be received; if there are more, all is read again.
const MAX_RECEIVED: usize = 4_096;

/// The most commands that wait in the client, behind the queue of the bus.
const MAX_SENT: usize = 64;

/// How NATS is reached.
#[derive(Clone)]
pub(crate) struct NatsConfig {
    /// The address.
    pub(crate) address: String,
    /// The user and the password, if it asks for them.
    pub(crate) login: Option<(String, String)>,
    /// A file with certificates of authorities to trust.
    pub(crate) authorities: Option<PathBuf>,
}

// Written by hand, because of the password.
impl fmt::Debug for NatsConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsConfig").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Connects the bus by one subject, as long as it is polled.
pub(super) async fn run(bus: Arc<Bus>, config: NatsConfig, subject: String, time: TimeSource) {
    let mut logged = String::new();
    loop {
        match connect(&bus, &config, time).await {
            Ok(client) => {
                logged.clear();
                carry(&bus, &client, &subject, time).await;
            }
            Err(error) => {
                let error = error.to_string();
                // Once for each cause, not with each attempt.
                if error != logged {
                    tracing::warn!(error, "NATS cannot be reached; players do not notice it");
                    logged = error;
                }
            }
        }
        bus.doubt(time.now());
        sleep(RETRY).await;
    }
}

async fn connect(
    bus: &Arc<Bus>,
    config: &NatsConfig,
    time: TimeSource,
) -> Result<Client, async_nats::ConnectError> {
    let watched = Arc::clone(bus);
    let mut options = ConnectOptions::new()
        .name("yiguan")
        .ping_interval(BEAT)
        .connection_timeout(CONNECT)
        .reconnect_delay_callback(|_| RETRY)
        .subscription_capacity(MAX_RECEIVED)
        .client_capacity(MAX_SENT)
        .event_callback(move |event| {
            record(&watched, &event, time);
            std::future::ready(())
        });
    if let Some((user, password)) = config.login.clone() {
        options = options.user_and_password(user, password);
    }
    if let Some(file) = &config.authorities {
        options = options.add_root_certificates(file.clone());
    }
    options.connect(config.address.as_str()).await
}

/// Records that messages may have been lost.
fn record(bus: &Bus, event: &Event, time: TimeSource) {
    match event {
        Event::Connected | Event::Disconnected | Event::SlowConsumer(_) | Event::Closed => {
            bus.doubt(time.now());
        }
        Event::ServerError(error) => tracing::warn!(%error, "NATS refuses something"),
        Event::ClientError(error) => tracing::debug!(%error, "the connection to NATS fails"),
        Event::LameDuckMode | Event::Draining => {}
    }
}

/// Sends and receives until the subscription ends.
async fn carry(bus: &Bus, client: &Client, subject: &str, time: TimeSource) {
    let mut messages = match client.subscribe(subject.to_owned()).await {
        Ok(messages) => messages,
        Err(error) => {
            tracing::warn!(%error, "NATS takes no subscription");
            return;
        }
    };
    let receive = async {
        while let Some(message) = messages.next().await {
            bus.receive(&message.payload, time.now());
        }
    };
    let send = async {
        loop {
            let message = bus.next().await;
            // It may wait while NATS is away; nothing but this task does.
            if let Err(error) = client.publish(subject.to_owned(), message.into()).await {
                tracing::debug!(%error, "news cannot be sent");
            }
        }
    };
    tokio::select! {
        () = receive => {}
        () = send => {}
        () = beat(bus, time) => {}
    }
}

/// Sends the position of the stream regularly.
async fn beat(bus: &Bus, time: TimeSource) {
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        bus.beat(time.now());
    }
}
