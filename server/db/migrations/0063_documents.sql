-- Receipts, proofs of purchase, fee invoices and credit notes: numbered without gaps, never changed (contract/documents.ts).

-- The last number of each series and year. Only the trigger below writes it.
create table document_series (
  series text not null check (series in ('R', 'P', 'F', 'C', 'S', 'Y')),
  year smallint not null,
  last integer not null check (last >= 1),
  -- A document is never dated before the one whose number it follows.
  last_day date not null,
  primary key (series, year)
);

create table documents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'proof_of_purchase', 'fee_invoice', 'credit_note')),
  series text not null,
  year smallint not null,
  number integer not null,
  issued_on date not null,
  created_at timestamptz not null,

  -- What it is about: one movement of the ledger.
  movement_id bigint not null references ledger_movements (id),
  payment_id uuid not null references payments (id),
  project_id uuid not null references projects (id),
  project_title text not null,

  -- Whom it is addressed to, and who else is named in it and reads it.
  party_id uuid not null references profiles (id),
  other_id uuid references profiles (id),

  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Cents, tax included where there is any.
  total usd_cents not null check (total > 0),
  -- The document that a credit note takes back, wholly or in part, and why.
  corrects uuid references documents (id),
  reason text check (reason in ('returned', 'agreed', 'decided', 'charged_back', 'came_back')),

  -- Names and addresses as they were, the lines, and the tax: what is printed.
  content jsonb not null,
  constraint documents_numbered_once unique (series, year, number),
  constraint documents_once_per_movement unique nulls not distinct (movement_id, kind, corrects),
  constraint documents_credit_notes_correct
    check ((kind = 'credit_note') = (corrects is not null) and (kind = 'credit_note') = (reason is not null))
);
create index documents_of_party on documents (party_id, created_at desc, id desc);
create index documents_of_other on documents (other_id, created_at desc, id desc) where other_id is not null;
create index documents_of_payment on documents (payment_id);
create index documents_newest on documents (created_at desc, id desc);
create index documents_correcting on documents (corrects) where corrects is not null;

-- The number is taken with the document, under the lock of its series' row: whoever rolls back gives it back.
create function number_document() returns trigger language plpgsql as $$
begin
  new.series := case new.kind when 'receipt' then 'R' when 'proof_of_purchase' then 'P' when 'fee_invoice' then 'F' else 'C' end;
  new.year := extract(year from new.issued_on);
  insert into document_series as counted (series, year, last, last_day)
    values (new.series, new.year, 1, new.issued_on)
    on conflict (series, year) do update
      set last = counted.last + 1, last_day = greatest(counted.last_day, excluded.last_day)
    returning last, last_day into new.number, new.issued_on;
  return new;
end $$;
create trigger documents_number before insert on documents for each row execute function number_document();

-- A series moves by one, and the number it stands at belongs to a document: an insert that ends in "do nothing" would
-- otherwise leave a gap.
create function keep_document_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.series, new.year) is not distinct from (old.series, old.year)
    and new.last = old.last + 1 and new.last_day >= old.last_day then return new; end if;
  if tg_op = 'INSERT' and new.last = 1 then return new; end if;
  raise exception 'a document series only counts up by one' using errcode = 'integrity_constraint_violation';
end $$;
create trigger document_series_count before insert or update or delete on document_series
  for each row execute function keep_document_series();
create trigger document_series_stay before truncate on document_series
  for each statement execute function append_only();
create function number_has_its_document() returns trigger language plpgsql as $$
begin
  if not exists (select from documents where (series, year, number) = (new.series, new.year, new.last)) then
    raise exception 'document %-%-% is missing', new.series, new.year, new.last
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger document_series_without_gaps after insert or update on document_series
  deferrable initially deferred for each row execute function number_has_its_document();

create trigger documents_never_change before update or delete or truncate on documents
  for each statement execute function append_only();

-- The PDF of a document that someone asked for: some 20 kB each, and the same bytes whenever they are made.
create table document_files (
  document_id uuid primary key references documents (id),
  pdf bytea not null check (octet_length(pdf) <= 16777216),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$')
);
create trigger document_files_never_change before update or delete or truncate on document_files
  for each statement execute function append_only();
