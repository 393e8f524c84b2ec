import { onDatabase } from './workspace.ts'
import type { Talker } from './socket-clients.ts'
import { signInAll } from '#tests/support/processes.ts'

/** Conversations, each between two people of its own, unless another number is requested. */
const TALKS = 1_000

/** Fills a migrated, empty database and signs everyone in; the two people of a conversation are adjacent. */
export async function fillTalks(
  env: Record<string, string>,
  databaseUrl: string,
  talks = TALKS,
): Promise<Talker[]> {
  await onDatabase(
    databaseUrl,
    `create temporary table made as
       select n, gen_random_uuid() as seller_id, gen_random_uuid() as creator_id, gen_random_uuid() as project_id
       from generate_series(1, ${talks}) n;
     insert into auth.users (id, email, email_confirmed_at)
       select seller_id, 's' || n || '@example.com', now() from made
       union all select creator_id, 'c' || n || '@example.com', now() from made;
     insert into profiles (id, name, email, role)
       select seller_id, 'Seller ' || n, 's' || n || '@example.com', 'seller' from made
       union all select creator_id, 'Creator ' || n, 'c' || n || '@example.com', 'creator' from made;
     insert into projects (id, seller_id, title, description, category, budget, deadline, status)
       select project_id, seller_id, 'A project', 'To talk about', 'home', 10000, current_date + 30, 'in_progress'
       from made;
     insert into conversations (project_id, seller_id, creator_id)
       select project_id, seller_id, creator_id from made;
     create table bare_messages (
       id uuid primary key, conversation_id uuid not null, sender_id uuid not null, content text not null,
       created_at timestamptz not null default clock_timestamp())`,
  )
  const rows = await onDatabase<{ id: string; conversation_id: string }>(
    databaseUrl,
    `select person as id, conversations.id as conversation_id
     from conversations, unnest(array[seller_id, creator_id]) person order by conversations.id`,
  )
  const tokens = await signInAll(
    env,
    databaseUrl,
    rows.map(({ id }) => id),
  )
  await onDatabase(databaseUrl, 'vacuum (freeze, analyze)', 'checkpoint')
  return rows.map(({ id, conversation_id: conversationId }) => ({
    id,
    conversationId,
    token: tokens.get(id) ?? '',
  }))
}
