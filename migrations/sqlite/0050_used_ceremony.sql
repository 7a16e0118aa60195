-- Passkey ceremonies that have ended: the random number of each, until its sealed state expires. A
-- ceremony that is only begun has no row.
create table used_ceremony (
    number     blob primary key not null,
    expires_at integer not null
) strict;

create index used_ceremony_expires on used_ceremony (expires_at);
