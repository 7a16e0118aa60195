//! Moments as each database stores them: `timestamptz` in Postgres, milliseconds since 1970 UTC in
//! an integer in SQLite. With this type a statement need not say which.

use crate::rows;
use domain::Moment;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgHasArrayType, PgTypeInfo, Postgres};
use sqlx::sqlite::{Sqlite, SqliteTypeInfo};
use sqlx::types::time::OffsetDateTime;
use sqlx::{Database, Decode, Encode, Type};

/// A moment in a column or as a value that is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp(pub Moment);

/// The year 2000, from which Postgres counts microseconds, in milliseconds since 1970.
const POSTGRES_EPOCH: i64 = 946_684_800_000;

impl Type<Sqlite> for Stamp {
    fn type_info() -> SqliteTypeInfo {
        <i64 as Type<Sqlite>>::type_info()
    }

    fn compatible(other: &SqliteTypeInfo) -> bool {
        <i64 as Type<Sqlite>>::compatible(other)
    }
}

impl Encode<'_, Sqlite> for Stamp {
    fn encode_by_ref(
        &self,
        buffer: &mut <Sqlite as Database>::ArgumentBuffer,
    ) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(rows::millis(self.0), buffer)
    }
}

impl<'r> Decode<'r, Sqlite> for Stamp {
    fn decode(value: <Sqlite as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let millis: i64 = Decode::<Sqlite>::decode(value)?;
        Ok(Self(rows::moment(millis)?))
    }
}

impl Type<Postgres> for Stamp {
    fn type_info() -> PgTypeInfo {
        <OffsetDateTime as Type<Postgres>>::type_info()
    }
}

impl PgHasArrayType for Stamp {
    fn array_type_info() -> PgTypeInfo {
        <OffsetDateTime as PgHasArrayType>::array_type_info()
    }
}

impl Encode<'_, Postgres> for Stamp {
    fn encode_by_ref(
        &self,
        buffer: &mut <Postgres as Database>::ArgumentBuffer,
    ) -> Result<IsNull, BoxDynError> {
        let millis = rows::millis(self.0) - POSTGRES_EPOCH;
        let micros = millis.checked_mul(1000).ok_or("a moment too far in the future")?;
        Encode::<Postgres>::encode(micros, buffer)
    }
}

impl<'r> Decode<'r, Postgres> for Stamp {
    fn decode(value: <Postgres as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let micros: i64 = Decode::<Postgres>::decode(value)?;
        Ok(Self(rows::moment(micros.div_euclid(1000).saturating_add(POSTGRES_EPOCH))?))
    }
}
