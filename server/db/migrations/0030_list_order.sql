-- Pages of one's own lists begin behind a time and an id: with the id in its index a page is read from where it begins,
-- and not sorted. The newest payment of a project likewise.
-- contracts: nothing. No statement names an index.
create index conversations_by_seller on conversations (seller_id, updated_at desc, id desc);
drop index conversations_of_seller;
alter index conversations_by_seller rename to conversations_of_seller;
create index conversations_by_creator on conversations (creator_id, updated_at desc, id desc);
drop index conversations_of_creator;
alter index conversations_by_creator rename to conversations_of_creator;

create index payments_by_seller on payments (seller_id, created_at desc, id desc);
drop index payments_of_seller;
alter index payments_by_seller rename to payments_of_seller;
create index payments_by_creator on payments (creator_id, created_at desc, id desc);
drop index payments_of_creator;
alter index payments_by_creator rename to payments_of_creator;
create index payments_by_project on payments (project_id, created_at desc);
drop index payments_of_project;
alter index payments_by_project rename to payments_of_project;

create index applications_by_creator on applications (creator_id, created_at desc, id desc);
drop index applications_of_creator;
alter index applications_by_creator rename to applications_of_creator;
create index applications_by_project on applications (project_id, created_at desc, id desc);
drop index applications_of_project;
alter index applications_by_project rename to applications_of_project;

create index invitations_by_creator on project_invitations (creator_id, created_at desc, id desc);
drop index invitations_of_creator;
alter index invitations_by_creator rename to invitations_of_creator;
create index projects_by_seller on projects (seller_id, created_at desc, id desc);
drop index projects_of_seller;
alter index projects_by_seller rename to projects_of_seller;
create index deliverables_by_creator on deliverables (creator_id, created_at desc, id desc) include (status);
drop index deliverables_of_creator;
alter index deliverables_by_creator rename to deliverables_of_creator;
