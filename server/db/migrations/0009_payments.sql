-- The money of a deal, and every call to the payment provider.
create table payments (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  application_id uuid not null references applications (id),
  seller_id uuid not null references profiles (id),
  creator_id uuid not null references profiles (id),
  status text not null default 'pending' check (status in ('pending', 'held_in_escrow', 'released', 'refunded', 'failed')),
  -- What is bought: the deal itself, or something that its parties add to it later.
  purpose text not null default 'deal' check (purpose ~ '^[a-z_]{1,40}$'),
  -- From the accepted application, never from a request.
  amount usd_cents not null check (amount >= 100),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  -- The deal's terms: the fee in hundredths of a percent, and its minimum in cents. Without defaults, so that a
  -- forgotten copy cannot become some fee.
  fee_bps integer not null check (fee_bps between 0 and 5000),
  minimum_fee usd_cents not null,

  -- Funding. by 'page': at the provider's checkout; by 'card': with the saved card named here. A card payment that
  -- has a page as well waits for its holder to confirm there, as the bank asks.
  funding_by text not null default 'page' check (funding_by in ('page', 'card')),
  funding_card text,
  payment_method text,
  -- Rises only after a definitive failure.
  attempt integer not null default 1,
  -- Why the present attempt failed, in a sentence that its buyer may read.
  failure text,
  checkout_session_id text unique,
  checkout_url text,

  stripe_payment_intent_id text,
  stripe_charge_id text,
  stripe_transfer_id text,
  stripe_refund_id text,

  -- A claim on the held money, set before the provider is called: release and refund exclude each other from the
  -- first click on.
  moving text constraint payments_moving_check check (moving in ('release', 'refund', 'part_refund')),
  -- Why held money is held again: what had been sent came back, and somebody must choose its way out anew.
  came_back text check (came_back in ('refund', 'transfer')),

  -- The newest dispute that a bank opened about the charge. disputed: its money is frozen (open) or was taken (lost).
  disputed boolean not null default false,
  dispute_id text,
  dispute_outcome text check (dispute_outcome in ('open', 'won', 'lost')),

  -- An operator's decision about held money: cents of the amount that go back to the card in all, and the creator's
  -- share of the rest to the creator. Null while nobody decided and the parties choose.
  decided_refund integer,
  -- The attempt it was decided at: after a later one has failed it may be decided anew.
  decided_attempt integer,
  -- Cents that went back to the card while the rest stayed held, or was released.
  returned_part integer not null default 0,

  funded_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payments_move_only_held_money check (moving is null or status = 'held_in_escrow'),
  constraint payments_card_is_named check (funding_by = 'page' or funding_card is not null),
  constraint payments_disputed_follows_outcome
    check (disputed = coalesce(dispute_outcome in ('open', 'lost'), false)),
  constraint payments_came_back_is_held check (came_back is null or status = 'held_in_escrow'),
  constraint payments_decided_within_amount check (decided_refund between 0 and amount),
  constraint payments_decided_at_an_attempt check ((decided_refund is null) = (decided_attempt is null)),
  constraint payments_part_leaves_a_rest check (returned_part >= 0 and returned_part < amount)
);
-- One payment of an application for the deal. Whatever else its parties buy are payments of their own.
create unique index payments_one_deal_per_application on payments (application_id) where purpose = 'deal';
create index payments_of_application on payments (application_id);
create index payments_of_project on payments (project_id, created_at desc);
create index payments_of_seller on payments (seller_id, created_at desc, id desc);
create index payments_of_creator on payments (creator_id, created_at desc, id desc);
-- Found by what the provider calls them.
create index payments_of_charge on payments (stripe_charge_id);
create index payments_of_intent on payments (stripe_payment_intent_id) where stripe_payment_intent_id is not null;
create index payments_of_transfer on payments (stripe_transfer_id) where stripe_transfer_id is not null;
create index payments_of_refund on payments (stripe_refund_id) where stripe_refund_id is not null;
create index payments_of_dispute on payments (dispute_id) where dispute_id is not null;
-- Creators whose payments a bank disputes are looked up before each release.
create index payments_in_dispute on payments (creator_id) where dispute_outcome = 'open';
-- What the clock carries on with.
create index payments_decided_and_held on payments (id) where status = 'held_in_escrow' and decided_refund is not null;
-- The console's lists, and what a reconciliation reads.
create index payments_newest on payments (created_at desc, id desc);
create index payments_of_status on payments (status, created_at desc, id desc);
create index payments_flagged on payments (created_at desc, id desc)
  where disputed or moving is not null or came_back is not null;
create index payments_by_last_move on payments (greatest(created_at, funded_at, released_at, refunded_at));

-- Copies the deal's terms to its payment, and refuses to change them or what is bought.
create function copy_fee_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'the terms of payment % were agreed', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.fee_bps is null and new.minimum_fee is null then
    select 10000 - creator_bps, fee_terms.minimum_fee into new.fee_bps, new.minimum_fee
      from applications join fee_terms on fee_terms.id = applications.fee_terms_id
      where applications.id = new.application_id;
  end if;
  return new;
end $$;
create trigger payments_copy_fee_terms before insert on payments
  for each row execute function copy_fee_terms();
create trigger payments_keep_fee_terms before update on payments for each row
  when ((old.fee_bps, old.minimum_fee, old.currency, old.purpose)
    is distinct from (new.fee_bps, new.minimum_fee, new.currency, new.purpose))
  execute function copy_fee_terms();

-- Every call that moves money, stored with its idempotency key before it is made.
create table money_ops (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('fund', 'release', 'refund', 'part_refund')),
  attempt integer not null,
  idempotency_key text not null unique,
  -- Hash of the parameters: the provider refuses one key with two contents.
  params_hash text not null,
  -- What the call sends, for its repetition. json and not jsonb, which would not keep the text as it is.
  request json,
  -- came_back: it succeeded and the money returned later; another operation may move it again.
  state text not null default 'intended' check (state in ('intended', 'succeeded', 'failed', 'came_back')),
  provider_id text,
  failure text,
  created_at timestamptz not null default now(),
  -- When the call was first sent. Until then it can be stopped without asking the provider.
  sent_at timestamptz,
  settled_at timestamptz
);
-- At most one release or refund of a payment that has not definitely failed: they exclude each other.
create unique index money_ops_one_way_out on money_ops (payment_id)
  where kind in ('release', 'refund') and state in ('intended', 'succeeded');
-- A part that goes back leaves the way out open, but any two calls about the same held money exclude each other.
create unique index money_ops_one_at_a_time on money_ops (payment_id)
  where kind in ('release', 'refund', 'part_refund') and state = 'intended';
-- The key contains a hash of the request, so an attempt is found by what it is and not by its key.
create unique index money_ops_once_per_attempt on money_ops (payment_id, kind, attempt);
-- For the hourly money checks, which ask each payment for its operations.
create index money_ops_of_payment on money_ops (payment_id);
create index money_ops_under_way on money_ops (payment_id) where state = 'intended';

-- The same for calls that create something but move no money.
create table provider_calls (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('customer', 'payout_account', 'dispute_evidence')),
  -- The person, or the provider's dispute.
  subject text not null,
  idempotency_key text not null unique,
  params_hash text not null,
  -- Names people, so it is deleted as soon as the outcome is known.
  request json,
  state text not null default 'intended' check (state in ('intended', 'succeeded', 'failed')),
  provider_id text,
  failure text,
  -- Who asked for the call, and why: an operator who sends evidence to a bank. Their act is recorded when the call is
  -- known to have succeeded, which a webhook may tell long after the click.
  asked_by uuid references profiles (id),
  why text check (char_length(why) <= 500),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint provider_calls_forget_when_settled check ((state = 'intended') = (request is not null))
);
-- Two clicks at once share one call.
create unique index provider_calls_one_at_a_time on provider_calls (purpose, subject) where state = 'intended';

-- The provider's events, each applied once: the row is inserted in the transaction that enqueues its effect.
create table webhook_events (
  event_id text primary key,
  -- To page by: the provider's id says nothing about the order in which events came.
  number bigint generated always as identity,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  -- About an object on the same provider account that is not ours.
  ignored boolean not null default false,
  constraint webhook_events_ignored_are_done check (not ignored or applied_at is not null)
);
create unique index webhook_events_newest on webhook_events (number);
create index webhook_events_waiting on webhook_events (number) where applied_at is null;
create index webhook_events_by_type on webhook_events (type text_pattern_ops);
-- Which events are about an object: payload @> '{"chargeId": "ch_…"}'.
create index webhook_events_about on webhook_events using gin (payload jsonb_path_ops);

-- Money that arrived and could not be held: why, when it was returned, and whether its card took it. The ledger books
-- both ways as 'duplicate'; this says what to tell the two sides. refunded: somebody returned it at the provider first.
create table turned_away_charges (
  charge_id text primary key,
  payment_id uuid not null references payments (id),
  reason text not null check (reason in ('cancelled', 'second', 'refunded')),
  -- In cents.
  amount integer not null check (amount > 0),
  arrived_at timestamptz not null default now(),
  returned_at timestamptz,
  -- The return failed: it is paid out by hand.
  came_back_at timestamptz
);
create index turned_away_charges_of_payment on turned_away_charges (payment_id, arrived_at desc);
