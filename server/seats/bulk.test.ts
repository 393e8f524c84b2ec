import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { usdFromCents } from '#contract/money.ts'
import { WRITE_RATES } from '#contract/rate-limits.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { createWriteLimits } from '#server/http/write-limits.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildOffer,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { builtViewer, twoProcesses } from '#tests/support/two-processes.ts'
import { declineSeveral, offerSeveral, shortlistSeveral } from './bulk-service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => api.setNow(null))

type Listing = Awaited<ReturnType<typeof buildListing>>
const NOTE = 'We went with a warmer look this time.'
const TERMS = {
  price: 180.5,
  deliver_by: '2031-01-20',
  rounds: 1,
  note: 'For all three reels.',
  hire_at_once: true,
  hours: 72,
}
const offersTo = (applications: readonly { id: string }[]) =>
  applications.map((one) => ({ id: randomUUID(), application_id: one.id }))

/** Each act on a listing's applications, as its button calls it. */
const ACTS = {
  'projects.shortlist': (ids: readonly string[]) => ({ application_ids: ids }),
  'projects.decline': (ids: readonly string[]) => ({ application_ids: ids, note: NOTE }),
  'projects.offer': (ids: readonly string[]) => ({
    ...TERMS,
    offers: offersTo(ids.map((id) => ({ id }))),
  }),
} as const
const KEYS = Object.keys(ACTS) as (keyof typeof ACTS)[]
type Key = keyof typeof ACTS

const call = (as: { id: string }, key: Key, id: string, body: object) =>
  api.call(as, key, { params: { id }, body: body as never })
const act = (listing: Listing, key: Key, ids: readonly string[]) =>
  call(listing.seller, key, listing.id, ACTS[key](ids))
const codes = (reply: { body: { rows: readonly { error: { code: string } | null }[] } }) =>
  reply.body.rows.map(({ error }) => error?.code ?? 'done')

/** The stored state of an application: whether it is marked, rejected and with which text, and its offers in cents. */
const stored = (id: string) =>
  oneRow<{ marked: boolean; rejected: boolean; note: string | null; offers: number[] }>(
    api.pool,
    sql`select shortlisted_at is not null as marked, reject_at is not null as rejected, reject_note as note,
        array(select price::bigint::integer from offers where application_id = applications.id order by number) as offers
      from applications where id = ${id}`,
  )
const UNTOUCHED = { marked: false, rejected: false, note: null, offers: [] }

const applicants = async (listing: Listing, count: number) => {
  const built = []
  for (let one = 0; one < count; one += 1)
    built.push(await buildApplication(api.pool, { project: listing }))
  return built
}

describe.each(KEYS)('%s refuses', (key) => {
  test('everyone but the brand, and a project that hires one creator', async () => {
    const listing = await buildListing(api.pool)
    const [application] = await applicants(listing, 1)
    const body = ACTS[key]([application?.id ?? ''])
    await expectHidden(api, await buildSeller(api.pool), key, { params: { id: listing.id }, body })
    const creator = await buildCreator(api.pool)
    await buildHire(api.pool, { listing, creator })
    expectRefusal(await call(creator, key, listing.id, body), 'request.sellers_only')
    const single = await buildProject(api.pool, { seller: listing.seller })
    expectRefusal(await call(listing.seller, key, single.id, body), 'project.hires_one')
    expect(await stored(application?.id ?? '')).toEqual(UNTOUCHED)
  })

  test('more than 20 rows in one click', async () => {
    const listing = await buildListing(api.pool)
    const ids = Array.from({ length: 21 }, () => randomUUID())
    const field = key === 'projects.offer' ? 'offers' : 'application_ids'
    expectInvalid(await act(listing, key, ids), field)
    expect((await act(listing, key, ids.slice(1))).status).toBe(200)
    expect(codes(await act(listing, key, []))).toEqual([])
  })

  test('a row of another project, even of the same brand, and does the rest', async () => {
    const listing = await buildListing(api.pool)
    const own = await buildListing(api.pool, { seller: listing.seller })
    const [mine, ofOther, ofOwn] = [
      await buildApplication(api.pool, { project: listing }),
      await buildApplication(api.pool, { project: await buildListing(api.pool) }),
      await buildApplication(api.pool, { project: own }),
    ]
    const reply = await act(listing, key, [ofOther.id, mine.id, ofOwn.id, randomUUID()])
    const hidden = 'request.not_found'
    expect(codes(reply)).toEqual([hidden, 'done', hidden, hidden])
    for (const { id } of [ofOther, ofOwn]) expect(await stored(id)).toEqual(UNTOUCHED)
    expect(await stored(mine.id)).not.toEqual(UNTOUCHED)
  })

  test('a row that is already hired or answered, and does the rest', async () => {
    const listing = await buildListing(api.pool)
    const [hired, answered, waits] = await applicants(listing, 3)
    await buildHire(api.pool, { listing, application: hired })
    await api.call(listing.seller, 'applications.reject', { params: { id: answered?.id ?? '' } })
    const ids = [hired, answered, waits].map((one) => one?.id ?? '')
    expect(codes(await act(listing, key, ids))).toEqual([
      'application.already_answered',
      'application.already_answered',
      'done',
    ])
    expect(await stored(ids[0] ?? '')).toEqual(UNTOUCHED)
    expect(await stored(ids[1] ?? '')).toEqual({ ...UNTOUCHED, rejected: true })
  })

  test('a row of a creator who blocked the brand', async () => {
    const listing = await buildListing(api.pool)
    const [apart] = await applicants(listing, 1)
    await api.call(apart?.creator ?? null, 'blocks.add', {
      params: { id: listing.seller.id },
    })
    const [code] = codes(await act(listing, key, [apart?.id ?? '']))
    expect(code).not.toBe('done')
    expect(await stored(apart?.id ?? '')).toEqual(UNTOUCHED)
  })
})

describe('several applications at once', () => {
  test('are shortlisted, and repeating the click keeps the first timestamps', async () => {
    const listing = await buildListing(api.pool)
    const ids = (await applicants(listing, 3)).map(({ id }) => id)
    api.setNow(new Date('2031-01-02T10:00:00Z'))
    expect(codes(await act(listing, 'projects.shortlist', [...ids, ...ids]))).toHaveLength(3)
    api.setNow(new Date('2031-01-02T11:00:00Z'))
    expect(codes(await act(listing, 'projects.shortlist', ids))).toEqual(['done', 'done', 'done'])
    const moments = await rows<{ at: string }>(
      api.pool,
      sql`select distinct shortlisted_at as at from applications where id = any(${ids})`,
    )
    expect(moments.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2031-01-02T10:00:00.000Z',
    ])
  })

  test('are declined with one note that creators see only after the undo period, and an undo removes it', async () => {
    const now = new Date('2031-01-02T10:00:00Z')
    api.setNow(now)
    const listing = await buildListing(api.pool)
    const [told, undone] = await applicants(listing, 2)
    const ids = [told?.id ?? '', undone?.id ?? '']
    const { body } = await act(listing, 'projects.decline', ids)
    expect(body.rows).toEqual(
      ids.map((application_id) => ({
        application_id,
        error: null,
        undo_until: '2031-01-02T10:00:10Z',
      })),
    )
    const read = async (who: typeof told) => [
      (await api.call(who?.creator ?? null, 'applications.own', { params: { id: listing.id } }))
        .body,
      (await api.call(who?.creator ?? null, 'applications.mine')).body[0],
    ]
    for (const one of await read(told)) expect(one).toMatchObject({ reject_note: null })
    await api.call(listing.seller, 'applications.undo_reject', { params: { id: ids[1] ?? '' } })
    expect(await stored(ids[1] ?? '')).toEqual(UNTOUCHED)
    api.setNow(new Date(now.getTime() + 11_000))
    await clockTasks(api.deps)['clocks.tick']({})
    for (const one of await read(told))
      expect(one).toMatchObject({ status: 'rejected', reject_note: NOTE })
    for (const one of await read(undone))
      expect(one).toMatchObject({ status: 'pending', reject_note: null })
    const mails = await mailsTo(api.pool, told?.creator ?? { id: '' })
    expect(mails).toHaveLength(1)
  })

  test('are declined once when the same note is repeated; another note is refused for each row', async () => {
    const listing = await buildListing(api.pool)
    const ids = (await applicants(listing, 2)).map(({ id }) => id)
    const first = await act(listing, 'projects.decline', ids)
    expect((await act(listing, 'projects.decline', ids)).body).toEqual(first.body)
    const other = { application_ids: ids, note: 'Another text.' }
    const none = { application_ids: ids, note: '' }
    for (const body of [other, none])
      expect(codes(await call(listing.seller, 'projects.decline', listing.id, body))).toEqual([
        'application.already_answered',
        'application.already_answered',
      ])
    expect(await stored(ids[0] ?? '')).toMatchObject({ rejected: true, note: NOTE })
  })

  test.each([LOWEST_PRICE, LOWEST_PRICE + 1, HIGHEST_PRICE])(
    'get the same offer of %s cents each, and no second one',
    async (cents) => {
      const listing = await buildListing(api.pool)
      const built = await applicants(listing, 2)
      const body = { ...TERMS, price: usdFromCents(cents), offers: offersTo(built) }
      for (let click = 0; click < 2; click += 1)
        expect(codes(await call(listing.seller, 'projects.offer', listing.id, body))).toEqual([
          'done',
          'done',
        ])
      for (const { id } of built) expect((await stored(id)).offers).toEqual([cents])
      // The same ids with other terms offer nothing, and with new ids the earlier offers are still open.
      const changed = { ...body, rounds: 2 }
      expect(codes(await call(listing.seller, 'projects.offer', listing.id, changed))).toEqual([
        'offer.another',
        'offer.another',
      ])
      const again = { ...body, offers: offersTo(built) }
      expect(codes(await call(listing.seller, 'projects.offer', listing.id, again))).toEqual([
        'offer.already_open',
        'offer.already_open',
      ])
    },
  )

  test('get offers, except an application whose creator has an open offer', async () => {
    const listing = await buildListing(api.pool)
    const [theirs, waits] = await applicants(listing, 2)
    await buildOffer(api.pool, { application: { id: theirs?.id ?? '' }, by: 'creator' })
    const ids = [theirs?.id ?? '', waits?.id ?? '']
    expect(codes(await act(listing, 'projects.offer', ids))).toEqual([
      'offer.another_waits',
      'done',
    ])
  })

  test('with the same offer id: the first gets the offer, the second is refused', async () => {
    const listing = await buildListing(api.pool)
    const id = randomUUID()
    const offers = (await applicants(listing, 2)).map((one) => ({ id, application_id: one.id }))
    const body = { ...TERMS, offers }
    expect(codes(await call(listing.seller, 'projects.offer', listing.id, body))).toEqual([
      'done',
      'offer.another',
    ])
  })

  test('are neither shortlisted, declined nor offered to once hiring is closed', async () => {
    const listing = await buildListing(api.pool)
    const [hired, waits] = await applicants(listing, 2)
    await buildHire(api.pool, { listing, application: hired })
    await api.call(listing.seller, 'projects.close_hiring', { params: { id: listing.id } })
    for (const key of KEYS)
      expect(codes(await act(listing, key, [waits?.id ?? '']))).toEqual([
        'application.already_answered',
      ])
  })
})

test('concurrent clicks in two processes act on each row once', async () => {
  const two = twoProcesses(api.deps)
  try {
    for (let round = 0; round < 4; round += 1) {
      const listing = await buildListing(api.pool)
      const seller = builtViewer(listing.seller)
      const [marked, declined, offered] = await applicants(listing, 3)
      const of = (one: typeof marked) => ({
        listingId: listing.id,
        ids: [one?.id ?? ''],
        now: new Date(),
      })
      const told: string[] = []
      const wish = { ...TERMS, offers: offersTo([offered ?? { id: '' }]) }
      for (const run of [
        () => two.deps.map((deps) => shortlistSeveral(deps, seller, of(marked))),
        () =>
          two.deps.map((deps, at) =>
            declineSeveral(deps, seller, { ...of(declined), note: `Text ${at}` }),
          ),
        () =>
          two.deps.map((deps) =>
            offerSeveral(deps, seller, {
              listingId: listing.id,
              wish,
              ip: '192.0.2.1',
              now: new Date(),
            }),
          ),
      ]) {
        const outcomes = (await Promise.all(run())).flat()
        told.push(
          outcomes
            .map(({ error }) => error?.code ?? 'done')
            .toSorted()
            .join(),
        )
      }
      // Two texts are two wishes: one of them was said.
      expect(told).toEqual(['done,done', 'application.already_answered,done', 'done,done'])
      expect((await stored(declined?.id ?? '')).note).toMatch(/^Text [01]$/)
      expect((await stored(offered?.id ?? '')).offers).toEqual([18_050])
    }
  } finally {
    await two.close()
  }
})

test('each offer counts towards the rate limit, and the rows of a click past it are refused', async () => {
  const listing = await buildListing(api.pool)
  const seller = builtViewer(listing.seller)
  const limits = createWriteLimits(api.pool)
  const from = { accountId: seller.id, ip: '192.0.2.7', now: new Date() }
  for (let one = 1; one < WRITE_RATES.application.burst; one += 1)
    await limits.take('application', from)
  const built = await applicants(listing, 2)
  const outcome = await offerSeveral({ ...api.deps, limits }, seller, {
    listingId: listing.id,
    wish: { ...TERMS, offers: offersTo(built) },
    ip: from.ip,
    now: from.now,
  })
  expect(outcome.map(({ error }) => error?.code ?? 'done')).toEqual(['done', 'request.too_many'])
  expect((await stored(built[1]?.id ?? '')).offers).toEqual([])
})
