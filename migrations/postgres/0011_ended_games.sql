-- The one place past which games go when they enter the archive: each has a number, given in the
-- transaction that archives it, so that numbers follow the order of commits, also after a crash.
-- What is derived from games (ratings, statistics) reads them by number and keeps how far it is.
create table ended_game (
    number  bigint primary key,
    game_id uuid   not null
);

-- Games of before, in the order in which they ended.
insert into ended_game (number, game_id) select row_number() over (order by ended_at, id), id from game;

-- The last number given. Its row is locked from the giving to the commit: a sequence of the
-- database would let a reader see a number before a smaller one that another server has still to
-- commit.
create table ended_game_count (
    one  boolean primary key default true constraint ended_game_count_is_one_row check (one),
    last bigint  not null
);

insert into ended_game_count (last) select count(*) from ended_game;

-- How far each reader of the sequence is.
create table ended_game_reader (
    name   text   primary key,
    number bigint not null
);
