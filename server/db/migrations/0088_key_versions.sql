-- Versions of keys (decision 0111). The keys themselves are never in the database.

-- The versions that something stored was made with. A process that lacks one of them, or has another secret under its number, does not start.
create table key_versions (
  name text not null check (name in ('server', 'files')),
  version integer not null check (version >= 1),
  -- An HMAC of a fixed text: tells one secret from another, and nothing else.
  mark text not null check (mark ~ '^[0-9a-f]{32}$'),
  first_made_at timestamptz not null,
  -- A process that makes with it was alive then.
  last_made_at timestamptz not null,
  primary key (name, version)
);

-- What a session's current refresh token, and the one before it, were made with. The release before makes with version 1 only.
alter table auth.sessions
  add column refresh_version integer not null default 1 check (refresh_version >= 1),
  add column refresh_version_before integer not null default 1 check (refresh_version_before >= 1);

-- A certificate never changes. Its key may be sealed anew: the same key, under another version.
drop trigger signing_certificates_never_change on signing_certificates;
create trigger signing_certificates_never_change before delete or update of fingerprint, pem, created_at on signing_certificates
  for each row execute function append_only();
