import { type AmendmentMove, amendmentTransitions } from '#contract/amendments.ts'
import type { Brief } from '#contract/briefs.ts'
import { describeBrief } from '#contract/brief-text.ts'
import { moveAmendment } from '#server/amendments/record/amendment-moves.ts'
import { amendmentById, type AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { applicationById } from '#server/applications/application-store.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { agreeOnLess } from '#server/payments/refund/agreed-refund.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { agreeDeadline, keepPosted, pointToBrief } from '#server/projects/project-store.ts'
import { actorOf, dealRefusal, moveRefusal } from './amendment-policy.ts'
import {
  amendmentsOfDeal,
  type AmendmentsOfDeal,
  assertOtherSide,
  refreshDeal,
} from './amendment-service.ts'
import { type Deal, lockDeal } from './deal-store.ts'

/** What someone does with an amendment that exists. */
export type AmendmentAnswer = Exclude<AmendmentMove, 'expire' | 'close'>

/**
 * Answers or withdraws an amendment, once; the same again by the same side changes nothing. Accepting makes its price and date the
 * deal's, and its brief the next version and the agreed one, all or nothing. Throws 404 for strangers,
 * amendment.wrong_side, amendment.answered, amendment.expired; for accepting also amendment.date_over,
 * amendment.payment_begun, amendment.price_not_lower, amendment.other_side_gone, brief.too_many_versions, and what `dealRefusal` finds.
 */
export function answerAmendment(
  deps: Deps,
  viewer: Viewer,
  id: string,
  move: AmendmentAnswer,
  now: Date,
): Promise<AmendmentsOfDeal> {
  return inTransaction(deps.pool, async (tx) => {
    const { application_id: applicationId } = foundOr404(await amendmentById(tx, id))
    const application = foundOr404(await applicationById(tx, applicationId))
    const deal = await lockDeal(tx, viewer, application.project_id)
    const amendment = foundOr404(await amendmentById(tx, id))
    const isRepeated =
      amendment.status === amendmentTransitions[move].to &&
      (amendmentTransitions[move].by as readonly string[]).includes(actorOf(deal.side, amendment))
    if (!isRepeated) {
      const refusal = moveRefusal(amendment, move, deal.side, now)
      if (refusal !== null) throw new AppError(refusal)
      if (move === 'accept') await assertAcceptable(tx, deal, amendment, now)
      const agreed =
        move === 'accept' ? await agree(tx, deal, amendment, { actorId: viewer.id, now }) : {}
      const moved = await moveAmendment(tx, { id, move, actorId: viewer.id, now, ...agreed })
      if (moved === null) throw new AppError('amendment.answered')
      await refreshDeal(tx, deal)
    }
    return amendmentsOfDeal(tx, deal)
  })
}

/** What accepting depends on besides the amendment itself. */
async function assertAcceptable(
  tx: Tx,
  deal: Deal,
  { deliver_by: day }: AmendmentRow,
  now: Date,
): Promise<void> {
  const over = dealRefusal(deal)
  if (over !== null) throw new AppError(over)
  await assertOtherSide(tx, deal, now)
  if (day !== null && isPast(day, now)) throw new AppError('amendment.date_over')
}

/**
 * Its price becomes the application's, which everything after it reads: funding, fees, statements, the money checks. Of
 * held money the difference is ordered back to the card: returns its cents, null where nothing is held. The
 * write is its own guard: throws amendment.payment_begun when there is a payment that is not held, and what
 * `agreeOnLess` throws. Funding holds the same lock.
 */
async function agreePrice(
  tx: Tx,
  { people, payment }: Deal,
  price: number,
  by: { actorId: string; now: Date },
): Promise<number | null> {
  const returned =
    payment === null ? null : await agreeOnLess(tx, { payment, priceCents: price, ...by })
  const agreed = await maybeRow(
    tx,
    sql`update applications set proposed_price = ${price}
      where id = ${people.application_id}
        and not exists (select from payments where payments.application_id = applications.id
          and purpose = 'deal' and amount - agreed_refund <> ${price})
      returning id`,
  )
  if (agreed === null) throw new AppError('amendment.payment_begun')
  return returned
}

/**
 * Its price and date become the deal's, its brief the next version and the agreed one. Returns the version, if there is
 * one, and the cents that go back to the card.
 */
async function agree(
  tx: Tx,
  deal: Deal,
  { deliver_by: day, price, brief }: AmendmentRow,
  by: { actorId: string; now: Date },
): Promise<{ briefVersion: number | null; returned: number | null }> {
  const { project, people } = deal
  const returned = price === null ? null : await agreePrice(tx, deal, price, by)
  await keepPosted(tx, project.id)
  if (day !== null) await agreeDeadline(tx, project.id, day)
  const briefVersion =
    brief === null ? null : await agreeBrief(tx, project.id, people.application_id, brief, by.now)
  return { briefVersion, returned }
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
  // Words that were made from the brief follow it; the brand's own stay.
  await execute(
    tx,
    sql`update projects set description = ${describeBrief(brief)}
      where id = ${projectId} and description_generated`,
  )
  return version
}
