-- What guests want to be called. It is kept here and not in the cookie, so that a program's token and
-- every tab and device of one guest have the same name, and one that was changed is not brought
-- back by an old cookie. Whoever has no row is shown by the first digits of the id.

create table guest_name (
    player_id  blob    primary key not null constraint guest_name_is_a_uuids check (length(player_id) = 16),
    name       text    not null constraint guest_name_is_short check (length(name) between 1 and 20),
    changed_at integer not null
) strict, without rowid;
