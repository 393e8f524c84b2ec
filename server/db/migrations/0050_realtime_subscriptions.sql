-- Which process's line needs news of which topic (decision 0071). Unlogged: a line that breaks, as all do when PostgreSQL
-- crashes or fails over, registers everything again before it counts as open.
create unlogged table realtime_subscriptions (
  -- 'user:<id>', 'conversation:<id>' and the like; 'line' for every open line.
  topic text not null,
  -- One connection of one process; its channel is named after it.
  line text not null,
  primary key (topic, line)
);
create index realtime_subscriptions_of_line on realtime_subscriptions (line);
