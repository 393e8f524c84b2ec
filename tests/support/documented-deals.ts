import { expect } from 'vitest'
import { applyTo, fundDeal, postProject } from './market-deals.ts'
import type { Visitor } from './market.ts'

/** Two deals with all the documents that a payment can have. */
export interface DocumentedDeals {
  /** Released: its project and the code of its licence. */
  released: { project: string; code: string }
  /** Its money was returned by the creator. */
  returned: { project: string }
}

/** Plays them between a brand and a creator of a market, and waits until every document has been made. */
export async function playDocumentedDeals(
  seller: Visitor,
  creator: Visitor,
): Promise<DocumentedDeals> {
  const hold = async (title: string) => {
    const { id: project } = await postProject(seller, title)
    const { id: application } = await applyTo(creator, { id: project })
    await seller.call('applications.accept', { params: { id: application } })
    await fundDeal(seller, { project, application })
    const payment = await seller.call('payments.for_project', { params: { id: project } })
    return { project, payment: payment?.id ?? '' }
  }
  const [kept, back] = [await hold('A teapot at noon'), await hold('A teapot by night')]
  await seller.call('payments.release', { body: { payment_id: kept.payment } })
  await creator.call('payments.refund', { body: { payment_id: back.payment } })
  const kinds = async (of: Visitor, project: string) =>
    (await of.call('documents.list', { query: {} }))
      .filter((one) => one.project_id === project)
      .map(({ kind }) => kind)
      .toSorted()
  await expect.poll(() => kinds(seller, kept.project)).toEqual(['proof_of_purchase', 'receipt'])
  await expect
    .poll(() => kinds(creator, kept.project))
    .toEqual(['fee_invoice', 'proof_of_purchase'])
  await expect.poll(() => kinds(seller, back.project)).toEqual(['credit_note', 'receipt'])
  const licence = async () =>
    (await seller.call('licences.of_project', { params: { id: kept.project } }))?.code ?? ''
  await expect.poll(licence).not.toBe('')
  return {
    released: { project: kept.project, code: await licence() },
    returned: { project: back.project },
  }
}
