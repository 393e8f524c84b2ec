-- Who asked for a call, and why: an operator who sends evidence to a bank. The act is recorded when the call is known
-- to have been done, which an event of the provider may tell long after the click.
alter table provider_calls
  add column asked_by uuid references profiles (id),
  add column why text check (char_length(why) <= 500);
