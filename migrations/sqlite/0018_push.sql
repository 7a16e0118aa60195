-- Web push: what browsers gave us to reach somebody whose page is closed, and the key by which their
-- push services know this server.

create table push_key (
    one integer primary key constraint push_key_is_one check (one = 1),
    key blob    not null constraint push_key_has_32_bytes check (length(key) = 32)
) strict;

create table push_subscription (
    -- Whoever knows the address could send there, were it not for the key above.
    endpoint   text    primary key not null constraint push_endpoint_is_short check (length(endpoint) <= 1024),
    player_id  blob    not null constraint push_player_is_a_uuid check (length(player_id) = 16),
    public_key blob    not null constraint push_public_key_has_65_bytes check (length(public_key) = 65),
    secret     blob    not null constraint push_secret_has_16_bytes check (length(secret) = 16),
    -- Which notices its owner wants.
    turn       integer not null,
    challenge  integer not null,
    found      integer not null,
    created_at integer not null
) strict;

create index push_subscription_player on push_subscription (player_id, created_at);
