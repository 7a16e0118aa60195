//! A flood of begun passkey ceremonies, which formerly ended those of every other browser.

use super::target::{Target, six};
use super::{BenchError, Effect, Report, Scale};
use hyper::StatusCode;
use serde_json::json;

/// The networks of the flood, the addresses of each, and the ceremonies that each address begins.
const NETWORKS: u32 = 40;
const ADDRESSES: u32 = 5;
const BEGUN: u32 = 50;

const SIGN_IN: &str = "/api/sessions/passkey";

pub(super) async fn run(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    let begin = format!("{SIGN_IN}/begin");
    let mut client = target.client().await?;
    let visitor = "192.0.2.1";
    let own = client.post(visitor, &begin, "", &json!({})).await?;
    let (mut sent, mut refused) = (0, 0);
    for network in 1..=scale.of(NETWORKS) {
        for number in 0..ADDRESSES * BEGUN {
            let from = six(network, number % ADDRESSES);
            let answer = client.post(&from, &begin, "", &json!({})).await?;
            sent += 1;
            refused += u32::from(answer.is_refused());
        }
    }
    // Without a passkey the answer cannot hold; that it is looked at shows that the ceremony lasts.
    let answer = json!({"ceremony": own.body["ceremony"], "credential": {}});
    let ended = client.post(visitor, SIGN_IN, "", &answer).await?;
    let lasts = ended.status == StatusCode::UNAUTHORIZED && ended.body["code"] == "bad_passkey";
    let found = format!("the visitor's own ceremony ends with {}", ended.body["code"]);
    Ok(Report { sent, refused, effect: Effect::none_if(lasts), found })
}
