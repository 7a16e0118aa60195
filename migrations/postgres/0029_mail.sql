-- Mail: where people who keep their identity want to be told what they miss, one address each.

create table mail_address (
    player_id    uuid        primary key,
    address      text        not null constraint mail_address_is_short check (length(address) <= 254),
    -- The language its owner reads.
    language     text        not null constraint mail_language_is_short check (length(language) = 2),
    -- Which notices its owner wants.
    turn         boolean     not null,
    challenge    boolean     not null,
    found        boolean     not null,
    created_at   timestamptz not null,
    -- Until then nothing is sent but the mail that asks for it.
    confirmed_at timestamptz,
    -- When the mail server said that nobody is there. Nothing is sent until it is confirmed again.
    refused_at   timestamptz,
    -- What the link of that mail leads to, by its digest, and until when.
    code         bytea       constraint mail_code unique constraint mail_code_has_32_bytes check (length(code) = 32),
    code_until   timestamptz,
    -- What stands in the link that ends all notices; it can do nothing else.
    stop         bytea       not null constraint mail_stop unique
                             constraint mail_stop_has_16_bytes check (length(stop) = 16),
    -- How many mails were sent on which day since 1970.
    sent_day     bigint      not null default 0,
    sent         bigint      not null default 0,
    constraint mail_code_has_an_end check ((code is null) = (code_until is null))
);

create index mail_address_unconfirmed on mail_address (code_until) where confirmed_at is null;
