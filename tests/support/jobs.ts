import type { Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'

/** Subjects of the mails that wait in the queue for one address, oldest first. */
export async function mailsTo(pool: Pool, person: { email: string }): Promise<string[]> {
  const jobs = await rows<{ subject: string }>(
    pool,
    sql`select payload->>'subject' as subject from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'mail.send' and payload->>'to' = ${person.email} order by jobs.id`,
  )
  return jobs.map((job) => job.subject)
}

/** Ids of the people whose open pages will be told that a project changed. */
export async function toldPeople(pool: Pool, projectId: string): Promise<string[]> {
  const jobs = await rows<{ id: string }>(
    pool,
    sql`select jsonb_array_elements_text((payload->'user_ids')::jsonb) as id from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'realtime.changed' and payload->>'project_id' = ${projectId}`,
  )
  return jobs.map((job) => job.id)
}
