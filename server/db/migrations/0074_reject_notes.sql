-- What a brand says with a rejection: its creator reads it once the rejection counts. The same length as contract/bulk.ts.
alter table applications add column reject_note text check (char_length(reject_note) <= 1000);
