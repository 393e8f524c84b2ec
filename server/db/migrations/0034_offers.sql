-- Offers about a pending application: price, date and rounds, from either side, one open at a time.
create table offers (
  -- Made by the browser, so that sending twice is sending once.
  id uuid primary key,
  application_id uuid not null references applications (id),
  number smallint not null check (number between 1 and 6),
  by text not null check (by in ('seller', 'creator')),
  -- The open offer it countered: one is countered once.
  answers uuid unique references offers (id),
  price usd_cents not null check (price >= 100),
  deliver_by date not null,
  rounds smallint not null check (rounds between 0 and 5),
  -- What is to be delivered; null leaves it to the brief.
  items jsonb check (octet_length(items::text) <= 16384),
  note text check (char_length(note) between 1 and 1000),
  hire_at_once boolean not null,
  -- The terms it was made against, as they were then: accepting an offer changes the application.
  against_price usd_cents not null,
  against_deliver_by date not null,
  against_rounds smallint not null,
  against_items jsonb,
  status text not null default 'open'
    check (status in ('open', 'accepted', 'declined', 'withdrawn', 'expired', 'superseded')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  constraint offers_one_per_number unique (application_id, number),
  -- Nobody answers what expires or is overtaken.
  constraint offers_answered_at check (case status when 'open' then answered_at is null
    when 'expired' then answered_at is null when 'superseded' then true else answered_at is not null end),
  constraint offers_creators_hire check (by = 'seller' or hire_at_once),
  constraint offers_expire_later check (expires_at > created_at)
);
create unique index offers_one_open on offers (application_id) where status = 'open';
create index offers_to_expire on offers (expires_at) where status = 'open';

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'deliverable', 'review_note', 'review_reply', 'payment', 'invitation',
      'payout_account', 'deal_dispute', 'operator_act'));
