-- Uploaded files. A row exists only once the bytes are stored and checked.
create table files (
  id uuid primary key,
  bucket text not null check (bucket in
    ('avatars', 'product-images', 'deliverable-files', 'proof-screenshots', 'dispute-evidence')),
  owner_id uuid not null references profiles (id),
  project_id uuid references projects (id),
  -- Where the bytes are, relative to the storage root. We choose it; it is never a name from outside.
  path text not null unique,
  -- What the uploader called it: a label for people, never a path.
  file_name text not null,
  -- Decided by the bytes, not by the name or what the browser claims.
  file_type text not null,
  size bigint not null check (size > 0),
  -- Smaller copies of pictures, posters and previews of videos: '400.avif', 'poster.webp', 'preview.mp4'. Each lies
  -- beside its file: '<path without extension>-<name>'.
  renditions text[] not null default '{}',
  -- When the copies were made, or found impossible to make. Null: not looked at yet.
  prepared_at timestamptz,
  -- A thumbhash (base64url) of a public picture: the placeholder until the picture has loaded.
  blur text,
  -- Since when nothing refers to the file, as of the last clean-up. Null while it is in use.
  unused_since timestamptz,
  created_at timestamptz not null default now()
);
create index files_of_owner on files (owner_id, created_at desc);
create index files_unused on files (unused_since) where unused_since is not null;
create index files_unprepared on files (created_at) where prepared_at is null;

-- Uploads that were begun and are not finished, which count against an account's storage. A row goes when its upload
-- ends, and after two hours at the latest.
create table uploads_in_flight (
  id uuid primary key,
  owner_id uuid not null references profiles (id) on delete cascade,
  -- As announced when the upload began.
  bytes bigint not null check (bytes > 0),
  begun_at timestamptz not null
);
create index uploads_in_flight_of_owner on uploads_in_flight (owner_id);
create index uploads_in_flight_by_age on uploads_in_flight (begun_at);
