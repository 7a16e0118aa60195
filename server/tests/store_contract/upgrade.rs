//! A filled database of the first schema, which this program brings up to date.

use crate::fresh::with_database;
use crate::samples::match_id;
use crate::seeks::{NOW, kept, seek};
use domain::{Moment, PlayerId};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, SqlSafeStr};
use store::{Location, Purpose, codec, open};
use tempfile::TempDir;

/// The rows on SQLite: a game, an event of another match, an account and a seek.
const ON_SQLITE: &str = "
insert into game (id, game, ruleset, ruleset_version, options, start, position, hash, moves, times,
    opening, first_bot, second_bot, result, reason, rated, found, started_at, ended_at, last_seq, commands)
values (x'$GAME', 'xia-si', 'standard', 1, '{}', 'start', 'end', 7, '[\"a1a2\"]', '[5]', 'a1a2 ', 0, 0,
    'first', 'resignation', 0, 0, 1000, 2000, 9, '{}');
insert into match_event (match_id, seq, payload) values (x'$MATCH', 1, '$EVENT');
insert into account (id, name, likeness, registered_at) values (x'$PLAYER', 'Li Bai', 'libai', 1000);
insert into seek (player_id, made_at, expires_at, payload)
values (x'$PLAYER', $MADE, $EXPIRES, '$SEEK');";

/// The same on Postgres, where a server pairs the seek.
const ON_POSTGRES: &str = "
insert into game (id, game, ruleset, ruleset_version, options, start, position, hash, moves, times,
    opening, first_bot, second_bot, result, reason, rated, found, started_at, ended_at, last_seq, commands)
values ('$GAME', 'xia-si', 'standard', 1, '{}', 'start', 'end', 7, '{a1a2}', '{5}', 'a1a2 ', false, false,
    'first', 'resignation', false, false, to_timestamp(1), to_timestamp(2), 9, '{}');
insert into match_event (match_id, seq, payload) values ('$MATCH', 1, '$EVENT');
insert into account (id, name, likeness, registered_at)
values ('$PLAYER', 'Li Bai', 'libai', to_timestamp(1));
insert into node (id, alive_at, until) values (7, to_timestamp(1), to_timestamp(1));
insert into matchmaker (node) values (7);
insert into seek (player_id, made_at, expires_at, node, payload)
values ('$PLAYER', to_timestamp($MADE / 1000.0), to_timestamp($EXPIRES / 1000.0), 7, '$SEEK');";

const EVENT: &str = r#"{"type":"event","seq":1,"at":0,"kind":"chat_removed","chat":7}"#;

/// The migrator of a schema alone.
fn baseline(text: &'static str) -> Migrator {
    let (description, text) = ("baseline".into(), text.into_sql_str());
    let migration = Migration::new(1, description, MigrationType::Simple, text, false);
    Migrator::with_migrations(vec![migration])
}

/// The statements that write the rows.
fn filled(statements: &str) -> AssertSqlSafe<String> {
    let seek = seek(1, &["xia-si"], 20_160);
    let filled = [
        ("$GAME", match_id(1).0.simple().to_string()),
        ("$MATCH", match_id(2).0.simple().to_string()),
        ("$PLAYER", seek.who.id.0.simple().to_string()),
        ("$MADE", seek.made_at().0.to_string()),
        ("$EXPIRES", seek.expires_at().0.to_string()),
        ("$EVENT", EVENT.to_owned()),
        ("$SEEK", codec::write_seek(&seek)),
    ];
    let replace = |text: String, (name, value): &(&str, String)| text.replace(name, value);
    AssertSqlSafe(filled.iter().fold(statements.to_owned(), replace))
}

async fn check_rows(location: &Location) {
    let store = open(location, Purpose::Serve).await.expect("it is brought up to date");
    let game = store.game(match_id(1)).await.expect("it reads").expect("it is archived");
    assert_eq!((game.moves, game.summary.ended_at), (vec!["a1a2".to_owned()], Moment(2_000)));
    let events = store.events(match_id(2), 0, u32::MAX).await.expect("they read");
    assert_eq!(events.iter().map(|event| &*event.payload).collect::<Vec<_>>(), [EVENT]);
    let seek = seek(1, &["xia-si"], 20_160);
    let PlayerId(player) = seek.who.id;
    let account = store.account(PlayerId(player)).await.expect("it reads").expect("it is there");
    assert_eq!(account.name.as_deref(), Some("Li Bai"));
    assert_eq!(kept(&store, NOW).await, [seek]);
    store.close().await;
}

#[tokio::test]
async fn first_schema_is_brought_up_to_date_on_sqlite() {
    let directory = TempDir::new().expect("a temporary directory");
    let file = directory.path().join("yiguan.db");
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut session = options.connect().await.expect("a new file");
    let text = include_str!("../../../migrations/sqlite/0001_baseline.sql");
    baseline(text).run(&mut session).await.expect("it is the first");
    sqlx::raw_sql(filled(ON_SQLITE)).execute(&mut session).await.expect("the statements run");
    session.close().await.expect("nothing is pending");
    check_rows(&Location::Sqlite(directory.path().to_owned())).await;
}

#[tokio::test]
async fn first_schema_is_brought_up_to_date_on_postgres() {
    with_database(async |url| {
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        let text = include_str!("../../../migrations/postgres/0001_baseline.sql");
        baseline(text).run(&mut session).await.expect("it is the first");
        sqlx::raw_sql(filled(ON_POSTGRES)).execute(&mut session).await.expect("the statements run");
        session.close().await.expect("nothing is pending");
        check_rows(&Location::Postgres(url)).await;
    })
    .await;
}
