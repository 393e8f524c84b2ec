-- Files attached to messages. A message may consist of them alone.
alter table messages
  add column file_count smallint not null default 0 check (file_count between 0 and 5),
  drop constraint messages_content_check,
  add constraint messages_say_something
    check (char_length(content) <= 4000 and (content <> '' or file_count > 0));

alter table files
  drop constraint files_bucket_check,
  add constraint files_bucket_check check (bucket in
    ('avatars', 'product-images', 'portfolio', 'deliverable-files', 'proof-screenshots', 'dispute-evidence',
      'message-files')),
  -- The message it was sent with, and its place in it. An upload belongs to one message at most.
  add column message_id uuid references messages (id),
  add column message_place smallint,
  add constraint files_sent_with_are_message_files
    check ((message_id is null) = (message_place is null) and (message_id is null or bucket = 'message-files'));
create unique index files_of_message on files (message_id, message_place) where message_id is not null;
