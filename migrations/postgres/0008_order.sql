-- How operators keep order. What they do is written down here and never deleted by the program: who, when, what, why, and
-- what came of it. What only a running server can do stands here without an outcome until one has done it.
create table operation (
    id       uuid        primary key,
    at       timestamptz not null,
    operator text        not null,
    action   text        not null,
    target   text        not null,
    reason   text        not null,
    outcome  text                           -- null: to be done
);

create index operation_open on operation (at) where outcome is null;
create index operation_at on operation (at);

-- Who may not play for a time: an address or a range of them, or a guest's id.
create table ban (
    subject text        primary key,
    until   timestamptz not null,
    reason  text        not null
);

-- What everybody is told. One row.
create table notice (
    one   boolean     primary key default true constraint notice_is_one_row check (one),
    text  text        not null,
    until timestamptz not null
);

-- Games that are in no list; whoever has the link still finds them.
create table hidden_game (
    match_id uuid primary key
);

-- Servers that take nobody in any more, by their number in `node`.
create table draining (
    node bigint primary key
);
