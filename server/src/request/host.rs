//! The host that a request names. Without a public address only IP addresses and `localhost` are
//! answered: any other name may be one that another site points at this machine, whose pages a
//! browser would then take for this server's own (DNS rebinding).

use super::ApiError;
use crate::app_state::AppState;
use crate::origin::is_numeric_or_localhost;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

/// Addresses that reveal nothing and that probes request without naming a host.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Refuses requests for a host other than an IP address or `localhost`, unless the operator has set
/// a public address.
pub(crate) async fn known_hosts_only(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let is_known = app.config.public_url.is_some()
        || PROBES.contains(&request.uri().path())
        || names_known_host(request.uri(), request.headers());
    if is_known { Ok(next.run(request).await) } else { Err(ApiError::BadHost) }
}

/// Whether a request names one host, which is an IP address or `localhost`.
fn names_known_host(uri: &Uri, headers: &HeaderMap) -> bool {
    let mut named = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else { return false };
    let in_target = uri.authority().is_none_or(|host| is_numeric_or_localhost(host.as_str()));
    in_target && host.to_str().is_ok_and(is_numeric_or_localhost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, hosts: &[&str], is_known: bool) {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, host.parse().expect("a header"));
        }
        let uri = uri.parse().expect("an address");
        assert_eq!(names_known_host(&uri, &headers), is_known, "{uri} {hosts:?}");
    }

    #[test]
    fn host_by_name_is_refused_without_public_url() {
        check("/", &["127.0.0.1:8080"], true);
        check("/", &["localhost"], true);
        check("http://[::1]:8080/", &["[::1]:8080"], true);
        check("/", &["evil.example"], false);
        check("/", &[], false);
        check("/", &["127.0.0.1", "evil.example"], false);
        check("http://evil.example/", &["127.0.0.1"], false);
        check("http://127.0.0.1/", &["evil.example"], false);
    }
}
