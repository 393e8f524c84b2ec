import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { forgetUnused, markUnused } from '#server/uploads/cleanup-store.ts'
import {
  buildCreator,
  buildDeal,
  buildOperator,
  buildPayment,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { type RefusedUpload, startStorage, type TestStorage } from '#tests/support/storage.ts'

let api: TestStorage
let picture: Buffer
beforeAll(async () => {
  api = await startStorage()
  const canvas = { width: 8, height: 8, channels: 3, background: '#f06428' } as const
  picture = await sharp({ create: canvas }).png().toBuffer()
})
afterAll(() => api.close())

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A deal with its money held. */
async function heldDeal() {
  const deal = await buildDeal(api.pool)
  const payment = await buildPayment(api.pool, { application: deal.application })
  await api.pool.query(
    `update payments set status = 'held_in_escrow', funded_at = now(), stripe_charge_id = 'ch_' || id where id = $1`,
    [payment.id],
  )
  return { ...deal, payment }
}

/** Opens a dispute that waits for the seller's answer. Returns its id. */
async function opened({ creator, payment }: Awaited<ReturnType<typeof heldDeal>>) {
  const { body } = await api.call(creator, 'disputes.open', {
    params: { id: payment.id },
    body: { reason: 'payment_withheld', statement: 'It was handed in a week ago.' },
  })
  return body.id
}

async function disputedDeal() {
  const deal = await heldDeal()
  return { ...deal, id: await opened(deal) }
}
type Deal = Awaited<ReturnType<typeof disputedDeal>>

const upload = (deal: Pick<Deal, 'project'>, by: BuiltUser, bytes = picture, name = 'mug.png') =>
  api.upload(by, { bucket: 'dispute-evidence', name, bytes, projectId: deal.project.id })
const refusal = async (sent: Promise<unknown>) =>
  sent.then(
    () => 'taken',
    (error: RefusedUpload) => error.problem.code,
  )
const state = (deal: Deal, by: BuiltUser, file_ids: string[], statement = 'See for yourself.') =>
  api.call(by, 'disputes.state', { params: { id: deal.id }, body: { statement, file_ids } })

describe('a file for a dispute is refused', () => {
  test('from strangers, as if the deal did not exist', async () => {
    const deal = await disputedDeal()
    for (const stranger of [await buildSeller(api.pool), await buildCreator(api.pool)]) {
      expect(await refusal(upload(deal, stranger))).toBe('request.not_found')
      const { id } = await upload(deal, deal.seller)
      const body = { statement: 'See for yourself.', file_ids: [id] }
      await expectHidden(api, stranger, 'disputes.state', { params: { id: deal.id }, body })
    }
  })

  test('before a dispute is opened and once it is withdrawn', async () => {
    const deal = await heldDeal()
    expect(await refusal(upload(deal, deal.seller))).toBe('dispute.not_open')
    const id = await opened(deal)
    await upload(deal, deal.seller)
    await api.call(deal.creator, 'disputes.withdraw', { params: { id } })
    expect(await refusal(upload(deal, deal.seller))).toBe('dispute.not_open')
  })

  test('if it is neither a picture nor a PDF, or is too large', async () => {
    const deal = await disputedDeal()
    const page = Buffer.from('<script>alert(1)</script>')
    expect(await refusal(upload(deal, deal.seller, page, 'mug.png'))).toBe('upload.bad_type')
    const large = Buffer.alloc(BUCKET_RULES['dispute-evidence'].maxBytes + 1)
    expect(await refusal(upload(deal, deal.seller, large))).toBe('upload.too_large')
  })

  test('if it is the other side’s, of another deal or bucket, already used, or one of more than five', async () => {
    const deal = await disputedDeal()
    const elsewhere = await disputedDeal()
    const theirs = await upload(deal, deal.creator)
    const other = await upload(elsewhere, elsewhere.seller)
    const delivery = await api.upload(deal.creator, {
      bucket: 'deliverable-files',
      bytes: picture,
      projectId: deal.project.id,
    })
    const before = await api.call(deal.seller, 'disputes.for_project', { params: deal.project })
    for (const id of [theirs.id, other.id])
      expectRefusal(await state(deal, deal.seller, [id]), 'upload.not_yours')
    expectRefusal(await state(deal, deal.creator, [delivery.id]), 'upload.not_yours')
    expect((await state(deal, deal.creator, [theirs.id])).status).toBe(200)
    const again = await state(deal, deal.creator, [theirs.id], 'And once more.')
    expectRefusal(again, 'upload.not_yours')
    const many = Array.from({ length: DISPUTE_LIMITS.files_per_statement + 1 }, () => theirs.id)
    expectInvalid(await state(deal, deal.creator, many, 'Many.'), 'file_ids')
    // A refused statement is not stored and does not count as an answer.
    const after = await api.call(deal.seller, 'disputes.for_project', { params: deal.project })
    expect(after.body[0]?.status).toBe(before.body[0]?.status)
    expect(after.body[0]?.statements).toHaveLength(2)
  })
})

test('both sides and the operator read a statement’s files through links that open', async () => {
  const deal = await disputedDeal()
  const photo = await upload(deal, deal.seller)
  const letter = await upload(deal, deal.seller, PDF, 'letter.pdf')
  const files = [photo.id, letter.id]
  expect((await state(deal, deal.seller, files)).status).toBe(200)
  // A repeated click is idempotent.
  expect((await state(deal, deal.seller, files)).body.statements).toHaveLength(2)

  const operator = await buildOperator(api.pool)
  const seen = [
    (await api.call(deal.seller, 'disputes.for_project', { params: deal.project })).body[0],
    (await api.call(deal.creator, 'disputes.for_project', { params: deal.project })).body[0],
    (await api.call(operator, 'operator.dispute', { params: { id: deal.id } })).body,
  ]
  for (const dispute of seen) {
    expect(dispute?.status).toBe('awaiting_decision')
    const shown = dispute?.statements[1]?.files ?? []
    expect(shown).toMatchObject([
      { id: photo.id, file_name: 'mug.png', file_type: 'image/webp' },
      { id: letter.id, file_name: 'letter.pdf', file_type: 'application/pdf' },
    ])
    for (const { file_url, size } of shown) {
      const opened = await api.fetch(null, file_url)
      expect(opened.status).toBe(200)
      expect((await opened.arrayBuffer()).byteLength).toBe(size)
      expect((await api.fetch(deal.seller, file_url.split('?')[0] ?? '')).status).toBe(404)
    }
  }
})

test('files that were shown stay; files that never were are cleaned up', async () => {
  const deal = await disputedDeal()
  const shown = await upload(deal, deal.seller)
  const left = await upload(deal, deal.seller)
  await state(deal, deal.seller, [shown.id])
  await markUnused(api.pool, new Date())
  const later = new Date(Date.now() + 1_000)
  const gone = await forgetUnused(api.pool, later, later)
  expect(gone.map(({ id }) => id)).toContain(left.id)
  expect(gone.map(({ id }) => id)).not.toContain(shown.id)
})
