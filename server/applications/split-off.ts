import { currentBrief } from '#server/briefs/brief-store.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { answerByHire } from '#server/invitations/invitation-moves.ts'
import { leadToDeal } from '#server/notifications/notification-store.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { agreedOffer } from '#server/offers/record/offer-store.ts'
import { moveProject, refreshProject } from '#server/projects/project-moves.ts'
import { insertProject, pointToBrief, type ProjectRow } from '#server/projects/project-store.ts'
import { moveToDeal, takenSeats } from '#server/projects/listing-store.ts'
import { fillApplications } from './application-moves.ts'
import { dueRefusal, hireRefusal } from './application-policy.ts'
import { applicationById } from './application-store.ts'

/**
 * Splits the deal with one applicant off a project that wants several, into a project of its own, with what is asked
 * for now, the application, its conversation and the notices about it; an open invitation is answered. The new project
 * is active until the caller starts it, in the same transaction. The caller holds the project's lock, so two hires
 * never count the same seats or the same money. Throws project.filled, project.hiring_over, project.budget_exceeded,
 * project.due_over, 404 for an application to another project.
 */
export async function splitOff(
  tx: Tx,
  listing: ProjectRow,
  { applicationId, now }: { applicationId: string; now: Date },
): Promise<ProjectRow> {
  const application = foundOr404(await applicationById(tx, applicationId))
  const taken = await takenSeats(tx, listing.id)
  const refusal =
    hireRefusal(listing, taken, application.proposed_price, now) ??
    dueRefusal(listing, await agreedOffer(tx, applicationId), now)
  if (refusal !== null) throw new AppError(refusal)
  const inserted = await insertProject(tx, {
    ...listing,
    status: 'active',
    seats: 1,
    hiring_until: null,
    budget_total: null,
    listing_id: listing.id,
  })
  await recordEvent(tx, {
    entity: 'project',
    entityId: inserted.id,
    projectId: inserted.id,
    actorId: listing.seller_id,
    move: 'create',
    from: null,
    to: inserted.status,
  })
  await moveToDeal(tx, { id: inserted.id, applicationId, listing })
  await leadToDeal(tx, {
    dealId: inserted.id,
    listingId: listing.id,
    application: {
      id: applicationId,
      sellerId: listing.seller_id,
      creatorId: application.creator_id,
    },
  })
  await answerByHire(tx, { projectId: listing.id, creatorId: application.creator_id, now })
  const asked = await currentBrief(tx, listing.id)
  return asked === null
    ? inserted
    : pointToBrief(tx, inserted.id, await saveBrief(tx, inserted.id, asked.brief, now))
}

/**
 * Runs after a hire: once the last seat is taken, the project stops hiring, and everyone else who waits is answered.
 */
export async function countHire(tx: Tx, listing: ProjectRow): Promise<void> {
  const { hired } = await takenSeats(tx, listing.id)
  const filled =
    hired >= listing.seats
      ? await moveProject(tx, { project: listing, move: 'start', actorId: null })
      : null
  await refreshProject(tx, listing.id, ['applications', 'projects', 'invitations', 'dashboard'])
  if (filled !== null) await fillApplications(tx, filled)
}
