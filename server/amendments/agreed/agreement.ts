import { type Brief, BRIEF_LIMITS } from '#contract/briefs.ts'
import { describeBrief } from '#contract/brief-text.ts'
import type { AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { newestVersion } from '#server/briefs/brief-store.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { agreeDeadline, keepPosted, pointToBrief } from '#server/projects/project-store.ts'

/**
 * Applies the date and the brief of an amendment that counts from now on to the deal, whose project is locked. Returns
 * the version of the brief, if it has one. Throws brief.too_many_versions.
 */
export async function agreeTerms(
  tx: Tx,
  projectId: string,
  { application_id: applicationId, deliver_by: day, brief }: AmendmentRow,
  now: Date,
): Promise<number | null> {
  await keepPosted(tx, projectId)
  if (day !== null) await agreeDeadline(tx, projectId, day)
  return brief === null ? null : agreeBrief(tx, projectId, applicationId, brief, now)
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
