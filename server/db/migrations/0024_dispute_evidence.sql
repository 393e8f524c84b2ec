-- Pictures and PDFs that one side of a dispute shows: each came with one statement, or waits to.
alter table files drop constraint files_bucket_check,
  add constraint files_bucket_check check (bucket in
    ('avatars', 'product-images', 'deliverable-files', 'proof-screenshots', 'dispute-evidence')),
  add column statement_id uuid references deal_dispute_statements (id),
  add constraint files_said_with_are_evidence check (statement_id is null or bucket = 'dispute-evidence');
create index files_of_statement on files (statement_id) where statement_id is not null;
