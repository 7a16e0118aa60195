//! Lists as each database stores them: an array in Postgres, JSON in SQLite.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, Postgres};
use sqlx::sqlite::{Sqlite, SqliteTypeInfo};
use sqlx::types::Json;
use sqlx::{Database, Decode, Encode, Type};

/// A vector or slice in a column or as a value that is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List<L>(pub L);

impl<L> Type<Sqlite> for List<L> {
    fn type_info() -> SqliteTypeInfo {
        <Json<L> as Type<Sqlite>>::type_info()
    }

    fn compatible(other: &SqliteTypeInfo) -> bool {
        <Json<L> as Type<Sqlite>>::compatible(other)
    }
}

impl<L: Serialize> Encode<'_, Sqlite> for List<L> {
    fn encode_by_ref(
        &self,
        buffer: &mut <Sqlite as Database>::ArgumentBuffer,
    ) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(Json(&self.0), buffer)
    }
}

impl<'r, L: DeserializeOwned> Decode<'r, Sqlite> for List<L> {
    fn decode(value: <Sqlite as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let Json(list) = Decode::<Sqlite>::decode(value)?;
        Ok(Self(list))
    }
}

impl<L: Type<Postgres>> Type<Postgres> for List<L> {
    fn type_info() -> PgTypeInfo {
        <L as Type<Postgres>>::type_info()
    }

    fn compatible(other: &PgTypeInfo) -> bool {
        <L as Type<Postgres>>::compatible(other)
    }
}

impl<L: for<'q> Encode<'q, Postgres>> Encode<'_, Postgres> for List<L> {
    fn encode_by_ref(
        &self,
        buffer: &mut <Postgres as Database>::ArgumentBuffer,
    ) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode_by_ref(&self.0, buffer)
    }
}

impl<'r, L: Decode<'r, Postgres>> Decode<'r, Postgres> for List<L> {
    fn decode(value: <Postgres as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Decode::<Postgres>::decode(value).map(Self)
    }
}
