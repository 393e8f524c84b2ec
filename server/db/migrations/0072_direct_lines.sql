-- Where the process of a line is reached directly (decision 0090). Unlogged, as realtime_subscriptions is: a line registers
-- before it subscribes to anything.
create unlogged table realtime_lines (
  line text primary key,
  -- host:port
  reached_at text not null,
  -- The key that opens a connection to it: new for each process, hex.
  reached_with text not null
);
