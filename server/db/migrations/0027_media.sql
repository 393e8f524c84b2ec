-- What is known of a video (contract/media.ts): its rate, length, size, sound. Null for everything that is none, for one
-- that could not be decoded, and until it was looked at.
alter table files add column media jsonb;
-- SHA-256 of the bytes as they arrived, in hex. A picture is stored re-encoded, so of pictures this is not the stored
-- file's. Null for files from before this column.
alter table files add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
