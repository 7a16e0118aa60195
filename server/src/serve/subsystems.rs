//! The subsystems of a server, in the order in which they start. Each adds its tasks to the
//! [`Runtime`], which starts them in the same order.

use super::checked::Checked;
use super::error::ServeError;
use crate::accounts::identity::{BadKeys, Keys};
use crate::accounts::sockets::OpenSockets;
use crate::accounts::{self, AccountHandles};
use crate::actions::{self, Actions};
use crate::addresses::{Addresses, Allowances, Limiter};
use crate::analysis;
use crate::app_state::App;
use crate::bus;
use crate::cluster;
use crate::cluster::members::{self, NodeIdentity};
use crate::computer;
use crate::config::{Limits, ServeConfig};
use crate::feed;
use crate::forwarding::{self, Handover};
use crate::leaders;
use crate::live::{self, JournalWriter, Live, MatchLimits};
use crate::lobby;
use crate::matchmaking;
use crate::moderation;
use crate::node::Node;
use crate::notifications::push::{Contact, Reach, Vapid};
use crate::notifications::{self, Notifications};
use crate::permits::Exports;
use crate::presence;
use crate::retention;
use crate::runtime::Runtime;
use crate::store_health::StoreHealth;
use bytes::Bytes;
use protocol::Catalogue;
use std::sync::Arc;
use store::{Database, StoreError};
use tokio_util::sync::CancellationToken;

/// The most sockets of one address, and a tenth of those of a /48, unless limits are off: enough for
/// a school behind one address.
const SOCKETS_OF_ONE: u32 = 200;

/// The subsystems that run.
pub(super) struct Subsystems {
    /// The state that handlers and sockets share.
    pub(super) app: Arc<App>,
    /// How this node gives its matches away, where there can be others.
    pub(super) handover: Option<Arc<Handover>>,
    /// The writer of the journal, which ends last.
    pub(super) journal: JournalWriter,
}

impl Subsystems {
    /// Starts the subsystems; their tasks begin with [`Runtime::launch`].
    pub(super) async fn start(
        runtime: &Runtime,
        config: ServeConfig,
        identity: NodeIdentity,
        checked: Checked,
    ) -> Result<Self, ServeError> {
        let Checked { client, words, mail, engines, tablebase, .. } = checked;
        let is_limited = config.limits == Limits::On;
        let store = &runtime.store;
        let keys = keys(&config, store).await?;
        let vapid = Arc::new(vapid(&config, store).await?);
        let reach = if config.push_loopback { Reach::Loopback } else { Reach::Internet };
        let bus = bus::start(runtime, config.nats(), keys.signatures(), vapid.public_key());
        let sockets = Arc::<OpenSockets>::default();
        let Notifications { notices, mail } =
            notifications::start(runtime, Arc::clone(&vapid), reach, mail, &sockets);
        let limits = if is_limited { MatchLimits::USUAL } else { MatchLimits::OFF };
        let Live { registry, journal, writer } =
            live::start(runtime, &keys, notices.clone(), limits);
        let lookups = Arc::clone(registry.lookups());
        let AccountHandles { accounts, tokens } = accounts::start(
            runtime,
            keys.seals(),
            Arc::clone(&sockets),
            Arc::clone(&lookups),
            config.confirmed_for(),
        );
        let presence = presence::start(runtime);
        let lobby = lobby::start(runtime, Arc::clone(&registry), Arc::clone(&presence));
        let cluster = cluster::start(
            runtime,
            Arc::clone(&registry),
            Arc::clone(&lobby),
            Arc::clone(&presence),
            Arc::clone(&sockets),
            Arc::clone(&bus),
        );
        let leaders = leaders::start(runtime);
        let feed = feed::start(runtime, journal, Arc::clone(&leaders));
        let matchmaker = matchmaking::start(
            runtime,
            Arc::clone(&registry),
            Arc::clone(&presence),
            Arc::clone(&cluster),
            Arc::clone(&leaders),
            notices.clone(),
        );
        let analyses = analysis::start(runtime);
        let orders = moderation::start(runtime, Arc::clone(&registry), Arc::clone(&analyses), &bus);
        let members = members::start(
            runtime,
            identity,
            Arc::clone(&registry),
            Arc::clone(&orders),
            Arc::clone(&bus),
        );
        let (forwarding, handover) =
            forwarding::start(runtime, keys.signatures(), &members, &registry, &leaders).unzip();
        let threads = config.computer_threads;
        computer::start(
            runtime,
            Arc::clone(&registry),
            threads,
            Arc::clone(&engines),
            Arc::clone(&tablebase),
        )?;
        retention::start(runtime, Arc::clone(&leaders), config.keep_reports);
        let allowances = is_limited.then(|| Allowances::new(runtime.time));
        let limiter = Arc::new(Limiter::new(allowances).shared_on(store, keys.masks()));
        let catalogue = serde_json::to_vec(&Catalogue::current().with_engines(engines.entries()));
        let actions = actions::start(
            runtime,
            Actions {
                store: store.clone(),
                registry: Arc::clone(&registry),
                presence: Arc::clone(&presence),
                lobby: Arc::clone(&lobby),
                cluster,
                matchmaker,
                notices,
                engines,
                catalogue: Bytes::from(catalogue.map_err(std::io::Error::other)?),
                orders: Arc::clone(&orders),
                words,
                accounts: Arc::clone(&accounts),
                feed,
                leaders: Arc::clone(&leaders),
                mail,
                reach,
                limiter: Arc::clone(&limiter),
                masks: keys.masks(),
                analyses: Arc::clone(&analyses),
                tokens: Arc::clone(&tokens),
                sockets: Arc::clone(&sockets),
            },
        );
        let node = Arc::new(Node {
            registry: Arc::clone(&registry),
            presence: Arc::clone(&presence),
            lobby: Arc::clone(&lobby),
            orders: Arc::clone(&orders),
            store_health: Arc::<StoreHealth>::default(),
            bus,
            shutdown: runtime.shutdown.clone(),
        });
        let tasks = runtime.tasks.clone();
        let app = Arc::new(App {
            actions,
            keys: Arc::new(keys),
            accounts,
            lookups,
            tokens,
            sockets,
            orders,
            tablebase,
            addresses: Addresses::new(is_limited.then_some(SOCKETS_OF_ONE)),
            forwarded: Addresses::new(None),
            members,
            forwarding,
            limiter,
            exports: Arc::new(Exports::new(is_limited, tasks, runtime.shutdown.clone())),
            config,
            time: Arc::new(runtime.time),
            client: Arc::new(client),
            store: store.clone(),
            registry,
            presence,
            lobby,
            node,
            analyses,
            vapid,
            shutdown: runtime.shutdown.clone(),
            fenced: CancellationToken::new(),
            tasks: runtime.tasks.clone(),
        });
        Ok(Self { app, handover, journal: writer })
    }
}

/// The keys that sign and verify tokens: those of the operator's file, or the database's.
async fn keys(config: &ServeConfig, store: &Database) -> Result<Keys, ServeError> {
    let Some(path) = &config.signing_keys else {
        return Ok(Keys::new(store.signing_key(rand::random()).await?, &[]));
    };
    let unusable = |reason: String| ServeError::Keys { path: path.clone(), reason };
    let text =
        tokio::fs::read_to_string(path).await.map_err(|error| unusable(error.to_string()))?;
    Keys::parse(&text).map_err(|error: BadKeys| unusable(error.to_string()))
}

/// The key by which push services know this server, made at the first start.
async fn vapid(config: &ServeConfig, store: &Database) -> Result<Vapid, ServeError> {
    let key = store.push_key(Vapid::fresh_key()).await?;
    let public_url = || config.public_url.as_ref()?.to_string().parse::<Contact>().ok();
    let contact = config.push_contact.clone().or_else(public_url);
    Vapid::new(&key, contact).ok_or_else(|| StoreError::Damaged("the push key").into())
}
