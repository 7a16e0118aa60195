-- Whose games somebody wants to see. Those who are followed are not told.

create table follow (
    player_id   uuid        not null,
    followed_id uuid        not null,
    followed_at timestamptz not null,
    primary key (player_id, followed_id),
    constraint follow_is_of_somebody_else check (player_id <> followed_id)
);

create index follow_followed on follow (followed_id);
