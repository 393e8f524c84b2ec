import type { Clocks } from '#server/clocks/tick.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockWaitingDeliveries } from '#server/deliverables/deliverable-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { ONCE, wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { daysLeft } from '#server/clocks/days.ts'
import { lockPaymentsOfApplication } from '#server/payments/record/payment-store.ts'
import { callSupport, endUndecided, passToDecision, recordMove } from './dispute-moves.ts'
import * as store from './dispute-store.ts'

/**
 * Reminds the side a dispute waits for, passes an unanswered dispute to an operator, and closes one whose money is
 * gone.
 */
export const disputeClocks: Clocks = {
  'disputes nobody answered': async (deps, now) =>
    (
      await rows<{ id: string }>(
        deps.pool,
        sql`select id from deal_disputes where status = 'awaiting_answer' and answer_by <= ${now} order by answer_by`,
      )
    ).map(
      ({ id }) =>
        () =>
          fallDue(deps, id),
    ),
  'disputes to remind of': async (deps, now) =>
    (
      await rows<{ id: string }>(
        deps.pool,
        sql`select id from deal_disputes
          where status = 'awaiting_answer' and answer_by > ${now} and remind_at <= ${now}
            and not ${wasNotified(raw('respondent_id'), {
              kind: 'clock.dispute_reminder',
              entityId: raw('deal_disputes.id'),
              mark: raw(`'${ONCE}'`),
            })}
          order by answer_by`,
      )
    ).map(
      ({ id }) =>
        () =>
          remind(deps, id, now),
    ),
  // A bank took the money back while the dispute was open.
  'disputes whose money is gone': async (deps, now) =>
    (
      await rows<{ id: string }>(
        deps.pool,
        sql`select deal_disputes.id from deal_disputes join payments on payments.id = payment_id
          where deal_disputes.status in ('awaiting_answer', 'awaiting_decision')
            and payments.status <> 'held_in_escrow'`,
      )
    ).map(
      ({ id }) =>
        () =>
          close(deps, id, now),
    ),
}

function fallDue(deps: Deps, id: string): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    if (!(await passToDecision(tx, id, null))) return
    const due = await recordMove(tx, id, {
      move: 'fall_due',
      from: 'awaiting_answer',
      actorId: null,
    })
    await callSupport(tx, deps, due)
  })
}

function remind(deps: Deps, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const dispute = await store.lockDispute(tx, id)
    if (dispute?.status !== 'awaiting_answer') return
    await notifyOfClock(tx, {
      kind: 'clock.dispute_reminder',
      entity: 'deal_dispute',
      entityId: id,
      mark: ONCE,
      daysLeft: daysLeft(Date.parse(dispute.answer_by), now),
    })
  })
}

function close(deps: Deps, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const seen = await store.disputeById(tx, id)
    if (seen === null) return
    await lockWaitingDeliveries(tx, seen.project_id)
    const payments = await lockPaymentsOfApplication(tx, seen.application_id)
    if (payments.find(({ id: one }) => one === seen.payment_id)?.status === 'held_in_escrow') return
    if (!(await endUndecided(tx, id, 'close', now))) return
    await store.unfreeze(tx, seen, now)
    await recordMove(tx, id, { move: 'close', from: seen.status, actorId: null })
  })
}
