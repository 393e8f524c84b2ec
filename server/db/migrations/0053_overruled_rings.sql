-- The console's list of overruled pairs; the other one has ring_links_counted.
create index ring_links_overruled on ring_links (number) where signals <@ overruled;
