import type { ReportAct, ReportSubject } from '#contract/reports.ts'
import type { Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'

interface Person {
  id: string
}

/** A waiting report about a profile, or about something else of the same person. */
export const buildReport = (
  pool: Pool,
  {
    reporter,
    about,
    subject = 'profile',
    subjectId = about.id,
  }: { reporter: Person; about: Person; subject?: ReportSubject; subjectId?: string },
) =>
  oneRow<{ id: string }>(
    pool,
    sql`insert into reports (reporter_id, person_id, subject, subject_id, seen, reason, created_at)
      values (${reporter.id}, ${about.id}, ${subject}, ${subjectId}, 'What was there.', 'scam', now()) returning id`,
  )

/** A sanction of a profile; with an appeal that is waiting where `appealed`. */
export const buildSanction = (
  pool: Pool,
  {
    person,
    operator,
    act = 'warn',
    appealed = false,
  }: { person: Person; operator: Person; act?: ReportAct; appealed?: boolean },
) =>
  oneRow<{ id: string }>(
    pool,
    sql`insert into sanctions (person_id, actor_id, act, subject, subject_id, seen, reason, facts, at, until,
        appeal_status, appeal, appealed_at)
      values (${person.id}, ${operator.id}, ${act}, 'profile', ${person.id}, 'What was there.', 'scam', 'It was not true.',
        now(), ${act === 'limit' ? new Date('2999-01-01') : null}, ${appealed ? 'open' : 'none'},
        ${appealed ? 'It was.' : null}, case when ${appealed} then now() end)
      returning id`,
  )
