//! The line games against their oracle, and their texts.

mod agreement;
mod rules;
mod texts;
