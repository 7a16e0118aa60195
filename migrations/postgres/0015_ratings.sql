-- Ratings, written in the transaction that ends the game, and what each game changed. Both follow from the
-- archive, in the order of `ended_game`, and can be computed anew (`yiguan ratings --check`, `--rebuild`).
-- Moments are milliseconds since 1970 UTC, from which the certainty of a rating is computed.

create table rating (
    pool       text             not null,
    player_id  uuid             not null,
    rating     double precision not null,
    deviation  double precision not null,
    volatility double precision not null,
    games      integer          not null constraint rating_has_games check (games > 0),
    at         bigint           not null, -- when the last game ended
    primary key (pool, player_id)
);

create index rating_best on rating (pool, rating desc, player_id);
create index rating_player on rating (player_id, pool);

create table rating_change (
    game_id          uuid             not null,
    side             text             not null constraint rating_change_side_is_known check (side in ('first', 'second')),
    pool             text             not null,
    player_id        uuid             not null,
    before           double precision not null,
    before_deviation double precision not null,
    rating           double precision not null,
    deviation        double precision not null,
    volatility       double precision not null,
    games            integer          not null, -- of the player in the pool, this one included
    at               bigint           not null,
    primary key (game_id, side)
);

create unique index rating_change_player on rating_change (player_id, pool, games);
