import { type Brief, BRIEF_LIMITS } from '#contract/briefs.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { briefHash } from './brief-hash.ts'
import { currentBrief, insertVersion, newestVersion } from './brief-store.ts'

/**
 * Makes `brief` the project's current one and returns the version that the project now points to. The same brief again
 * is no change and creates no version. The caller holds the project's lock, has checked that no one is hired, and
 * writes the pointer. Throws brief.too_many_versions.
 */
export async function saveBrief(
  tx: Tx,
  projectId: string,
  brief: Brief,
  now: Date,
): Promise<number> {
  const hash = briefHash(brief)
  const current = await currentBrief(tx, projectId)
  if (current?.hash === hash) return current.version
  const { version: newest } = await newestVersion(tx, projectId)
  if (newest >= BRIEF_LIMITS.versions) throw new AppError('brief.too_many_versions')
  const { version } = await insertVersion(tx, projectId, { version: newest + 1, brief, hash }, now)
  return version
}

/** What a project asks for after a change, and whether that differs from before. */
export interface BriefChange {
  brief: Brief | null
  changed: boolean
}

/** Returns what saving `brief` would make of a project's brief. Undefined leaves it as it is, null removes it. */
export async function briefChange(
  tx: Tx,
  projectId: string,
  brief: Brief | null | undefined,
): Promise<BriefChange> {
  const current = await currentBrief(tx, projectId)
  if (brief === undefined) return { brief: current?.brief ?? null, changed: false }
  const hash = brief === null ? null : briefHash(brief)
  return { brief, changed: hash !== (current?.hash ?? null) }
}
