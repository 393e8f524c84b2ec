-- A licence can be reported, for what the other side did under it. No decision hides it: it is a record of what two
-- people agreed, and anyone with its code can check it.
alter table reports
  drop constraint reports_subject_check,
  add constraint reports_subject_check check (subject in
    ('profile', 'project', 'message', 'review', 'picture', 'licence'));
alter table sanctions
  drop constraint sanctions_subject_check,
  add constraint sanctions_subject_check check (subject in
    ('profile', 'project', 'message', 'review', 'picture', 'licence')),
  add constraint sanctions_licences_are_not_hidden check (subject <> 'licence' or act <> 'hide');
