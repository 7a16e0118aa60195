//! Support for the end-to-end tests: the real server, as a process or in the test's own, and clients
//! that speak its protocol as `docs/protocol.md` has it. The clients do not use the server's types, so
//! that both are held to the document and not to each other.
//!
//! Everything here panics where a test should fail.

mod authenticator;
mod database;
mod dice;
mod http;
mod lines;
mod mail;
mod nats;
mod news;
mod patience;
mod push;
mod server;
mod socket;
mod table;

pub use authenticator::Authenticator;
pub use database::{Database, on_postgres, on_sqlite};
pub use dice::Dice;
pub use http::{Answer, Guest, Method, Request};
pub use lines::{Line, Setup, line_to_an_end, lines_to_every_end, setups};
pub use mail::{Certificate, MailFate, MailService, MailTls, Mailed};
pub use nats::Nats;
pub use news::{Heard, NewsClient};
pub use patience::within;
pub use push::{Fate, PushBrowser, PushService, Pushed};
pub use server::{Exit, Server, ServerOptions, binary, run_to_exit, start};
pub use socket::{Frame, Socket};
pub use table::Table;

/// Makes of each function, which takes a fresh [`Database`], a test on SQLite and a test on
/// Postgres.
#[macro_export]
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                $crate::on_sqlite(super::$test).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                $crate::on_postgres(super::$test).await;
            })+
        }
    };
}
