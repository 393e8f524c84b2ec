import type { Brief } from '#contract/briefs.ts'
import { timeInJson } from '#server/db/json-rows.ts'
import { maybeRow, oneRow, raw, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A stored version of a project's brief. */
export interface BriefRow {
  version: number
  brief: Brief
  hash: string
  created_at: string
}

/** Returns the version that a project points to; null when it has none. Call under the project's lock. */
export const currentBrief = (tx: Tx, projectId: string) =>
  maybeRow<BriefRow>(
    tx,
    sql`select briefs.version, brief, hash, briefs.created_at
      from projects join project_briefs briefs
        on briefs.project_id = projects.id and briefs.version = projects.brief_version
      where projects.id = ${projectId}`,
  )

/** Returns the number of the newest version ever saved, 0 before the first. */
export const newestVersion = (tx: Tx, projectId: string) =>
  oneRow<{ version: number }>(
    tx,
    sql`select coalesce(max(version), 0) as version from project_briefs where project_id = ${projectId}`,
  )

/** Returns a stored version of a project's brief; null if there is none. */
export const briefVersion = async (
  tx: Tx,
  projectId: string,
  version: number,
): Promise<Brief | null> =>
  (
    await maybeRow<{ brief: Brief }>(
      tx,
      sql`select brief from project_briefs where project_id = ${projectId} and version = ${version}`,
    )
  )?.brief ?? null

/** Stores a version, which never changes again. The unique constraint refuses a second one with the same number. */
export const insertVersion = (
  tx: Tx,
  projectId: string,
  { version, brief, hash }: Omit<BriefRow, 'created_at'>,
  now: Date,
) =>
  oneRow<{ version: number }>(
    tx,
    sql`insert into project_briefs (project_id, version, brief, hash, created_at)
      values (${projectId}, ${version}, ${JSON.stringify(brief)}::jsonb, ${hash}, ${now}) returning version`,
  )

/**
 * The brief of a project as its pages show it: the agreed version once a creator was accepted, otherwise the newest.
 * Null where there is none. Reads projects, and the accepted application joined as accepted.
 */
export const briefOfProject =
  raw(`(select json_build_object('version', briefs.version, 'brief', briefs.brief,
    'described', projects.description_generated, 'written_at', ${timeInJson('briefs.created_at').text},
    'agreed_at', case when accepted.id is not null then coalesce(
      (select ${timeInJson('max(answered_at)').text} from amendments where amendments.application_id = accepted.id
        and amendments.brief_version = briefs.version),
      (select ${timeInJson('min(at)').text} from events
      where events.entity = 'application' and events.entity_id = accepted.id and events.move = 'accept')) end)
  from project_briefs briefs
  where briefs.project_id = projects.id
    and briefs.version = coalesce(accepted.brief_version, projects.brief_version))`)

/**
 * The version that everyone else reads: as it was posted, whatever the two sides have agreed since. For a statement
 * about projects.
 */
const postedVersion = `case when projects.posted_deadline is null then projects.brief_version
    else projects.posted_brief_version end`

/** That version, as pages show it; null if there is none. Reads projects. */
export const postedBrief =
  raw(`(select json_build_object('version', briefs.version, 'brief', briefs.brief,
    'described', projects.description_generated, 'written_at', ${timeInJson('briefs.created_at').text}, 'agreed_at', null)
  from project_briefs briefs where briefs.project_id = projects.id and briefs.version = ${postedVersion})`)

/** The brief an application is about: the deal's own if it was accepted, otherwise the posted one. */
const briefOfApplication = `from projects join project_briefs briefs on briefs.project_id = projects.id
    and briefs.version = case when applications.status = 'accepted' then projects.brief_version else ${postedVersion} end
  where projects.id = applications.project_id`

/** The items that this brief asks for; null without a brief. */
export const briefedItems = raw(`(select briefs.brief -> 'items' ${briefOfApplication})`)

/** The rounds that this brief offers; null without a brief. */
export const briefedRounds = raw(
  `(select (briefs.brief ->> 'rounds')::integer ${briefOfApplication})`,
)
