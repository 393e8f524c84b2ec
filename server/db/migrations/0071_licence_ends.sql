-- The clock looks every minute for licences that end soon or have ended (server/licences/licence-clock.ts).
create index licences_by_end on licences (ends_on) where status = 'granted' and ends_on is not null;
