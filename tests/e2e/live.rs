//! A match in progress with its players, to try something in.

use e2e::{Server, Socket, Table};
use engine::{AnyGame, BySide, Options, Side};
use serde_json::{Value, json};

/// A small game that both sides play alike.
pub(crate) const GAME: &str = "tui-da-che";

/// A match both of whose players are connected.
pub(crate) struct Live {
    pub(crate) table: Table,
    pub(crate) sockets: BySide<Socket>,
    pub(crate) game: AnyGame,
}

impl Live {
    /// Opens a match of [`GAME`].
    pub(crate) async fn open(server: &Server) -> Self {
        Self::open_with(server, json!({})).await
    }

    /// Opens a match with more wishes.
    pub(crate) async fn open_with(server: &Server, wish: Value) -> Self {
        let mut wish = wish;
        if wish.get("game").is_none() {
            wish["game"] = json!(GAME);
        }
        let text = |key: &str| wish[key].as_str();
        let options: Options = wish["options"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.as_str(), value.as_str().expect("values are texts")))
            .collect();
        let game = wish["game"].as_str().expect("a text");
        let game = AnyGame::new(game, text("ruleset"), &options, text("position"));
        let game = game.expect("it is listed");
        let table = Table::open(server, &wish).await;
        let sockets = table.sit_both(server).await;
        Self { table, sockets, game }
    }

    /// The side to act.
    pub(crate) fn side(&self) -> Side {
        self.game.to_act()
    }

    /// The first legal action, as a command.
    pub(crate) fn command(&self, id: &str) -> Value {
        let action = self.game.legal().into_iter().next().expect("the game goes on");
        json!({"type": "play", "id": id, "ply": self.game.ply(), "move": action})
    }

    /// Plays the first legal action; returns its event's number.
    pub(crate) async fn play(&mut self) -> u64 {
        let id = format!("p{}", self.game.ply());
        let command = self.command(&id);
        let side = self.side();
        let seq = self.sockets[side].done(&command).await;
        self.record(&command);
        seq
    }

    /// Plays a command's action on this side of the wire.
    pub(crate) fn record(&mut self, command: &Value) {
        let action = command["move"].as_str().expect("a text");
        self.game.play(action).expect("the server took it");
    }

    /// Connects both players again, as after a restart.
    pub(crate) async fn sit_again(&mut self, server: &Server) {
        for side in Side::ALL {
            let since = Some(self.sockets[side].seq());
            self.sockets[side] = self.table.sit_since(server, side, since).await;
        }
    }
}

/// Plays the first legal action of each side of a game, so that it has begun.
pub(crate) async fn begin(game: &str, first: &mut Socket, second: &mut Socket) {
    let mut played = AnyGame::new(game, None, &Options::none(), None).expect("it is listed");
    for socket in [first, second] {
        let action = played.legal().into_iter().next().expect("the game goes on");
        let ply = played.ply();
        let play = json!({"type": "play", "id": format!("b{ply}"), "ply": ply, "move": action});
        socket.done(&play).await;
        played.play(&action).expect("it is legal");
    }
}

/// A command that is nothing but its type.
pub(crate) fn bare(kind: &str, id: &str) -> Value {
    json!({"type": kind, "id": id})
}

/// A command about an offer.
pub(crate) fn offer(kind: &str, id: &str, answer: &str) -> Value {
    json!({"type": kind, "id": id, "answer": answer})
}
