-- Ratings, written in the transaction that ends the game, and what each game changed. Both follow from the
-- archive, in the order of `ended_game`, and can be computed anew (`yiguan ratings --check`, `--rebuild`).

create table rating (
    pool       text    not null,
    player_id  blob    not null constraint rating_player_is_a_uuid check (length(player_id) = 16),
    rating     real    not null,
    deviation  real    not null,
    volatility real    not null,
    games      integer not null constraint rating_has_games check (games > 0),
    at         integer not null,       -- when the last game ended
    primary key (pool, player_id)
) strict, without rowid;

create index rating_best on rating (pool, rating desc, player_id);
create index rating_player on rating (player_id, pool);

create table rating_change (
    game_id          blob    not null constraint rating_change_game_is_a_uuid check (length(game_id) = 16),
    side             text    not null constraint rating_change_side_is_known check (side in ('first', 'second')),
    pool             text    not null,
    player_id        blob    not null constraint rating_change_player_is_a_uuid check (length(player_id) = 16),
    before           real    not null,
    before_deviation real    not null,
    rating           real    not null,
    deviation        real    not null,
    volatility       real    not null,
    games            integer not null, -- of the player in the pool, this one included
    at               integer not null,
    primary key (game_id, side)
) strict, without rowid;

create unique index rating_change_player on rating_change (player_id, pool, games);
