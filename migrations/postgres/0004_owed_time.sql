-- Who takes over a match owes its clock the time since the last sign of life of whoever held it.
-- Should that server end before it has given the time back, the next one owes all of it.

alter table match_lease
    -- Since when the clock is owed the time; null once the match has had an event since it was
    -- taken over, of which the first gives the time back.
    add column owed_since timestamptz;
