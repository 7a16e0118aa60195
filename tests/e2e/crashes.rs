//! No event that was sent is ever lost: the server is killed in the middle of every game.

use crate::on_both;
use e2e::{Database, Dice, Frame, Line, Request, Server, Socket, Table, line_to_an_end, setups};
use engine::{AnyGame, BySide, Side};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

on_both!(
    every_game_survives_being_cut_off_again_and_again,
    every_game_survives_being_cut_off_at_its_last_action,
);

/// How often the server is killed.
const KILLS: usize = 4;

/// A game that is played on through the crashes.
struct Played {
    line: Line,
    table: Table,
    sockets: BySide<Socket>,
    game: AnyGame,
    /// Every event that a client received, the first one being number 1.
    told: Vec<String>,
    /// The numbers of the acknowledged actions' events.
    acknowledged: Vec<u64>,
    /// The plies before which the server is killed.
    stops: Vec<usize>,
}

/// One game of each kind under each ruleset.
async fn begin(server: &Server, dice: &mut Dice) -> Vec<Played> {
    let mut games = Vec::new();
    for setup in setups().into_iter().filter(|setup| setup.options.is_empty()) {
        let line = line_to_an_end(&setup, 10, 24);
        let mut body = setup.body();
        body["clock"] = json!({"kind": "fischer", "initial": 10_800, "increment": 3});
        let table = Table::open(server, &body).await;
        let sockets = table.sit_both(server).await;
        let stops = stops(&line, dice);
        let (told, acknowledged) = (Vec::new(), Vec::new());
        let game = setup.begin();
        games.push(Played { line, table, sockets, game, told, acknowledged, stops });
    }
    games
}

/// The times of the crashes: half of them inside a chain or with removals owed, if there are
/// such moments; never at the last action.
fn stops(line: &Line, dice: &mut Dice) -> Vec<usize> {
    let last = line.moves.len() - 1;
    let mut within = line.within_turns();
    within.retain(|&ply| ply < last);
    let mut stops: Vec<usize> = (0..KILLS)
        .map(|kill| match within.len() {
            0 => dice.below(last),
            _ if kill % 2 == 0 => *dice.pick(&within),
            _ => dice.below(last),
        })
        .collect();
    stops.sort_unstable();
    stops
}

impl Played {
    fn command(&self) -> Value {
        let ply = self.game.ply();
        let id = format!("c{ply}");
        json!({"type": "play", "id": id, "ply": ply, "move": self.line.moves[ply]})
    }

    /// Plays the next action and hears of it.
    async fn act(&mut self) {
        let command = self.command();
        let seq = self.sockets[self.game.to_act()].done(&command).await;
        self.acted(seq).await;
    }

    /// Notes an acknowledgement, which promises that the event is there.
    async fn acted(&mut self, seq: u64) {
        self.acknowledged.push(seq);
        let ply = self.game.ply();
        self.game.play(&self.line.moves[ply]).expect("the engine chose it");
        for side in Side::ALL {
            let event = self.sockets[side].event(seq).await;
            assert_eq!(event["ply"], ply, "{event}");
            assert_eq!(event["hash"], format!("{:016x}", self.game.key()), "{event}");
        }
    }

    async fn act_until(&mut self, ply: usize) {
        while self.game.ply() < ply {
            self.act().await;
        }
    }

    /// Sends the next action and does not wait.
    async fn act_blindly(&mut self) {
        let command = self.command();
        self.sockets[self.game.to_act()].send_text(&command).await;
    }

    /// Takes in what had arrived before the connections broke.
    async fn break_off(&mut self) {
        for side in Side::ALL {
            while let Frame::Message(message) = self.sockets[side].next().await {
                if message["type"] == "ack" {
                    self.acknowledged.push(message["seq"].as_u64().expect("a number"));
                }
            }
            self.remember(side);
        }
    }

    /// Stores the events of a connection, which must be equal to those of the other one.
    fn remember(&mut self, side: Side) {
        for (seq, text) in self.sockets[side].events() {
            let index = usize::try_from(*seq).expect("a small number") - 1;
            if self.told.len() <= index {
                self.told.resize(index + 1, String::new());
            }
            assert!(self.told[index].is_empty() || self.told[index] == *text);
            self.told[index].clone_from(text);
        }
    }

    /// Comes back with the last event seen, and sends the action again.
    async fn resume(&mut self, server: &Server) {
        for side in Side::ALL {
            let since = Some(self.sockets[side].seq());
            self.sockets[side] = self.table.sit_since(server, side, since).await;
            self.remember(side);
        }
        self.check_journal(server).await;
        let command = self.command();
        let side = self.game.to_act();
        let known = self.sockets[side].seq();
        let seq = self.sockets[side].done(&command).await;
        if seq > known {
            self.acted(seq).await;
        } else {
            // It was written before the crash; either side may have received it then.
            self.acknowledged.push(seq);
            let ply = self.game.ply();
            self.game.play(&self.line.moves[ply]).expect("the engine chose it");
        }
    }

    /// Everything sent and acknowledged is there once and in order, and the clock that ran
    /// while the server was down was credited.
    async fn check_journal(&self, server: &Server) {
        let path = format!("/api/matches/{}/events", self.table.id);
        let answer = server.send(Request::get(&path)).await;
        let journal: Vec<&str> = answer.text().lines().collect();
        for (index, told) in self.told.iter().enumerate() {
            assert!(told.is_empty() || journal.get(index) == Some(&told.as_str()), "lost: {told}");
        }
        let events: Vec<Value> =
            journal.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for (index, event) in events.iter().enumerate() {
            assert_eq!(event["seq"], index + 1, "{event}");
        }
        let moved: Vec<&Value> = events.iter().filter(|e| e["kind"] == "moved").collect();
        let plies: Vec<usize> = (0..moved.len()).collect();
        let journaled: Vec<&Value> = moved.iter().map(|event| &event["ply"]).collect();
        assert_eq!(json!(journaled), json!(plies));
        for (event, action) in moved.iter().zip(&self.line.moves) {
            assert_eq!(event["move"], action.as_str());
        }
        for seq in &self.acknowledged {
            assert!(moved.iter().any(|event| event["seq"] == *seq), "{seq} is no action");
        }
        check_credit(&events);
    }

    async fn finish(&mut self, server: &Server) {
        self.act_until(self.line.moves.len()).await;
        self.check_archive(server).await;
    }

    async fn check_archive(&self, server: &Server) {
        let stored = self.table.archived(server).await;
        assert_eq!(stored["moves"], json!(self.line.moves), "{}", self.line.setup);
        assert_eq!(stored["hash"], format!("{:016x}", self.game.key()));
        assert_eq!(stored["reason"], self.line.outcome.reason.as_str());
    }
}

/// The side whose time or grace runs on a clock, and the rest of it.
fn running(clock: &Value) -> Option<(&str, u64)> {
    let grace = &clock["grace"];
    let (side, left) = match clock["running"].as_str() {
        Some(side) => (side, &clock[side]),
        None => (grace["side"].as_str()?, &grace["left"]),
    };
    Some((side, left.as_u64().expect("a number")))
}

/// The last event with a clock must be the credit for the downtime, which agrees with the
/// clock; only a disk that was slow since may have been credited after it.
fn check_credit(events: &[Value]) {
    let number = |event: &Value, key: &str| event[key].as_u64().expect("a number");
    let timed: Vec<&Value> = events.iter().filter(|e| running(&e["clock"]).is_some()).collect();
    let is_late = |event: &&&Value| event["kind"] == "credited" && event["cause"] == "store";
    let late = timed.iter().rev().take_while(is_late).count();
    let timed = &timed[..timed.len() - late];
    let [.., before, credited] = timed else { panic!("there are two at least") };
    assert_eq!(credited["kind"], "credited", "{credited}");
    assert_eq!(credited["cause"], "downtime", "{credited}");
    let credit = number(credited, "credit");
    assert!(credit > 0, "{credited}");
    let (side, was) = running(&before["clock"]).expect("it has one");
    let gone = number(credited, "at") - number(before, "at");
    assert!(credit <= gone, "{credited} after {before}");
    let left = was + credit - gone;
    assert_eq!(running(&credited["clock"]), Some((side, left)), "{credited} after {before}");
    let sum = number(&before["clock"], "credit") + credit;
    assert_eq!(number(&credited["clock"], "credit"), sum);
}

async fn every_game_survives_being_cut_off_again_and_again(database: &Database) {
    let mut dice = Dice::new(20_261_121);
    let mut server = Server::start(database).await;
    let mut games = begin(&server, &mut dice).await;
    for kill in 0..KILLS {
        join_all(games.iter_mut().map(|game| game.act_until(game.stops[kill]))).await;
        for game in &mut games {
            game.act_blindly().await;
        }
        // The moment of the crash: after some of the answers.
        let answered = dice.below(games.len());
        for game in &mut games[..answered] {
            let ack = game.sockets[game.game.to_act()].until_type("ack").await;
            game.acknowledged.push(ack["seq"].as_u64().expect("a number"));
        }
        server.kill().await;
        join_all(games.iter_mut().map(Played::break_off)).await;
        server = Server::start(database).await;
        join_all(games.iter_mut().map(|game| game.resume(&server))).await;
    }
    join_all(games.iter_mut().map(|game| game.finish(&server))).await;
    server.kill().await;
    server = Server::start(database).await;
    join_all(games.iter().map(|game| game.check_archive(&server))).await;
}

async fn every_game_survives_being_cut_off_at_its_last_action(database: &Database) {
    let mut dice = Dice::new(3);
    let mut server = Server::start(database).await;
    let mut games = begin(&server, &mut dice).await;
    join_all(games.iter_mut().map(|game| game.act_until(game.line.moves.len() - 1))).await;
    for game in &mut games {
        game.act_blindly().await;
    }
    let answered = dice.below(games.len());
    for game in &mut games[..answered] {
        game.sockets[game.game.to_act()].until_type("ack").await;
    }
    server.kill().await;
    server = Server::start(database).await;
    for game in &mut games {
        let side = game.game.to_act();
        let mut socket = game.table.sit(&server, side).await;
        let command = game.command();
        let seq = socket.done(&command).await;
        game.game.play(&game.line.moves[game.line.moves.len() - 1]).expect("the engine chose it");
        game.check_archive(&server).await;
        // Asked again it is the same answer, also by a connection that never received it.
        let mut again = game.table.sit(&server, side).await;
        assert_eq!(again.done(&command).await, seq);
        assert_eq!(again.snapshot()["state"], "over");
        assert!(again.try_send(Message::text("{}")).await.is_ok());
    }
}
