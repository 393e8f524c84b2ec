import { creditNotes, DOCUMENT_NOTES, lineWords } from '#contract/document-words.ts'
import type { TaxProfile } from '#contract/tax-schemas.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { partyOf } from '#server/tax/document-party.ts'
import { configuredTax, type TaxEngine } from '#server/tax/tax-engine.ts'
import { taxProfilesOf } from '#server/tax/tax-store.ts'
import { orderMails } from './document-mails.ts'
import { creditedTax, taxOf } from './document-tax.ts'
import {
  correctable,
  type DealFacts,
  dealFacts,
  type DocumentContent,
  type DocumentTax,
  insertDocument,
  lockDocumentsOf,
} from '#server/documents/record/document-store.ts'
import {
  missingDocuments,
  type RequiredDocument,
} from '#server/documents/record/required-documents.ts'

/** What document creation needs from the product. */
export interface Issuer extends Pick<Deps, 'pool' | 'clock'> {
  config: Pick<Deps['config'], 'documentIssuer' | 'tax'>
}

/** The operator as named on a document. */
export const issuerOf = ({
  documentIssuer: { name, address },
}: Pick<Issuer['config'], 'documentIssuer'>) => ({
  name,
  address: [...address],
})

/**
 * The job: creates the documents that a payment's committed movements still need, one movement per transaction, so that
 * a process that is killed leaves only complete documents. Idempotent: a movement gets its documents once, even if the
 * job runs twice or concurrently.
 */
export async function issueDocuments(
  deps: Issuer,
  paymentId: string,
  engine: TaxEngine = configuredTax(deps.config.tax),
): Promise<void> {
  while (await issueNext(deps, paymentId, engine));
}

/** Creates the documents of the first movement that lacks some; returns false when none does. */
const issueNext = (deps: Issuer, paymentId: string, engine: TaxEngine): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    await lockDocumentsOf(tx, paymentId)
    const missing = await missingDocuments(tx, paymentId)
    const first = missing[0]?.movement_id
    if (first === undefined) return false
    const facts = await dealFacts(tx, paymentId)
    const profiles = await taxProfilesOf(tx, [facts.seller_id, facts.creator_id])
    const making = { deps, engine, facts, profiles, now: deps.clock() }
    for (const needed of missing) if (needed.movement_id === first) await issue(making, tx, needed)
    return true
  })

/** What the documents of one movement are created from: everything that is copied into them. */
interface Making {
  deps: Issuer
  engine: TaxEngine
  facts: DealFacts
  profiles: ReadonlyMap<string, TaxProfile>
  now: Date
}

async function issue(making: Making, tx: Tx, needed: RequiredDocument): Promise<void> {
  const { facts, now } = making
  const about = needed.corrects ?? needed.kind
  const document = {
    kind: needed.kind,
    about: { payment_id: needed.payment_id, movement_id: needed.movement_id, facts },
    currency: facts.currency,
    party_id: about === 'fee_invoice' ? facts.creator_id : facts.seller_id,
    // The creator is the seller of what was bought, and is named as such.
    other_id: about === 'proof_of_purchase' ? facts.creator_id : null,
    reason: needed.reason,
    now,
  }
  for (const { total, corrects, tax } of await parts(tx, needed)) {
    const content = contentOf(making, needed, total, tax)
    const { id } = await insertDocument(tx, { ...document, total, corrects, content })
    await orderMails(tx, id, [document.party_id, document.other_id])
  }
}

/** One document to be created for a movement; `tax` is what a credit note reverses of its document's tax. */
interface Part {
  total: number
  corrects: string | null
  tax: DocumentTax | null
}

/**
 * Splits a credit note, because each one reverses one document. An amount larger than what is left of the oldest
 * document continues with the next. An amount larger than what is left of all of them, because a bank took what had
 * already been returned, is charged to the last.
 */
async function parts(
  tx: Tx,
  { payment_id, kind, corrects, total }: RequiredDocument,
): Promise<Part[]> {
  if (kind !== 'credit_note') return [{ total, corrects: null, tax: null }]
  const documents = await correctable(tx, payment_id, corrects)
  const last = documents.at(-1)
  if (last === undefined) throw new Error(`nothing to credit of payment ${payment_id}`)
  const found: Part[] = []
  let rest = total
  for (const document of documents) {
    const taken = document === last && rest > 0 ? rest : Math.max(Math.min(rest, document.left), 0)
    if (taken > 0)
      found.push({ total: taken, corrects: document.id, tax: creditedTax(document, taken) })
    rest -= taken
  }
  return found
}

function contentOf(
  { deps, engine, facts, profiles, now }: Making,
  { kind, corrects, reason }: RequiredDocument,
  cents: number,
  credited: DocumentTax | null,
): DocumentContent {
  const about = corrects ?? kind
  const isFee = about === 'fee_invoice'
  const creator = profiles.get(facts.creator_id) ?? null
  const seller = profiles.get(facts.seller_id) ?? null
  const words =
    kind === 'receipt' && facts.purpose !== 'deal' ? lineWords.extraReceipt : lineWords[kind]
  const decided =
    kind === 'fee_invoice'
      ? engine.taxOn({ buyer: creator, day: now.toISOString().slice(0, 10) })
      : null
  const tax = decided === null ? credited : taxOf(decided, deps.config.tax.name, cents)
  // Both sides may read a proof of purchase.
  const isShared = about === 'proof_of_purchase'
  return {
    issuer: issuerOf(deps.config),
    recipient: isFee
      ? partyOf(facts.creator_name, creator)
      : partyOf(facts.seller_name, seller, isShared),
    supplier: isShared ? partyOf(facts.creator_name, creator, true) : null,
    lines: [{ text: words(facts.project_title), cents }],
    ...(tax === null ? {} : { tax }),
    notes:
      kind === 'credit_note'
        ? reason === null
          ? []
          : creditNotes(reason)
        : [DOCUMENT_NOTES[kind], ...(decided?.sentence == null ? [] : [decided.sentence])],
    payment_method: isFee ? null : facts.payment_method,
  }
}
