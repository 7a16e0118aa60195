-- Whose games somebody wants to see. Those who are followed are not told.

create table follow (
    player_id   blob    not null constraint follow_player_is_a_uuid check (length(player_id) = 16),
    followed_id blob    not null constraint follow_followed_is_a_uuid check (length(followed_id) = 16),
    followed_at integer not null,
    primary key (player_id, followed_id),
    constraint follow_is_of_somebody_else check (player_id <> followed_id)
) strict, without rowid;

create index follow_followed on follow (followed_id);
