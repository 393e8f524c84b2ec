import { AMENDMENT_LIMITS, type AmendmentMove, amendmentTransitions } from '#contract/amendments.ts'
import { agreeTerms, assertVersionFits, dayUnder } from '#server/amendments/agreed/agreement.ts'
import { moveAmendment, type SystemMove } from '#server/amendments/record/amendment-moves.ts'
import { amendmentById, type AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { applicationById } from '#server/applications/application-store.ts'
import { DAY_MS, HOUR_MS } from '#server/clocks/days.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumAdded } from '#server/fees/minimum-price.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { extraCents } from '#server/payments/record/payment-store.ts'
import { agreeOnLess } from '#server/payments/refund/agreed-refund.ts'
import { isPast } from '#server/projects/project-edit.ts'
import {
  actorOf,
  dealRefusal,
  extraCentsOf,
  hasLostExtra,
  heldPriceRefusal,
  heldStanding,
  moveRefusal,
} from './amendment-policy.ts'
import {
  amendmentsOfDeal,
  type AmendmentsOfDeal,
  assertOtherSide,
  refreshDeal,
} from './amendment-service.ts'
import { type Deal, lockDeal } from './deal-store.ts'

/** The moves a person can make with an existing amendment. */
export type AmendmentAnswer = Exclude<AmendmentMove, SystemMove | 'agree' | 'call_off'>

/**
 * Answers or withdraws an amendment, once. A repeated request by the same side is a no-op. Accepting makes its price
 * and date the deal's, and its brief the next version and the agreed one, all or nothing. Throws 404 for strangers,
 * amendment.wrong_side, amendment.answered, amendment.expired; for accepting also amendment.date_over,
 * amendment.payment_begun, amendment.price_not_lower, amendment.other_side_gone, brief.too_many_versions,
 * price.below_minimum, and what `dealRefusal` finds.
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
    const { status } = amendment
    const isRepeated =
      (status === amendmentTransitions[move].to || (move === 'accept' && status === 'unpaid')) &&
      (amendmentTransitions[move].by as readonly string[]).includes(actorOf(deal.side, amendment))
    if (!isRepeated) {
      const refusal = moveRefusal(amendment, move, deal.side, now)
      if (refusal !== null) throw new AppError(refusal)
      if (move === 'accept') await assertAcceptable(tx, deal, amendment, now)
      const by = { actorId: viewer.id, now }
      const extra = move === 'accept' ? await extraOf(tx, deps, deal, amendment, now) : null
      const agreed =
        extra === null && move === 'accept' ? await agree(tx, deal, amendment, by) : { extra }
      const moved = await moveAmendment(tx, {
        id,
        move: extra === null ? move : 'agree',
        ...by,
        ...agreed,
      })
      if (moved === null) throw new AppError('amendment.answered')
      await refreshDeal(tx, deal)
    }
    return amendmentsOfDeal(tx, deal, now)
  })
}

/** What accepting depends on besides the amendment itself. */
async function assertAcceptable(
  tx: Tx,
  deal: Deal,
  amendment: AmendmentRow,
  now: Date,
): Promise<void> {
  const { price } = amendment
  const day = dayUnder(amendment, deal.project.deadline)
  const over = dealRefusal(deal)
  if (over !== null) throw new AppError(over)
  // The proposal may be older than what took the extra. A payment of the deal itself is checked by what it moves.
  if (price !== null && hasLostExtra(deal)) throw new AppError('amendment.payment_begun')
  await assertOtherSide(tx, deal, now)
  if (day !== null && isPast(day, now)) throw new AppError('amendment.date_over')
}

/**
 * Returns what an amendment adds to held money, and until when the brand can pay it. Until it is held, no part of the
 * amendment counts (decision 0073). Null when its price adds nothing, or when nothing is held. Throws whatever refusal
 * applies to its price, price.below_minimum, and brief.too_many_versions, which would otherwise be discovered only after
 * the money has arrived.
 */
async function extraOf(
  tx: Tx,
  deps: Deps,
  deal: Deal,
  amendment: AmendmentRow,
  now: Date,
): Promise<{ cents: number; payBy: Date } | null> {
  const { price, brief, created_at: proposedAt } = amendment
  const held = heldStanding(deal)
  if (price === null || held === null) return null
  const refusal = heldPriceRefusal(price, held, deal)
  if (refusal !== null) throw new AppError(refusal)
  if (price <= held) return null
  // Nothing was held when it was proposed, so what it adds is a new price. Otherwise it was checked then, and stands.
  const isHeldSince = Date.parse(deal.payment?.funded_at ?? '') > Date.parse(proposedAt)
  if (isHeldSince) assertMinimumAdded(deps, { price, held })
  if (brief !== null) await assertVersionFits(tx, deal.project.id)
  const day = dayUnder(amendment, deal.project.deadline)
  return { cents: price - held, payBy: payBy(day, now) }
}

/** Returns until when the brand can pay: AMENDMENT_LIMITS.payHours, but not after the proposed day is over (in UTC). */
function payBy(day: string | null, now: Date): Date {
  const limit = now.getTime() + AMENDMENT_LIMITS.payHours * HOUR_MS
  return new Date(day === null ? limit : Math.min(limit, Date.parse(day) + DAY_MS))
}

/**
 * Makes its price the application's, which everything after it reads: funding, fees, statements, the money checks. If
 * money is held, the difference is ordered back to the card: returns its cents, or null when nothing is held. The write
 * is its own guard: throws amendment.payment_begun when there is a payment that is not held, and what `agreeOnLess`
 * throws. Funding holds the same lock.
 */
async function agreePrice(
  tx: Tx,
  { people, payment, extras }: Deal,
  price: number,
  by: { actorId: string; now: Date },
): Promise<number | null> {
  const priceCents = price - extraCentsOf({ extras })
  const returned = payment === null ? null : await agreeOnLess(tx, { payment, priceCents, ...by })
  const agreed = await maybeRow(
    tx,
    sql`update applications set proposed_price = ${price}
      where id = ${people.application_id}
        and not exists (select from payments where payments.application_id = applications.id
          and purpose = 'deal' and amount - agreed_refund + ${extraCents} <> ${price})
      returning id`,
  )
  if (agreed === null) throw new AppError('amendment.payment_begun')
  return returned
}

/**
 * Makes its price and date the deal's, and its brief the next version and the agreed one. Returns the version, if there
 * is one, and the cents that go back to the card.
 */
async function agree(
  tx: Tx,
  deal: Deal,
  amendment: AmendmentRow,
  by: { actorId: string; now: Date },
): Promise<{ briefVersion: number | null; returned: number | null }> {
  const { price } = amendment
  const returned = price === null ? null : await agreePrice(tx, deal, price, by)
  const briefVersion = await agreeTerms(tx, deal.project.id, amendment, by.now)
  return { briefVersion, returned }
}
