//! Guesses at one account from many networks, while its owner signs in.

use super::target::{Target, six};
use super::{BenchError, Effect, Report, Scale};
use hyper::StatusCode;
use serde_json::{Value, json};

/// The networks that guess, and the guesses of each.
const NETWORKS: u32 = 200;
const GUESSES: u32 = 15;

/// The owner's password.
const PASSWORD: &str = "seven horses cross the river";

pub(super) async fn run(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    let mut client = target.client().await?;
    let home = "192.0.2.1";
    let registration = json!({"name": "Du Fu", "password": PASSWORD});
    let registered = client.post(home, "/api/me/register", "", &registration).await?;
    if registered.status != StatusCode::CREATED {
        return Err(BenchError::Answer(format!("registration: {:?}", registered.body)));
    }
    let known = registered.cookies.iter().find(|cookie| cookie.contains("yiguan-browser="));
    let known = known.cloned().unwrap_or_default();
    let log_in = |password: &str| -> Value { json!({"name": "Du Fu", "password": password}) };
    let (mut sent, mut granted) = (0, 0);
    for network in 1..=scale.of(NETWORKS) {
        for number in 0..GUESSES {
            let from = six(network, number);
            let answer = client.post(&from, "/api/sessions", "", &log_in("wrong")).await?;
            sent += 1;
            granted += u32::from(!answer.is_refused());
        }
    }
    let owner = client.post(home, "/api/sessions", &known, &log_in(PASSWORD)).await?;
    let elsewhere = client.post("192.0.2.2", "/api/sessions", "", &log_in(PASSWORD)).await?;
    let is_let_in = owner.status == StatusCode::OK;
    let found = format!(
        "{granted} guesses let in; the owner's browser: {}; the owner elsewhere: {}",
        owner.status.as_u16(),
        elsewhere.status.as_u16()
    );
    // A hundred at once and five a minute in all, whatever the number of networks.
    let effect = Effect::bounded_if(is_let_in && granted <= 150);
    Ok(Report { sent, refused: sent - granted, effect, found })
}
