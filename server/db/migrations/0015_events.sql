-- Every transition, written in the transaction that made it. Disputes are argued from this.
create table events (
  id bigint generated always as identity primary key,
  entity text not null check (entity in
    ('project', 'application', 'deliverable', 'payment', 'invitation', 'payout_account', 'deal_dispute', 'operator_act')),
  entity_id uuid not null,
  project_id uuid references projects (id),
  -- Null is the system: a clock, or an event of the provider.
  actor_id uuid references profiles (id),
  move text not null,
  from_status text,
  to_status text not null,
  at timestamptz not null default clock_timestamp()
);
create index events_of_project on events (project_id, id);
create index events_of_entity on events (entity, entity_id, id);
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function append_only();
