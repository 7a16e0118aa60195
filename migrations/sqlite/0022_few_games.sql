-- What few games of a game pass is found by an index of its own, rather than by reading the whole list of the game: the
-- server counts what passes a condition, up to a bound, before it decides where a list is read from (`store::source`).

create index game_by_length on game (game, plies, id) where result is not null;
create index game_by_strength on game (game, strength, id) where result is not null and strength is not null;
create index game_by_opening on game (game, opening, id) where result is not null;
