//! Enums whose values are fixed words, such as the rules and the reasons of this crate.
//!
//! [`words!`](crate::words) declares the enum and its words once, so that no word can be spelled in two
//! ways. Words are sent to clients and stored.

/// A text is not a word of the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an unknown word")]
pub struct UnknownWord;

/// Declares an enum of which each value is a word.
///
/// ```
/// engine::words! {
///     /// A light of a crossing.
///     pub Light {
///         /// Cross.
///         Green = "green",
///         /// Wait.
///         Red = "red",
///     }
/// }
///
/// assert_eq!(Light::Green.as_str(), "green");
/// assert_eq!("red".parse(), Ok(Light::Red));
/// assert_eq!("blue".parse::<Light>(), Err(engine::UnknownWord));
/// assert_eq!(Light::ALL, [Light::Green, Light::Red]);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $vis:vis $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// Every value.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> ::std::result::Result<Self, $crate::UnknownWord> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownWord),
                }
            }
        }
    };
}
