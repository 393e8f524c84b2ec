import {
  LICENCE_OF_MONEY,
  type LicenceStatus,
  licenceTransitions,
  paidEnough,
  type VoidReason,
} from '#contract/licences.ts'
import { moneyState } from '#contract/originals.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { agreedTerms } from '#server/licences/terms/terms-store.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { randomCode } from './licence-code.ts'
import { addFiles, insertLicence, type LicenceFacts, licenceFacts } from './licence-store.ts'

/** The only SQL that writes `licences.status`. */

/**
 * Makes a deal's licence follow its money (contract/licences.ts): grants it once, adds the files that were delivered
 * since, or voids it. Idempotent. Call it whenever money leaves escrow or a delivery is approved, in that transaction,
 * with the deal's payments locked.
 */
export async function settleLicence(tx: Tx, applicationId: string, now: Date): Promise<void> {
  const facts = await licenceFacts(tx, applicationId)
  const { licence } = facts
  const meaning = meaningOf(facts)
  if (meaning === 'keep') return
  if (meaning !== 'grant') {
    if (licence !== null) await move(tx, licence, facts, { name: 'void', reason: meaning, now })
    return
  }
  const id = licence?.id ?? (await grant(tx, applicationId, facts, now))
  if (id === null) return
  if (licence?.status === 'void')
    await move(tx, licence, facts, { name: 'reinstate', reason: null, now: null })
  const added = await addFiles(tx, id)
  if (licence === null || added > 0) await certify(tx, id)
}

/** What the money means for the licence. If a bank took held money, the licence is refunded, and the bank is named. */
function meaningOf({ money, amount, returned }: LicenceFacts): 'grant' | 'keep' | VoidReason {
  const meaning = LICENCE_OF_MONEY[moneyState(money)]
  if (meaning === 'refunded' && money?.dispute_outcome === 'lost') return 'charged_back'
  if (meaning === 'grant' && !paidEnough({ amountCents: amount, returnedCents: returned }))
    return 'refunded'
  return meaning
}

async function grant(
  tx: Tx,
  applicationId: string,
  facts: LicenceFacts,
  now: Date,
): Promise<string | null> {
  const id = await insertLicence(tx, {
    code: randomCode(),
    applicationId,
    terms: await agreedTerms(tx, applicationId),
    facts,
    now,
  })
  if (id !== null)
    await recordEvent(tx, eventOf(id, facts, { move: 'grant', from: null, to: 'granted' }))
  return id
}

/** The signature needs a key, which is read and created outside of the money's transaction. */
const certify = (tx: Tx, id: string) =>
  enqueue(tx, 'licences.certify', { licence_id: id }, { key: `licences.certify:${id}` })

/** Moves a licence along its transition table; a no-op when it is already there. */
async function move(
  tx: Tx,
  { id, status }: { id: string; status: LicenceStatus },
  facts: LicenceFacts,
  to: { name: keyof typeof licenceTransitions; reason: VoidReason | null; now: Date | null },
): Promise<void> {
  const transition = licenceTransitions[to.name]
  const changed = await execute(
    tx,
    sql`update licences set status = ${transition.to}, void_reason = ${to.reason}, voided_at = ${to.now}
      where id = ${id} and status = any(${transition.from})`,
  )
  if (changed > 0)
    await recordEvent(tx, eventOf(id, facts, { move: to.name, from: status, to: transition.to }))
}

/** Licences move by themselves: no one is the actor. */
const eventOf = (
  id: string,
  { project_id: projectId }: LicenceFacts,
  moved: {
    move: 'grant' | keyof typeof licenceTransitions
    from: LicenceStatus | null
    to: LicenceStatus
  },
) => ({ entity: 'licence' as const, entityId: id, projectId, actorId: null, ...moved })
