-- What each call sends, stored with its key before it is made: a repetition sends the stored request, because the
-- provider refuses one key with two contents. Rows from before have none; their calls are not repeated, what exists
-- at the provider decides. json and not jsonb: the text is kept as it is.
alter table money_ops add column request json;
-- The key covers a hash of the request, so an attempt is found by what it is and not by its key.
create unique index money_ops_once_per_attempt on money_ops (payment_id, kind, attempt);

-- The same for calls that create something but move no money.
create table provider_calls (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('customer', 'payout_account', 'dispute_evidence')),
  -- The person, or the provider's dispute.
  subject text not null,
  idempotency_key text not null unique,
  params_hash text not null,
  -- Names people; forgotten as soon as the outcome is known.
  request json,
  state text not null default 'intended' check (state in ('intended', 'succeeded', 'failed')),
  provider_id text,
  failure text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint provider_calls_forget_when_settled check ((state = 'intended') = (request is not null))
);
-- Two clicks at once share one call.
create unique index provider_calls_one_at_a_time on provider_calls (purpose, subject) where state = 'intended';
