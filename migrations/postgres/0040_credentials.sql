-- A credential counts in the generation of its player's credentials in which it was made. Guests are in
-- generation 0, registering begins generation 1, and whatever ends all credentials but one begins the next,
-- so that a request which was under way at that moment leaves nothing behind that counts.
alter table person add column generation bigint not null default 1;
create index person_kept on person (kept_at);

alter table session add column generation bigint not null default 0;
-- When the player last proved who they are in this session; null for one that a sign-in link began.
alter table session add column confirmed_at timestamptz;
update session set generation = 1 where player_id in (select id from person);

alter table token add column generation bigint not null default 0;
-- Tokens made as a guest ended with the registration.
delete from token where exists
    (select 1 from person where person.id = token.player_id and person.kept_at > token.created_at);
update token set generation = 1 where player_id in (select id from person);

-- Links and subscriptions end with the session or the token that made them. A guest may have neither.
delete from identity_link;
alter table identity_link add column generation bigint not null default 0;
alter table identity_link add column session uuid references session on delete cascade;
alter table identity_link add column token uuid references token on delete cascade;
create index identity_link_session on identity_link (session);
create index identity_link_token on identity_link (token);

delete from push_subscription where player_id in (select id from person);
alter table push_subscription add column session uuid references session on delete cascade;
alter table push_subscription add column token uuid references token on delete cascade;
create index push_subscription_session on push_subscription (session);
create index push_subscription_token on push_subscription (token);
