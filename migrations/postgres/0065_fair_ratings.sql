-- A game whose players were found for each other by their seeks; in any other they arranged it, or
-- one is a computer player. A rating is moved by arranged games within a bound.

alter table game add column found boolean not null default false;

alter table rating add column found integer not null default 0;
alter table rating add column opponents integer not null default 0;
alter table rating add column drift double precision not null default 0;

alter table rating_change add column found integer not null default 0;
alter table rating_change add column opponents integer not null default 0;
alter table rating_change add column drift double precision not null default 0;

-- The opponents whose rating was known when a player first met them, as many as the lists ask for.
create table rating_opponent (
    pool        text    not null,
    player_id   uuid    not null,
    opponent_id uuid    not null,
    primary key (pool, player_id, opponent_id)
);

-- How many games of a pair of people have counted on the last day on which one did, in days since
-- 1970 UTC.
create table rating_pair (
    low_id  uuid    not null,
    high_id uuid    not null,
    day     integer not null,
    games   integer not null,
    primary key (low_id, high_id)
);
