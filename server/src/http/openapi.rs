//! The OpenAPI document, generated from the handlers and from the types they read and write.
//!
//! The documentation comments of handlers and of wire types are its descriptions, so they are
//! written for readers of the API. `problems!` declares the error codes of an operation; those that
//! any request may get are added here. The document is built once, at the start, and a test holds
//! it to the server's answers.

use crate::client::{Encoding, accepted, compress_quickly};
use crate::origin::Origin;
use crate::request::{Code, Problem};
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, InfoBuilder, LicenseBuilder, OpenApi, Ref, RefOr,
    ResponseBuilder, SecurityRequirement, ServerBuilder,
};
use utoipa::{ToSchema, openapi};

/// The problems that any request may be answered with.
const ALWAYS: [Code; 6] =
    [Code::BadHost, Code::Banned, Code::Rate, Code::Internal, Code::Busy, Code::ShuttingDown];

/// The groups of operations, with their descriptions.
const TAGS: [(&str, &str); 7] = [
    ("accounts", "Guests and registered players, their names and tokens."),
    ("games", "The games, and queries about positions."),
    ("matches", "Matches in progress or waiting for an opponent."),
    ("seeks", "Seeks, and the opponents found for them."),
    ("archive", "Finished games."),
    ("ratings", "Ratings of players."),
    ("operating", "The state of the server."),
];

/// Declares the problems that an operation may be answered with in addition to those of any operation.
macro_rules! problems {
    ($(#[$doc:meta])* $name:ident: $($code:ident),* $(,)?) => {
        $(#[$doc])*
        pub(crate) struct $name;

        impl utoipa::IntoResponses for $name {
            fn responses() -> std::collections::BTreeMap<
                String,
                utoipa::openapi::RefOr<utoipa::openapi::Response>,
            > {
                $crate::http::openapi::with_codes(&[$($crate::request::Code::$code),*])
            }
        }
    };
}
pub(crate) use problems;

/// The responses by status for these codes and for those that any request may get.
pub(crate) fn with_codes(codes: &[Code]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let mut by_status: BTreeMap<StatusCode, Vec<&str>> = BTreeMap::new();
    for code in Code::ALL.iter().filter(|code| codes.contains(code) || ALWAYS.contains(code)) {
        by_status.entry(code.status()).or_default().push(code.as_str());
    }
    let response = |(status, codes): (StatusCode, Vec<&str>)| {
        (status.as_u16().to_string(), problem(status, &codes).into())
    };
    by_status.into_iter().map(response).collect()
}

fn problem(status: StatusCode, codes: &[&str]) -> openapi::Response {
    let code = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes.to_vec()));
    let narrowed = ObjectBuilder::new().schema_type(SchemaType::AnyValue).property("code", code);
    let schema = AllOfBuilder::new().item(Ref::from_schema_name(Problem::name())).item(narrowed);
    let content = ContentBuilder::new().schema(Some(Schema::AllOf(schema.build()))).build();
    let mut response = ResponseBuilder::new()
        .description(format!("A problem: {}", codes.join(", ")))
        .content("application/problem+json", content);
    if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
        let retry = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("After how many seconds to retry, where that helps"))
            .build();
        response = response.header("Retry-After", retry);
    }
    response.build()
}

/// The document of the operations gathered in `api`, as it is sent.
pub(crate) fn document(mut api: OpenApi, public_url: Option<&Origin>) -> serde_json::Result<Bytes> {
    api.info = InfoBuilder::new()
        .title("Yiguan")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Single requests. Live play uses WebSockets: docs/protocol.md describes \
             them and the terms used here, `/api/sockets.schema.json` is the JSON Schema of their messages.",
        ))
        .license(Some(
            LicenseBuilder::new().name("AGPL-3.0-or-later").identifier(Some("AGPL-3.0-or-later")).build(),
        ))
        .build();
    let address = public_url.map_or_else(|| "/".to_owned(), ToString::to_string);
    api.servers =
        Some(vec![ServerBuilder::new().url(address).description(Some("This server")).build()]);
    let tag = |(name, text)| TagBuilder::new().name(name).description(Some(text)).build();
    api.tags = Some(TAGS.map(tag).into());
    let components = api.components.get_or_insert_default();
    let mut schemas = Vec::new();
    Problem::schemas(&mut schemas);
    schemas.push((Problem::name().into_owned(), <Problem<'_> as utoipa::PartialSchema>::schema()));
    components.schemas.extend(schemas);
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The token of a program."));
    let cookie = ApiKeyValue::with_description("yiguan", "The cookie of a browser.");
    components.add_security_scheme("token", SecurityScheme::Http(bearer.build()));
    components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    // A request with neither becomes a new guest.
    api.security = Some(vec![
        SecurityRequirement::default(),
        SecurityRequirement::new("token", [""; 0]),
        SecurityRequirement::new("cookie", [""; 0]),
    ]);
    serde_json::to_vec(&api).map(Bytes::from)
}

/// A document that is the same for every request, so that it is compressed once for each encoding.
#[derive(Debug)]
pub(crate) struct Document {
    plain: Bytes,
    brotli: LazyLock<Bytes, Box<dyn FnOnce() -> Bytes + Send>>,
    gzip: LazyLock<Bytes, Box<dyn FnOnce() -> Bytes + Send>>,
}

impl Document {
    /// A document in JSON.
    pub(crate) fn new(plain: Bytes) -> Self {
        let compressed = |encoding| -> LazyLock<Bytes, Box<dyn FnOnce() -> Bytes + Send>> {
            let plain = plain.clone();
            LazyLock::new(Box::new(move || compress_quickly(&plain, encoding).into()))
        };
        let (brotli, gzip) = (compressed(Encoding::Brotli), compressed(Encoding::Gzip));
        Self { plain, brotli, gzip }
    }

    /// Answers with the document, in the best encoding that the client accepts.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let mut response = match accepted(headers) {
            None => self.plain.clone().into_response(),
            Some(encoding) => {
                let bytes = match encoding {
                    Encoding::Brotli => &*self.brotli,
                    Encoding::Gzip => &*self.gzip,
                };
                ([(header::CONTENT_ENCODING, encoding.name())], bytes.clone()).into_response()
            }
        };
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    #[tokio::test]
    async fn document_is_compressed_once_for_each_encoding() {
        let document = Document::new(Bytes::from("[1]".repeat(10_000)));
        let body = async |encoding: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding));
            let answer = document.answer(&headers);
            assert_eq!(answer.headers()[header::CONTENT_ENCODING], encoding);
            to_bytes(answer.into_body(), usize::MAX).await.expect("it is in memory")
        };
        for encoding in ["br", "gzip"] {
            let (one, other) = (body(encoding).await, body(encoding).await);
            assert!(one.len() < 1_000, "{encoding}: {}", one.len());
            assert_eq!(one.as_ptr(), other.as_ptr(), "{encoding}: the same bytes in memory");
        }
        let plain = document.answer(&HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    }
}
