-- The whole schema for Postgres, in the order of the concerns of the program. `migrations/sqlite` has
-- the same tables for SQLite, except those that several servers need.

-- Servers

-- Several servers may share the database: each match in progress is held by one of them, which alone
-- writes its events.

create sequence node_id;

-- The servers that run. The number of a server is its fencing number, which is never given twice:
-- everything that writes to the journal first checks that the row of its server is still there. A server
-- that takes over from one that seems gone begins by deleting its row.
create table node (
    id       bigint      primary key default nextval('node_id'),
    -- Its last sign of life, by its own clock: the time since then is returned to the clocks that ran in
    -- its matches.
    alive_at timestamptz not null,
    -- Until when the others leave its matches to it, by the database's clock.
    until    timestamptz not null,
    -- The process, as far as its machine can identify it: a server that starts on the same machine sees
    -- by it that a killed one has ended, and waits for none of its signs of life.
    process  text
);

-- The last moment at which any server was known to run. One row.
create table heartbeat (
    one boolean     primary key default true constraint heartbeat_is_one_row check (one),
    at  timestamptz not null
);

-- Servers that admit no new players, by their number in `node`.
create table draining (
    node bigint primary key
);

-- The server that pairs the seeks of all servers: it has the rows of `seek` in its memory too, and it
-- alone changes them; `seek.node` names it. One row.
create table matchmaker (
    one  boolean primary key default true constraint matchmaker_is_one check (one),
    -- Another server takes its place only when its row in `node` is gone, and with it everything that it
    -- could still write.
    node bigint  not null
);

-- Messages from one server to another. An envelope is deleted when it has been read, or with the server
-- that wrote it or was to read it.
create table envelope (
    sender   bigint not null,
    -- Counts up; an envelope that is sent again has the same number.
    number   bigint not null,
    receiver bigint not null,
    body     text   not null,
    primary key (sender, number)
);

create index envelope_receiver on envelope (receiver, sender, number);

-- Each server lists the open matches, players and counts of the others by the following tables. A server
-- that starts writes its rows again, so they need not survive a crash. Rows of a server that is gone are
-- not read, and are deleted by the next one that starts.

-- The public open and live matches of each server.
create unlogged table shared_match (
    match_id uuid   primary key,
    node     bigint not null,
    -- The match as the lists show it: text, which is compared before it is parsed.
    payload  text   not null
);

create index shared_match_node on shared_match (node);

-- How many public matches are being played at each server. Apart from `node`, whose rows every commit
-- locks.
create unlogged table shared_count (
    node bigint  primary key,
    live integer not null
);

-- The players with a socket at each server.
create unlogged table shared_presence (
    player_id uuid        not null,
    node      bigint      not null,
    -- Whether they were registered when they came.
    registered boolean    not null,
    -- When the first of their sockets there was opened.
    since     timestamptz not null,
    primary key (player_id, node)
);

create index shared_presence_node on shared_presence (node);

-- The players of each match in progress, so that each of several servers lists also those matches of a
-- player that the others hold. Written while there are several servers; a row whose match is over has no
-- lease and is not read.
create table shared_seat (
    player_id uuid not null,
    match_id  uuid not null,
    primary key (player_id, match_id)
);

-- Matches in progress

-- The journal. A match in progress lives in memory; its events are written here before they are sent
-- to any client, so that they outlive the process. When the match ends it becomes one row of `game`,
-- and its events are deleted in the same transaction.
create table match_event (
    match_id   uuid   not null,
    seq        bigint not null constraint match_event_seq_fits check (seq between 0 and 4294967295),
    -- The command that caused the event, so that one sent twice is executed once.
    command_id text   constraint match_event_command_is_short check (octet_length(command_id) between 1 and 80),
    -- The event as `store::codec` writes it: `json` stores the text unchanged, `jsonb` would not.
    payload    json   not null,
    primary key (match_id, seq)
);

create unique index match_event_command on match_event (match_id, command_id)
    where command_id is not null;

-- The server that holds each match in progress.
create table match_lease (
    match_id   uuid   primary key,
    node       bigint not null,
    -- A server that takes over a match owes its clock the time since the last sign of life of the
    -- previous holder; should it end before it has returned the time, the next server owes all of it.
    -- This is the moment since which time is owed; null once the match has had an event since it was
    -- taken over, the first of which returns the time.
    owed_since timestamptz
);

create index match_lease_node on match_lease (node);

-- The archive

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
    times           bigint[]    not null,      -- the milliseconds used by each action
    plies           integer     not null generated always as (cardinality(moves)) stored,
    -- The first eight actions, each followed by a space.
    opening         text        collate "C" not null,
    -- In seconds, both null without a clock. With byoyomi the initial time is the main time and the
    -- increment is 0.
    clock_initial   integer,
    clock_increment integer,
    -- In seconds, and their number; both null except with byoyomi.
    clock_period    integer,
    clock_periods   integer,
    -- Days for each turn; null except in a correspondence game, which has no other time.
    clock_days      integer,
    first_id        uuid,
    first_name      text,
    first_guest     boolean,
    first_bot       boolean     not null,
    second_id       uuid,
    second_name     text,
    second_guest    boolean,
    second_bot      boolean     not null,
    result          text,                      -- null: aborted
    reason          text        not null,
    rated           boolean     not null,
    -- Whether the players were found for each other by their seeks. In any other game they arranged it,
    -- or one is a computer player. Arranged games move a rating within a bound.
    found           boolean     not null,
    -- The way in which the players came together, by its word; null for a game from elsewhere that does
    -- not say so.
    origin          text,
    -- The ratings with which a rated game began, rounded, and the lower one of both.
    first_rating    integer,
    second_rating   integer,
    strength        integer,
    started_at      timestamptz not null,
    ended_at        timestamptz not null,
    -- For the questions of clients about a match that has ended: the number of its last event, and the
    -- events that commands caused, as {"command": seq}.
    last_seq        bigint      not null constraint game_last_seq_fits check (last_seq between 0 and 4294967295),
    commands        jsonb       not null constraint game_commands_are_a_map check (jsonb_typeof(commands) = 'object'),
    constraint game_times_match_moves check (cardinality(times) = cardinality(moves)),
    constraint game_clock_is_whole check ((clock_initial is null) = (clock_increment is null)),
    constraint game_byoyomi_is_whole check (
        (clock_period is null) = (clock_periods is null)
        and (clock_period is null or clock_initial is not null)
    ),
    constraint game_by_days_has_no_other_clock check (
        clock_days is null or (clock_initial is null and clock_increment is null and clock_period is null)
    ),
    constraint game_first_is_whole
        check ((first_id is null) = (first_name is null) and (first_id is null) = (first_guest is null)),
    constraint game_second_is_whole
        check ((second_id is null) = (second_name is null) and (second_id is null) = (second_guest is null)),
    constraint game_result_is_known check (result in ('first', 'second', 'draw')),
    constraint game_ends_after_its_start check (ended_at >= started_at)
);

-- One index for each list of the archive, in the order of the list: newest first, continued after
-- (ended_at, id). Aborted games are on no list. The further columns are those that a list is narrowed
-- by, so that games which do not pass are skipped without being read.
create index game_by_end on game (ended_at, id) where result is not null;
create index game_by_game on game (game, ended_at, id, ruleset, result, plies, strength, opening)
    where result is not null;
create index game_by_ruleset on game (game, ruleset, ended_at, id, result, plies, strength, opening)
    where result is not null;
create index game_by_result on game (result, ended_at, id) where result is not null;
create index game_by_game_result on game (game, result, ended_at, id) where result is not null;
create index game_by_ruleset_result on game (game, ruleset, result, ended_at, id)
    where result is not null;
create index game_by_first on game
    (first_id, ended_at, id, game, ruleset, result, plies, second_rating, opening) where result is not null;
create index game_by_second on game
    (second_id, ended_at, id, game, ruleset, result, plies, first_rating, opening) where result is not null;

-- Conditions that few games of a game pass are answered from an index of their own, instead of reading
-- the whole list of the game: the server counts the games that pass, up to a bound, before it decides
-- where a list is read from (`store::source`).
--
-- These indexes are on an expression, so that only a query with that expression is given one. Otherwise
-- the planner, which takes the games that begin alike for far fewer than they are, reads thousands of
-- them by `game_by_opening` and sorts them for a page, instead of reading a page of the list. The column
-- itself is included too: without it the rows would be read.
create index game_by_length on game ((game || ''), plies, id) include (game) where result is not null;
create index game_by_strength on game ((game || ''), strength, id) include (game)
    where result is not null and strength is not null;
create index game_by_opening on game ((game || ''), opening, id) include (game) where result is not null;

-- Aborted games of a player, for an export or deletion of all that is stored about the player.
create index game_aborted_first on game (first_id) where result is null;
create index game_aborted_second on game (second_id) where result is null;

-- The sequence of ended games. The commit that archives a game adds it without a number, so that no commit
-- waits for that of another server. Numbers are given afterwards, in the order of `entry`: from 1, without
-- gaps. Readers that derive data from games (ratings, tallies, the explorer) read them by number.
create table ended_game (
    game_id uuid   primary key,
    entry   bigint not null generated always as identity,
    number  bigint constraint ended_game_number unique
);
create index ended_game_unnumbered on ended_game (entry) where number is null;

-- The last number given. Whoever gives numbers locks its row. One row, which is here from the beginning.
create table ended_game_count (
    one  boolean primary key default true constraint ended_game_count_is_one_row check (one),
    last bigint  not null
);

insert into ended_game_count (last) values (0);

-- How far each reader of the sequence is: done with all games up to a number, and with so many parts of the
-- next. Their rows are here from the beginning.
create table ended_game_reader (
    name   text   primary key,
    number bigint not null,
    part   bigint not null
);

insert into ended_game_reader (name, number, part)
    values ('ratings', 0, 0), ('tallies', 0, 0), ('explorer', 0, 0);

-- Analysis

-- The analysis tree of a stored game: tried actions and notes, stored as the changes that made it. It
-- belongs to the game and is deleted with it.
create table analysis_change (
    match_id   uuid   not null references game (id) on delete cascade,
    seq        bigint not null constraint analysis_change_seq_fits check (seq between 1 and 4294967295),
    -- The command that caused the change, so that one sent twice is executed once.
    command_id text   constraint analysis_change_command_is_short check (octet_length(command_id) between 1 and 80),
    -- The change as `store::codec` writes it: `json` stores the text unchanged, `jsonb` would not.
    payload    json   not null,
    primary key (match_id, seq)
);

create unique index analysis_change_command on analysis_change (match_id, command_id)
    where command_id is not null;
-- By author, for an export or deletion of all that is stored about a player. The text is searched, since
-- a note may have an escaped NUL, which no function on JSON reads.
create index analysis_change_author on analysis_change
    (substring(payload::text from '"by":[{]"id":"([0-9a-f-]{36})"'));

-- Explorer

-- The actions played in the positions of finished games, written in the transaction that archives the
-- game. The number of a position is made of the ruleset and the position, its images counted as one
-- (`domain::explorer`). `yiguan explorer --rebuild` builds it again from the archive.
create table seen (
    position bigint  not null,         -- a 64-bit number, read as signed
    move     text    not null,
    first    integer not null,         -- games that the first side won
    draws    integer not null,
    second   integer not null,
    last1    uuid    not null,         -- the games archived last, the latest first
    last2    uuid,
    last3    uuid,
    primary key (position, move)
);

-- The games that went through a position, so that the lists of the archive can be narrowed to one.
-- Written in the transaction that archives a game, for the positions that `seen` counts it in, each
-- once. The columns after the key are those that a list is narrowed by, so that games which do not pass
-- are skipped without being read.
create table reached (
    place   bigint      not null,     -- the number of the position, as in `seen`
    ended   timestamptz not null,     -- as `game.ended_at`
    game_id uuid        not null,
    actions integer     not null,     -- as `game.plies`
    outcome smallint    not null constraint reached_outcome_is_known check (outcome between 1 and 3),
    primary key (place, ended, game_id) include (outcome, actions)
);

-- Ratings

-- Ratings, written by a reader of ended games, and the change by each game. Both follow from
-- the archive, in the order of `ended_game`, and can be computed again (`yiguan ratings --check`,
-- `--rebuild`). Moments are milliseconds since 1970 UTC, from which the certainty of a rating is
-- computed.
create table rating (
    pool       text             not null,
    player_id  uuid             not null,
    rating     double precision not null,
    deviation  double precision not null,
    volatility double precision not null,
    games      integer          not null constraint rating_has_games check (games > 0),
    at         bigint           not null, -- when the last game ended
    -- Games with an opponent found by a seek, opponents as in `rating_opponent`, and how far arranged
    -- games have moved the rating.
    found      integer          not null,
    opponents  integer          not null,
    drift      double precision not null,
    primary key (pool, player_id)
);

create index rating_best on rating (pool, rating desc, player_id);
create index rating_player on rating (player_id, pool);

create table rating_change (
    game_id          uuid             not null,
    side             text             not null constraint rating_change_side_is_known check (side in ('first', 'second')),
    pool             text             not null,
    player_id        uuid             not null,
    before           double precision not null,
    before_deviation double precision not null,
    -- The row of `rating` after the game.
    rating           double precision not null,
    deviation        double precision not null,
    volatility       double precision not null,
    games            integer          not null,
    at               bigint           not null,
    found            integer          not null,
    opponents        integer          not null,
    drift            double precision not null,
    primary key (game_id, side)
);

create unique index rating_change_player on rating_change (player_id, pool, games);

-- The opponents whose rating was known when a player first met them, as many as the lists of the best
-- ask for.
create table rating_opponent (
    pool        text    not null,
    player_id   uuid    not null,
    opponent_id uuid    not null,
    primary key (pool, player_id, opponent_id)
);

-- How many games of a pair of players have counted on the last day on which one did, in days since
-- 1970 UTC.
create table rating_pair (
    low_id  uuid    not null,
    high_id uuid    not null,
    day     integer not null,
    games   integer not null,
    primary key (low_id, high_id)
);

-- Tallies

-- The games that each player won, drew and lost, written by a reader of ended games. They follow from the
-- archive and can be counted again (`yiguan tallies --check`, `--rebuild`).
create table tally (
    player_id uuid    not null,
    game      text    not null,
    -- Bots count with the computer.
    opponent  text    not null constraint tally_opponent_is_known check (opponent in ('person', 'computer')),
    won       integer not null,
    drawn     integer not null,
    lost      integer not null,
    primary key (player_id, game, opponent)
);

-- Players

-- The names of guests. They are stored here and not in the cookie, so that a bot's token and all tabs
-- and devices of a guest have the same name, and an old cookie does not restore a previous one. A guest
-- without a row is shown by the first digits of the id.
--
-- Players are found by the beginning of their name; `likeness` is equal for names that look alike, and
-- in the order of characters, so that a beginning is a range.
create table guest_name (
    player_id  uuid        primary key,
    name       text        not null constraint guest_name_is_short check (char_length(name) between 1 and 20),
    likeness   text        collate "C" not null,
    changed_at timestamptz not null
);

create index guest_name_likeness on guest_name (likeness);

-- Accounts. A guest is known by an id in a cookie; a guest who registers has a row here under the same
-- id, so that every game and seat stays the player's. A name belongs to one account, and so do all names
-- that look like it: they have the same `likeness`. The row of a deleted account stays, so that no old
-- cookie restores the identity.
create table account (
    id         uuid        primary key,
    name       text        constraint account_name_is_short check (length(name) between 2 and 20),
    likeness   text        collate "C" constraint account_likeness unique,
    password   text,       -- an Argon2id hash with its salt and parameters
    -- A credential counts in the generation of its player's credentials in which it was made. Guests are
    -- in generation 0, registering begins generation 1, and an action that ends all credentials but one
    -- begins the next, so that a concurrent request leaves no credential behind that counts.
    generation bigint      not null default 1,
    registered_at    timestamptz not null,
    deleted_at timestamptz,
    constraint account_name_has_a_likeness check ((name is null) = (likeness is null)),
    constraint account_deleted_is_nobody check (deleted_at is null or (name is null and password is null))
);

create index account_registered on account (registered_at);

-- Players who have declared to be bots, which cannot be revoked.
create table bot (
    player_id uuid        primary key,
    since     timestamptz not null
);

-- Players who do not want to be listed as online.
create table unlisted (
    player_id uuid primary key
);

-- The players whose games a player follows. The followed players are not notified.
create table follow (
    player_id   uuid        not null,
    followed_id uuid        not null,
    followed_at timestamptz not null,
    primary key (player_id, followed_id),
    constraint follow_is_of_somebody_else check (player_id <> followed_id)
);

create index follow_followed on follow (followed_id);

-- Vacations from correspondence games: one allowance for all of a player's games, of which this is the
-- part that has been used. The effect on a match is in the match's journal.
create table vacation (
    player_id uuid    primary key,
    -- The calendar year (UTC) that `used` is of, in milliseconds.
    year      integer not null,
    used      bigint  not null constraint vacation_used_is_not_negative check (used >= 0),
    -- When the present vacation began; null once the player has ended it.
    begun_at  timestamptz
);

create index vacation_begun on vacation (begun_at) where begun_at is not null;

-- Deleted players: a server looks for their names and lines in the journals of running matches, twice,
-- since a match may still write one during the first look. A row is removed a day after that.
create table erasure (
    player_id  uuid        primary key,
    at         timestamptz not null,
    -- When a server began its latest look.
    scanned_at timestamptz,
    done_at    timestamptz
);

create index erasure_at on erasure (at);
create index erasure_open on erasure (at) where done_at is null;

-- Credentials

-- The key that signs the cookies of guests, created once. One row.
create table signing_key (
    one boolean primary key default true constraint signing_key_is_one_row check (one),
    key bytea   not null constraint signing_key_is_long_enough check (octet_length(key) = 32)
);

-- The browsers and devices on which a player is signed in. A cookie that names a session counts while
-- its row is here; the cookie itself is not stored.
create table session (
    id           uuid        primary key,
    player_id    uuid        not null,
    generation   bigint      not null,
    device       text        not null constraint session_device_is_short check (length(device) <= 60),
    created_at   timestamptz not null,
    seen_at      timestamptz not null,
    -- When the player last proved their identity in this session; null for one that a sign-in link began.
    confirmed_at timestamptz
);

create index session_player on session (player_id, created_at);
create index session_seen on session (seen_at);

-- API tokens, which can be listed and revoked, and expire. A token without a row counts for nothing,
-- whatever its signature; the token itself is not stored.
create table token (
    id         uuid        primary key,
    player_id  uuid        not null,
    generation bigint      not null,
    created_at timestamptz not null,
    expires_at timestamptz not null constraint token_expires_later check (expires_at > created_at)
);

create index token_player on token (player_id, created_at);
create index token_expires on token (expires_at);

-- Sessions and tokens that have ended lately, so that every server finds those whose sockets are open.
create table ended_credential (
    id       uuid        primary key,
    ended_at timestamptz not null
);

create index ended_credential_at on ended_credential (ended_at, id);

create function record_ended_credential() returns trigger language plpgsql as $$
begin
    -- Whole milliseconds, as they are read.
    insert into ended_credential (id, ended_at)
    values (old.id, date_trunc('milliseconds', clock_timestamp()))
    on conflict do nothing;
    return null;
end;
$$;

create trigger session_ends after delete on session
    for each row execute function record_ended_credential();

create trigger token_ends after delete on token
    for each row execute function record_ended_credential();

-- Sign-in links, which carry an identity to another device, once each and for a few minutes. A link ends
-- with the session or the token that made it; a guest may have neither.
create table identity_link (
    digest     bytea       primary key,
    player_id  uuid        not null,
    generation bigint      not null,
    session    uuid        references session on delete cascade,
    token      uuid        references token on delete cascade,
    expires_at timestamptz not null
);

create index identity_link_player on identity_link (player_id);
create index identity_link_expires on identity_link (expires_at);
create index identity_link_session on identity_link (session);
create index identity_link_token on identity_link (token);

-- One-time recovery codes. They are long and random, so a plain digest reveals nothing about them.
create table recovery_code (
    digest    bytea primary key,
    account_id uuid  not null
);

create index recovery_code_account on recovery_code (account_id);

-- Passkeys: the public halves, which prove nothing about their owner.
create table passkey (
    credential_id bytea       primary key,
    account_id     uuid        not null,
    credential    text        not null, -- as the library that verifies writes it
    device        text        not null constraint passkey_device_is_short check (length(device) <= 60),
    created_at    timestamptz not null,
    used_at       timestamptz not null
);

create index passkey_account on passkey (account_id, created_at);

-- Passkey ceremonies that have ended: the random number of each, until its sealed state expires. A
-- ceremony that is only begun has no row.
create table used_ceremony (
    number     uuid        primary key,
    expires_at timestamptz not null
);

create index used_ceremony_expires on used_ceremony (expires_at);

-- Moderation

-- The audit log of admin actions: who, when, what, why, and the outcome. The program never deletes a
-- row. An action that only a running server can execute has no outcome until one has done so.
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

-- Subjects that may not play until a moment: an address, a range of addresses, or a player's id.
create table ban (
    subject text        primary key,
    until   timestamptz not null,
    reason  text        not null
);

-- The notice that all clients show. One row.
create table notice (
    one   boolean     primary key default true constraint notice_is_one_row check (one),
    text  text        not null,
    until timestamptz not null
);

-- Games that are on no list; their link still leads to them.
create table hidden_game (
    match_id uuid primary key
);

-- Players who have blocked another player.
create table block (
    player_id  uuid        not null,
    blocked_id uuid        not null,
    blocked_at timestamptz not null,
    primary key (player_id, blocked_id),
    constraint block_is_of_somebody_else check (player_id <> blocked_id)
);

create index block_blocked on block (blocked_id);

-- Reports of players, with the chat at the time, since the chat of a match is deleted with its journal.
-- Closed reports are removed after a time.
create table report (
    id          uuid        primary key,
    at          timestamptz not null,
    by_id       uuid        not null,
    about_id    uuid        not null,
    match_id    uuid        not null,
    reason      text        not null,
    evidence    text        not null, -- lines as JSON: number, time, name, text
    note        text        not null, -- in the words of the reporter
    origin      bytea,                -- a digest of the reporter's address, which limits reports; null once closed
    closed_at   timestamptz,
    outcome     text,                 -- in the words of the moderator
    notified_at     timestamptz           -- when the reporter was notified of the end
);

create index report_open on report (at) where closed_at is null;
create index report_by on report (by_id, at);
create index report_about on report (about_id, at);
create index report_origin on report (origin) where closed_at is null;
create index report_closed on report (closed_at) where closed_at is not null;

-- Players who may not chat until a moment.
create table chat_mute (
    player_id uuid        primary key,
    until     timestamptz not null,
    reason    text        not null
);

-- Warnings by operators.
create table warning (
    id        uuid        primary key,
    player_id uuid        not null,
    at        timestamptz not null,
    text      text        not null,
    read_at   timestamptz
);

create index warning_player on warning (player_id, at);

-- Seeks

-- One seek for each player. A row is deleted when its match is made.
create table seek (
    player_id  uuid        primary key,
    made_at    timestamptz not null,
    expires_at timestamptz not null constraint seek_expires_later check (expires_at > made_at),
    -- The server that pairs it; another takes over when that one is gone.
    node       bigint      not null,
    -- Games, clocks and side, as `store::codec` writes them.
    payload    text        not null
);

create index seek_expires on seek (expires_at);

-- Notifications by mail

-- Addresses at which accounts are notified, one each.
create table mail_address (
    player_id    uuid        primary key,
    address      text        not null constraint mail_address_is_short check (length(address) <= 254),
    -- The language that the player reads.
    language     text        not null constraint mail_language_is_short check (length(language) = 2),
    -- The kinds of notifications that the player wants, with a bit for each.
    kinds        integer     not null,
    created_at   timestamptz not null,
    -- Until then only the mail that asks for the confirmation is sent.
    confirmed_at timestamptz,
    -- When the mail server rejected the address. Nothing is sent until it is confirmed again.
    refused_at   timestamptz,
    -- The digest of the secret in the link of that mail, and when it expires.
    code         bytea       constraint mail_code unique constraint mail_code_has_32_bytes check (length(code) = 32),
    code_until   timestamptz,
    -- The secret in the link that ends all mail to the address; it can do nothing else.
    stop         bytea       not null constraint mail_stop unique
                             constraint mail_stop_has_16_bytes check (length(stop) = 16),
    -- The number of mails sent on a day, counted from 1970.
    sent_day     bigint      not null default 0,
    sent         bigint      not null default 0,
    constraint mail_code_has_an_end check ((code is null) = (code_until is null))
);

create index mail_address_unconfirmed on mail_address (code_until) where confirmed_at is null;

-- The lines gathered for the next mail to a player, so that they outlive the server. A row is deleted
-- when the mail has been sent, or when the line is out of date.
create table mail_notification (
    player_id     uuid        not null references mail_address on delete cascade,
    match_id      uuid        not null,
    kind          smallint    not null constraint mail_notification_kind_is_known check (kind > 0),
    game          text        not null constraint mail_notification_game_is_short check (length(game) <= 64),
    -- The name of the opponent; null for one who chose none.
    opponent      text        constraint mail_notification_opponent_is_short check (length(opponent) <= 255),
    -- When the first of the lines that are sent together came.
    since         timestamptz not null,
    -- Until when the server that is sending the line has it; after that another may send it.
    sending_until timestamptz,
    primary key (player_id, match_id)
);

create index mail_notification_match on mail_notification (match_id);
create index mail_notification_since on mail_notification (since);

-- Notifications by web push

-- The key by which push services know this server. One row.
create table push_key (
    one boolean primary key default true constraint push_key_is_one check (one),
    key bytea   not null constraint push_key_has_32_bytes check (length(key) = 32)
);

-- The subscriptions of browsers. A subscription ends with the session or the token that made it; a guest
-- may have neither.
create table push_subscription (
    -- Without the key above, knowing the address would be enough to send to it.
    endpoint   text        primary key constraint push_endpoint_is_short check (length(endpoint) <= 1024),
    player_id  uuid        not null,
    session    uuid        references session on delete cascade,
    token      uuid        references token on delete cascade,
    public_key bytea       not null constraint push_public_key_has_65_bytes check (length(public_key) = 65),
    secret     bytea       not null constraint push_secret_has_16_bytes check (length(secret) = 16),
    -- The kinds of notifications that the player wants, with a bit for each.
    kinds      integer     not null,
    created_at timestamptz not null
);

create index push_subscription_player on push_subscription (player_id, created_at);
create index push_subscription_session on push_subscription (session);
create index push_subscription_token on push_subscription (token);
