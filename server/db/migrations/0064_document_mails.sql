-- Mails about new documents, for people who ask for them.
alter table notification_preferences
  drop constraint notification_preferences_kind_check,
  add constraint notification_preferences_kind_check check (kind in
    ('applications', 'invitations', 'deliverables', 'payments', 'documents', 'reviews', 'reminders', 'messages', 'searches', 'reports'));
