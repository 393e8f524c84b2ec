import { type Brief, BRIEF_LIMITS } from '#contract/briefs.ts'
import { describeBrief } from '#contract/brief-text.ts'
import type { AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { newestVersion } from '#server/briefs/brief-store.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import {
  agreeDeadline,
  keepPosted,
  lockProject,
  pointToBrief,
} from '#server/projects/project-store.ts'

/**
 * Applies the date and the brief of an amendment that counts from now on to the deal, whose project is locked. The days
 * that a parcel's arrival gave since it was proposed stay. Returns the version of the brief, if it has one. Throws
 * brief.too_many_versions.
 */
export async function agreeTerms(
  tx: Tx,
  projectId: string,
  { application_id: applicationId, brief, ...dates }: AmendmentRow,
  now: Date,
): Promise<number | null> {
  await keepPosted(tx, projectId)
  if (dates.deliver_by !== null) {
    const { deadline } = foundOr404(await lockProject(tx, projectId))
    await agreeDeadline(tx, projectId, dayUnder(dates, deadline) ?? deadline)
  }
  return brief === null ? null : agreeBrief(tx, projectId, applicationId, brief, now)
}

/**
 * Returns the day that an amendment makes the deal's, which is due on `deadline` until then; null if it changes no day.
 * Only the arrival of a parcel sets another date while a change is open, and takes no time away (decision 0079).
 */
export function dayUnder(
  {
    deliver_by: day,
    against_deliver_by: against,
  }: Pick<AmendmentRow, 'deliver_by' | 'against_deliver_by'>,
  deadline: string,
): string | null {
  if (day === null) return null
  return deadline > against && deadline > day ? deadline : day
}

/**
 * Checks that there is room for one more version: what is agreed now and paid for later has to fit. Throws
 * brief.too_many_versions.
 */
export async function assertVersionFits(tx: Tx, projectId: string): Promise<void> {
  const { version } = await newestVersion(tx, projectId)
  if (version >= BRIEF_LIMITS.versions) throw new AppError('brief.too_many_versions')
}

async function agreeBrief(
  tx: Tx,
  projectId: string,
  applicationId: string,
  brief: Brief,
  now: Date,
): Promise<number> {
  const version = await saveBrief(tx, projectId, brief, now)
  await pointToBrief(tx, projectId, version)
  await execute(
    tx,
    sql`update applications set brief_version = ${version} where id = ${applicationId}`,
  )
  // Text that was generated from the brief follows it. The brand's own text stays.
  await execute(
    tx,
    sql`update projects set description = ${describeBrief(brief)}
      where id = ${projectId} and description_generated`,
  )
  return version
}
