import { expect, test } from 'vitest'
import type { ThreadEventKind } from '#contract/conversations.ts'
import { rows, sql } from '#server/db/sql.ts'
import { mailNotification } from '#server/notifications/notification-mails.ts'
import { buildApplication, type BuiltProject, type BuiltUser } from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt } = clocks

type Listing = BuiltProject & { seller: BuiltUser }

const hireOne = (listing: Listing) => buildHire(clocks.api.pool, { listing })
const UNTIL = '2031-03-05'

/** How hiring ends, what waiting applicants then read, and what the thread shows between their messages. */
const ENDS: Record<
  string,
  { end: (listing: Listing) => Promise<unknown>; why: string; card: ThreadEventKind }
> = {
  'with the last seat': {
    end: async (listing) => {
      await hireOne(listing)
      await hireOne(listing)
    },
    why: 'The project was filled: Ellen Harrow Goods hired every creator it wanted.',
    card: 'hiring_filled',
  },
  'when its brand closes it with a seat still free': {
    end: async (listing) => {
      await hireOne(listing)
      await clocks.api.call(listing.seller, 'projects.close_hiring', { params: { id: listing.id } })
    },
    why: 'Ellen Harrow Goods closed hiring for this project.',
    card: 'hiring_closed',
  },
  'on its last day with a seat still free': {
    end: async (listing) => {
      await hireOne(listing)
      await lookAt(3)
    },
    why: 'Its last day of hiring has passed.',
    card: 'hiring_over',
  },
  'on its last day with no one hired': {
    end: () => lookAt(3),
    why: 'Its last day of hiring has passed.',
    card: 'hiring_over',
  },
  'with the project': {
    end: ({ seller, id }) => clocks.api.call(seller, 'projects.cancel', { params: { id } }),
    why: 'Ellen Harrow Goods cancelled the project.',
    card: 'project_cancelled',
  },
}

test.each(Object.entries(ENDS))(
  'hiring that ends %s says so in notice, mail and thread',
  async (_how, { end, why, card }) => {
    await lookAt(0)
    const { pool } = clocks.api
    const listing = await buildListing(pool, {
      seats: 2,
      hiringUntil: UNTIL,
      deadline: '2031-04-01',
    })
    const { creator } = await buildApplication(pool, { project: listing })
    const talk = await clocks.api.call(creator, 'conversations.open', {
      body: { project_id: listing.id },
    })
    await end(listing)

    const [sentence] = await clocks.sentences(creator)
    expect(sentence).toMatch(/^Your application to “.+” was not chosen\. /)
    expect(sentence?.endsWith(why)).toBe(true)
    expect(await mailOf(creator)).toContain(why)
    for (const reader of [creator, listing.seller]) {
      const { body } = await clocks.api.call(reader, 'conversations.events', {
        params: { id: talk.body.id },
      })
      expect(body.map(({ kind }) => kind)).toEqual([card])
    }
  },
)

test('a thread keeps showing how hiring ended when the deals are cancelled later', async () => {
  const { pool } = clocks.api
  const listing = await buildListing(pool, { seats: 2 })
  const waiting = await buildApplication(pool, { project: listing })
  const talk = await clocks.api.call(waiting.creator, 'conversations.open', {
    body: { project_id: listing.id },
  })
  const hired = await hireOne(listing)
  const last = await hireOne(listing)
  for (const { id } of [hired, last])
    await clocks.api.call(listing.seller, 'projects.cancel', { params: { id } })
  const { body } = await clocks.api.call(waiting.creator, 'conversations.events', {
    params: { id: talk.body.id },
  })
  expect(body.map(({ kind }) => kind)).toEqual(['hiring_filled'])
})

/** Returns the text of the only mail that someone is sent. */
async function mailOf(person: BuiltUser): Promise<string> {
  const { pool, deps } = clocks.api
  const notices = await rows<{ id: number }>(
    pool,
    sql`select id from notifications where user_id = ${person.id}`,
  )
  for (const { id } of notices) await mailNotification(deps, id)
  const mails = await rows<{ text: string }>(
    pool,
    sql`select payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'to' = ${person.email}`,
  )
  expect(mails).toHaveLength(1)
  return mails[0]?.text ?? ''
}
