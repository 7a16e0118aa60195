//! Opens a Postgres database for a purpose: serving, visiting it as a command, or only reading.
//!
//! A server registers as a node on a session of its own. Timeouts are set on the database's side as
//! well and are shorter there, so that a statement this side gives up on has certainly been undone.
//! Neither the address nor the password reaches a message.

use super::PostgresStore;
use super::lease::Node;
use crate::{Purpose, StoreError, fault, migrations};
use rustls::CertificateError;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long a read waits for a connection; a database that takes longer counts as unavailable.
const ACQUIRE: Duration = Duration::from_secs(3);

/// How many connections read: each is a process on the database's side, and reads are rare.
const READERS: u32 = 8;

/// How many connections serve lists and exports of the archive.
const BROWSERS: u32 = 4;

pub(crate) async fn open(address: &str, purpose: Purpose) -> Result<PostgresStore, StoreError> {
    // The library's own text could quote the password.
    let options = PgConnectOptions::from_str(address)
        .map_err(|_| StoreError::BadAddress("it does not read as a Postgres URL".to_owned()))?
        .application_name("yiguan")
        // Every statement reads a few rows by an index, or a bounded step of them: compiling it,
        // or starting other processes for it, takes longer than that.
        .options([("jit", "off"), ("max_parallel_workers_per_gather", "0")])
        .disable_statement_logging();
    // A statement that waits in the database, for a lock or a disk, gives up before this side does:
    // then it is certain that nothing was written, and no session is left behind. An idle
    // transaction is ended as well, because other servers may wait for it.
    let writer = options
        .clone()
        .options([("statement_timeout", "5000"), ("idle_in_transaction_session_timeout", "3000")]);
    let browsing = match purpose {
        // The client may have left, and others wait.
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
    let has_tables = has_tables(&pool).await.map_err(|error| fault::of_read(&error))?;
    if purpose == Purpose::Read && !has_tables {
        pool.close().await;
        return Err(StoreError::BadAddress("there is no database of this program".to_owned()));
    }
    // Running no migration still takes the right to create tables, which a server's role need not
    // have.
    if !has_tables || !is_migrated(&pool).await {
        let migrated = migrations::POSTGRES.run(&pool).await;
        if let Err(error) = migrated {
            // A failed migration leaves its session holding the migrator's lock.
            pool.close().await;
            return Err(migrations::fault(&migrations::POSTGRES, error));
        }
    }
    let node = match purpose {
        Purpose::Serve => Some(Node::enter(guarding(&options)).await?),
        Purpose::Visit | Purpose::Read => None,
    };
    Ok(PostgresStore { writer_options: writer, pool, browsers, writer: Mutex::new(None), node })
}

/// Closes all connections.
pub(crate) async fn close(store: &PostgresStore) {
    if let Some(node) = &store.node {
        node.leave().await;
    }
    store.browsers.close().await;
    store.pool.close().await;
    drop(store.writer.lock().await.take());
}

/// Whether a migration has run on it: a database that was just created is empty.
async fn has_tables(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(pool).await
}

/// Whether every migration of this program has been applied. If that cannot be read, the migrator
/// finds out why.
async fn is_migrated(pool: &PgPool) -> bool {
    let applied = "select version, success, checksum from _sqlx_migrations order by version";
    let applied = sqlx::query_as(applied).fetch_all(pool).await;
    applied.is_ok_and(|applied| migrations::is_complete(&migrations::POSTGRES, &applied))
}

/// The fault in the address that an operator has to correct, if the first connection reveals it.
fn refusal(error: &sqlx::Error) -> Option<StoreError> {
    let reason = match error {
        // This is how a rejected certificate is reported.
        sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Some(StoreError::BadAddress(certificate_fault(error)));
        }
        sqlx::Error::Tls(_) => {
            "a connection by TLS cannot be made: see to it that Postgres has `ssl = on`, and that \
             `sslrootcert` is a file of certificates"
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

/// The fault of the certificate that Postgres shows.
fn certificate_fault(error: &std::io::Error) -> String {
    let error = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
    let Some(rustls::Error::InvalidCertificate(cause)) = error else {
        return "the TLS handshake with Postgres failed".to_owned();
    };
    let fault = match cause {
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate of Postgres does not name the host of the address: it must be a \
             `subjectAltName` of the certificate; `sslmode=verify-ca` does not check it"
        }
        CertificateError::Expired
        | CertificateError::ExpiredContext { .. }
        | CertificateError::NotValidYet
        | CertificateError::NotValidYetContext { .. } => {
            "the certificate of Postgres has expired or is not valid yet, by the clock of this \
             machine"
        }
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "the certificate of Postgres is signed by an authority that this machine does not \
             trust: `sslrootcert` must name the certificate of that authority"
        }
        _ => {
            return format!(
                "the certificate of Postgres cannot be used ({cause}): if it signs itself, \
                 `sslrootcert` must name it, and it must have `basicConstraints=CA:FALSE`"
            );
        }
    };
    fault.to_owned()
}

/// The options of a running server's own session: if this machine vanishes, Postgres ends the
/// session within half a minute.
fn guarding(options: &PgConnectOptions) -> PgConnectOptions {
    options.clone().options([
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "4"),
    ])
}
