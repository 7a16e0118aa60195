-- What people would play with anybody who would, too: one seek each. A row goes when its match is made.

create table seek (
    player_id  uuid        primary key,
    made_at    timestamptz not null,
    expires_at timestamptz not null constraint seek_expires_later check (expires_at > made_at),
    -- The server that looks for somebody; another takes over when that one is gone.
    node       bigint      not null,
    -- Games, clocks and side, as `store::codec` writes them.
    payload    text        not null
);

create index seek_expires on seek (expires_at);
