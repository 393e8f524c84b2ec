-- What the creator said at hand-in of the parts that AI made (contract/ai-parts.ts). Null says nothing: handed in before
-- it was asked, or not answered.
alter table deliverables
  add column ai_parts text[] constraint deliverables_ai_parts_declare check (
    ai_parts <@ array['none', 'voice', 'image', 'other'] and cardinality(ai_parts) > 0
      and (cardinality(ai_parts) = 1 or not 'none' = any (ai_parts)));

-- The same, as it was when the file was licensed: a certificate keeps what it says.
alter table licence_files
  add column ai_parts text[] constraint licence_files_ai_parts_declare check (
    ai_parts <@ array['none', 'voice', 'image', 'other'] and cardinality(ai_parts) > 0
      and (cardinality(ai_parts) = 1 or not 'none' = any (ai_parts)));
