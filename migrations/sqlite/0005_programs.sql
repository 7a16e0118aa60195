-- Programs are known by tokens, which can be listed and ended, and end by themselves. A token that has no row
-- counts for nothing, whatever its signature; the token itself is not kept.

create table token (
    id         blob    primary key not null constraint token_id_is_a_uuid check (length(id) = 16),
    player_id  blob    not null constraint token_player_is_a_uuid check (length(player_id) = 16),
    created_at integer not null,
    expires_at integer not null constraint token_expires_later check (expires_at > created_at)
) strict;

create index token_player on token (player_id, created_at);
create index token_expires on token (expires_at);

-- Guests who say that they are programs, once for all.
create table bot (
    player_id blob    primary key not null constraint bot_player_is_a_uuid check (length(player_id) = 16),
    since     integer not null
) strict;

alter table game add column first_bot integer not null default 0 constraint game_first_bot_is_a_flag check (first_bot in (0, 1));
alter table game add column second_bot integer not null default 0 constraint game_second_bot_is_a_flag check (second_bot in (0, 1));
