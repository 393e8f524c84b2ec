-- Creators upload the pieces of their portfolio. A piece stays an address in portfolio_urls, like every other picture.
alter table files drop constraint files_bucket_check, add constraint files_bucket_check check (bucket in
  ('avatars', 'product-images', 'portfolio', 'deliverable-files', 'proof-screenshots', 'dispute-evidence'));

-- The captions of the pieces, in their order; '' is none. May be shorter than portfolio_urls: a release before this one
-- writes pieces without captions.
alter table profiles add column portfolio_captions text[] not null default '{}';
