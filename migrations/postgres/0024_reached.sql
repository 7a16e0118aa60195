-- The games that went through a position, so that the lists of the archive can be narrowed to one. Written in the
-- transaction that archives a game, for the positions that `seen` counts it in, each once. The columns beside the key
-- are those that a list is narrowed by besides, so that games that do not pass are skipped without being looked up.
-- Games archived before are added by `yiguan explorer --rebuild`.

create table reached (
    place   bigint      not null,     -- the number of the position, as in `seen`
    ended   timestamptz not null,     -- as `game.ended_at`
    game_id uuid        not null,
    actions integer     not null,     -- as `game.plies`
    outcome smallint    not null constraint reached_outcome_is_known check (outcome between 1 and 3),
    primary key (place, ended, game_id) include (outcome, actions)
);

-- Players are found by the beginning of their name, with whatever is alike counted as one, as it is for those who keep
-- their identity. In the order of characters, so that a beginning is a range. The name of a guest from before is found
-- once it is set again.
alter table person alter column likeness type text collate "C";

alter table guest_name add column likeness text collate "C";

create index guest_name_likeness on guest_name (likeness) where likeness is not null;
