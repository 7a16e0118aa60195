-- A match in progress lives in memory; what must survive the process is its events, written
-- here before anyone is told of them. When the match ends it becomes one row of `game`, and
-- its events are dropped in the same transaction.
--
-- Ids are the sixteen bytes of a UUID, moments are milliseconds since 1970 UTC, flags are 0 and 1.

-- The journal, in the order of writing. A commit adds to the end of the table and writes no
-- other page, whereas in the order of (match_id, seq), or with an index of it, it would write
-- a page or two for each match that moved: ten times the work. That no number and no command
-- comes twice is seen to by the server, which holds a lock on the file and alone writes here.
create table match_event (
    id         integer primary key,
    match_id   blob    not null constraint match_event_match_is_a_uuid check (length(match_id) = 16),
    seq        integer not null constraint match_event_seq_fits check (seq between 0 and 4294967295),
    -- The command that caused the event, so that one sent twice is played once.
    command_id text    constraint match_event_command_is_short check (length(command_id) between 1 and 80),
    -- The frame as it was sent to everybody. Null: what is above of the match counts no longer.
    payload    text,
    -- The row of the match before this one, by which a single match is read.
    previous   integer
) strict;

create index match_event_end on match_event (match_id, id) where payload is null;

create table game (
    id              blob    primary key not null constraint game_id_is_a_uuid check (length(id) = 16),
    game            text    not null,
    ruleset         text    not null,
    ruleset_version integer not null constraint game_version_counts_from_one check (ruleset_version > 0),
    options         text    not null constraint game_options_are_a_map check (json_type(options) = 'object'),
    start           text    not null,
    position        text    not null,
    hash            integer not null,          -- the position's 64-bit key, read as signed
    moves           text    not null constraint game_moves_are_a_list check (json_type(moves) = 'array'),
    times           text    not null constraint game_times_are_a_list check (json_type(times) = 'array'),
    plies           integer not null generated always as (json_array_length(moves)) stored,
    -- Both in seconds, both null where there was no clock.
    clock_initial   integer,
    clock_increment integer,
    first_id        blob    constraint game_first_is_a_uuid check (length(first_id) = 16),
    first_name      text,
    first_guest     integer constraint game_first_guest_is_a_flag check (first_guest in (0, 1)),
    second_id       blob    constraint game_second_is_a_uuid check (length(second_id) = 16),
    second_name     text,
    second_guest    integer constraint game_second_guest_is_a_flag check (second_guest in (0, 1)),
    result          text,                      -- null: aborted
    reason          text    not null,
    rated           integer not null constraint game_rated_is_a_flag check (rated in (0, 1)),
    started_at      integer not null,
    ended_at        integer not null,
    -- What a client may still ask about a match that has ended: the number of its last event,
    -- and the events that commands caused, as {"command": seq}.
    last_seq        integer not null constraint game_last_seq_fits check (last_seq between 0 and 4294967295),
    commands        text    not null constraint game_commands_are_a_map check (json_type(commands) = 'object'),
    constraint game_times_match_moves check (json_array_length(times) = json_array_length(moves)),
    constraint game_clock_is_whole check ((clock_initial is null) = (clock_increment is null)),
    constraint game_first_is_whole
        check ((first_id is null) = (first_name is null) and (first_id is null) = (first_guest is null)),
    constraint game_second_is_whole
        check ((second_id is null) = (second_name is null) and (second_id is null) = (second_guest is null)),
    constraint game_result_is_known check (result in ('first', 'second', 'draw')),
    constraint game_ends_after_its_start check (ended_at >= started_at)
) strict;

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
    one integer primary key constraint heartbeat_is_one_row check (one = 1),
    at  integer not null
) strict;

-- The key that signs the cookies of guests, made once. One row.
create table signing_key (
    one integer primary key constraint signing_key_is_one_row check (one = 1),
    key blob    not null constraint signing_key_is_long_enough check (length(key) = 32)
) strict;
