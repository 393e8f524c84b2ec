-- Certificates (X.509, PEM) that documents were signed with. They stay for good: a document is checked with the one inside it,
-- and these say that it was ours.
create table signing_certificates (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The signer's own first, then those that vouch for it.
  pem text not null,
  -- PKCS #8, sealed with the server's secret; null for an operator's own, whose key is a file.
  sealed_key bytea,
  created_at timestamptz not null
);
create trigger signing_certificates_never_change before update or delete on signing_certificates
  for each row execute function append_only();
