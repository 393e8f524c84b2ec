import { createHash } from 'node:crypto'
import { compactVerify, importJWK } from 'jose'
import type { Keyring } from '#server/keyring/keyring.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type ProviderRequest, requestHash } from '#server/providers/stripe/provider-request.ts'
import { licenceKeys, sign } from './licence-keys.ts'

/** The signed statement about evidence sent to a bank (decision 0109). `sentAt` in UTC. */
interface SentEvidence {
  actId: string
  paymentId: string
  disputeId: string
  request: ProviderRequest
  sentAt: Date
}

/** Stores the hash of sent evidence with our signature, in the transaction that erases its text. */
export async function sealEvidence(
  tx: Tx,
  keys: Keyring,
  { actId, paymentId, disputeId, request, sentAt }: SentEvidence,
): Promise<void> {
  const sha256 = requestHash(request)
  const text = JSON.stringify({
    ...statementOf({ act_id: actId, payment_id: paymentId, dispute_id: disputeId, sha256 }),
    sent_at: sentAt.toISOString(),
    fields: fieldHashes(request),
  })
  await execute(
    tx,
    sql`insert into bank_evidence_seals (act_id, payment_id, dispute_id, sha256, seal, sealed_at)
      values (${actId}, ${paymentId}, ${disputeId}, ${sha256}, ${await sign(tx, keys, text)}, ${sentAt})`,
  )
}

interface SealRow {
  act_id: string
  payment_id: string
  dispute_id: string
  sha256: string
  seal: string
}

const statementOf = (row: Omit<SealRow, 'seal'>) => ({
  what: 'bank_evidence',
  act_id: row.act_id,
  payment_id: row.payment_id,
  dispute_id: row.dispute_id,
  sha256: row.sha256,
})

/** Returns the SHA-256, in hex, of each text by its field, so that one text can be disclosed without the others. */
function fieldHashes({ params }: ProviderRequest): Record<string, string> {
  const fields = Object.entries((params['evidence'] ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    fields.map(([name, value]) => [name, createHash('sha256').update(String(value)).digest('hex')]),
  )
}

/** The number of seals if all are valid, or a sentence about the first invalid one. */
export type SealsVerdict = { holds: true; seals: number } | { holds: false; problem: string }

/**
 * Checks every seal: our signature, what it says, and the act that names the same hash. Also checks that every act that
 * names a hash has a seal. The chain of acts, which protects the acts themselves, is verified separately
 * (act-chain.ts).
 */
export async function sealsVerdict(tx: Tx): Promise<SealsVerdict> {
  const keys = new Map((await licenceKeys(tx)).map((key) => [key.kid, key]))
  const seals = await rows<SealRow & { named: string | null }>(
    tx,
    sql`select act_id, payment_id, dispute_id, sha256, seal, subject_name as named
      from bank_evidence_seals left join operator_acts on operator_acts.id = act_id
        and act = 'send_bank_evidence' and subject_id = payment_id::text
      order by sealed_at, act_id`,
  )
  for (const row of seals) {
    if (!(await isSigned(row, keys)))
      return broken(row.dispute_id, 'its seal was changed, or is not ours')
    if (row.named !== sealedName(row.dispute_id, row.sha256))
      return broken(row.dispute_id, 'the act in the log names another hash')
  }
  const lost = await maybeRow<{ named: string }>(
    tx,
    sql`select subject_name as named from operator_acts where act = 'send_bank_evidence' and subject_name like '% %'
      and not exists (select from bank_evidence_seals where act_id = operator_acts.id) order by number limit 1`,
  )
  return lost === null
    ? { holds: true, seals: seals.length }
    : broken(lost.named.split(' ')[0] ?? '', 'its seal is gone')
}

/** The subject of an act that sent evidence: the dispute, and the hash of what was sent. */
export const sealedName = (disputeId: string, sha256: string): string => `${disputeId} ${sha256}`

async function isSigned(
  row: SealRow,
  keys: ReadonlyMap<string | undefined, Parameters<typeof importJWK>[0]>,
): Promise<boolean> {
  try {
    const { payload } = await compactVerify(row.seal, async ({ kid }) => {
      const key = keys.get(kid)
      if (key === undefined) throw new Error(`no key ${kid}`)
      return importJWK(key, 'EdDSA')
    })
    const said = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    return Object.entries(statementOf(row)).every(([name, value]) => said[name] === value)
  } catch {
    return false
  }
}

const broken = (disputeId: string, what: string): SealsVerdict => ({
  holds: false,
  problem: `Evidence about ${disputeId}: ${what}.`,
})
