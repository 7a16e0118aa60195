//! A short description of the browser and system that a request comes from, such as "Firefox,
//! Linux", so that people recognise their sessions.
//!
//! It is a guess from `User-Agent` and decides nothing. Only names of the lists below can appear in
//! it, so no text of the client is stored.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;

/// A browser and a system, such as "Firefox, Linux"; empty if neither is recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Device(pub(crate) String);

/// Browsers by a mark in their `User-Agent`. Most contain the marks of others too, so the order
/// matters.
const BROWSERS: [(&str, &str); 8] = [
    ("MicroMessenger", "WeChat"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
];

/// Systems by a mark in the `User-Agent`, in order.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

impl Device {
    fn of(agent: &str) -> Self {
        let found = |names: &[(&str, &'static str)]| {
            names.iter().find(|(sign, _)| agent.contains(sign)).map(|&(_, name)| name)
        };
        let parts = [found(&BROWSERS), found(&SYSTEMS)];
        Self(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let agent = parts.headers.get(header::USER_AGENT);
        Ok(Self::of(agent.and_then(|agent| agent.to_str().ok()).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_told_by_what_browsers_say() {
        for (agent, device) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
                "Safari, iPhone",
            ),
            ("curl/8", ""),
        ] {
            assert_eq!(Device::of(agent), Device(device.to_owned()), "{agent}");
        }
    }
}
