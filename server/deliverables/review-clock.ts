import { REVIEW_REMINDER_DAYS, REVIEW_WINDOW_DAYS, reviewDeadline } from '#contract/deliverables.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { daysBefore, daysLeft } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { execute, maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { renderMail } from '#server/mail/mail-layout.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { ownMoneyBack } from '#server/payments/record/deal-money.ts'
import { lockPaymentsOfProject, type PaymentRow } from '#server/payments/record/payment-store.ts'
import { releaseIfDue } from '#server/payments/release/release-clock.ts'
import { settleLicence } from '#server/licences/record/licence-moves.ts'
import { waiveOpenChanges } from '#server/review/notes/obligations.ts'
import { answerDeliverable } from './deliverable-moves.ts'
import { refreshParties } from './deliverable-refresh.ts'
import { deliverableById, isMoneyBack, REVIEW_WINDOW_FROM } from './deliverable-store.ts'

/** A dispute pauses the window while it is open, and its decision ends it. */
const undisputed =
  raw(`not exists (select from deal_disputes where deal_disputes.project_id = projects.id
  and deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided'))`)

/**
 * Opens a dispute about held money. Supplied by server/disputes (see clock-tasks.ts): disputes read deliveries as
 * evidence, so this folder cannot import them.
 */
type RaiseDispute = (
  tx: Tx,
  about: { payment: PaymentRow; held: readonly PaymentRow[] },
  opening: {
    openedBy: null
    respondentId: string
    reason: 'review_overdue'
    deliverableId: string
    statement: null
  },
  now: Date,
) => Promise<unknown>

/** The reminder for one day of the window. */
const dayMark = raw(`'day ' || mark.day`)

/**
 * The review window (decision P16): reminders on days 3, 5 and 6, the outcome on day 7. A cancelled project has no
 * review window, and a deal whose own payment went back has none either.
 */
export const reviewClocks = (raiseDispute: RaiseDispute): Clocks => ({
  'reviews that are over': (deps, now) =>
    rows<{ id: string }>(
      deps.pool,
      // A review that was escalated while no money was held is checked again once money is held.
      sql`select deliverables.id from deliverables join projects on projects.id = deliverables.project_id
        where deliverables.status = 'pending' and projects.status in ('in_progress', 'completed')
          and (deliverables.escalated_at is null or (${deps.config.reviewWindowOutcome} = 'escalate'
            and exists (select from payments where payments.project_id = projects.id and payments.purpose = 'deal'
              and payments.status = 'held_in_escrow' and payments.moving is null and not payments.disputed)))
          and deliverables.created_at <= ${daysBefore(now, REVIEW_WINDOW_DAYS)}
          and ${REVIEW_WINDOW_FROM} <= ${daysBefore(now, REVIEW_WINDOW_DAYS)} and ${undisputed}
          and not ${ownMoneyBack}
          and not exists (select from deal_disputes where deliverable_id = deliverables.id)
        order by deliverables.created_at`,
    ).then((due) =>
      due.map(
        ({ id }) =>
          () =>
            endReview(deps, raiseDispute, id, now),
      ),
    ),
  // Of several reminders that came due while no server was running, only the latest is sent.
  'reviews to remind of': (deps, now) =>
    rows<{ id: string; mark: string }>(
      deps.pool,
      sql`select deliverables.id, ${dayMark} as mark
        from deliverables join projects on projects.id = deliverables.project_id
        cross join lateral (select max(day) as day from unnest(${REVIEW_REMINDER_DAYS}::integer[]) day
          where ${REVIEW_WINDOW_FROM} + make_interval(hours => day * 24) <= ${now}) mark
        where deliverables.status = 'pending' and projects.status = 'in_progress' and mark.day is not null
          and ${REVIEW_WINDOW_FROM} > ${daysBefore(now, REVIEW_WINDOW_DAYS)} and ${undisputed}
          and not ${ownMoneyBack} and not ${wasNotified(raw('projects.seller_id'), {
            kind: 'clock.review_reminder',
            entityId: raw('deliverables.id'),
            mark: dayMark,
          })}
        order by deliverables.created_at`,
    ).then((due) =>
      due.map(
        ({ id, mark }) =>
          () =>
            remind(deps, id, mark, now),
      ),
    ),
})

async function endReview(
  deps: Deps,
  raiseDispute: RaiseDispute,
  id: string,
  now: Date,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const waiting = await maybeRow<{ project_id: string }>(
      tx,
      sql`select project_id from deliverables where id = ${id} and status = 'pending' for update`,
    )
    if (waiting === null) return
    // Opening a dispute and ordering a refund take this lock too, so what was just committed is seen.
    const payments = await lockPaymentsOfProject(tx, waiting.project_id)
    if (payments.some(({ deal_dispute_id: dispute }) => dispute !== null)) return
    if (await isMoneyBack(tx, waiting.project_id)) return
    if (deps.config.reviewWindowOutcome === 'escalate') {
      const held = payments.filter(({ status }) => status === 'held_in_escrow')
      return held.length > 0
        ? escalate(tx, raiseDispute, id, held, now)
        : callSupport(tx, deps, id, now)
    }
    const answer = { id, move: 'approve', actorId: null, reviewerNotes: null, now } as const
    const approved = await answerDeliverable(tx, answer)
    // The same claim as for a click (decision P8): approval and order to pay commit together. Money that is frozen, or
    // has no destination yet, stays held; the release clock comes back to it.
    if (approved === null) return
    await releaseIfDue(tx, approved.project_id, now)
    await settleLicence(tx, approved.application_id, now)
    await waiveOpenChanges(tx, approved, { waive: true, actorId: null }, now)
  })
}

/**
 * Opens a dispute about the money held for an unanswered delivery. While any of that money is moving, or is frozen by a
 * bank, the next tick tries again.
 */
async function escalate(
  tx: Tx,
  raiseDispute: RaiseDispute,
  id: string,
  held: readonly PaymentRow[],
  now: Date,
): Promise<void> {
  const [payment] = held
  if (payment === undefined || held.some((one) => one.moving !== null || one.disputed)) return
  await execute(tx, sql`update deliverables set escalated_at = ${now} where id = ${id}`)
  const opening = {
    openedBy: null,
    respondentId: payment.seller_id,
    reason: 'review_overdue',
    deliverableId: id,
    statement: null,
  } as const
  await raiseDispute(tx, { payment, held }, opening, now)
}

/** Without held money there is nothing to dispute: an operator is notified once, and the seller can still answer. */
async function callSupport(tx: Tx, deps: Deps, id: string, now: Date): Promise<void> {
  const { brandName, publicUrl: siteUrl, supportEmail } = deps.config
  const escalated = await execute(
    tx,
    sql`update deliverables set escalated_at = ${now} where id = ${id} and escalated_at is null`,
  )
  const deliverable = escalated === 0 ? null : await deliverableById(tx, id)
  if (deliverable === null) return
  await recordEvent(tx, {
    entity: 'deliverable',
    entityId: id,
    projectId: deliverable.project_id,
    actorId: null,
    move: 'escalate',
    from: 'pending',
    to: 'pending',
  })
  await refreshParties(tx, deliverable)
  const subject = `A review is overdue: “${deliverable.project_title}”`
  const lines = [
    `Deliverable ${id} of project ${deliverable.project_id} was not answered within ${REVIEW_WINDOW_TEXT}.`,
  ]
  const mail = renderMail({ brandName, siteUrl }, { subject, heading: subject, lines })
  await queueMail(tx, supportEmail, mail, { dedupeId: `escalated-${id}` })
}

async function remind(deps: Deps, id: string, mark: string, now: Date): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const waiting = await maybeRow<{ project_id: string; review_from: string }>(
      tx,
      sql`select project_id, ${REVIEW_WINDOW_FROM} as review_from from deliverables
        where id = ${id} and status = 'pending' for share`,
    )
    if (waiting === null || (await isMoneyBack(tx, waiting.project_id))) return
    await notifyOfClock(tx, {
      kind: 'clock.review_reminder',
      entity: 'deliverable',
      entityId: id,
      mark,
      daysLeft: daysLeft(reviewDeadline(waiting.review_from), now),
      escalates: deps.config.reviewWindowOutcome === 'escalate',
    })
  })
}
