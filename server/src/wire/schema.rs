//! What the OpenAPI document says of values that serialise in a way of their own.

use super::clock::{ClockSettingView, ClockView, TimesView};
use super::text::{Hash, Text};
use crate::matches::{EndReason, MatchResult};
use engine::Side;
use std::borrow::Cow;
use utoipa::openapi::schema::{AllOfBuilder, AnyOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// One of some words.
pub(super) fn word_schema<T: Text>(all: impl IntoIterator<Item = T>) -> RefOr<Schema> {
    let words = all.into_iter().map(T::word);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).into()
}

/// Stands for a type whose words are defined elsewhere.
macro_rules! word_of {
    ($(#[$doc:meta])* $name:ident of $of:ty, called $called:literal) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                word_schema(<$of>::ALL)
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
    /// What ended a match.
    ReasonWord of EndReason, called "Reason"
}

impl PartialSchema for Hash {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[0-9a-f]{16}$")).into()
    }
}

impl ToSchema for Hash {}

impl PartialSchema for ClockView {
    /// The times are there where the setting is one that has any.
    fn schema() -> RefOr<Schema> {
        let reference = |name: Cow<'static, str>| Ref::from_schema_name(name);
        let both = AllOfBuilder::new()
            .item(reference(ClockSettingView::name()))
            .item(reference(TimesView::name()));
        AnyOfBuilder::new().item(reference(ClockSettingView::name())).item(both).into()
    }
}

impl ToSchema for ClockView {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ClockSettingView::schemas(schemas);
        TimesView::schemas(schemas);
        schemas.push((ClockSettingView::name().into_owned(), ClockSettingView::schema()));
        schemas.push((TimesView::name().into_owned(), TimesView::schema()));
    }
}
