-- A game whose players were found for each other by their seeks; in any other they arranged it, or
-- one is a computer player. A rating is moved by arranged games within a bound.

alter table game add column found integer not null default 0 constraint game_found_is_a_flag check (found in (0, 1));

alter table rating add column found integer not null default 0;
alter table rating add column opponents integer not null default 0;
alter table rating add column drift real not null default 0;

alter table rating_change add column found integer not null default 0;
alter table rating_change add column opponents integer not null default 0;
alter table rating_change add column drift real not null default 0;

-- The opponents whose rating was known when a player first met them, as many as the lists ask for.
create table rating_opponent (
    pool        text    not null,
    player_id   blob    not null constraint rating_opponent_player_id_is_a_uuid check (length(player_id) = 16),
    opponent_id blob    not null constraint rating_opponent_opponent_id_is_a_uuid check (length(opponent_id) = 16),
    primary key (pool, player_id, opponent_id)
) strict, without rowid;

-- How many games of a pair of people have counted on the last day on which one did, in days since
-- 1970 UTC.
create table rating_pair (
    low_id  blob    not null constraint rating_pair_low_id_is_a_uuid check (length(low_id) = 16),
    high_id blob    not null constraint rating_pair_high_id_is_a_uuid check (length(high_id) = 16),
    day     integer not null,
    games   integer not null,
    primary key (low_id, high_id)
) strict, without rowid;
