-- What is gathered for the next mail to somebody, so that it outlives the server. A row is a line of
-- that mail; it goes when the mail has been sent, or when what it says is out of date.

create table mail_notice (
    player_id     uuid        not null references mail_address on delete cascade,
    match_id      uuid        not null,
    kind          smallint    not null constraint mail_notice_kind_is_known check (kind between 1 and 3),
    game          text        not null constraint mail_notice_game_is_short check (length(game) <= 64),
    -- The name of the opponent, if they chose one.
    opponent      text        constraint mail_notice_opponent_is_short check (length(opponent) <= 255),
    -- When the first of what is sent together came.
    since         timestamptz not null,
    -- Until when the server has it that is sending it; another may do so afterwards.
    sending_until timestamptz,
    primary key (player_id, match_id)
);

create index mail_notice_match on mail_notice (match_id);
create index mail_notice_since on mail_notice (since);
