-- The session that began to add a way to sign in: it ends with it. Null in what the previous release begins.
alter table auth.flow_states add column linking_session_id uuid references auth.sessions (id) on delete cascade;
create index flow_states_of_session on auth.flow_states (linking_session_id) where linking_session_id is not null;
