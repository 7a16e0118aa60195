-- A match in progress lives in memory; what must survive the process is its events, written
-- here before anyone is told of them. When the match ends it becomes one row of `game`, and
-- its events are dropped in the same transaction.

create table match_event (
    match_id   uuid   not null,
    seq        bigint not null constraint match_event_seq_fits check (seq between 0 and 4294967295),
    -- The command that caused the event, so that one sent twice is played once.
    command_id text   constraint match_event_command_is_short check (octet_length(command_id) between 1 and 80),
    -- The frame as it was sent to everybody: `json` keeps the text as it is, `jsonb` would not.
    payload    json   not null,
    primary key (match_id, seq)
);

create unique index match_event_command on match_event (match_id, command_id)
    where command_id is not null;

create table game (
    id              uuid        primary key,   -- the id of the match it was
    game            text        not null,
    ruleset         text        not null,
    ruleset_version integer     not null constraint game_version_counts_from_one check (ruleset_version > 0),
    options         jsonb       not null constraint game_options_are_a_map check (jsonb_typeof(options) = 'object'),
    start           text        not null,
    position        text        not null,
    hash            bigint      not null,      -- the position's 64-bit key, read as signed
    moves           text[]      not null,
    times           bigint[]    not null,      -- milliseconds used by each action
    plies           integer     not null generated always as (cardinality(moves)) stored,
    -- Both in seconds, both null where there was no clock.
    clock_initial   integer,
    clock_increment integer,
    first_id        uuid,
    first_name      text,
    first_guest     boolean,
    second_id       uuid,
    second_name     text,
    second_guest    boolean,
    result          text,                      -- null: aborted
    reason          text        not null,
    rated           boolean     not null,
    started_at      timestamptz not null,
    ended_at        timestamptz not null,
    -- What a client may still ask about a match that has ended: the number of its last event,
    -- and the events that commands caused, as {"command": seq}.
    last_seq        bigint      not null constraint game_last_seq_fits check (last_seq between 0 and 4294967295),
    commands        jsonb       not null constraint game_commands_are_a_map check (jsonb_typeof(commands) = 'object'),
    constraint game_times_match_moves check (cardinality(times) = cardinality(moves)),
    constraint game_clock_is_whole check ((clock_initial is null) = (clock_increment is null)),
    constraint game_first_is_whole
        check ((first_id is null) = (first_name is null) and (first_id is null) = (first_guest is null)),
    constraint game_second_is_whole
        check ((second_id is null) = (second_name is null) and (second_id is null) = (second_guest is null)),
    constraint game_result_is_known check (result in ('first', 'second', 'draw')),
    constraint game_ends_after_its_start check (ended_at >= started_at)
);

-- The archive is listed newest first and continued after (ended_at, id), whatever the filter.
create index game_by_end on game (ended_at, id);
create index game_by_game on game (game, ruleset, ended_at, id);
create index game_by_game_end on game (game, ended_at, id);
create index game_by_result on game (result, ended_at, id);
create index game_by_first on game (first_id, ended_at, id);
create index game_by_second on game (second_id, ended_at, id);

-- The last moment the server was known to be alive: the time since then is given back to the
-- clocks that ran. One row.
create table heartbeat (
    one boolean      primary key default true constraint heartbeat_is_one_row check (one),
    at  timestamptz not null
);

-- The key that signs the cookies of guests, made once. One row.
create table signing_key (
    one boolean primary key default true constraint signing_key_is_one_row check (one),
    key bytea   not null constraint signing_key_is_long_enough check (octet_length(key) = 32)
);
