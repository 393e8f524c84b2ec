-- What a brand may do with the work of a deal, and the proof of it (contract/licences.ts).

-- Terms by the SHA-256 of their canonical JSON. Shared by all licences that were agreed under them.
create table licence_terms (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  terms jsonb not null,
  sentence text not null
);
create trigger licence_terms_never_change before update or delete on licence_terms
  for each row execute function append_only();

create table licences (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^CW-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  project_id uuid not null references projects (id),
  application_id uuid not null constraint licences_one_per_deal unique references applications (id),
  terms_hash text not null references licence_terms (hash),
  -- As they were called at the grant: a certificate keeps its names.
  seller_name text not null,
  creator_name text not null,
  status text not null default 'granted' check (status in ('granted', 'void')),
  void_reason text check (void_reason in ('refunded', 'charged_back')),
  granted_at timestamptz not null,
  voided_at timestamptz,
  constraint licences_void_has_a_reason
    check ((status = 'void') = (void_reason is not null) and (status = 'void') = (voided_at is not null))
);
create index licences_of_project on licences (project_id);

-- The files it is about, by what their bytes hash to. Later deliveries add files; none is ever taken out.
create table licence_files (
  licence_id uuid not null references licences (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  size bigint not null check (size >= 0),
  number bigint generated always as identity,
  primary key (licence_id, sha256)
);
create trigger licence_files_never_change before update or delete on licence_files
  for each row execute function append_only();

-- Ed25519 keys. Public parts stay for good: old certificates are checked with them.
create table licence_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Sealed with the server's secret; a backup alone signs nothing.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now()
);

-- Every certificate that was ever given out; the newest names all files.
create table licence_certificates (
  licence_id uuid not null references licences (id),
  number smallint not null check (number >= 1),
  jws text not null,
  primary key (licence_id, number)
);
create trigger licence_certificates_never_change before update or delete on licence_certificates
  for each row execute function append_only();

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'amendment', 'package_order', 'deliverable', 'review_note', 'review_reply', 'payment',
      'licence', 'invitation', 'payout_account', 'deal_dispute', 'deal_review', 'report', 'sanction', 'operator_act'));
