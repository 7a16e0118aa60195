//! How the server starts, refuses to start, and stops.

use crate::live::{GAME, Live};
use crate::on_both;
use e2e::{Database, Exit, Request, Server, Socket, on_sqlite, run_to_exit};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection};
use std::path::{Path, PathBuf};
use tokio::net::TcpListener;

on_both!(stopped_server_closes_sockets_and_loses_nothing, a_newer_database_is_refused,);

/// Also where every user of the system could read new files.
#[cfg(unix)]
#[tokio::test]
async fn files_of_the_database_are_private() {
    use std::os::unix::fs::PermissionsExt;
    on_sqlite(async |database| {
        let folder = database.directory();
        let open = PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder, open).expect("it is ours");
        let prefix = ["sh", "-c", "umask 0; exec \"$@\"", "sh"];
        for _ in 0..2 {
            let server = Server::start_as(&prefix, database, &[]).await;
            server.guest().await;
            let mode = |path: &Path| {
                let found = std::fs::metadata(path).expect("it is there");
                found.permissions().mode() & 0o777
            };
            assert_eq!(mode(folder), 0o700);
            let files = std::fs::read_dir(folder).expect("it is ours");
            let files: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
            assert!(files.len() >= 4, "the database, its log, its index, the lock: {files:?}");
            for file in &files {
                assert_eq!(mode(file), 0o600, "{}", file.display());
            }
            server.kill().await;
            // As a copy of the files may have left them.
            for file in &files {
                if file.exists() {
                    let open = PermissionsExt::from_mode(0o666);
                    std::fs::set_permissions(file, open).expect("it is ours");
                }
            }
        }
    })
    .await;
}

/// One line that names the fault for an operator, and a status for a script.
#[track_caller]
pub(crate) fn check_refused(exit: &Exit, part: &str) {
    assert!(!exit.status.success(), "{exit:?}");
    let errors: Vec<&str> = exit.stderr.lines().filter(|line| line.starts_with("Error:")).collect();
    assert_eq!(errors.len(), 1, "{}", exit.stderr);
    assert!(errors[0].contains(part), "{}", exit.stderr);
    assert!(!exit.stderr.contains("Caused by") && !exit.stderr.contains("backtrace"));
}

/// Tries to serve `database` at `address`.
pub(crate) async fn serve(database: &Database, address: &str) -> Exit {
    let directory = database.directory().to_str().expect("temporary paths are plain");
    let mut arguments = vec!["--bind", address, "--data-dir", directory];
    if let Some(url) = database.url() {
        arguments.extend(["--database", url]);
    }
    run_to_exit(&arguments).await
}

/// Any free port of this machine.
pub(crate) const FREE: &str = "127.0.0.1:0";

async fn stopped_server_closes_sockets_and_loses_nothing(database: &Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let mut spectator = live.table.watch(&server).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    lobby.until_type("matches").await;
    let last = live.play().await;
    let command = live.command("in-flight");
    let side = live.side();
    live.sockets[side].send_text(&command).await;
    let exit = server.terminate().await;
    assert!(exit.status.success(), "{exit:?}");
    for socket in [&mut spectator, &mut lobby, &mut live.sockets.first, &mut live.sockets.second] {
        assert_eq!(socket.until_closed().await, Some(1_012));
    }
    server = Server::start(database).await;
    live.sit_again(&server).await;
    let seq = live.sockets[side].done(&command).await;
    assert!(seq > last);
    live.record(&command);
    let snapshot = live.table.snapshot(&server).await;
    assert_eq!(
        (&snapshot["ply"], &snapshot["position"]),
        (&json!(2), &json!(live.game.position_text()),)
    );
    live.play().await;
}

async fn a_newer_database_is_refused(database: &Database) {
    assert!(Server::start(database).await.terminate().await.status.success());
    let newer = "insert into _sqlx_migrations
        (version, description, installed_on, success, checksum, execution_time)
        values (9999, 'from the future', current_timestamp, true, '', 0)";
    match database.url() {
        Some(url) => {
            let mut session = sqlx::PgConnection::connect(url).await.expect("Postgres answers");
            sqlx::query(AssertSqlSafe(newer)).execute(&mut session).await.expect("a row");
        }
        None => {
            let url = format!("sqlite://{}", database.file().display());
            let mut session = sqlx::SqliteConnection::connect(&url).await.expect("SQLite opens");
            sqlx::query(AssertSqlSafe(newer)).execute(&mut session).await.expect("a row");
            session.close().await.expect("SQLite closes");
        }
    }
    check_refused(&serve(database, FREE).await, "start a newer version");
}

#[tokio::test]
async fn it_stops_though_its_log_is_not_read() {
    let database = Database::sqlite();
    let mut server = Server::start(&database).await;
    server.leave_log().await;
    assert!(server.terminate().await.status.success());
}

#[tokio::test]
async fn a_port_in_use_is_named() {
    let database = Database::sqlite();
    let taken = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = taken.local_addr().expect("it is bound").to_string();
    let exit = serve(&database, &address).await;
    check_refused(&exit, &format!("cannot listen on {address}"));
}

#[tokio::test]
async fn a_directory_that_cannot_be_made_is_named() {
    let database = Database::sqlite();
    let file = database.directory().join("file");
    std::fs::write(&file, "in the way").expect("a temporary directory can be written");
    let below = file.join("data");
    let below = below.to_str().expect("temporary paths are plain");
    let exit = run_to_exit(&["--bind", FREE, "--data-dir", below]).await;
    check_refused(&exit, &format!("cannot use {below}"));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let database = Database::sqlite();
    let text = "this is no database\n".repeat(100);
    std::fs::write(database.file(), text).expect("a temporary directory can be written");
    let exit = serve(&database, FREE).await;
    check_refused(&exit, "it is not an SQLite database");
}

#[tokio::test]
async fn a_folder_without_the_client_is_refused() {
    let database = Database::sqlite();
    let folder = database.directory().to_str().expect("temporary paths are plain");
    let arguments = ["--bind", FREE, "--data-dir", folder, "--static-dir", folder];
    let exit = run_to_exit(&arguments).await;
    check_refused(&exit, &format!("cannot read {folder}/index.html"));
    assert!(!database.file().exists(), "nothing was begun");
    std::fs::write(database.directory().join("index.html"), "<p>Here</p>").expect("writable");
    let server = Server::start_with_flags(&database, &arguments[4..]).await;
    assert_eq!(server.send(Request::get("/")).await.text(), "<p>Here</p>");
}

#[tokio::test]
async fn a_public_address_that_no_browser_names_is_refused() {
    let database = Database::sqlite();
    let folder = database.directory().to_str().expect("temporary paths are plain");
    for url in ["https://play.example.org/yiguan", "foo"] {
        let arguments = ["--bind", FREE, "--data-dir", folder, "--public-url", url];
        let exit = run_to_exit(&arguments).await;
        assert!(!exit.status.success(), "{exit:?}");
        let told = format!("invalid value '{url}' for '--public-url");
        assert!(exit.stderr.contains(&told), "{}", exit.stderr);
    }
    let flags = ["--public-url", "https://Play.example.org:443/"];
    let server = Server::start_with_flags(&database, &flags).await;
    let create = || Request::post("/api/matches").json(&json!({"game": GAME}));
    let from = |origin| server.send(create().header("origin", origin));
    assert_eq!(from("https://play.example.org").await.status, 201);
    from("http://play.example.org").await.is_problem(403, "bad_origin");
}

#[tokio::test]
async fn missing_database_is_reported_without_its_password() {
    let directory = Database::sqlite();
    let place = directory.directory().to_str().expect("temporary paths are plain");
    let nobody = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = nobody.local_addr().expect("it is bound").port();
    drop(nobody);
    let url = format!("postgres://yiguan:hunter2@127.0.0.1:{port}/yiguan");
    for url in [url.as_str(), "mysql://yiguan:hunter2@localhost/yiguan", "postgres://:::hunter2"] {
        let exit = run_to_exit(&["--bind", FREE, "--data-dir", place, "--database", url]).await;
        check_refused(&exit, "database");
        assert!(!exit.stderr.contains("hunter2"), "{}", exit.stderr);
    }
}
