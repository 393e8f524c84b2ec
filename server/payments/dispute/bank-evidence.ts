import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { writeAct } from '#server/operator/acts/operator-acts.ts'
import { type ProviderRequest, requestHash } from '#server/providers/stripe/provider-request.ts'
import { sealedName, sealEvidence } from '#server/signatures/evidence-seals.ts'
import type { DisputeRecord } from '#server/providers/stripe/provider-objects.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

type EvidenceDeps = Pick<Deps, 'config' | 'clock'>

/**
 * Records that the evidence an operator sent about a bank's dispute reached the provider: the call is over, its text is
 * deleted, its hash is sealed (decision 0109), and the act is recorded under the requesting operator. Both the call's
 * response and a provider event may report this; the second finds no call under way and is a no-op.
 */
export async function keepSentEvidence(
  tx: Tx,
  { config, clock }: EvidenceDeps,
  { id, project_id }: Pick<PaymentRow, 'id' | 'project_id'>,
  disputeId: string,
): Promise<void> {
  const now = clock()
  // The seal refers to the payment, so storing it locks the payment. Events lock the payment first too: another order
  // would deadlock with them.
  await execute(tx, sql`select 1 from payments where id = ${id} for key share`)
  const call = await maybeRow<{ asked_by: string; why: string; request: ProviderRequest }>(
    tx,
    sql`update provider_calls set state = 'succeeded', settled_at = ${now}, request = null,
        provider_id = ${disputeId}
      from (select id, request from provider_calls
        where purpose = 'dispute_evidence' and subject = ${disputeId} and state = 'intended' for update) sent
      where provider_calls.id = sent.id
      returning asked_by, why, sent.request`,
  )
  if (call === null) return
  const actId = await writeAct(tx, {
    actorId: call.asked_by,
    act: 'send_bank_evidence',
    subject: 'payment',
    subjectId: id,
    subjectName: sealedName(disputeId, requestHash(call.request)),
    reason: call.why,
    projectId: project_id,
  })
  await sealEvidence(tx, config.keys, {
    actId,
    paymentId: id,
    disputeId,
    request: call.request,
    sentAt: now,
  })
}

/**
 * Settles a call whose response was lost, from what the provider says about the dispute: our evidence is there, or it
 * can no longer be accepted. Otherwise the text would stay stored until someone clicks again.
 */
export async function settleEvidence(
  tx: Tx,
  deps: EvidenceDeps,
  payment: Pick<PaymentRow, 'id' | 'project_id'>,
  { disputeId, evidence, evidencePaymentId, outcome }: DisputeRecord,
): Promise<void> {
  if (evidencePaymentId === payment.id) {
    await keepSentEvidence(tx, deps, payment, disputeId)
    return
  }
  if (outcome === 'open' && evidence === 'wanted') return
  await execute(
    tx,
    sql`update provider_calls set state = 'failed', failure = 'not taken any more', settled_at = ${deps.clock()}, request = null
      where purpose = 'dispute_evidence' and subject = ${disputeId} and state = 'intended'`,
  )
}
