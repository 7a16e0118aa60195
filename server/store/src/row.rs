//! The rows that queries return, by the names of their columns.

/// Declares a row type and how it is read from a row of either database: each field from the column
/// of its name, each part after `and` from the columns of its own fields.
///
/// ```ignore
/// row! {
///     /// A game with its number.
///     pub(super) struct EndedRow { number: i64 } and { game: GameRow }
/// }
/// ```
macro_rules! row {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($field_visibility:vis $field:ident: $type:ty),* $(,)?
        }
        $(and { $($part:ident: $part_type:ty),* $(,)? })?
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($field_visibility $field: $type,)*
            $($($part: $part_type,)*)?
        }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'r str: sqlx::ColumnIndex<R>,
            $($type: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,)*
            $($($part_type: sqlx::FromRow<'r, R>,)*)?
        {
            fn from_row(row: &'r R) -> sqlx::Result<Self> {
                Ok(Self {
                    $($field: row.try_get(stringify!($field))?,)*
                    $($($part: sqlx::FromRow::from_row(row)?,)*)?
                })
            }
        }
    };
}
pub(super) use row;
