-- The product's entities (SPEC §3). Status words are those of contract/: a test compares them.
-- Promises that must hold under two clicks at once live here as constraints, not only in code.

-- Money in whole cents; the wire carries USD (DECISIONS 5).
create domain usd_cents as integer check (value between 0 and 100000000);

create table profiles (
  id uuid primary key references auth.users (id),
  name text not null,
  email text not null,
  role text not null check (role in ('creator', 'seller')),
  avatar_url text,
  bio text,
  niches text[] not null default '{}',
  -- Service or content type to USD.
  rates jsonb not null default '{}',
  social_links jsonb not null default '{}',
  portfolio_urls text[] not null default '{}',
  company_name text,
  industry text,
  website text,
  brand_description text check (char_length(brand_description) <= 500),
  stripe_customer_id text unique,
  created_at timestamptz not null default now()
);
create index profiles_creators on profiles (created_at desc) where role = 'creator';

create table projects (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references profiles (id),
  title text not null,
  description text not null,
  product_details text,
  category text not null check (category in
    ('fashion', 'tech', 'lifestyle', 'beauty', 'fitness', 'food', 'travel', 'gaming', 'home', 'other')),
  budget usd_cents not null,
  deadline date not null,
  product_images text[] not null default '{}' check (cardinality(product_images) <= 5),
  status text not null check (status in ('draft', 'active', 'in_progress', 'completed', 'cancelled')),
  created_at timestamptz not null default now()
);
create index projects_active_newest on projects (created_at desc, id desc) where status = 'active';
create index projects_of_seller on projects (seller_id, created_at desc);

create table applications (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  creator_id uuid not null references profiles (id),
  message text not null,
  proposed_price usd_cents not null check (proposed_price >= 100),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  created_at timestamptz not null default now(),
  constraint applications_one_per_creator_per_project unique (project_id, creator_id)
);
create unique index applications_one_accepted_per_project on applications (project_id) where status = 'accepted';
create index applications_of_creator on applications (creator_id, created_at desc);
create index applications_of_project on applications (project_id, created_at desc);

-- Uploaded files. A row exists only once the bytes are stored and checked.
create table files (
  id uuid primary key,
  bucket text not null check (bucket in ('avatars', 'product-images', 'deliverable-files', 'proof-screenshots')),
  owner_id uuid not null references profiles (id),
  project_id uuid references projects (id),
  -- Where the bytes are, relative to the storage root; ours, never a name from outside.
  path text not null unique,
  -- What the uploader called it: text for people, never a path.
  file_name text not null,
  -- Decided by the bytes (DECISIONS 24).
  file_type text not null,
  size bigint not null check (size > 0),
  created_at timestamptz not null default now()
);
create index files_of_owner on files (owner_id, created_at desc);

create table deliverables (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  project_id uuid not null references projects (id),
  creator_id uuid not null references profiles (id),
  file_id uuid not null references files (id),
  screenshot_id uuid references files (id),
  post_url text,
  notes text,
  reviewer_notes text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  version integer not null check (version >= 1),
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint deliverables_one_per_version unique (project_id, version),
  -- One upload is one delivery: the same file twice is a repeated click.
  constraint deliverables_one_per_file unique (file_id),
  constraint deliverables_reviewed_when_answered check ((status = 'pending') = (reviewed_at is null)),
  constraint deliverables_revision_has_a_note check (status <> 'rejected' or reviewer_notes is not null)
);
create index deliverables_of_creator on deliverables (creator_id, created_at desc);
create index deliverables_waiting on deliverables (project_id, created_at desc) where status = 'pending';

create table stripe_accounts (
  user_id uuid primary key references profiles (id),
  stripe_account_id text not null unique,
  onboarding_complete boolean not null default false,
  created_at timestamptz not null default now()
);

create table customer_payment_methods (
  id uuid primary key default gen_random_uuid(),
  stripe_customer_id text not null references profiles (stripe_customer_id),
  stripe_payment_method_id text not null unique,
  payment_method_type text not null default 'card' check (payment_method_type = 'card'),
  is_default boolean not null default false,
  card_brand text not null,
  card_last4 text not null,
  card_exp_month integer not null,
  card_exp_year integer not null,
  created_at timestamptz not null default now()
);
-- SPEC §4: exactly one default per customer; this keeps it to at most one under any number of clicks.
create unique index payment_methods_one_default on customer_payment_methods (stripe_customer_id) where is_default;
create index payment_methods_of_customer on customer_payment_methods (stripe_customer_id, created_at desc);

create table payments (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  application_id uuid not null references applications (id),
  seller_id uuid not null references profiles (id),
  creator_id uuid not null references profiles (id),
  status text not null default 'pending' check (status in ('pending', 'held_in_escrow', 'released', 'refunded', 'failed')),
  -- From the accepted application, never from a request (DECISIONS 7).
  amount usd_cents not null check (amount >= 100),
  payment_method text,
  -- Rises only after a definitive failure (PAYMENTS rule 2).
  attempt integer not null default 1,
  checkout_session_id text unique,
  checkout_url text,
  stripe_payment_intent_id text,
  stripe_charge_id text,
  stripe_transfer_id text,
  stripe_refund_id text,
  -- A claim on the held money: set before the provider is called, so that release and refund exclude
  -- each other from the first click on (DECISIONS 10).
  moving text check (moving in ('release', 'refund')),
  disputed boolean not null default false,
  funded_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payments_one_per_application unique (application_id),
  constraint payments_move_only_held_money check (moving is null or status = 'held_in_escrow')
);
create index payments_of_seller on payments (seller_id, created_at desc);
create index payments_of_creator on payments (creator_id, created_at desc);
create index payments_of_project on payments (project_id);

-- Every call that moves money, written down with its idempotency key before it is made (PAYMENTS rule 2).
create table money_ops (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('fund', 'release', 'refund')),
  attempt integer not null,
  idempotency_key text not null unique,
  -- Hash of the parameters: the same key must never carry others.
  params_hash text not null,
  state text not null default 'intended' check (state in ('intended', 'succeeded', 'failed')),
  provider_id text,
  failure text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
-- At most one release or refund of a payment that has not definitely failed: they exclude each other.
create unique index money_ops_one_way_out on money_ops (payment_id)
  where kind in ('release', 'refund') and state <> 'failed';

-- Provider events, each applied once: the row is inserted in the transaction of its effect's job.
create table webhook_events (
  event_id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz
);

-- Double entry: a movement is a group of entries that sums to zero, never changed afterwards.
create table ledger_movements (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('hold', 'release', 'transfer', 'refund', 'duplicate', 'chargeback', 'provider_fee')),
  -- What caused it, once: a provider object's id.
  reference text not null,
  created_at timestamptz not null default now(),
  constraint ledger_movements_once_per_cause unique (kind, reference)
);
create table ledger_entries (
  id bigint generated always as identity primary key,
  movement_id bigint not null references ledger_movements (id),
  payment_id uuid not null references payments (id),
  account text not null check (account in
    ('provider_clearing', 'escrow', 'creator_payable', 'platform_fee', 'provider_fees', 'refunds', 'chargebacks')),
  -- Signed cents: positive is a debit.
  amount integer not null check (amount <> 0),
  created_at timestamptz not null default now()
);
create index ledger_entries_of_payment on ledger_entries (payment_id, id);
create index ledger_entries_of_movement on ledger_entries (movement_id);
create index ledger_movements_of_payment on ledger_movements (payment_id);

create function ledger_movement_must_balance() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  select sum(amount) into total from ledger_entries where movement_id = new.movement_id;
  if total <> 0 then
    raise exception 'ledger movement % does not balance: % cents', new.movement_id, total
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_movement_must_balance();

-- Append-only for everybody, the owner of the tables included.
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function append_only();
create trigger ledger_movements_append_only before update or delete or truncate on ledger_movements
  for each statement execute function append_only();

create table conversations (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  seller_id uuid not null references profiles (id),
  creator_id uuid not null references profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- DECISIONS 21.
  constraint conversations_one_per_pair unique (project_id, seller_id, creator_id)
);
create index conversations_of_seller on conversations (seller_id, updated_at desc);
create index conversations_of_creator on conversations (creator_id, updated_at desc);

create table messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations (id),
  sender_id uuid not null references profiles (id),
  content text not null check (char_length(content) between 1 and 4000),
  -- clock_timestamp: two messages of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
create index messages_of_conversation on messages (conversation_id, created_at desc, id desc);
create index messages_unread on messages (conversation_id, sender_id) where read_at is null;

create table project_invitations (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  creator_id uuid not null references profiles (id),
  seller_id uuid not null references profiles (id),
  message text not null,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- DECISIONS 22: one open invitation per (project, creator).
create unique index invitations_one_open on project_invitations (project_id, creator_id) where status = 'pending';
create index invitations_of_creator on project_invitations (creator_id, created_at desc);

-- Every transition, in the transaction that made it: what disputes will be argued from.
create table events (
  id bigint generated always as identity primary key,
  entity text not null check (entity in ('project', 'application', 'deliverable', 'payment', 'invitation', 'payout_account')),
  entity_id uuid not null,
  project_id uuid references projects (id),
  -- Null is the system (a clock, a provider's event).
  actor_id uuid references profiles (id),
  move text not null,
  from_status text,
  to_status text not null,
  at timestamptz not null default clock_timestamp()
);
create index events_of_project on events (project_id, id);
create index events_of_entity on events (entity, entity_id, id);
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function append_only();
