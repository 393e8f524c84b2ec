import { offerTransitions } from '#contract/offers.ts'
import { agreePrice } from '#server/applications/application-moves.ts'
import { applicationById, payoutReady } from '#server/applications/application-store.ts'
import { hire } from '#server/applications/hire.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { isHidden, lockProject } from '#server/projects/project-store.ts'
import { type NegotiationRow, negotiationOf } from './negotiation-service.ts'
import { actorOf, closedRefusal, moveRefusal } from './offer-policy.ts'
import { assertOtherSide, lockSeat, refreshSides, type Seat } from './offer-service.ts'
import { moveOffer } from '#server/offers/record/offer-moves.ts'
import { lateRefusal, offerById, type OfferRow } from '#server/offers/record/offer-store.ts'

/** What someone does with an existing offer. */
export type OfferAnswer = 'accept' | 'decline' | 'withdraw'

/**
 * Answers or withdraws an offer, once; a repeated request by the same side is a no-op. Accepting makes its terms the
 * application's, and hires if the offer says so, all or nothing. Throws 404 for strangers, offer.wrong_side,
 * offer.answered, offer.expired; for accepting also what `lateRefusal` finds, offer.other_side_gone,
 * application.payout_setup_required, and what accepting an application throws.
 */
export function answerOffer(
  deps: Deps,
  viewer: Viewer,
  id: string,
  move: OfferAnswer,
  now: Date,
): Promise<NegotiationRow> {
  return inTransaction(deps.pool, async (tx) => {
    const { application_id: applicationId } = foundOr404(await offerById(tx, id))
    const seat = await lockSeat(tx, viewer, applicationId)
    const offer = foundOr404(await offerById(tx, id))
    const isRepeated =
      offer.status === offerTransitions[move].to &&
      (offerTransitions[move].by as readonly string[]).includes(actorOf(seat.side, offer))
    if (!isRepeated) {
      const refusal = moveRefusal(offer, move, seat.side, now)
      if (refusal !== null) throw new AppError(refusal)
      if (move === 'accept') await assertAcceptable(tx, seat, offer, now)
      const moved = await moveOffer(tx, { id, move, actorId: viewer.id, now })
      if (moved === null) throw new AppError('offer.answered')
      if (move === 'accept') await agree(tx, seat, moved, { actorId: viewer.id, now })
      await refreshSides(tx, seat)
    }
    // With several seats, hiring moved the application to its deal.
    const { project_id: projectId } = foundOr404(await applicationById(tx, applicationId))
    return negotiationOf(tx, applicationId, foundOr404(await lockProject(tx, projectId)))
  })
}

/** What accepting depends on besides the offer itself. */
async function assertAcceptable(tx: Tx, seat: Seat, offer: OfferRow, now: Date): Promise<void> {
  const closed = closedRefusal(seat)
  if (closed !== null) throw new AppError(closed)
  if (await isHidden(tx, seat.project.id)) throw new AppError('application.project_hidden')
  await assertOtherSide(tx, seat, now)
  if (isPast(offer.deliver_by, now)) throw new AppError(await lateRefusal(tx, seat.application.id))
  // SPEC §5: no creator commits to a price before they can be paid. A creator who made the offer had to be ready then.
  if (seat.side === 'creator' && !(await payoutReady(tx, seat.application.creator_id)))
    throw new AppError('application.payout_setup_required')
}

/** The offer's price becomes the application's. A brand's acceptance hires; a creator's hires if the brand said so. */
async function agree(
  tx: Tx,
  seat: Seat,
  offer: OfferRow,
  by: { actorId: string; now: Date },
): Promise<void> {
  const { application, project } = seat
  const agreed = await agreePrice(tx, application.id, offer.price)
  // The owner has rejected the application meanwhile and can still undo that: its creator must not learn of it
  // (decision P33).
  if (agreed === null) throw new AppError('offer.answered')
  if (offer.hire_at_once) await hire(tx, { applicationId: application.id, project, ...by })
}
