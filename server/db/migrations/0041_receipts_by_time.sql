-- Receipts of the last seconds are looked for every ten: whoever stored them may have died before publishing them.
create index messages_read_lately on messages (read_at) where read_at is not null;
