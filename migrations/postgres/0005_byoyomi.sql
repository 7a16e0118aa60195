-- Games with byoyomi: a main time (`clock_initial`, without an increment) and periods after it.

alter table game
    -- In seconds; null but with byoyomi.
    add column clock_period integer,
    add column clock_periods integer,
    add constraint game_byoyomi_is_whole check (
        (clock_period is null) = (clock_periods is null)
        and (clock_period is null or clock_initial is not null)
    );
