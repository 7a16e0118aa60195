//! A match with both seats taken.

use crate::{Guest, Request, Server, Socket};
use engine::{BySide, Side};
use serde_json::{Value, json};

/// A match and those who play it.
#[derive(Debug, Clone)]
pub struct Table {
    /// The match's id.
    pub id: String,
    /// The seats of the players.
    pub guests: BySide<Guest>,
}

impl Table {
    /// Makes a match as wished, its maker in the first seat, and seats a second guest.
    ///
    /// # Panics
    ///
    /// If the server will not.
    pub async fn open(server: &Server, wish: &Value) -> Self {
        let (first, second) = (server.guest().await, server.guest().await);
        let mut wish = wish.clone();
        wish["seat"] = json!("first");
        let made = server.send(Request::post("/api/matches").by(&first).json(&wish)).await.ok();
        let id = made["id"].as_str().expect("an id").to_owned();
        let join = Request::post(&format!("/api/matches/{id}/join")).by(&second);
        assert_eq!(server.send(join).await.ok(), json!({"seat": "second"}));
        Self { id, guests: BySide { first, second } }
    }

    /// Connects a player.
    ///
    /// # Panics
    ///
    /// If the server does not know its seat.
    pub async fn sit(&self, server: &Server, side: Side) -> Socket {
        self.sit_since(server, side, None).await
    }

    /// Connects a player who knows the events up to `since`.
    ///
    /// # Panics
    ///
    /// If the server does not know its seat.
    pub async fn sit_since(&self, server: &Server, side: Side, since: Option<u64>) -> Socket {
        let who = Some(&self.guests[side]);
        let socket = Socket::follow(server.address(), &self.id, who, since).await;
        assert_eq!(socket.seat(), Some(side));
        socket
    }

    /// Connects both players.
    ///
    /// # Panics
    ///
    /// If the server does not know their seats.
    pub async fn sit_both(&self, server: &Server) -> BySide<Socket> {
        BySide {
            first: self.sit(server, Side::First).await,
            second: self.sit(server, Side::Second).await,
        }
    }

    /// Connects a spectator.
    ///
    /// # Panics
    ///
    /// If the server seats them.
    pub async fn watch(&self, server: &Server) -> Socket {
        let socket = Socket::follow(server.address(), &self.id, None, None).await;
        assert_eq!(socket.seat(), None);
        socket
    }

    /// The match as HTTP shows it.
    pub async fn snapshot(&self, server: &Server) -> Value {
        server.send(Request::get(&format!("/api/matches/{}", self.id))).await.ok()
    }

    /// The game as the archive has it.
    ///
    /// # Panics
    ///
    /// If it has not.
    pub async fn archived(&self, server: &Server) -> Value {
        server.send(Request::get(&format!("/api/archive/{}", self.id))).await.ok()
    }
}
