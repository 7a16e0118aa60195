-- Passkey ceremonies that have ended: the random number of each, until its sealed state expires. A
-- ceremony that is only begun has no row.
create table used_ceremony (
    number     uuid primary key,
    expires_at timestamptz not null
);

create index used_ceremony_expires on used_ceremony (expires_at);
