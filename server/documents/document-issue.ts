import { DOCUMENT_NOTES, CREDIT_WORDS, lineWords } from '#contract/document-words.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { orderMails } from './document-mails.ts'
import {
  correctable,
  type DealFacts,
  dealFacts,
  type DocumentContent,
  insertDocument,
  lockDocumentsOf,
} from '#server/documents/record/document-store.ts'
import {
  missingDocuments,
  type RequiredDocument,
} from '#server/documents/record/required-documents.ts'

/** What making documents needs of the product. */
interface Issuer extends Pick<Deps, 'pool' | 'clock'> {
  config: Pick<Deps['config'], 'brandName'>
}

/**
 * The job: makes what a payment's committed movements still need, one movement a transaction, so that a process that is
 * killed leaves whole documents. Idempotent: the same movement has its documents once, whatever runs twice or at once.
 */
export async function issueDocuments(deps: Issuer, paymentId: string): Promise<void> {
  while (await issueNext(deps, paymentId));
}

/** Makes the documents of the first movement that lacks some; false when none does. */
const issueNext = (deps: Issuer, paymentId: string): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    await lockDocumentsOf(tx, paymentId)
    const missing = await missingDocuments(tx, paymentId)
    const facts = await dealFacts(tx, paymentId)
    const first = missing[0]?.movement_id
    for (const needed of missing)
      if (needed.movement_id === first) await issue(deps, tx, needed, facts)
    return first !== undefined
  })

async function issue(
  deps: Issuer,
  tx: Tx,
  needed: RequiredDocument,
  facts: DealFacts,
): Promise<void> {
  const about = needed.corrects ?? needed.kind
  const document = {
    kind: needed.kind,
    about: { payment_id: needed.payment_id, movement_id: needed.movement_id, facts },
    currency: facts.currency,
    party_id: about === 'fee_invoice' ? facts.creator_id : facts.seller_id,
    // The creator sells what was bought, and is named.
    other_id: about === 'proof_of_purchase' ? facts.creator_id : null,
    reason: needed.reason,
    now: deps.clock(),
  }
  for (const { total, corrects } of await parts(tx, needed)) {
    const content = contentOf(deps.config, needed, facts, total)
    const { id } = await insertDocument(tx, { ...document, total, corrects, content })
    await orderMails(tx, id, [document.party_id, document.other_id])
  }
}

/**
 * A credit note takes back one document. What is more than is left of the oldest goes on to the next; what is more than
 * is left of all, because a bank took what had gone back before, is of the last.
 */
async function parts(
  tx: Tx,
  { payment_id, kind, corrects, total }: RequiredDocument,
): Promise<{ total: number; corrects: string | null }[]> {
  if (kind !== 'credit_note') return [{ total, corrects: null }]
  const documents = await correctable(tx, payment_id, corrects)
  const last = documents.at(-1)
  if (last === undefined) throw new Error(`nothing to credit of payment ${payment_id}`)
  const found: { total: number; corrects: string }[] = []
  let rest = total
  for (const { id, left } of documents) {
    const taken = Math.min(rest, left)
    if (taken > 0) found.push({ total: taken, corrects: id })
    rest -= Math.max(taken, 0)
  }
  const end = found.at(-1)
  if (rest > 0 && end?.corrects === last.id) end.total += rest
  else if (rest > 0) found.push({ total: rest, corrects: last.id })
  return found
}

function contentOf(
  { brandName }: Issuer['config'],
  { kind, corrects, reason }: RequiredDocument,
  facts: DealFacts,
  cents: number,
): DocumentContent {
  const named = (name: string) => ({ name, address: [] })
  const about = corrects ?? kind
  const words =
    kind === 'receipt' && facts.purpose !== 'deal' ? lineWords.extraReceipt : lineWords[kind]
  return {
    issuer: named(brandName),
    recipient: named(about === 'fee_invoice' ? facts.creator_name : facts.seller_name),
    supplier: about === 'proof_of_purchase' ? named(facts.creator_name) : null,
    lines: [{ text: words(facts.project_title), cents }],
    notes:
      kind === 'credit_note'
        ? [reason === null ? '' : CREDIT_WORDS[reason]]
        : [DOCUMENT_NOTES[kind]],
    payment_method: about === 'fee_invoice' ? null : facts.payment_method,
  }
}
