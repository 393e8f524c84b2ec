-- More months for a licence with an end (contract/licence-extensions.ts): who named the price, and what became of it.
create table licence_extensions (
  id uuid primary key,
  licence_id uuid not null references licences (id),
  number smallint not null check (number >= 1),
  by text not null check (by in ('terms', 'seller', 'creator')),
  months smallint not null check (months in (1, 3, 6, 12, 24)),
  price usd_cents not null check (price >= 100),
  status text not null check (status in ('proposed', 'agreed', 'paid', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  paid_at timestamptz,
  unique (licence_id, number),
  constraint licence_extensions_only_a_brand_proposes check (status <> 'proposed' or by = 'seller'),
  constraint licence_extensions_paid_at check ((status = 'paid') = (paid_at is not null))
);
create unique index licence_extensions_one_open on licence_extensions (licence_id) where status in ('proposed', 'agreed');
create index licence_extensions_to_expire on licence_extensions (expires_at) where status in ('proposed', 'agreed');

-- What an extension is paid with: no escrow, released in the moment it arrives.
alter table payments
  add column extension_id uuid references licence_extensions (id),
  add constraint payments_extension_is_agreed check ((purpose = 'extension') = (extension_id is not null));
create unique index payments_one_per_extension on payments (extension_id) where extension_id is not null;
-- What is paid for is agreed, as its terms are.
drop trigger payments_keep_fee_terms on payments;
create trigger payments_keep_fee_terms before update on payments for each row
  when ((old.fee_bps, old.minimum_fee, old.currency, old.purpose, old.amendment_id, old.extension_id)
    is distinct from (new.fee_bps, new.minimum_fee, new.currency, new.purpose, new.amendment_id, new.extension_id))
  execute function copy_fee_terms();
create index payments_extensions_held on payments (created_at) where purpose = 'extension' and status = 'held_in_escrow';
