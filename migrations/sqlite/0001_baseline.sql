-- The whole schema for SQLite, in the order of the concerns of the program. `migrations/postgres` has
-- the same tables for Postgres, except those that several servers need.
--
-- An id is the sixteen bytes of a UUID, a moment is milliseconds since 1970 UTC, a flag is 0 or 1.

-- Matches in progress

-- The journal. A match in progress lives in memory; its events are written here before they are sent
-- to any client, so that they outlive the process. When the match ends it becomes one row of `game`,
-- and its events are deleted in the same transaction.
--
-- The rows are in the order of writing: a commit adds to the end of the table and writes no other page.
-- In the order of (match_id, seq), or with an index of it, it would write a page or two for each match
-- that moved, which is ten times the work. The server, which holds a lock on the file and alone writes
-- here, ensures that no number and no command comes twice.
create table match_event (
    id         integer primary key,
    match_id   blob    not null constraint match_event_match_is_a_uuid check (length(match_id) = 16),
    seq        integer not null constraint match_event_seq_fits check (seq between 0 and 4294967295),
    -- The command that caused the event, so that one sent twice is executed once.
    command_id text    constraint match_event_command_is_short check (length(command_id) between 1 and 80),
    -- The event as `store::codec` writes it. Null: the rows of this match above this one no longer count.
    payload    text,
    -- The previous row of the match; a single match is read along these.
    previous   integer
) strict;

create index match_event_end on match_event (match_id, id) where payload is null;
-- The first row of each match, by which an import finds matches that are being played here. Only the
-- beginning of a match writes to it.
create index match_event_begin on match_event (match_id, id) where seq = 1;

-- The last moment at which the server was known to run: the time since then is returned to the clocks
-- that ran. One row.
create table heartbeat (
    one integer primary key constraint heartbeat_is_one_row check (one = 1),
    at  integer not null
) strict;

-- The archive

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
    -- The milliseconds used by each action.
    times           text    not null constraint game_times_are_a_list check (json_type(times) = 'array'),
    plies           integer not null generated always as (json_array_length(moves)) stored,
    -- The first eight actions, each followed by a space.
    opening         text    not null,
    -- In seconds, both null without a clock. With byoyomi the initial time is the main time and the
    -- increment is 0.
    clock_initial   integer,
    clock_increment integer,
    -- In seconds, and their number; both null except with byoyomi.
    clock_period    integer,
    clock_periods   integer,
    -- Days for each turn; null except in a correspondence game, which has no other time.
    clock_days      integer,
    first_id        blob    constraint game_first_is_a_uuid check (length(first_id) = 16),
    first_name      text,
    first_guest     integer constraint game_first_guest_is_a_flag check (first_guest in (0, 1)),
    first_bot       integer not null constraint game_first_bot_is_a_flag check (first_bot in (0, 1)),
    second_id       blob    constraint game_second_is_a_uuid check (length(second_id) = 16),
    second_name     text,
    second_guest    integer constraint game_second_guest_is_a_flag check (second_guest in (0, 1)),
    second_bot      integer not null constraint game_second_bot_is_a_flag check (second_bot in (0, 1)),
    result          text,                      -- null: aborted
    reason          text    not null,
    rated           integer not null constraint game_rated_is_a_flag check (rated in (0, 1)),
    -- Whether the players were found for each other by their seeks. In any other game they arranged it,
    -- or one is a computer player. Arranged games move a rating within a bound.
    found           integer not null constraint game_found_is_a_flag check (found in (0, 1)),
    -- The way in which the players came together, by its word; null for a game from elsewhere that does
    -- not say so.
    origin          text,
    -- The ratings with which a rated game began, rounded, and the lower one of both.
    first_rating    integer,
    second_rating   integer,
    strength        integer,
    started_at      integer not null,
    ended_at        integer not null,
    -- For the questions of clients about a match that has ended: the number of its last event, and the
    -- events that commands caused, as {"command": seq}.
    last_seq        integer not null constraint game_last_seq_fits check (last_seq between 0 and 4294967295),
    commands        text    not null constraint game_commands_are_a_map check (json_type(commands) = 'object'),
    constraint game_times_match_moves check (json_array_length(times) = json_array_length(moves)),
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
) strict;

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
create index game_by_length on game (game, plies, id) where result is not null;
create index game_by_strength on game (game, strength, id) where result is not null and strength is not null;
create index game_by_opening on game (game, opening, id) where result is not null;

-- Aborted games of a player, for an export or deletion of all that is stored about the player.
create index game_aborted_first on game (first_id) where result is null;
create index game_aborted_second on game (second_id) where result is null;

-- The sequence of ended games. The commit that archives a game adds it, with the next number: from 1, without
-- gaps. Readers that derive data from games (ratings, tallies, the explorer) read them by number.
create table ended_game (
    number  integer primary key,
    game_id blob    not null constraint ended_game_is_a_uuid check (length(game_id) = 16)
) strict;
create unique index ended_game_by_game on ended_game (game_id);

-- How far each reader of the sequence is: done with all games up to a number, and with so many parts of the
-- next. Their rows are here from the beginning.
create table ended_game_reader (
    name   text    primary key not null,
    number integer not null,
    part   integer not null
) strict, without rowid;

insert into ended_game_reader (name, number, part)
    values ('ratings', 0, 0), ('tallies', 0, 0), ('explorer', 0, 0);

-- Analysis

-- The analysis tree of a stored game: tried actions and notes, stored as the changes that made it. It
-- belongs to the game and is deleted with it.
create table analysis_change (
    match_id   blob    not null references game (id) on delete cascade,
    seq        integer not null constraint analysis_change_seq_fits check (seq between 1 and 4294967295),
    -- The command that caused the change, so that one sent twice is executed once.
    command_id text    constraint analysis_change_command_is_short check (length(command_id) between 1 and 80),
    -- The change as `store::codec` writes it.
    payload    text    not null,
    primary key (match_id, seq)
) strict, without rowid;

create unique index analysis_change_command on analysis_change (match_id, command_id)
    where command_id is not null;
-- By author, for an export or deletion of all that is stored about a player.
create index analysis_change_author on analysis_change (payload -> 'by' ->> 'id');

-- Explorer

-- The actions played in the positions of finished games, written in the transaction that archives the
-- game. The number of a position is made of the ruleset and the position, its images counted as one
-- (`domain::explorer`). `yiguan explorer --rebuild` builds it again from the archive.
create table seen (
    position integer not null,         -- a 64-bit number, read as signed
    move     text    not null,
    first    integer not null,         -- games that the first side won
    draws    integer not null,
    second   integer not null,
    last1    blob    not null,         -- the games archived last, the latest first
    last2    blob,
    last3    blob,
    primary key (position, move)
) strict, without rowid;

-- The games that went through a position, so that the lists of the archive can be narrowed to one.
-- Written in the transaction that archives a game, for the positions that `seen` counts it in, each
-- once. The columns after the key are those that a list is narrowed by, so that games which do not pass
-- are skipped without being read.
create table reached (
    place   integer not null,         -- the number of the position, as in `seen`
    ended   integer not null,         -- as `game.ended_at`
    game_id blob    not null,
    outcome integer not null constraint reached_outcome_is_known check (outcome between 1 and 3),
    actions integer not null,         -- as `game.plies`
    primary key (place, ended, game_id)
) strict, without rowid;

-- Ratings

-- Ratings, written by a reader of ended games, and the change by each game. Both follow from
-- the archive, in the order of `ended_game`, and can be computed again (`yiguan ratings --check`,
-- `--rebuild`).
create table rating (
    pool       text    not null,
    player_id  blob    not null constraint rating_player_is_a_uuid check (length(player_id) = 16),
    rating     real    not null,
    deviation  real    not null,
    volatility real    not null,
    games      integer not null constraint rating_has_games check (games > 0),
    at         integer not null,       -- when the last game ended
    -- Games with an opponent found by a seek, opponents as in `rating_opponent`, and how far arranged
    -- games have moved the rating.
    found      integer not null,
    opponents  integer not null,
    drift      real    not null,
    primary key (pool, player_id)
) strict, without rowid;

create index rating_best on rating (pool, rating desc, player_id);
create index rating_player on rating (player_id, pool);

create table rating_change (
    game_id          blob    not null constraint rating_change_game_is_a_uuid check (length(game_id) = 16),
    side             text    not null constraint rating_change_side_is_known check (side in ('first', 'second')),
    pool             text    not null,
    player_id        blob    not null constraint rating_change_player_is_a_uuid check (length(player_id) = 16),
    before           real    not null,
    before_deviation real    not null,
    -- The row of `rating` after the game.
    rating           real    not null,
    deviation        real    not null,
    volatility       real    not null,
    games            integer not null,
    at               integer not null,
    found            integer not null,
    opponents        integer not null,
    drift            real    not null,
    primary key (game_id, side)
) strict, without rowid;

create unique index rating_change_player on rating_change (player_id, pool, games);

-- The opponents whose rating was known when a player first met them, as many as the lists of the best
-- ask for.
create table rating_opponent (
    pool        text    not null,
    player_id   blob    not null constraint rating_opponent_player_id_is_a_uuid check (length(player_id) = 16),
    opponent_id blob    not null constraint rating_opponent_opponent_id_is_a_uuid check (length(opponent_id) = 16),
    primary key (pool, player_id, opponent_id)
) strict, without rowid;

-- How many games of a pair of players have counted on the last day on which one did, in days since
-- 1970 UTC.
create table rating_pair (
    low_id  blob    not null constraint rating_pair_low_id_is_a_uuid check (length(low_id) = 16),
    high_id blob    not null constraint rating_pair_high_id_is_a_uuid check (length(high_id) = 16),
    day     integer not null,
    games   integer not null,
    primary key (low_id, high_id)
) strict, without rowid;

-- Tallies

-- The games that each player won, drew and lost, written by a reader of ended games. They follow from the
-- archive and can be counted again (`yiguan tallies --check`, `--rebuild`).
create table tally (
    player_id blob    not null constraint tally_player_is_a_uuid check (length(player_id) = 16),
    game      text    not null,
    -- Bots count with the computer.
    opponent  text    not null constraint tally_opponent_is_known check (opponent in ('person', 'computer')),
    won       integer not null,
    drawn     integer not null,
    lost      integer not null,
    primary key (player_id, game, opponent)
) strict, without rowid;

-- Players

-- The names of guests. They are stored here and not in the cookie, so that a bot's token and all tabs
-- and devices of a guest have the same name, and an old cookie does not restore a previous one. A guest
-- without a row is shown by the first digits of the id.
--
-- Players are found by the beginning of their name; `likeness` is equal for names that look alike.
create table guest_name (
    player_id  blob    primary key not null constraint guest_name_is_a_uuids check (length(player_id) = 16),
    name       text    not null constraint guest_name_is_short check (length(name) between 1 and 20),
    likeness   text    not null,
    changed_at integer not null
) strict, without rowid;

create index guest_name_likeness on guest_name (likeness);

-- Accounts. A guest is known by an id in a cookie; a guest who registers has a row here under the same
-- id, so that every game and seat stays the player's. A name belongs to one account, and so do all names
-- that look like it: they have the same `likeness`. The row of a deleted account stays, so that no old
-- cookie restores the identity.
create table account (
    id         blob primary key not null,
    name       text constraint account_name_is_short check (length(name) between 2 and 20),
    likeness   text constraint account_likeness unique,
    password   text, -- an Argon2id hash with its salt and parameters
    -- A credential counts in the generation of its player's credentials in which it was made. Guests are
    -- in generation 0, registering begins generation 1, and an action that ends all credentials but one
    -- begins the next, so that a concurrent request leaves no credential behind that counts.
    generation integer not null default 1,
    registered_at    integer not null,
    deleted_at integer,
    constraint account_name_has_a_likeness check ((name is null) = (likeness is null)),
    constraint account_deleted_is_nobody check (deleted_at is null or (name is null and password is null))
) strict;

create index account_registered on account (registered_at);

-- Players who have declared to be bots, which cannot be revoked.
create table bot (
    player_id blob    primary key not null constraint bot_player_is_a_uuid check (length(player_id) = 16),
    since     integer not null
) strict;

-- Players who do not want to be listed as online.
create table unlisted (
    player_id blob primary key not null constraint unlisted_player_is_a_uuid check (length(player_id) = 16)
) strict, without rowid;

-- The players whose games a player follows. The followed players are not notified.
create table follow (
    player_id   blob    not null constraint follow_player_is_a_uuid check (length(player_id) = 16),
    followed_id blob    not null constraint follow_followed_is_a_uuid check (length(followed_id) = 16),
    followed_at integer not null,
    primary key (player_id, followed_id),
    constraint follow_is_of_somebody_else check (player_id <> followed_id)
) strict, without rowid;

create index follow_followed on follow (followed_id);

-- Vacations from correspondence games: one allowance for all of a player's games, of which this is the
-- part that has been used. The effect on a match is in the match's journal.
create table vacation (
    player_id blob    primary key not null constraint vacation_player_is_a_uuid check (length(player_id) = 16),
    -- The calendar year (UTC) that `used` is of, in milliseconds.
    year      integer not null,
    used      integer not null constraint vacation_used_is_not_negative check (used >= 0),
    -- When the present vacation began; null once the player has ended it.
    begun_at  integer
) strict, without rowid;

create index vacation_begun on vacation (begun_at) where begun_at is not null;

-- Deleted players: the server looks for their names and lines in the journals of running matches,
-- twice, since a match may still write one during the first look. A row is removed a day after that.
create table erasure (
    player_id  blob    primary key not null constraint erasure_player_is_a_uuid check (length(player_id) = 16),
    at         integer not null,
    -- When the server began its latest look.
    scanned_at integer,
    done_at    integer
) strict;

create index erasure_at on erasure (at);
create index erasure_open on erasure (at) where done_at is null;

-- Credentials

-- The key that signs the cookies of guests, created once. One row.
create table signing_key (
    one integer primary key constraint signing_key_is_one_row check (one = 1),
    key blob    not null constraint signing_key_is_long_enough check (length(key) = 32)
) strict;

-- The browsers and devices on which a player is signed in. A cookie that names a session counts while
-- its row is here; the cookie itself is not stored.
create table session (
    id           blob primary key not null,
    player_id    blob not null,
    generation   integer not null,
    device       text not null constraint session_device_is_short check (length(device) <= 60),
    created_at   integer not null,
    seen_at      integer not null,
    -- When the player last proved their identity in this session; null for one that a sign-in link began.
    confirmed_at integer
) strict;

create index session_player on session (player_id, created_at);
create index session_seen on session (seen_at);

-- API tokens, which can be listed and revoked, and expire. A token without a row counts for nothing,
-- whatever its signature; the token itself is not stored.
create table token (
    id         blob    primary key not null constraint token_id_is_a_uuid check (length(id) = 16),
    player_id  blob    not null constraint token_player_is_a_uuid check (length(player_id) = 16),
    generation integer not null,
    created_at integer not null,
    expires_at integer not null constraint token_expires_later check (expires_at > created_at)
) strict;

create index token_player on token (player_id, created_at);
create index token_expires on token (expires_at);

-- Sessions and tokens that have ended lately, so that every server finds those whose sockets are open.
create table ended_credential (
    id       blob    primary key not null,
    ended_at integer not null
) strict;

create index ended_credential_at on ended_credential (ended_at, id);

create trigger session_ends after delete on session begin
    insert into ended_credential (id, ended_at)
    values (old.id, cast(unixepoch('subsec') * 1000 as integer))
    on conflict do nothing;
end;

create trigger token_ends after delete on token begin
    insert into ended_credential (id, ended_at)
    values (old.id, cast(unixepoch('subsec') * 1000 as integer))
    on conflict do nothing;
end;

-- Sign-in links, which carry an identity to another device, once each and for a few minutes. A link ends
-- with the session or the token that made it; a guest may have neither.
create table identity_link (
    digest     blob primary key not null,
    player_id  blob not null,
    generation integer not null,
    session    blob references session (id) on delete cascade,
    token      blob references token (id) on delete cascade,
    expires_at integer not null
) strict;

create index identity_link_player on identity_link (player_id);
create index identity_link_expires on identity_link (expires_at);
create index identity_link_session on identity_link (session);
create index identity_link_token on identity_link (token);

-- One-time recovery codes. They are long and random, so a plain digest reveals nothing about them.
create table recovery_code (
    digest    blob primary key not null,
    account_id blob not null
) strict;

create index recovery_code_account on recovery_code (account_id);

-- Passkeys: the public halves, which prove nothing about their owner.
create table passkey (
    credential_id blob primary key not null,
    account_id     blob not null,
    credential    text not null, -- as the library that verifies writes it
    device        text not null constraint passkey_device_is_short check (length(device) <= 60),
    created_at    integer not null,
    used_at       integer not null
) strict;

create index passkey_account on passkey (account_id, created_at);

-- Passkey ceremonies that have ended: the random number of each, until its sealed state expires. A
-- ceremony that is only begun has no row.
create table used_ceremony (
    number     blob primary key not null,
    expires_at integer not null
) strict;

create index used_ceremony_expires on used_ceremony (expires_at);

-- Moderation

-- The audit log of admin actions: who, when, what, why, and the outcome. The program never deletes a
-- row. An action that only a running server can execute has no outcome until one has done so.
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

-- Subjects that may not play until a moment: an address, a range of addresses, or a player's id.
create table ban (
    subject text    primary key not null,
    until   integer not null,
    reason  text    not null
) strict;

-- The notice that all clients show. One row.
create table notice (
    one   integer primary key constraint notice_is_one_row check (one = 1),
    text  text    not null,
    until integer not null
) strict;

-- Games that are on no list; their link still leads to them.
create table hidden_game (
    match_id blob primary key not null constraint hidden_game_is_a_uuid check (length(match_id) = 16)
) strict;

-- Servers that admit no new players; the only one there is has the number 0.
create table draining (
    node integer primary key
) strict;

-- Players who have blocked another player.
create table block (
    player_id  blob not null,
    blocked_id blob not null,
    blocked_at integer not null,
    primary key (player_id, blocked_id),
    constraint block_is_of_somebody_else check (player_id <> blocked_id)
) strict;

create index block_blocked on block (blocked_id);

-- Reports of players, with the chat at the time, since the chat of a match is deleted with its journal.
-- Closed reports are removed after a time.
create table report (
    id          blob primary key not null,
    at          integer not null,
    by_id       blob not null,
    about_id    blob not null,
    match_id    blob not null,
    reason      text not null,
    evidence    text not null, -- lines as JSON: number, time, name, text
    note        text not null, -- in the words of the reporter
    origin      blob,          -- a digest of the reporter's address, which limits reports; null once closed
    closed_at   integer,
    outcome     text,          -- in the words of the moderator
    notified_at     integer        -- when the reporter was notified of the end
) strict;

create index report_open on report (at) where closed_at is null;
create index report_by on report (by_id, at);
create index report_about on report (about_id, at);
create index report_origin on report (origin) where closed_at is null;
create index report_closed on report (closed_at) where closed_at is not null;

-- Players who may not chat until a moment.
create table chat_mute (
    player_id blob primary key not null,
    until     integer not null,
    reason    text not null
) strict;

-- Warnings by operators.
create table warning (
    id        blob primary key not null,
    player_id blob not null,
    at        integer not null,
    text      text not null,
    read_at   integer
) strict;

create index warning_player on warning (player_id, at);

-- Seeks

-- One seek for each player. A row is deleted when its match is made.
create table seek (
    player_id  blob    primary key not null constraint seek_player_is_a_uuid check (length(player_id) = 16),
    made_at    integer not null,
    expires_at integer not null constraint seek_expires_later check (expires_at > made_at),
    -- Games, clocks and side, as `store::codec` writes them.
    payload    text    not null
) strict;

create index seek_expires on seek (expires_at);

-- Notifications by mail

-- Addresses at which accounts are notified, one each.
create table mail_address (
    player_id    blob    primary key not null constraint mail_player_is_a_uuid check (length(player_id) = 16),
    address      text    not null constraint mail_address_is_short check (length(address) <= 254),
    -- The language that the player reads.
    language     text    not null constraint mail_language_is_short check (length(language) = 2),
    -- The kinds of notifications that the player wants, with a bit for each.
    kinds        integer not null,
    created_at   integer not null,
    -- Until then only the mail that asks for the confirmation is sent.
    confirmed_at integer,
    -- When the mail server rejected the address. Nothing is sent until it is confirmed again.
    refused_at   integer,
    -- The digest of the secret in the link of that mail, and when it expires.
    code         blob    constraint mail_code unique constraint mail_code_has_32_bytes check (length(code) = 32),
    code_until   integer,
    -- The secret in the link that ends all mail to the address; it can do nothing else.
    stop         blob    not null constraint mail_stop unique
                         constraint mail_stop_has_16_bytes check (length(stop) = 16),
    -- The number of mails sent on a day, counted from 1970.
    sent_day     integer not null default 0,
    sent         integer not null default 0,
    constraint mail_code_has_an_end check ((code is null) = (code_until is null))
) strict;

create index mail_address_unconfirmed on mail_address (code_until) where confirmed_at is null;

-- The lines gathered for the next mail to a player, so that they outlive the server. A row is deleted
-- when the mail has been sent, or when the line is out of date.
create table mail_notification (
    player_id     blob    not null references mail_address on delete cascade,
    match_id      blob    not null constraint mail_notification_match_is_a_uuid check (length(match_id) = 16),
    kind          integer not null constraint mail_notification_kind_is_known check (kind > 0),
    game          text    not null constraint mail_notification_game_is_short check (length(game) <= 64),
    -- The name of the opponent; null for one who chose none.
    opponent      text    constraint mail_notification_opponent_is_short check (length(opponent) <= 255),
    -- When the first of the lines that are sent together came.
    since         integer not null,
    -- Until when the server that is sending the line has it; after that another may send it.
    sending_until integer,
    primary key (player_id, match_id)
) strict;

create index mail_notification_match on mail_notification (match_id);
create index mail_notification_since on mail_notification (since);

-- Notifications by web push

-- The key by which push services know this server. One row.
create table push_key (
    one integer primary key constraint push_key_is_one check (one = 1),
    key blob    not null constraint push_key_has_32_bytes check (length(key) = 32)
) strict;

-- The subscriptions of browsers. A subscription ends with the session or the token that made it; a guest
-- may have neither.
create table push_subscription (
    -- Without the key above, knowing the address would be enough to send to it.
    endpoint   text    primary key not null constraint push_endpoint_is_short check (length(endpoint) <= 1024),
    player_id  blob    not null constraint push_player_is_a_uuid check (length(player_id) = 16),
    session    blob    references session (id) on delete cascade,
    token      blob    references token (id) on delete cascade,
    public_key blob    not null constraint push_public_key_has_65_bytes check (length(public_key) = 65),
    secret     blob    not null constraint push_secret_has_16_bytes check (length(secret) = 16),
    -- The kinds of notifications that the player wants, with a bit for each.
    kinds      integer not null,
    created_at integer not null
) strict;

create index push_subscription_player on push_subscription (player_id, created_at);
create index push_subscription_session on push_subscription (session);
create index push_subscription_token on push_subscription (token);
