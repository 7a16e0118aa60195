-- {copies} copies of every game, each set of them later than the one before: under ids of their own, half of them
-- with ratings as rated games have.

create temporary table copy as
    select gen_random_uuid() as id, game.id as original,
        ended_at + step * {later} * interval '1 millisecond' as ended_at,
        case when step % 2 = 0 then 900 + (random() * 1300)::integer end as strength
    from game cross join generate_series(1, {copies}) as step;

insert into game (id, ended_at, strength, first_rating, second_rating, {columns})
    select copy.id, copy.ended_at, copy.strength, copy.strength + 40, copy.strength, {columns_of_game}
    from copy join game on game.id = copy.original order by copy.ended_at;

insert into ended_game (number, game_id)
    select last + row_number() over (order by ended_at, id), id from copy cross join ended_game_count;

update ended_game_count set last = last + (select count(*) from copy);

-- What is derived from them is copied as well.
update ended_game_reader set number = (select last from ended_game_count);

insert into reached (place, ended, game_id, actions, outcome)
    select place, copy.ended_at, copy.id, actions, outcome
    from reached join copy on copy.original = reached.game_id order by 1, 2, 3;

update seen set first = first * ({copies} + 1), draws = draws * ({copies} + 1), second = second * ({copies} + 1);

update tally set won = won * ({copies} + 1), drawn = drawn * ({copies} + 1), lost = lost * ({copies} + 1);

drop table copy;
