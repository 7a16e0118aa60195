-- The indexes by which few games are found are on an expression, so that only a query that asks for one by that
-- expression is given it. Without it the planner, which takes the games that begin alike for far fewer than they are,
-- read thousands of them by `game_by_opening` and sorted them for a page, instead of reading a page of the list. The
-- column itself stands in them, too: without it the rows would be read.

drop index game_by_length;
drop index game_by_strength;
drop index game_by_opening;

create index game_by_length on game ((game || ''), plies, id) include (game) where result is not null;
create index game_by_strength on game ((game || ''), strength, id) include (game)
    where result is not null and strength is not null;
create index game_by_opening on game ((game || ''), opening, id) include (game) where result is not null;
