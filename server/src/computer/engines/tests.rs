//! Programs that misbehave, written for the shell, and how the server fares with them.

use super::*;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// The answer of a program that is asked for an action, as lines for the shell.
const PLAYS: &str = "echo bestmove a3a4";

/// A program that introduces itself in UCI, and then does this when it is to search for the second time:
/// the first time is the server's own test of it.
fn program(folder: &TempDir, then: &str) -> PathBuf {
    script(
        folder,
        &format!(
            "searches=0\nwhile read line; do case \"$line\" in\n\
             uci) echo id name Fake 1; echo uciok;;\n\
             isready) echo readyok;;\n\
             go*) searches=$((searches + 1))\n\
             if [ $searches = 1 ]; then {PLAYS}; else {then}\nfi;;\nesac; done"
        ),
    )
}

/// A program for the game whose engines may speak UCI and count ranks from 0.
fn script(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("engine");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("the folder takes files");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the file is ours");
    path
}

const GAME: &str = "xiangqi";

fn game() -> AnyGame {
    AnyGame::new(GAME, None, &Options::none(), None).expect("it is a game")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for files")
}

async fn start(path: &Path) -> Result<Engines, String> {
    Engines::start([(GAME, path)]).await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_program_that_keeps_to_the_protocol_plays() {
    let folder = folder();
    let engines = start(&program(&folder, PLAYS)).await.expect("it is an engine");
    let engine = engines.of(GAME, "standard").expect("it plays this");
    assert!(engines.of(GAME, "walker").is_none(), "it does not know other rules");
    for level in LEVELS + 1..=LEVELS + ENGINE_LEVELS {
        assert_eq!(engine.action(&game(), level, None).await.as_deref(), Some("a3a4"));
        let player = engine.player(level).expect("a level");
        assert_eq!(player.computer, Some(level));
        assert!(player.name.starts_with("Fake 1"), "{}", player.name);
    }
    assert!(engine.player(LEVELS).is_none(), "that is one of ours");
}

/// Whatever the program does when it is asked, there is no action, and it is not asked again at once.
async fn check_set_aside(then: &str) {
    let folder = folder();
    let engines = start(&program(&folder, then)).await.expect("it begins well");
    let engine = engines.of(GAME, "standard").expect("it plays this");
    assert_eq!(engine.action(&game(), LEVELS + 1, None).await, None, "{then}");
    // A fresh one would answer.
    assert_eq!(engine.action(&game(), LEVELS + 1, None).await, None, "{then}");
    assert!(engine.state.lock().await.process.is_none(), "it has been ended");
}

#[tokio::test]
async fn a_program_that_fails_is_set_aside() {
    check_set_aside("exit 1;").await;
    check_set_aside("echo bestmove a0a9;").await;
    check_set_aside("echo bestmove;").await;
    check_set_aside("echo bestmove '(none)';").await;
    check_set_aside("printf '\\377\\376\\n';").await;
    check_set_aside("head -c 100000 /dev/zero | tr '\\0' x;").await;
}

#[tokio::test]
async fn a_program_that_stays_silent_is_set_aside() {
    check_set_aside(":;").await;
}

#[tokio::test]
async fn a_program_that_talks_without_end_is_set_aside() {
    check_set_aside("while :; do echo info depth 1; done;").await;
}

#[tokio::test]
async fn after_a_while_a_program_is_tried_again() {
    let folder = folder();
    let engines = start(&program(&folder, "exit 1;")).await.expect("it begins well");
    let engine = engines.of(GAME, "standard").expect("it plays this");
    assert_eq!(engine.action(&game(), LEVELS + 1, None).await, None);
    engine.state.lock().await.aside = Some(Instant::now());
    let action = engine.action(&game(), LEVELS + 1, None).await;
    assert_eq!(action.as_deref(), Some("a3a4"), "a fresh process answers once");
}

#[tokio::test]
async fn program_that_is_no_engine_is_reported() {
    let folder = folder();
    for (path, words) in [
        ("/nonexistent/engine".into(), "cannot be started"),
        ("/bin/true".into(), "is it an engine?"),
        (script(&folder, "cat"), "is it an engine?"),
    ] {
        let error = start(&path).await.expect_err("it is none");
        let path = path.display().to_string();
        assert!(error.contains(words) && error.contains(&path), "{error}");
    }
}

#[tokio::test]
async fn a_program_for_another_game_is_a_clear_error() {
    let folder = folder();
    let chess = "while read line; do case \"$line\" in\n\
        uci) echo option name UCI_Variant type combo default chess var chess; echo uciok;;\nesac; done";
    let error = start(&script(&folder, chess)).await.expect_err("it plays chess");
    assert!(error.contains("does not know the game"), "{error}");
}

#[tokio::test]
async fn a_game_has_one_engine() {
    let folder = folder();
    let path = program(&folder, PLAYS);
    let both = [(GAME, path.as_path()), (GAME, path.as_path())];
    let error = Engines::start(both).await.expect_err("two of them");
    assert!(error.to_string().contains("already"), "{error}");
}

#[tokio::test]
async fn a_game_without_a_protocol_is_a_clear_error() {
    let error = Engines::start([("er-chi-yi", Path::new(FAIRY))]).await.expect_err("nobody has");
    assert!(error.to_string().contains("shogi, xiangqi only"), "{error}");
}

#[test]
fn many_that_wait_share_the_time() {
    assert_eq!(effort(LEVELS + 1, None, 1), Effort::Nodes(2_000, MAX_THINKING));
    assert_eq!(effort(LEVELS + ENGINE_LEVELS, None, 4), Effort::Time(MAX_THINKING / 4));
    let short = effort(LEVELS + ENGINE_LEVELS, Some(2_000), 1);
    assert_eq!(short, Effort::Time(Duration::from_millis(100)), "the clock is short");
    assert_eq!(effort(LEVELS + 3, None, usize::MAX), Effort::Nodes(500, MAX_THINKING / u32::MAX));
}

/// Debian's Fairy-Stockfish, which `./check` installs, speaks all three protocols.
const FAIRY: &str = "/usr/games/fairy-stockfish";

/// It plays both sides of the beginning of a game in one protocol.
async fn check_fairy(game: &str, protocol: dialect::Protocol) {
    let subject = subjects().into_iter().find(|subject| subject.game == game);
    let mut subject = subject.expect("it is in the list");
    subject.protocols = vec![protocol];
    let engine = Engine::start(subject, Path::new(FAIRY)).await;
    let engine = engine.expect("Fairy-Stockfish is installed");
    assert!(engine.name.contains("Fairy-Stockfish"), "{}", engine.name);
    let mut game = AnyGame::new(game, None, &Options::none(), None).expect("it is a game");
    for ply in 0..60 {
        let level = LEVELS + 1 + u8::from(ply % 20 == 0);
        let action = engine.action(&game, level, None).await;
        game.play(&action.expect("it answers with what is legal")).expect("it is legal");
        if game.outcome().is_some() {
            break;
        }
    }
    let last = engine.action(&game, LEVELS + ENGINE_LEVELS, Some(1_000)).await;
    assert!(last.is_some() || game.outcome().is_some(), "it plays by time, too");
}

#[tokio::test]
async fn fairy_stockfish_plays_shogi_in_usi_and_uci() {
    check_fairy("shogi", dialect::Protocol::Usi).await;
    check_fairy("shogi", dialect::Protocol::Uci).await;
}

#[tokio::test]
async fn fairy_stockfish_plays_xiangqi_in_ucci_and_uci() {
    check_fairy("xiangqi", dialect::Protocol::Ucci).await;
    check_fairy("xiangqi", dialect::Protocol::Uci).await;
}

#[tokio::test]
async fn fairy_stockfish_that_is_killed_is_set_aside() {
    let engines = start(Path::new(FAIRY)).await.expect("Fairy-Stockfish is installed");
    let engine = engines.of(GAME, "standard").expect("it plays this");
    let pid = engine.state.lock().await.process.as_ref().and_then(Process::id);
    let pid = pid.and_then(|pid| rustix::process::Pid::from_raw(pid.cast_signed()));
    rustix::process::kill_process(pid.expect("it runs"), rustix::process::Signal::KILL)
        .expect("it is ours");
    assert_eq!(engine.action(&game(), LEVELS + 1, None).await, None);
    engine.state.lock().await.aside = Some(Instant::now());
    assert!(engine.action(&game(), LEVELS + 1, None).await.is_some(), "started anew");
}
