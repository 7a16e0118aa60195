//! Schemas for the OpenAPI document of types whose JSON form cannot be derived: words, ids, hashes,
//! and clocks.
//!
//! Each stands in for a type of the domain, which does not depend on OpenAPI. The list of words
//! comes from the type's `ALL`, so the document cannot fall behind the code. Documentation comments
//! here appear in the document.

use super::clock::{ClockView, GraceView, VacationsView};
use super::text::{Hash, Text};
use domain::{
    Answer, Channel, CommandId, CreditCause, EndReason, MatchResult, MatchState, NotificationKind,
    Offer, Origin, Visibility,
};
use engine::{Pattern, Rule, Side};
use std::borrow::Cow;
use utoipa::openapi::schema::{
    Discriminator, KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// One of a list of words.
pub(super) fn word_schema<T: Text>(all: impl IntoIterator<Item = T>) -> RefOr<Schema> {
    let words = all.into_iter().map(T::word);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).into()
}

/// Stands for a type whose words are defined elsewhere.
macro_rules! word_of {
    ($(#[$doc:meta])* $name:ident of $of:ty, called $called:literal) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                word_schema(<$of>::ALL.iter().copied())
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($called)
            }
        }
    };
}

word_of! {
    /// A side.
    SideWord of Side, called "Side"
}

word_of! {
    /// A result.
    ResultWord of MatchResult, called "Result"
}

word_of! {
    /// Why a match ended.
    ReasonWord of EndReason, called "Reason"
}

word_of! {
    /// A rule that forbids an action.
    RuleWord of Rule, called "Rule"
}

word_of! {
    /// A pattern by which a piece is captured.
    PatternWord of Pattern, called "Pattern"
}

word_of! {
    /// The phase of a match.
    StateWord of MatchState, called "MatchState"
}

word_of! {
    /// Whether a match is listed (`public`) or reached only by its link (`link`).
    VisibilityWord of Visibility, called "Visibility"
}

word_of! {
    /// How the players of a match came together: one opened it to all (`open_match`) or chose the
    /// opponent (`challenge`), the server paired their seeks (`seek`), or both played again (`rematch`).
    OriginWord of Origin, called "Origin"
}

word_of! {
    /// The readers of a chat line.
    ChannelWord of Channel, called "Channel"
}

word_of! {
    /// Why time was credited.
    CauseWord of CreditCause, called "CreditCause"
}

word_of! {
    /// The kinds of offers.
    OfferWord of Offer, called "Offer"
}

word_of! {
    /// The answers of a player to an offer.
    AnswerWord of Answer, called "Answer"
}

word_of! {
    /// The kinds of notifications: it is the player's turn (`turn`), they are challenged (`challenge`), or
    /// their seek has found an opponent or a match with one has begun (`found`).
    NotificationWord of NotificationKind, called "NotificationKind"
}

/// Stands for a kind of id, which the document has under the name of the kind.
macro_rules! id_of {
    ($name:ident, $called:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .format(Some(format))
                    .description(Some($doc))
                    .into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($called)
            }
        }
    };
}

id_of!(MatchIdText, "MatchId", "A match, and the stored game it becomes.");
id_of!(PlayerIdText, "PlayerId", "A player: a guest, a registered player or a computer player.");
id_of!(SessionIdText, "SessionId", "A session of a player on a browser or device; not its secret.");
id_of!(TokenIdText, "TokenId", "The id of a token; not the token itself.");

/// The client's own id for a command.
#[derive(Debug)]
pub struct CommandIdText;

impl PartialSchema for CommandIdText {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(format!("^[A-Za-z0-9_-]{{1,{}}}$", CommandId::MAX)))
            .into()
    }
}

impl ToSchema for CommandIdText {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("CommandId")
    }
}

impl PartialSchema for Hash {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[0-9a-f]{16}$")).into()
    }
}

impl ToSchema for Hash {}

/// A setting and the clock's reading in one object; the reading is absent where there is none. The
/// object is flat, because few code generators can handle a union inside another object.
fn clock_schema(kind: &str, setting: &[&str]) -> ObjectBuilder {
    let number = || ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).build();
    let kind = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([kind]));
    let mut object = ObjectBuilder::new().property("kind", kind).required("kind");
    for name in setting {
        object = object.property(*name, number()).required(*name);
    }
    if setting.is_empty() {
        return object;
    }
    let running = ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .enum_values(Some([
            serde_json::Value::from(Side::First.word()),
            Side::Second.word().into(),
            serde_json::Value::Null,
        ]));
    object
        .property("first", number())
        .property("second", number())
        .property("running", running)
        .property("credit", number())
        .property("grace", Ref::from_schema_name(GraceView::name()))
        .property("vacation", Ref::from_schema_name(VacationsView::name()))
}

/// The kinds of clocks with the names of their schemas and the fields of their settings.
const CLOCKS: [(&str, &str, &[&str]); 4] = [
    ("NoClock", "none", &[]),
    ("FischerClock", "fischer", &["initial", "increment"]),
    ("ByoyomiClock", "byoyomi", &["main", "period", "periods"]),
    ("CorrespondenceClock", "correspondence", &["days"]),
];

impl PartialSchema for ClockView {
    fn schema() -> RefOr<Schema> {
        let mut one = OneOfBuilder::new().discriminator(Some(Discriminator::with_mapping(
            "kind",
            CLOCKS.map(|(name, kind, _)| (kind, format!("#/components/schemas/{name}"))),
        )));
        for (name, ..) in CLOCKS {
            one = one.item(Ref::from_schema_name(name));
        }
        one.into()
    }
}

impl ToSchema for ClockView {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        GraceView::schemas(schemas);
        schemas.push((GraceView::name().into_owned(), GraceView::schema()));
        schemas.push((VacationsView::name().into_owned(), VacationsView::schema()));
        for (name, kind, setting) in CLOCKS {
            schemas.push((name.to_owned(), clock_schema(kind, setting).into()));
        }
    }
}
