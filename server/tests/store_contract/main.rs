//! The contract of the store, on both databases alike, each test on a database of its
//! own.

mod accounts;
mod analysis;
mod archive;
mod attempts;
mod audiences;
mod credentials;
mod ended;
mod envelopes;
mod erasures;
mod explorer;
mod feed;
mod fresh;
mod guests;
mod journal;
mod keys;
mod leaders;
mod leases;
mod log;
mod mail;
mod mail_notifications;
mod nodes;
mod opening;
mod places;
mod postgres;
mod presence;
mod push;
mod ratings;
mod reports;
mod samples;
mod seats;
mod seeks;
mod sessions;
mod tallies;
mod upgrade;
mod vacations;
mod writer;

/// Makes of each function a test on SQLite and a test on Postgres.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                crate::fresh::on_sqlite(super::$test).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                crate::fresh::on_postgres(super::$test).await;
            })+
        }
    };
}
use on_both;
