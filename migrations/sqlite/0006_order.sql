-- How operators keep order. What they do is written down here and never deleted by the program: who, when, what, why, and
-- what came of it. What only a running server can do stands here without an outcome until one has done it.
create table operation (
    id       blob    primary key not null constraint operation_id_is_a_uuid check (length(id) = 16),
    at       integer not null,
    operator text    not null,
    action   text    not null,
    target   text    not null,
    reason   text    not null,
    outcome  text                           -- null: to be done
) strict;

create index operation_open on operation (at) where outcome is null;
create index operation_at on operation (at);

-- Who may not play for a time: an address or a range of them, or a guest's id.
create table ban (
    subject text    primary key not null,
    until   integer not null,
    reason  text    not null
) strict;

-- What everybody is told. One row.
create table notice (
    one   integer primary key constraint notice_is_one_row check (one = 1),
    text  text    not null,
    until integer not null
) strict;

-- Games that are in no list; whoever has the link still finds them.
create table hidden_game (
    match_id blob primary key not null constraint hidden_game_is_a_uuid check (length(match_id) = 16)
) strict;

-- Servers that take nobody in any more; the only one there is has the number 0.
create table draining (
    node integer primary key
) strict;
