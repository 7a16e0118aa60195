-- A game of the sequence is found by its id; how far a reader is counts parts of the next game as well,
-- because what one game adds to the explorer may take longer than a move should wait.
create unique index ended_game_by_game on ended_game (game_id);
alter table ended_game_reader add column part integer not null default 0;
delete from ended_game_reader;
insert into ended_game_reader (name, number)
    select name, coalesce(max(number), 0)
    from (select 'ratings' as name union all select 'explorer') left join ended_game group by name;
