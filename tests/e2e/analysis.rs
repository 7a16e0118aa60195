//! Going over a stored game together, over real sockets.

use crate::live::{Live, bare};
use crate::on_both;
use e2e::{Database, Guest, Request, Server, Socket};
use engine::{AnyGame, Side};
use serde_json::{Value, json};

on_both!(
    variation_reaches_other_readers_and_survives_restart,
    rules_and_players_decide_on_variations,
    a_command_counts_once_and_a_reader_resumes,
);

/// A finished game of one action.
struct Finished {
    live: Live,
    /// The game after its action.
    game: AnyGame,
}

async fn finish(server: &Server) -> Finished {
    let mut live = Live::open(server).await;
    live.play().await;
    live.sockets.first.done(&bare("resign", "r")).await;
    let game = live.game.clone();
    Finished { live, game }
}

impl Finished {
    fn id(&self) -> &str {
        &self.live.table.id
    }

    fn player(&self, side: Side) -> &Guest {
        &self.live.table.guests[side]
    }

    /// Opens a socket and reads the greeting; the answer has the tree as well.
    async fn open(&self, server: &Server, who: &Guest) -> (Socket, Value) {
        let path = format!("/ws/analysis/{}", self.id());
        let mut socket = Socket::open(server.address(), &path, Some(who)).await;
        let welcome = socket.message().await;
        assert_eq!(welcome["type"], "welcome");
        assert_eq!(welcome["player"]["id"], who.id);
        let tree = socket.until_type("tree").await;
        (socket, tree)
    }

    /// Two legal actions from the end of the game.
    fn moves(&self) -> [String; 2] {
        let mut game = self.game.clone();
        let first = game.legal().remove(0);
        game.play(&first).expect("it is legal");
        [first, game.legal().remove(0)]
    }

    async fn tree(&self, server: &Server) -> Value {
        let path = format!("/api/archive/{}/analysis", self.id());
        server.send(Request::get(&path)).await.ok()
    }
}

async fn variation_reaches_other_readers_and_survives_restart(database: &Database) {
    let server = Server::start(database).await;
    let game = finish(&server).await;
    let spectator = server.guest().await;
    let (mut one, tree) = game.open(&server, game.player(Side::First)).await;
    assert_eq!((&tree["plies"], &tree["nodes"]), (&json!(1), &json!([])));
    let (mut other, _) = game.open(&server, &spectator).await;
    let moves = game.moves();
    one.send_text(&json!({"type": "add", "id": "c1", "node": 1, "moves": moves})).await;
    assert_eq!(one.answer("c1").await["seq"], 1);
    for (seq, parent) in [(1, 1), (2, 2)] {
        let change = other.until_type("change").await;
        assert_eq!((&change["seq"], &change["kind"]), (&json!(seq), &json!("added")));
        assert_eq!((&change["node"], &change["parent"]), (&json!(seq + 1), &json!(parent)));
        assert_eq!(change["by"]["id"], game.player(Side::First).id);
    }
    other.done(&json!({"type": "note", "id": "n", "node": 3, "text": "<b>so</b>"})).await;
    other.send_text(&json!({"type": "look", "node": 3})).await;
    let looked = one.until_type("looked").await;
    assert_eq!((&looked["node"], &looked["player"]["id"]), (&json!(3), &json!(spectator.id)));

    let shapes = json!([{"from": "a1", "to": "b2", "brush": "red"}]);
    // A drawing on no node of the tree, or with too many shapes, is not shown.
    other.send_text(&json!({"type": "draw", "node": 9, "shapes": shapes})).await;
    let many = vec![shapes[0].clone(); 33];
    other.send_text(&json!({"type": "draw", "node": 3, "shapes": many})).await;
    assert_eq!(other.until_type("nack").await["code"], "bad_message");
    other.send_text(&json!({"type": "draw", "node": 3, "shapes": shapes})).await;
    let drawn = one.until_type("drawn").await;
    assert_eq!((&drawn["node"], &drawn["shapes"]), (&json!(3), &shapes));
    assert_eq!(drawn["player"]["id"], json!(spectator.id));

    let told = game.tree(&server).await;
    server.kill().await;
    let server = Server::start(database).await;
    let kept = game.tree(&server).await;
    assert_eq!(kept, told);
    assert_eq!(kept["nodes"][1]["move"], moves[1]);
    assert_eq!(kept["notes"][0]["text"], "<b>so</b>");
}

async fn rules_and_players_decide_on_variations(database: &Database) {
    let server = Server::start(database).await;
    let game = finish(&server).await;
    let spectator = server.guest().await;
    let (mut player, _) = game.open(&server, game.player(Side::Second)).await;
    let (mut guest, _) = game.open(&server, &spectator).await;
    let add =
        |id: &str, action: &str| json!({"type": "add", "id": id, "node": 1, "moves": [action]});
    let refused = guest.refused(&add("a", "a1a1"), "illegal").await;
    assert!(refused["rule"].is_string() && refused["squares"].is_array());
    guest.refused(&json!({"type": "delete", "id": "b", "node": 9}), "stale").await;
    guest.refused(&json!({"type": "delete", "id": "c", "node": 1}), "not_allowed").await;
    guest.refused(&json!({"type": "lock", "id": "d", "on": true}), "not_allowed").await;
    let long = "x".repeat(501);
    guest
        .refused(&json!({"type": "note", "id": "e", "node": 1, "text": long}), "bad_message")
        .await;
    guest.send_text(&json!({"type": "dance", "id": "f"})).await;
    assert_eq!(guest.answer("f").await["code"], "bad_message");
    let [action, _] = game.moves();
    player.done(&add("g", &action)).await;
    guest.refused(&json!({"type": "delete", "id": "h", "node": 2}), "not_allowed").await;
    player.done(&json!({"type": "lock", "id": "i", "on": true})).await;
    guest.refused(&json!({"type": "note", "id": "j", "node": 1, "text": "x"}), "not_allowed").await;
    player.done(&json!({"type": "delete", "id": "k", "node": 2})).await;
    assert_eq!(game.tree(&server).await["nodes"], json!([]));

    // A match in progress has no tree.
    let live = Live::open(&server).await;
    let path = format!("/api/archive/{}/analysis", live.table.id);
    server.send(Request::get(&path)).await.is_problem(404, "not_found");
}

async fn a_command_counts_once_and_a_reader_resumes(database: &Database) {
    let server = Server::start(database).await;
    let game = finish(&server).await;
    let who = game.player(Side::First).clone();
    let (mut socket, _) = game.open(&server, &who).await;
    let note = json!({"type": "note", "id": "n1", "node": 0, "text": "one"});
    assert_eq!(socket.done(&note).await, 1);
    assert_eq!(
        socket.done(&json!({"type": "note", "id": "n2", "node": 1, "text": "two"})).await,
        2
    );
    assert_eq!(socket.done(&note).await, 1, "the same again");
    server.kill().await;
    let server = Server::start(database).await;
    let path = format!("/ws/analysis/{}?since=1", game.id());
    let mut socket = Socket::open(server.address(), &path, Some(&who)).await;
    assert_eq!(socket.message().await["seq"], 2);
    let missed = socket.message().await;
    assert_eq!((&missed["type"], &missed["seq"]), (&json!("change"), &json!(2)));
    assert_eq!(socket.done(&note).await, 1, "after a restart, too");
    assert_eq!(game.tree(&server).await["seq"], 2);

    let text = "x".repeat(4_096);
    socket.send_text(&json!({"type": "note", "id": "n3", "node": 0, "text": text})).await;
    assert_eq!(socket.until_type("nack").await["code"], "bad_message");
    assert_eq!(socket.until_closed().await, Some(1_009));
}
