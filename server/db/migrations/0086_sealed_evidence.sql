-- What an operator sent to a bank as evidence is sealed (decision 0109). Its text is erased once it arrived; its hash and our
-- signature stay, and the act in the log names the same hash.
create table bank_evidence_seals (
  act_id uuid primary key references operator_acts (id),
  payment_id uuid not null references payments (id),
  -- The provider's id of the dispute.
  dispute_id text not null,
  -- SHA-256 in hex of everything that was sent.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- A compact JWS (Ed25519, by the keys of licences) over all of this and the hash of each field.
  seal text not null,
  sealed_at timestamptz not null
);
create trigger bank_evidence_seals_never_change before update or delete or truncate on bank_evidence_seals
  for each statement execute function append_only();
