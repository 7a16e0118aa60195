-- Plans the statements of `take_place` once for each session. Otherwise they are planned again at each call,
-- for the lengths of its arrays, which takes five times as long as they do.
alter function take_place (uuid, bigint, bytea[], integer[])
    set plan_cache_mode = force_generic_plan;
