import { forgetAll } from '#server/retention/forget-past.ts'
import { DAILY } from '#server/retention/forgetting-rules.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type RouteKey, routeParts, routePath, routes } from '#contract/api.ts'
import { WRITE_RATES } from '#contract/rate-limits.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { createWriteLimits } from '#server/http/write-limits.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildDeal,
  buildDeliverable,
  buildGuestLink,
  buildNote,
  buildPayment,
  buildProject,
} from '#tests/support/builders.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function opened() {
  const deal = await buildDeal(api.pool)
  const version = await buildDeliverable(api.pool, { application: deal.application })
  const link = await buildGuestLink(api.pool, { project: deal.project })
  return { deal, version, link }
}
type Opened = Awaited<ReturnType<typeof opened>>

const look = (token: string) => api.call(null, 'review.guest_room', { body: { token } })
const said = (over: object = {}) => ({
  name: 'Noor',
  id: randomUUID(),
  kind: 'wish',
  body: 'Could the mug be larger?',
  ...over,
})
const write = ({ link, version }: Opened, body: object = said()) =>
  api.call(null, 'review.guest_note', {
    body: { token: link.token, deliverable_id: version.id, ...body },
  })
const create = ({ deal }: Pick<Opened, 'deal'>) =>
  api.call(deal.seller, 'review.create_guest_link', { params: { id: deal.project.id } })
const roomOf = async (as: { id: string }, version: { id: string }) =>
  (await api.call(as, 'review.room', { params: { id: version.id } })).body

describe('a guest link', () => {
  it('is returned once, lasts seven days and is stored as a hash', async () => {
    const { deal } = await opened()
    api.setNow(new Date('2031-03-03T10:00:00Z'))
    const { body } = await create({ deal })
    api.setNow(null)
    expect(body.url).toMatch(/^https?:\/\/[^#?]+\/guest-review#[\w-]{43}$/)
    expect(body.expires_at).toBe('2031-03-10T10:00:00Z')
    const [, token = ''] = body.url.split('#')
    const [stored] = await rows<{ all: string; hash: string }>(
      api.pool,
      sql`select review_guest_links::text as all, encode(sha256(${token}::text::bytea), 'hex') as hash
        from review_guest_links where id = ${body.id}`,
    )
    expect(stored?.all).not.toContain(token)
    expect(stored?.all).toContain(stored?.hash)
    expect((await look(token)).status).toBe(200)
  })

  it('is limited to five per project, even with concurrent requests; revoking one makes room', async () => {
    const deal = await buildDeal(api.pool)
    await buildDeliverable(api.pool, { application: deal.application })
    const replies = await Promise.all(Array.from({ length: 8 }, () => create({ deal })))
    const made = replies.filter(({ status }) => status === 200)
    expect(made).toHaveLength(NOTE_LIMITS.guestLinks)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expectRefusal(reply, 'review.too_many_links')
    const id = made[0]?.body.id ?? ''
    await api.call(deal.seller, 'review.revoke_guest_link', { params: { id } })
    expect((await create({ deal })).status).toBe(200)
  })

  it('needs a delivered version and a running deal', async () => {
    const deal = await buildDeal(api.pool)
    expectRefusal(await create({ deal }), 'request.not_found')
    await buildDeliverable(api.pool, { application: deal.application })
    await execute(
      api.pool,
      sql`update projects set status = 'completed' where id = ${deal.project.id}`,
    )
    expectRefusal(await create({ deal }), 'review.over')
  })

  it('is listed to its owner alone', async () => {
    const { deal, version, link } = await opened()
    await look(link.token)
    const owned = (await roomOf(deal.seller, version)).guest_links
    expect(owned).toMatchObject([{ id: link.id, revoked_at: null }])
    expect(owned[0]?.last_used_at).not.toBeNull()
    expect((await roomOf(deal.creator, version)).guest_links).toEqual([])
  })

  it('is listed while it is valid, however many newer ones were revoked', async () => {
    const { deal, version, link } = await opened()
    for (let count = 0; count < 51; count += 1)
      await buildGuestLink(api.pool, { project: deal.project })
    await execute(
      api.pool,
      sql`update review_guest_links set revoked_at = now()
        where project_id = ${deal.project.id} and id <> ${link.id}`,
    )
    const listed = (await roomOf(deal.seller, version)).guest_links
    expect(listed).toHaveLength(50)
    // Newest first.
    expect(listed.at(-1)).toMatchObject({ id: link.id, revoked_at: null })
  })

  it('is forgotten a month after it ended, and its notes stay', async () => {
    const world = await opened()
    const { body: note } = await write(world)
    await execute(
      api.pool,
      sql`update review_guest_links set revoked_at = now() - interval '31 days' where id = ${world.link.id}`,
    )
    await forgetAll(api.pool, DAILY, new Date())
    const room = await roomOf(world.deal.seller, world.version)
    expect(room.guest_links).toEqual([])
    expect(room.notes.map(({ id }) => id)).toEqual([note.id])
  })
})

describe('a link that has ended', () => {
  const ends: [string, (world: Opened) => Promise<unknown>][] = [
    [
      'was revoked',
      ({ deal, link }) =>
        api.call(deal.seller, 'review.revoke_guest_link', { params: { id: link.id } }),
    ],
    [
      'expired',
      ({ link }) =>
        execute(
          api.pool,
          sql`update review_guest_links set expires_at = now() - interval '1 second' where id = ${link.id}`,
        ),
    ],
    [
      'whose project is completed',
      ({ deal }) =>
        execute(
          api.pool,
          sql`update projects set status = 'completed' where id = ${deal.project.id}`,
        ),
    ],
    [
      'whose project is cancelled',
      ({ deal }) =>
        execute(
          api.pool,
          sql`update projects set status = 'cancelled' where id = ${deal.project.id}`,
        ),
    ],
    [
      'whose money went back',
      ({ deal }) => buildPayment(api.pool, { application: deal.application, status: 'refunded' }),
    ],
    [
      'whose brand is banned',
      ({ deal }) =>
        execute(
          api.pool,
          sql`update auth.users set banned_until = now() + interval '1 day' where id = ${deal.seller.id}`,
        ),
    ],
    [
      'whose brand deleted its account',
      ({ deal }) =>
        execute(
          api.pool,
          sql`update auth.users set deleted_at = now() where id = ${deal.seller.id}`,
        ),
    ],
  ]

  test.each(ends)(
    'is refused for reading and writing, exactly like an unknown one: %s',
    async (_, end) => {
      const world = await opened()
      expect((await look(world.link.token)).status).toBe(200)
      await end(world)
      const refused = expectRefusal(await look(world.link.token), 'review.link_over')
      const unknown = expectRefusal(await look('x'.repeat(43)), 'review.link_over')
      expect({ ...refused, request_id: '' }).toEqual({ ...unknown, request_id: '' })
      expectRefusal(await write(world), 'review.link_over')
    },
  )

  it('works again once the ban of its brand is over', async () => {
    const { deal, link } = await opened()
    await execute(
      api.pool,
      sql`update auth.users set banned_until = now() - interval '1 second' where id = ${deal.seller.id}`,
    )
    expect((await look(link.token)).status).toBe(200)
  })

  it.each(['', 'x', 'x'.repeat(44), '\u0000', '漢'.repeat(20)])(
    'an invalid token is refused in the same way: %j',
    async (token) => {
      expectRefusal(await look(token), 'review.link_over')
    },
  )
})

describe('a guest', () => {
  it('sees the marked copies and sent notes, but no original, id, email address or price', async () => {
    const { deal, version, link } = await opened()
    await buildPayment(api.pool, { application: deal.application, status: 'held_in_escrow' })
    const sent = await buildNote(api.pool, { deliverable: version })
    await buildNote(api.pool, { deliverable: version, status: 'draft' })
    const prepared = (names: string) =>
      execute(
        api.pool,
        sql`update files set renditions = ${names}
          where id = (select file_id from deliverables where id = ${version.id})`,
      )
    await prepared('{poster.webp,preview.mp4,storyboard.webp}')
    const { body } = await look(link.token)
    expect(body.versions).toMatchObject([{ id: version.id, version: 1, accepts_notes: true }])
    expect(body.notes.map(({ id }) => id)).toEqual([sent.id])
    const text = JSON.stringify(body)
    const { seller, creator, project, application } = deal
    for (const secret of [
      seller.id,
      creator.id,
      seller.email,
      creator.email,
      project.id,
      application.id,
    ])
      expect(text).not.toContain(secret)
    // Neither the original nor an unmarked copy.
    expect(text).not.toContain('/storage/private/')
    expect(text).not.toMatch(/file_url|amount|price/)

    await prepared('{poster.webp,preview.mp4,marked_poster.webp,marked.mp4,marked_storyboard.webp}')
    const [shown] = (await look(link.token)).body.versions
    for (const url of [shown?.poster_url, shown?.preview_url, shown?.storyboard_url])
      expect(url).toMatch(/&rendition=marked[._]\w+/)
  })

  it('is answered with headers that keep the room out of caches, search engines and referrers', async () => {
    const { link } = await opened()
    for (const token of [link.token, 'x'.repeat(43)]) {
      const { headers } = await api.app.inject({
        method: 'POST',
        url: routePath('review.guest_room'),
        payload: { token },
      })
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
    }
  })

  it('writes a note that is the owner’s draft, and reaches the creator only if the owner sends it', async () => {
    const world = await opened()
    const { deal, version } = world
    const { body: note } = await write(world)
    expect(note).toMatchObject({ status: 'draft', author: 'guest', author_name: 'Noor' })
    expect((await look(world.link.token)).body.notes).toEqual([note])
    expect((await roomOf(deal.creator, version)).notes).toEqual([])
    expect((await roomOf(deal.seller, version)).notes).toEqual([note])
    await api.call(deal.seller, 'review.send', {
      params: { id: version.id },
      body: { notes: [note.id], request_changes: false },
    })
    expect((await roomOf(deal.creator, version)).notes).toMatchObject([
      { id: note.id, status: 'open', author: 'guest', guest_name: 'Noor' },
    ])
    expectRefusal(await write(world, said({ id: note.id, body: 'Else.' })), 'review.note_sent')
  })

  it('cannot change a note once it is written; a note the owner rewords becomes the owner’s', async () => {
    const world = await opened()
    const { deal, version } = world
    const note = said()
    const replies = await Promise.all([1, 2, 3].map(() => write(world, note)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    // The owner may have read it and be about to send it.
    for (const other of [{ body: 'Reshoot it.' }, { kind: 'must' }, { name: 'Someone else' }])
      expectRefusal(await write(world, { ...note, ...other }), 'review.note_sent')
    const body = { body: note.body }
    const save = (change: object) =>
      api.call(deal.seller, 'review.save_draft', {
        params: { id: version.id },
        body: { id: note.id, kind: 'must', body: body.body, ...change },
      })
    expect((await save({})).body).toMatchObject({ kind: 'must', guest_name: 'Noor' })
    expect((await look(world.link.token)).body.notes).toMatchObject([{ id: note.id }])
    expect((await save({ body: 'Larger.' })).body).toMatchObject({
      author: 'owner',
      guest_name: null,
    })
    // The owner's draft is no one else's until it is sent.
    expect((await look(world.link.token)).body.notes).toEqual([])
    const send = { notes: [note.id], request_changes: false }
    await api.call(deal.seller, 'review.send', { params: { id: version.id }, body: send })
    expect((await look(world.link.token)).body.notes).toMatchObject([
      { id: note.id, author: 'owner', body: 'Larger.' },
    ])
  })

  it('cannot change notes of the owner or another link, or write in another project', async () => {
    const world = await opened()
    const other = await opened()
    const second = { ...world, link: await buildGuestLink(api.pool, world.deal) }
    const { body: theirs } = await write(second)
    const owners = await buildNote(api.pool, { deliverable: world.version, status: 'draft' })
    for (const id of [theirs.id, owners.id])
      expectRefusal(await write(world, said({ id })), 'request.not_found')
    expect((await look(world.link.token)).body.notes).toEqual([])
    // Not even in another project of the same brand.
    const project = await buildProject(api.pool, {
      seller: world.deal.seller,
      status: 'in_progress',
    })
    const application = await buildApplication(api.pool, {
      project,
      creator: world.deal.creator,
      status: 'accepted',
    })
    const sibling = await buildDeliverable(api.pool, { application })
    for (const version of [other.version, sibling])
      expectRefusal(await write({ ...world, version }), 'request.not_found')
    expectRefusal(await write(world, said({ deliverable_id: randomUUID() })), 'request.not_found')
  })

  it('writes about the newest version only', async () => {
    const world = await opened()
    const version = await buildDeliverable(api.pool, {
      application: world.deal.application,
      version: 2,
    })
    expectRefusal(await write(world), 'review.older_version')
    expect((await write({ ...world, version })).status).toBe(200)
  })

  it('gives a name, and does not draw', async () => {
    const world = await opened()
    expectInvalid(await write(world, said({ name: ' \u202e ' })), 'name')
    expectInvalid(await write(world, said({ name: 'x'.repeat(61) })), 'name')
    const reply = await write(world, said({ drawing: { v: 1, shapes: [] } }))
    expectRefusal(reply, 'request.invalid')
  })

  it('is limited in notes, so that the owner has room for their own', async () => {
    const world = await opened()
    const replies = []
    for (let count = 0; count < NOTE_LIMITS.guestNotes; count += 1) replies.push(await write(world))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expectRefusal(await write(world), 'review.too_many_guest_notes')
    expect(NOTE_LIMITS.guestNotes * NOTE_LIMITS.guestLinks).toBeLessThan(NOTE_LIMITS.notes)
  })
})

describe('with a guest’s token', () => {
  /** Endpoints that need no session respond to a guest as to anyone else. */
  const open = new Set<RouteKey>(['profiles.get', 'review.guest_room', 'review.guest_note'])

  /** This endpoint is opened by a key of its own, so it validates the body before it requires a session. */
  const bodies = new Map<RouteKey, object>([['sanctions.appeal', { body: 'As a guest.' }]])

  test('no other call is answered, wherever the token is put', async () => {
    const { deal, version, link } = await opened()
    const reached: string[] = []
    for (const key of Object.keys(routes) as RouteKey[]) {
      if (open.has(key)) continue
      const { method, path } = routeParts(key)
      const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
      const id = /deliverables/.test(path) ? version.id : deal.project.id
      const url = routePath(key, Object.fromEntries(names.map((name) => [name, id])))
      for (const authorization of [`Bearer ${link.token}`, `Bearer guest.${link.token}.user`]) {
        const { statusCode } = await api.app.inject({
          method: method as 'GET',
          url: `${url}?token=${link.token}`,
          headers: { authorization },
          ...(method === 'GET' ? {} : { payload: bodies.get(key) ?? { token: link.token } }),
        })
        if (![401, 404].includes(statusCode)) reached.push(`${key}: ${statusCode}`)
      }
    }
    expect(reached).toEqual([])
  })
})

describe('limits on guests', () => {
  const limited = async (work: () => Promise<void>) => {
    api.deps.limits = createWriteLimits(api.pool)
    try {
      await work()
    } finally {
      api.deps.limits = undefined
    }
  }
  const from = async (address: string, token: string) => {
    const { statusCode, headers } = await api.app.inject({
      method: 'POST',
      url: routePath('review.guest_room'),
      payload: { token },
      remoteAddress: address,
    })
    return { status: statusCode, retry: headers['retry-after'] }
  }

  it('apply to a link across addresses, and to an address across links', async () => {
    const { link } = await opened()
    const other = await opened()
    const { burst } = WRITE_RATES.guest
    await limited(async () => {
      api.setNow(new Date())
      for (let at = 0; at < burst; at += 1)
        expect((await from(`10.0.${at}.1`, link.token)).status).toBe(200)
      const refused = await from('10.1.0.1', link.token)
      expect(refused).toEqual({ status: 429, retry: expect.any(String) })
      expect((await from('10.1.1.1', other.link.token)).status).toBe(200)

      for (let at = 0; at < burst; at += 1)
        expect((await from('10.2.0.1', 'x'.repeat(43))).status).toBe(410)
      expect((await from('10.2.0.1', other.link.token)).status).toBe(429)
      api.setNow(null)
    })
  })
})
