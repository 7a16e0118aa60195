//! The JSON Schema of all socket messages, for programs that check or generate code from it
//! (`/api/sockets.schema.json`).
//!
//! It is derived from the types that are actually sent and parsed. References are rewritten from
//! their place in an OpenAPI document to `$defs`, and OpenAPI's own extensions are left out.

use super::{AnalysisMessage, AnalysisRequest, ClientMessage, ServerMessage};
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

/// Adds a type and the types it refers to, under their names.
fn define<T: ToSchema + PartialSchema>(definitions: &mut Map<String, Value>) {
    let mut schemas: Vec<(String, RefOr<Schema>)> = Vec::new();
    T::schemas(&mut schemas);
    schemas.push((T::name().into_owned(), T::schema()));
    for (name, schema) in schemas {
        let schema = serde_json::to_value(schema).expect("a schema is JSON");
        definitions.insert(name, moved(schema));
    }
}

/// The schema with its references pointing to `$defs`, and without keywords that only OpenAPI has.
fn moved(schema: Value) -> Value {
    match schema {
        Value::String(text) => text.replace("#/components/schemas/", "#/$defs/").into(),
        Value::Array(items) => items.into_iter().map(moved).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| name != "discriminator")
            .map(|(name, value)| (name, moved(value)))
            .collect(),
        other => other,
    }
}

/// The schema: `ServerMessage` and `ClientMessage` are the messages on the sockets of matches and of
/// the lobby, `AnalysisMessage` and `AnalysisRequest` those on the socket of an analysis.
#[must_use]
pub fn sockets_schema() -> Value {
    let mut definitions = Map::new();
    define::<ServerMessage>(&mut definitions);
    define::<ClientMessage>(&mut definitions);
    define::<AnalysisMessage>(&mut definitions);
    define::<AnalysisRequest>(&mut definitions);
    let all = ["ServerMessage", "ClientMessage", "AnalysisMessage", "AnalysisRequest"];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What is said on the sockets of a Yiguan server",
        "anyOf": all.map(|name| json!({"$ref": format!("#/$defs/{name}")})),
        "$defs": definitions,
    })
}
