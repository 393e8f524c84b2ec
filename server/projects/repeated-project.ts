import { isDeepStrictEqual } from 'node:util'
import type { Brief } from '#contract/briefs.ts'
import { briefChange } from '#server/briefs/save-brief.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { postedProject } from './project-detail-store.ts'
import type { NewProjectRow, ProjectRow } from './project-store.ts'

/** What a request to post a project asks for, as it would be stored. */
export interface AskedProject {
  row: NewProjectRow
  brief: Brief | null
  to_invite: string | null
}

/**
 * Returns the seller's project of this id: the request is repeated because its response was lost. Null if the seller has
 * none. Decision 0118. Throws project.already_saved if the project differs from what is asked for, or has changed since.
 */
export async function repeatedProject(
  tx: Tx,
  id: string,
  { row, brief, to_invite }: AskedProject,
): Promise<ProjectRow | null> {
  const stored = await postedProject(tx, id, row.seller_id)
  if (stored === null) return null
  const asked: Partial<typeof stored> = { ...row, to_invite }
  const differs = (Object.keys(asked) as (keyof typeof asked)[]).some(
    (key) => !isDeepStrictEqual(asked[key] ?? null, stored[key]),
  )
  if (differs || (await briefChange(tx, id, brief)).changed)
    throw new AppError('project.already_saved')
  return stored
}
