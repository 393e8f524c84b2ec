import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordAct } from '#server/operator/acts/operator-acts.ts'
import type { DisputeRecord } from '#server/providers/stripe/provider-objects.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

/**
 * Evidence that an operator sent about a bank's dispute reached the provider: the call is over, its text is deleted,
 * and the act is recorded under the requesting operator. The call's response and a provider event may both report this;
 * the second finds no call under way and changes nothing.
 */
export async function keepSentEvidence(
  tx: Tx,
  { id, project_id }: Pick<PaymentRow, 'id' | 'project_id'>,
  disputeId: string,
  now: Date,
): Promise<void> {
  const call = await maybeRow<{ asked_by: string; why: string }>(
    tx,
    sql`update provider_calls set state = 'succeeded', settled_at = ${now}, request = null,
        provider_id = ${disputeId}
      where purpose = 'dispute_evidence' and subject = ${disputeId} and state = 'intended'
      returning asked_by, why`,
  )
  if (call === null) return
  await recordAct(tx, {
    actorId: call.asked_by,
    act: 'send_bank_evidence',
    subject: 'payment',
    subjectId: id,
    subjectName: disputeId,
    reason: call.why,
    projectId: project_id,
  })
}

/**
 * Ends a call whose response was lost by what the provider says about the dispute: our evidence is there, or it can no
 * longer be accepted. Otherwise the text would stay stored until someone clicks again.
 */
export async function settleEvidence(
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'project_id'>,
  { disputeId, evidence, evidencePaymentId, outcome }: DisputeRecord,
  now: Date,
): Promise<void> {
  if (evidencePaymentId === payment.id) {
    await keepSentEvidence(tx, payment, disputeId, now)
    return
  }
  if (outcome === 'open' && evidence === 'wanted') return
  await execute(
    tx,
    sql`update provider_calls set state = 'failed', failure = 'not taken any more', settled_at = ${now}, request = null
      where purpose = 'dispute_evidence' and subject = ${disputeId} and state = 'intended'`,
  )
}
