-- Smaller copies of pictures, posters and previews of videos: '400.avif', 'poster.webp', 'preview.mp4'. Each lies
-- beside its file: '<path without extension>-<name>'.
alter table files add column renditions text[] not null default '{}';
-- When the copies were made, or found impossible to make. Null: not looked at yet.
alter table files add column prepared_at timestamptz;
-- A thumbhash (base64url) of a public picture: what a screen shows until the picture is there.
alter table files add column blur text;
-- Since when nothing refers to the file, as far as the last clean-up saw. In use: null.
alter table files add column unused_since timestamptz;
create index files_unused on files (unused_since) where unused_since is not null;
create index files_unprepared on files (created_at) where prepared_at is null;
