-- Programs are known by tokens, which can be listed and ended, and end by themselves. A token that has no row
-- counts for nothing, whatever its signature; the token itself is not kept.

create table token (
    id         uuid        primary key,
    player_id  uuid        not null,
    created_at timestamptz not null,
    expires_at timestamptz not null constraint token_expires_later check (expires_at > created_at)
);

create index token_player on token (player_id, created_at);
create index token_expires on token (expires_at);

-- Guests who say that they are programs, once for all.
create table bot (
    player_id uuid        primary key,
    since     timestamptz not null
);

alter table game
    add column first_bot  boolean not null default false,
    add column second_bot boolean not null default false;
