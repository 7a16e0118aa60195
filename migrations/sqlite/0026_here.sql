-- Who does not want to be listed among those who are here.
create table unlisted (
    player_id blob primary key not null constraint unlisted_player_is_a_uuid check (length(player_id) = 16)
) strict, without rowid;
