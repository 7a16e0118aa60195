-- A game enters the sequence without a number, so that no commit waits for another server's; numbers are
-- given afterwards by the reader of the sequence that locks `ended_game_count`.
alter table ended_game add column entry bigint generated always as identity;
alter table ended_game drop constraint ended_game_pkey;
alter table ended_game alter column number drop not null;
alter table ended_game add primary key (game_id);
alter table ended_game add constraint ended_game_number unique (number);
create index ended_game_unnumbered on ended_game (entry) where number is null;
-- How far a reader is counts parts of the next game as well.
alter table ended_game_reader add column part bigint not null default 0;
delete from ended_game_reader;
insert into ended_game_reader (name, number)
    select name, last from (values ('ratings'), ('explorer')) as reader (name), ended_game_count;
