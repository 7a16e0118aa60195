-- Web push: what browsers gave us to reach somebody whose page is closed, and the key by which their
-- push services know this server.

create table push_key (
    one boolean primary key default true constraint push_key_is_one check (one),
    key bytea   not null constraint push_key_has_32_bytes check (length(key) = 32)
);

create table push_subscription (
    -- Whoever knows the address could send there, were it not for the key above.
    endpoint   text        primary key constraint push_endpoint_is_short check (length(endpoint) <= 1024),
    player_id  uuid        not null,
    public_key bytea       not null constraint push_public_key_has_65_bytes check (length(public_key) = 65),
    secret     bytea       not null constraint push_secret_has_16_bytes check (length(secret) = 16),
    -- Which notices its owner wants.
    turn       boolean     not null,
    challenge  boolean     not null,
    found      boolean     not null,
    created_at timestamptz not null
);

create index push_subscription_player on push_subscription (player_id, created_at);
