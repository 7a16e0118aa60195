//! A JSON Schema of everything that is said on the sockets, made from the types that are.

use super::{AnalysisMessage, AnalysisRequest, ClientMessage, ServerMessage};
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

/// A type with what it refers to, under its name.
fn define<T: ToSchema + PartialSchema>(definitions: &mut Map<String, Value>) {
    let mut schemas: Vec<(String, RefOr<Schema>)> = Vec::new();
    T::schemas(&mut schemas);
    schemas.push((T::name().into_owned(), T::schema()));
    for (name, schema) in schemas {
        let schema = serde_json::to_value(schema).expect("a schema is JSON");
        definitions.insert(name, moved(schema));
    }
}

/// The same with its references to where definitions are in a JSON Schema, and without what only
/// OpenAPI knows.
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

/// The schema: `ServerMessage` and `ClientMessage` are said on the sockets of matches and of the
/// lobby, `AnalysisMessage` and `AnalysisRequest` on those of an analysis.
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
