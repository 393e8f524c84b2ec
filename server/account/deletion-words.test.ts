import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildDeal,
  buildDeliverable,
  buildFile,
  buildNote,
  buildReviews,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { type Call, duringDeletionOf, tablesWith } from '#tests/support/during-deletion.ts'
import { buildExtension, buildLicence } from '#tests/support/licences.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** What is written while the account is being deleted: no other row contains it. */
const TYPED = 'Heliotrope'

/** What is written in a deal; each returns its author, their counterpart and the call. */
const WRITTEN: Record<string, () => Promise<[author: BuiltUser, other: BuiltUser, Call]>> = {
  'a message': async () => {
    const { creator, seller, conversation } = await buildDeal(api.pool)
    const body = { content: TYPED }
    const send: Call = () =>
      api.call(creator, 'messages.send', { params: { id: conversation.id }, body })
    return [creator, seller, send]
  },
  'a message with a file': async () => {
    const { creator, seller, conversation, project } = await buildDeal(api.pool)
    const file = await buildFile(api.pool, { owner: creator, bucket: 'message-files', project })
    const body = { content: TYPED, file_ids: [file.id] }
    const send: Call = () =>
      api.call(creator, 'messages.send', { params: { id: conversation.id }, body })
    return [creator, seller, send]
  },
  'a reply to a note': async () => {
    const { creator, seller, application } = await buildDeal(api.pool)
    const deliverable = await buildDeliverable(api.pool, {
      application: { ...application, creator },
    })
    const note = await buildNote(api.pool, { deliverable })
    const body = { id: randomUUID(), body: TYPED }
    const reply: Call = () => api.call(creator, 'review.reply', { params: { id: note.id }, body })
    return [creator, seller, reply]
  },
  'an answer to a note': async () => {
    const { creator, seller, application } = await buildDeal(api.pool)
    const deliverable = await buildDeliverable(api.pool, {
      application: { ...application, creator },
    })
    const note = await buildNote(api.pool, { deliverable })
    const body = { done: false, text: TYPED }
    const answer: Call = () => api.call(creator, 'review.answer', { params: { id: note.id }, body })
    return [creator, seller, answer]
  },
  'an answer to a review': async () => {
    const deal = await buildDeal(api.pool)
    const reviews = await buildReviews(api.pool, deal, { shown: true })
    const answer: Call = () =>
      api.call(deal.creator, 'reputation.answer', {
        params: { id: reviews.seller },
        body: { body: TYPED },
      })
    return [deal.creator, deal.seller, answer]
  },
}

test.each(Object.entries(WRITTEN))(
  '%s by someone whose account is being deleted is not stored',
  async (_, prepare) => {
    const [author, , write] = await prepare()
    const reply = await duringDeletionOf(api, author, write)
    expect(reply?.status).toBeGreaterThanOrEqual(401)
    expect(reply?.status).toBeLessThan(500)
    expect(await tablesWith(api, TYPED)).toEqual([])
  },
)

test.each(['a message', 'a message with a file'])(
  '%s to someone whose account is being deleted is refused',
  async (what) => {
    const [, other, write] = (await WRITTEN[what]?.()) ?? []
    if (other === undefined || write === undefined) throw new Error(`nothing sends ${what}`)
    expect(await duringDeletionOf(api, other, write)).toMatchObject({
      status: 409,
      body: { code: 'conversation.account_deleted' },
    })
    expect(await tablesWith(api, TYPED)).toEqual([])
  },
)

/** A finished deal whose licence has an end. */
async function licensed() {
  const deal = await buildDeal(api.pool)
  await execute(
    api.pool,
    sql`update projects set status = 'completed' where id = ${deal.project.id}`,
  )
  const licence = await buildLicence(api.pool, deal)
  const ends = sql`update licences set ends_on = (granted_at + interval '6 months')::date where id = ${licence.id}`
  await execute(api.pool, ends)
  return { ...deal, licence }
}

const extensionsOf = ({ id }: { id: string }) =>
  oneRow(
    api.pool,
    sql`select coalesce(array_agg(status), '{}') as statuses from licence_extensions where licence_id = ${id}`,
  )

test.each(['seller', 'creator'] as const)(
  'the %s of a deal begins no extension while one of the two accounts is being deleted',
  async (side) => {
    for (const leaves of ['seller', 'creator'] as const) {
      const deal = await licensed()
      const wish = { id: randomUUID(), months: 6, price: 120 }
      const reply = await duringDeletionOf(api, deal[leaves], () =>
        api.call(deal[side], 'extensions.make', { params: { id: deal.project.id }, body: wish }),
      )
      expect(reply).toMatchObject(
        leaves === side
          ? { status: 401, body: { code: 'request.unauthenticated' } }
          : { status: 409, body: { code: 'extension.other_side_gone' } },
      )
      expect(await extensionsOf(deal.licence)).toEqual({ statuses: [] })
    }
  },
)

test.each(['seller', 'creator'] as const)(
  'an extension is not accepted while the account of its %s is being deleted',
  async (leaves) => {
    const deal = await licensed()
    const { id } = await buildExtension(api.pool, deal.licence)
    const reply = await duringDeletionOf(api, deal[leaves], () =>
      api.call(deal.creator, 'extensions.accept', { params: { id } }),
    )
    // The deletion has ended it before the acceptance gets its lock.
    expect(reply).toMatchObject({ status: 409, body: { code: 'extension.answered' } })
    expect(await extensionsOf(deal.licence)).toEqual({
      statuses: [leaves === 'seller' ? 'withdrawn' : 'declined'],
    })
  },
)
