-- The one place past which games go when they enter the archive: each has a number, given in the
-- transaction that archives it, so that numbers follow the order of commits, also after a crash.
-- What is derived from games (ratings, statistics) reads them by number and keeps how far it is.
create table ended_game (
    number  integer primary key,
    game_id blob    not null constraint ended_game_is_a_uuid check (length(game_id) = 16)
) strict;

-- Games of before, in the order in which they ended.
insert into ended_game (game_id) select id from game order by ended_at, id;

-- How far each reader of the sequence is.
create table ended_game_reader (
    name   text    primary key not null,
    number integer not null
) strict, without rowid;
