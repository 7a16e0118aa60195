-- What people would play with anybody who would, too: one seek each. A row goes when its match is made.

create table seek (
    player_id  blob    primary key not null constraint seek_player_is_a_uuid check (length(player_id) = 16),
    made_at    integer not null,
    expires_at integer not null constraint seek_expires_later check (expires_at > made_at),
    -- Games, clocks and side, as `store::codec` writes them.
    payload    text    not null
) strict;

create index seek_expires on seek (expires_at);
