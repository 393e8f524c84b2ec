import type { OwnTemplate } from '#contract/brief-schemas.ts'
import { BRIEF_LIMITS } from '#contract/briefs.ts'
import { currentBrief } from '#server/briefs/brief-store.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { lockOwnProject } from '#server/projects/project-service.ts'
import { countTemplates, insertTemplate, templateNamed } from './brief-template-store.ts'

/**
 * Saves the brief of one's own project under a name. Idempotent for the same brief and name. Throws 404 for others'
 * projects, brief.none, brief.template_named, brief.too_many_templates.
 */
export function saveTemplate(
  deps: Deps,
  viewer: Viewer,
  { project_id: projectId, name }: { project_id: string; name: string },
  now: Date,
): Promise<OwnTemplate> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProject(tx, viewer, projectId)
    const current = await currentBrief(tx, projectId)
    if (current === null) throw new AppError('brief.none')
    await lockOwnProfile(tx, viewer.id)
    const known = await templateNamed(tx, viewer.id, name)
    if (known !== null && known.hash !== current.hash) throw nameTaken()
    if (known !== null) return known
    const { count } = await countTemplates(tx, viewer.id)
    if (count >= BRIEF_LIMITS.templates) throw new AppError('brief.too_many_templates')
    return insertTemplate(tx, viewer.id, { name, ...current }, now)
  })
}

function nameTaken(): AppError {
  const refusal = new AppError('brief.template_named')
  return new AppError(refusal.code, { fields: { name: refusal.message } })
}
