-- Games by days: so many for each turn, and no other time.

alter table game
    -- Null but by days.
    add column clock_days integer constraint game_by_days_has_no_other_clock check (
        clock_days is null or (clock_initial is null and clock_increment is null and clock_period is null)
    );
