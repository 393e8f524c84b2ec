import type { NoticeKind } from '#contract/events.ts'
import type { NoticeFacts } from '#contract/notice.ts'
import { noticeFor } from '#contract/notices.ts'
import type { Audience } from '#contract/notifications.ts'
import type { Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'

/** Subjects of the mails that notifications will send to a person unless they are looking, oldest first. */
export async function mailsTo(pool: Pool, person: { id: string }): Promise<string[]> {
  const waiting = await rows<{ notice: NoticeKind; audience: Audience; facts: NoticeFacts }>(
    pool,
    sql`select notice, audience, facts from notifications
      where user_id = ${person.id} and mail = 'waiting' and exists (
        select 1 from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = 'notifications.mail' and (payload->>'notification_id')::bigint = notifications.id)
      order by id`,
  )
  return waiting.map(
    ({ notice, audience, facts }) => noticeFor(notice, audience)?.mail.subject(facts) ?? notice,
  )
}

/** Ids of the people whose open pages will be notified that a project changed. */
export async function refreshedPeople(pool: Pool, projectId: string): Promise<string[]> {
  const jobs = await rows<{ id: string }>(
    pool,
    sql`select jsonb_array_elements_text((payload->'user_ids')::jsonb) as id from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'realtime.changed' and payload->>'project_id' = ${projectId}`,
  )
  return jobs.map((job) => job.id)
}
