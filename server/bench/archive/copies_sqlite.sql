-- {copies} copies of every game, each set of them later than the one before: under ids of their own, half of them
-- with ratings as rated games have.

pragma synchronous = off;
pragma cache_size = -2000000;

create temporary table copy as
    with recursive steps (step) as (select 1 union all select step + 1 from steps where step < {copies})
    select randomblob(16) as id, game.id as original, ended_at + step * {later} as ended_at,
        case when step % 2 = 0 then 900 + abs(random() % 1300) end as strength
    from steps cross join game;

create index temp.copy_of on copy (original);

insert into game (id, ended_at, strength, first_rating, second_rating, {columns})
    select copy.id, copy.ended_at, copy.strength, copy.strength + 40, copy.strength, {columns_of_game}
    from copy cross join game on game.id = copy.original order by copy.ended_at;

insert into ended_game (game_id) select id from copy order by ended_at, id;

-- What is derived from them is copied as well.
update ended_game_reader set number = (select max(number) from ended_game);

insert into reached (place, ended, game_id, actions, outcome)
    select place, copy.ended_at, copy.id, actions, outcome
    from reached cross join copy on copy.original = reached.game_id order by 1, 2, 3;

update seen set first = first * ({copies} + 1), draws = draws * ({copies} + 1), second = second * ({copies} + 1);

update tally set won = won * ({copies} + 1), drawn = drawn * ({copies} + 1), lost = lost * ({copies} + 1);

drop table copy;
