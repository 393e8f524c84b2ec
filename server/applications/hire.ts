import { BRIEF_LIMITS, type BriefItem } from '#contract/briefs.ts'
import { withItems } from '#contract/brief-checks.ts'
import { plainBrief } from '#contract/plain-brief.ts'
import { currentBrief } from '#server/briefs/brief-store.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import { ensureConversation } from '#server/conversations/conversation-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { agreedOffer, lateRefusal } from '#server/offers/record/offer-store.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { moveProject, refreshProject } from '#server/projects/project-moves.ts'
import { descriptionOf } from '#server/projects/project-description.ts'
import {
  agreeDeadline,
  keepPosted,
  type ProjectRow,
  saveProject,
} from '#server/projects/project-store.ts'
import { openShipment } from '#server/shipping/record/shipment-moves.ts'
import { acceptPending, fillApplications } from './application-moves.ts'
import type { ApplicationRow } from './application-store.ts'
import { countHire, splitOff } from './split-off.ts'

/** Whom to hire for which project, which the caller has locked; `actorId` is the person who caused it. */
interface Hiring {
  applicationId: string
  project: ProjectRow
  actorId: string
  now: Date
}

/**
 * Accepts an application, by a click or by an offer: the project starts, by the agreed date, the conversation exists,
 * and everyone else who waited is answered (decision P12). When several creators are wanted, all of that happens to the
 * deal that is split off, and the others keep waiting until the last seat is taken. Throws
 * application.already_answered, application.project_filled, brief.too_many_checks, and what `lateRefusal` and `splitOff`
 * find.
 */
export async function hire(tx: Tx, hiring: Hiring): Promise<ApplicationRow> {
  const { applicationId, project, now } = hiring
  if (project.seats === 1) return start(tx, hiring)
  const deal = await splitOff(tx, project, { applicationId, now })
  const accepted = await start(tx, { ...hiring, project: deal })
  await countHire(tx, project)
  return accepted
}

/** Starts the deal, and the project with it. */
async function start(
  tx: Tx,
  { applicationId, project, actorId, now }: Hiring,
): Promise<ApplicationRow> {
  const agreed = await agreedOffer(tx, applicationId)
  if (agreed !== null) await keepPosted(tx, project.id)
  // Runs before the acceptance, which freezes the brief in its current state.
  if (agreed?.items) await agreeItems(tx, project, agreed.items, now)
  const accepted = await acceptPending(tx, applicationId, actorId)
  if (accepted === null) throw new AppError('application.already_answered')
  // The deadline could not be corrected afterwards.
  if (agreed !== null && isPast(agreed.deliver_by, now))
    throw new AppError(await lateRefusal(tx, applicationId))
  if (agreed !== null) await agreeDeadline(tx, project.id, agreed.deliver_by)
  const started = await moveProject(tx, { project, move: 'start', actorId: null })
  if (started === null) throw new AppError('application.project_filled')
  await ensureConversation(tx, {
    projectId: project.id,
    sellerId: project.seller_id,
    creatorId: accepted.creator_id,
  })
  await openShipment(tx, project, now)
  await refreshProject(tx, project.id, [
    'applications',
    'projects',
    'conversations',
    'invitations',
    'dashboard',
  ])
  await fillApplications(tx, started)
  return accepted
}

/**
 * Adds the pieces that the two sides agreed on to the brief, in a version of their own. A generated description is
 * updated to match. Throws brief.too_many_checks.
 */
async function agreeItems(
  tx: Tx,
  project: ProjectRow,
  items: BriefItem[],
  now: Date,
): Promise<void> {
  const current = await currentBrief(tx, project.id)
  const brief = current === null ? plainBrief(items) : withItems(current.brief, items)
  // The brief may have changed since the offer was checked against it.
  if (brief.checks.length > BRIEF_LIMITS.checks) throw new AppError('brief.too_many_checks')
  const generated = project.description_generated
  await saveProject(tx, {
    ...project,
    ...(generated ? descriptionOf(null, brief) : {}),
    brief_version: await saveBrief(tx, project.id, brief, now),
  })
}
