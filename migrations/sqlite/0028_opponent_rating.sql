-- A player's games are found by the rating of the opponent: both ratings with which a rated game began, rounded, stand
-- in it, and the opponent's in the index of the player's games, where the lower one of both was.

alter table game add column first_rating integer;
alter table game add column second_rating integer;

update game set
    first_rating = (select cast(round(before) as integer) from rating_change where game_id = game.id and side = 'first'),
    second_rating = (select cast(round(before) as integer) from rating_change where game_id = game.id and side = 'second')
where strength is not null;

drop index game_by_first;
drop index game_by_second;

create index game_by_first on game
    (first_id, ended_at, id, game, ruleset, result, plies, second_rating, opening) where result is not null;
create index game_by_second on game
    (second_id, ended_at, id, game, ruleset, result, plies, first_rating, opening) where result is not null;
