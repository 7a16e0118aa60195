-- An index for each thing the archive is asked for, in the order in which it is listed, so that
-- no question looks through games that it does not list. Aborted games are on no list and in no
-- index. What a player's games are asked for besides stands in the index itself: those that do
-- not pass are skipped without being looked up.

drop index game_by_end;
drop index game_by_game;
drop index game_by_game_end;
drop index game_by_result;
drop index game_by_first;
drop index game_by_second;

create index game_by_end on game (ended_at, id) where result is not null;
create index game_by_game on game (game, ended_at, id) where result is not null;
create index game_by_ruleset on game (game, ruleset, ended_at, id) where result is not null;
create index game_by_result on game (result, ended_at, id) where result is not null;
create index game_by_game_result on game (game, result, ended_at, id) where result is not null;
create index game_by_ruleset_result on game (game, ruleset, result, ended_at, id)
    where result is not null;
create index game_by_first on game (first_id, ended_at, id, game, ruleset, result)
    where result is not null;
create index game_by_second on game (second_id, ended_at, id, game, ruleset, result)
    where result is not null;
