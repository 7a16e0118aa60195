//! A second tab of a player: it comes and goes, receives the same as the first one, and sends old
//! frames once more.

use super::ledger::{Attempt, Fate};
use super::link::{Link, Received};
use super::table::Table;
use super::{Arena, wait};
use e2e::Dice;
use engine::Side;
use serde_json::Value;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long a tab stays open at most, in milliseconds.
const STAY: usize = 2_000;

/// Opens and closes tabs until the players have gone.
pub(super) async fn run(arena: &Arena, table: &Table, side: Side, mut dice: Dice) {
    let (path, guest) = {
        let ledger = table.ledger();
        (format!("/ws/matches/{}", ledger.id), ledger.guests[side].clone())
    };
    let mut seq = 0;
    while !table.is_left() {
        wait(u64::try_from(dice.below(400)).unwrap_or(0)).await;
        let Some(address) = arena.address_now() else { continue };
        let path = if dice.below(3) == 0 { path.clone() } else { format!("{path}?since={seq}") };
        let way = arena.manner().way;
        let Ok(mut link) = Link::open(address, &path, Some(&guest), way).await else { continue };
        let stay = Duration::from_millis(u64::try_from(dice.below(STAY)).unwrap_or(0));
        let until = Instant::now() + stay;
        while !table.is_left() && Instant::now() < until {
            let pause = Duration::from_millis(u64::try_from(50 + dice.below(250)).unwrap_or(0));
            tokio::select! {
                heard = link.hear() => {
                    let Received::Text(text) = heard else { break };
                    if let Err(broken) = hear(arena, table, side, &mut seq, &text) {
                        arena.tally().broken(format!("in a second tab: {broken}"));
                        break;
                    }
                }
                () = sleep_until(Instant::now() + pause) => {
                    if let Some(frame) = old_frame(table, side, &mut dice)
                        && !link.send_text(&frame).await
                    {
                        break;
                    }
                }
            }
        }
    }
}

/// A frame that was sent before, perhaps one that is on its way.
fn old_frame(table: &Table, side: Side, dice: &mut Dice) -> Option<String> {
    let ledger = table.ledger();
    let sent = ledger.sent(side);
    if sent.is_empty() {
        return None;
    }
    // The latest ones are the likeliest to be sent twice.
    let latest = if dice.below(2) == 0 { 2 } else { sent.len() };
    let back = dice.below(sent.len().min(latest));
    let sent = sent.get(sent.len() - 1 - back)?;
    let replayable = match (&sent.fate, &sent.attempt) {
        (Fate::Refused(_), _) | (_, Attempt::Nonsense { .. }) => false,
        // A command refused to the first tab may be right by the time that the second sends it,
        // unless it names its ply.
        (Fate::Open, attempt) => matches!(attempt, Attempt::Play { .. }),
        (Fate::Done(_), _) => true,
    };
    replayable.then(|| sent.frame())
}

fn hear(arena: &Arena, table: &Table, side: Side, seq: &mut u64, text: &str) -> Result<(), String> {
    let message: Value = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
    let number = message["seq"].as_u64().unwrap_or(0);
    match message["type"].as_str() {
        Some("snapshot") => {
            *seq = number;
            if message["state"] == "over" {
                table.ledger().over(number);
            }
        }
        Some("event") if number == *seq + 1 => {
            *seq = number;
            if table.ledger().receive(number, text, &message)? {
                arena.tally().compared.one();
            }
        }
        Some("event") => return Err(format!("after {seq} comes {text}")),
        Some("ack") => {
            let id = message["id"].as_str().unwrap_or_default();
            if !table.ledger().done(side, id, number)? {
                arena.tally().replayed.one();
            }
        }
        Some("nack") => {
            let id = message["id"].as_str().unwrap_or_default();
            let code = message["code"].as_str().unwrap_or_default();
            let done = table
                .ledger()
                .sent(side)
                .iter()
                .any(|sent| sent.id == id && matches!(sent.fate, Fate::Done(_)));
            if done {
                table.ledger().refused(side, id, code)?;
            }
        }
        _ => {}
    }
    Ok(())
}
