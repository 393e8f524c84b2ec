-- A certificate as a document, PDF: drawn once from the signed facts by a job, and kept with its hash.
create table licence_documents (
  licence_id uuid not null,
  number smallint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  pdf bytea not null,
  primary key (licence_id, number),
  foreign key (licence_id, number) references licence_certificates (licence_id, number)
);
create trigger licence_documents_never_change before update or delete on licence_documents
  for each row execute function append_only();
