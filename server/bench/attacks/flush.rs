//! A flood from as many /64 of one /48 as fit: formerly it made the server forget what every account
//! and address had used.

use super::target::{Client, Target, six};
use super::{BenchError, Effect, Report, Scale};
use serde_json::json;

/// As many /64 as filled the one table that all limits shared.
const FLOOD: u32 = 52_000;

/// More sign-ins than an account allows from one customer.
const GUESSES: u32 = 20;

pub(super) async fn run(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    let mut client = target.client().await?;
    let before = guess(&mut client).await?;
    let flood = scale.of(FLOOD);
    let mut refused = 0;
    for number in 0..flood {
        let answer = client.get(&six(1, number), "/api/games").await?;
        refused += u32::from(answer.is_refused());
    }
    let after = guess(&mut client).await?;
    let found = format!("{before} guesses at an account before the flood, {after} more after it");
    // Thirty an hour come back: one in two minutes.
    Ok(Report { sent: flood, refused, effect: Effect::none_if(after <= 1), found })
}

/// The guesses at one account that are let in.
async fn guess(client: &mut Client) -> Result<u32, BenchError> {
    let wrong = json!({"name": "Du Fu", "password": "not the password"});
    let mut granted = 0;
    for number in 0..GUESSES {
        let answer = client.post(&six(1, number), "/api/sessions", "", &wrong).await?;
        granted += u32::from(!answer.is_refused());
    }
    Ok(granted)
}
