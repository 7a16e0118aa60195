-- People who keep their identity. A guest is known by an id in a cookie; whoever keeps that identity
-- has a row here under the same id, so every game and seat stays theirs. A name belongs to one
-- person: `likeness` is what names that resemble each other have in common. Who deletes everything
-- about themselves keeps the row, so that no old cookie brings the identity back.
create table person (
    id         blob primary key not null,
    name       text constraint person_name_is_short check (length(name) between 2 and 20),
    likeness   text constraint person_likeness unique,
    password   text, -- an Argon2id hash with its salt and parameters
    kept_at    integer not null,
    deleted_at integer,
    constraint person_name_has_a_likeness check ((name is null) = (likeness is null)),
    constraint person_deleted_is_nobody check (deleted_at is null or (name is null and password is null))
) strict;

-- Browsers and devices on which somebody is known. A cookie that names a session counts while its row
-- is here; the cookie itself is not kept.
create table session (
    id         blob primary key not null,
    player_id  blob not null,
    device     text not null constraint session_device_is_short check (length(device) <= 60),
    created_at integer not null,
    seen_at    integer not null
) strict;

create index session_player on session (player_id, created_at);
create index session_seen on session (seen_at);

-- Codes with which somebody who lost everything else comes back, once each. They are long and random,
-- so a plain digest says nothing about them.
create table recovery_code (
    digest    blob primary key not null,
    person_id blob not null
) strict;

create index recovery_code_person on recovery_code (person_id);

-- Links that carry an identity to another device, once each and for a few minutes.
create table identity_link (
    digest     blob primary key not null,
    player_id  blob not null,
    expires_at integer not null
) strict;

create index identity_link_player on identity_link (player_id);
create index identity_link_expires on identity_link (expires_at);

-- Passkeys: the public halves, which prove nothing about anybody.
create table passkey (
    credential_id blob primary key not null,
    person_id     blob not null,
    credential    text not null, -- as the library that verifies writes it
    device        text not null constraint passkey_device_is_short check (length(device) <= 60),
    created_at    integer not null,
    used_at       integer not null
) strict;

create index passkey_person on passkey (person_id, created_at);

-- Who wants nothing to do with whom.
create table block (
    player_id  blob not null,
    blocked_id blob not null,
    blocked_at integer not null,
    primary key (player_id, blocked_id),
    constraint block_is_of_somebody_else check (player_id <> blocked_id)
) strict;

create index block_blocked on block (blocked_id);
