//! A server whose role on Postgres has rights on rows alone, by the grants that
//! `docs/operations.md` documents.

use crate::live::{Live, bare};
use crate::process::check_refused;
use e2e::{Database, Server, on_postgres, run_to_exit};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

const OPERATIONS: &str = include_str!("../../docs/operations.md");

/// The documented statements, for a role of another name.
fn grants(role: &str) -> String {
    let blocks = OPERATIONS.split("```sql\n").skip(1);
    let mut blocks = blocks.filter_map(|block| block.split("```").next());
    let grants = blocks.find(|block| block.contains("create role yiguan_server"));
    grants.expect("the grants are documented").replace("yiguan_server", role)
}

#[tokio::test]
async fn role_with_rights_on_rows_serves() {
    on_postgres(async |database| {
        let url = database.url().expect("it is Postgres");
        let (_, name) = url.rsplit_once('/').expect("the address names a database");
        let role = format!("role_of_{name}");
        let (_, host) = url.split_once('@').expect("the address names a role");
        let own = Database::postgres(format!("postgres://{role}@{host}"));
        let own_url = own.url().expect("it is Postgres");
        let mut owner = PgConnection::connect(url).await.expect("it answers");
        let create = format!("create role {role} login");
        owner.execute(AssertSqlSafe(create)).await.expect("the statement runs");
        let early = run_to_exit(&["migrate", "--database", own_url]).await;
        check_refused(&early, "run `yiguan migrate` as their owner first");
        let drop_role = format!("drop role {role}");
        owner.execute(AssertSqlSafe(drop_role.clone())).await.expect("the statement runs");

        let migrated = run_to_exit(&["migrate", "--database", url]).await;
        assert!(migrated.status.success(), "{migrated:?}");
        owner.execute(AssertSqlSafe(grants(&role))).await.expect("the statements run");
        let server = Server::start(&own).await;
        let mut live = Live::open(&server).await;
        live.play().await;
        let id = live.table.id.clone();
        assert!(server.terminate().await.status.success());
        let server = Server::start(&own).await;
        live.sit_again(&server).await;
        live.play().await;
        live.sockets.first.done(&bare("resign", "r")).await;
        assert_eq!(live.table.archived(&server).await["plies"], 2, "{id}");
        assert!(server.terminate().await.status.success());
        for arguments in [["ratings", "--check"].as_slice(), &["export"]] {
            let exit = run_to_exit(&[arguments, &["--database", own_url]].concat()).await;
            assert!(exit.status.success(), "{arguments:?}: {exit:?}");
        }
        let end = format!("drop owned by {role}; {drop_role}");
        owner.execute(AssertSqlSafe(end)).await.expect("the statements run");
    })
    .await;
}
