-- Socket events too long for a NOTIFY (8,000 bytes) travel between processes through this table: the
-- adapter's own layout. Rows are read within a moment and removed by it after half a minute.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz not null default now(),
  payload bytea
);
