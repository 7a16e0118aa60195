//! Opening a Postgres database.

use super::PostgresStore;
use super::lease::Node;
use crate::store::{Purpose, StoreError, fault, migrations};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long a read waits for a connection; a database that is away answers later than that.
const ACQUIRE: Duration = Duration::from_secs(3);

/// Connections for reading: every one is a process on the database's side, and reads are rare.
const READERS: u32 = 8;

/// Connections for lists and exports of the archive.
const BROWSERS: u32 = 4;

/// The advisory lock of running servers; the number is the first bytes of "yiguan".
const SERVER_LOCK: i64 = 0x7969_6775_616e;

/// How often and how long apart the lock is tried: the session of a server that was killed a
/// moment ago ends when Postgres notices.
const LOCK_TRIES: u32 = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

pub(in crate::store) async fn open(
    address: &str,
    purpose: Purpose,
) -> Result<PostgresStore, StoreError> {
    // The library's own text could quote the password.
    let options = PgConnectOptions::from_str(address)
        .map_err(|_| StoreError::BadAddress("it does not read as a Postgres URL".to_owned()))?
        .application_name("yiguan")
        .disable_statement_logging();
    // A statement that waits on the other side, for a lock or a disk, gives up before this
    // side does: then it is certain that nothing was written, and no session is left behind.
    // A transaction that is not continued ends as well, since other servers may wait for it.
    let writer = options
        .clone()
        .options([("statement_timeout", "5000"), ("idle_in_transaction_session_timeout", "3000")]);
    let browsing = match purpose {
        // Whoever asked may have gone, and others wait.
        Purpose::Serve => options.clone().options([("statement_timeout", "2000")]),
        Purpose::Visit | Purpose::Read => options.clone(),
    };
    let browsers = PgPoolOptions::new()
        .max_connections(BROWSERS)
        .acquire_timeout(ACQUIRE)
        .connect_lazy_with(browsing);
    let pool = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(ACQUIRE)
        .connect_with(options.clone())
        .await
        .map_err(|error| refusal(&error).unwrap_or_else(|| fault::of_read(&error)))?;
    let session = match purpose {
        Purpose::Serve => Some(enter(&options).await?),
        Purpose::Visit | Purpose::Read => None,
    };
    if purpose == Purpose::Read
        && !has_tables(&pool).await.map_err(|error| fault::of_read(&error))?
    {
        pool.close().await;
        return Err(StoreError::BadAddress("there is no database of this program".to_owned()));
    }
    let migrated = migrations::POSTGRES.run(&pool).await;
    if let Err(error) = migrated {
        // A failed migration leaves its session holding the migrator's lock.
        pool.close().await;
        return Err(migrations::fault(&migrations::POSTGRES, error));
    }
    let node = match session {
        Some(session) => Some(Node::enter(guarding(&options), session).await?),
        None => None,
    };
    Ok(PostgresStore { writer_options: writer, pool, browsers, writer: Mutex::new(None), node })
}

/// Whether a migration has run on it: a database that was just created is empty.
async fn has_tables(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(pool).await
}

/// What an operator has to mend in the address, where a first connection tells.
fn refusal(error: &sqlx::Error) -> Option<StoreError> {
    let reason = match error {
        // How a certificate that is not accepted shows.
        sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return refusal(&sqlx::Error::Tls("the handshake failed".into()));
        }
        sqlx::Error::Tls(_) => {
            "a connection by TLS cannot be made: see to it that Postgres has `ssl = on`, and that \
             `sslrootcert` names the certificate of whoever signed its own"
        }
        // The classes of SQLSTATE for an invalid authorization and an invalid catalog name.
        sqlx::Error::Database(error) => match error.code()?.get(..2)? {
            "28" => "Postgres refuses the user or the password",
            "3D" => "there is no database of that name",
            _ => return None,
        },
        _ => return None,
    };
    Some(StoreError::BadAddress(reason.to_owned()))
}

/// How the session of a running server is opened: should this machine vanish, Postgres ends it
/// within half a minute.
fn guarding(options: &PgConnectOptions) -> PgConnectOptions {
    options.clone().options([
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "4"),
    ])
}

/// Takes the lock that running servers share, on a session of its own. A program that knew no
/// leases does not share it, so that neither starts beside the other.
async fn enter(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let mut session = PgConnection::connect_with(&guarding(options))
        .await
        .map_err(|error| fault::of_read(&error))?;
    for attempt in 0..LOCK_TRIES {
        if attempt > 0 {
            tokio::time::sleep(LOCK_PAUSE).await;
        }
        if share(&mut session).await.map_err(|error| fault::of_read(&error))? {
            return Ok(session);
        }
    }
    Err(StoreError::InUse(options.get_database().unwrap_or("postgres").to_owned()))
}

/// Tries to take the lock that running servers share.
pub(super) async fn share(session: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock_shared($1)")
        .bind(SERVER_LOCK)
        .fetch_one(session)
        .await
}
