import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type EventEntity, type EventKind, eventKinds } from '#contract/events.ts'
import { noticeFor } from '#contract/notices.ts'
import {
  type Audience,
  AUDIENCES,
  NOTIFICATION_KINDS,
  NOTIFICATION_LIMITS,
} from '#contract/notifications.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { DomainEvent } from '#server/events/event-store.ts'
import { recordEvent } from './record-event.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildDispute,
  buildFile,
  buildReviews,
  buildInvitation,
  buildNote,
  buildAmendment,
  buildOffer,
  buildOperator,
  buildReply,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildLicence } from '#tests/support/licences.ts'
import { buildShipment } from '#tests/support/shipments.ts'
import { buildOrder } from '#tests/support/packages.ts'
import { noticeFacts } from '#tests/support/notice-facts.ts'
import { buildReport, buildSanction } from '#tests/support/reports.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { mailNotification } from './notification-mails.ts'
import { insertNotification } from './notification-store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Raises a notification; returns its id. */
async function raise(person: BuiltUser, cause = 'test'): Promise<number> {
  const facts = noticeFacts({ words: 'I <b>film</b>.' })
  const id = await insertNotification(api.pool, {
    userId: person.id,
    otherId: null,
    cause,
    notice: 'application.submit',
    audience: 'seller',
    kind: 'applications',
    facts,
    page: `/projects/${facts.project_id}`,
  })
  return id ?? 0
}

const listed = async (as: BuiltUser, before?: number) =>
  (await api.call(as, 'notifications.list', { query: before === undefined ? {} : { before } })).body
const unread = async (as: BuiltUser) => (await api.call(as, 'notifications.unread')).body.unread

describe('a request', () => {
  it('cannot affect another person’s notifications, and is refused if malformed', async () => {
    const seller = await buildSeller(api.pool)
    const stranger = await buildSeller(api.pool)
    const id = await raise(seller)
    await expectHidden(api, stranger, 'notifications.read', { params: { id: String(id) } })
    for (const bad of ['0', '-1', 'x', '99999999999999999999']) {
      expectRefusal(
        await api.call(seller, 'notifications.read', { params: { id: bad } }),
        'request.not_found',
      )
    }
    await api.call(stranger, 'notifications.read_all', { body: { up_to: id } })
    expect(await unread(seller)).toBe(1)
    for (const path of [
      'messages',
      '//evil.example',
      'https://evil.example/',
      `/${'x'.repeat(200)}`,
    ]) {
      expectInvalid(await api.call(seller, 'notifications.seen', { body: { path } }), 'path')
    }
    const preference = { kind: 'gossip', email: false }
    expectInvalid(await api.call(seller, 'notifications.prefer', { body: preference }), 'kind')
  })
})

/** One row of everything an event can be about. */
async function world() {
  const deal = await buildDeal(api.pool)
  const { application, project, creator, seller } = deal
  const payment = await buildPayment(api.pool, { application })
  const deliverable = await buildDeliverable(api.pool, { application })
  const note = await buildNote(api.pool, { deliverable })
  const ids: Record<EventEntity, string> = {
    project: project.id,
    application: application.id,
    offer: (await buildOffer(api.pool, { application })).id,
    amendment: (await buildAmendment(api.pool, { application })).id,
    package_order: (await buildOrder(api.pool, { seller, creator })).id,
    deliverable: deliverable.id,
    review_note: note.id,
    review_reply: (await buildReply(api.pool, { note, author: creator })).id,
    payment: payment.id,
    licence: (await buildLicence(api.pool, { application })).id,
    shipment: (await buildShipment(api.pool, { project, status: 'to_ship' })).id,
    deal_dispute: (await buildDispute(api.pool, { payment, openedBy: seller })).id,
    deal_review: (await buildReviews(api.pool, deal)).seller,
    invitation: (await buildInvitation(api.pool, { project, creator })).id,
    payout_account: creator.id,
    operator_act: randomUUID(),
    block: randomUUID(),
    report: (await buildReport(api.pool, { reporter: seller, about: creator })).id,
    sanction: (
      await buildSanction(api.pool, { person: creator, operator: await buildOperator(api.pool) })
    ).id,
  }
  return { seller, creator, ids }
}

const eventOf = (kind: EventKind, ids: Record<EventEntity, string>, actorId: string | null) => {
  const [entity, move] = kind.split('.') as [EventEntity, string]
  const happened = { entityId: ids[entity], projectId: null, actorId, from: null, to: 'somewhere' }
  return { entity, move, ...happened } as DomainEvent
}

/** Who a notice about the brand's review is for. */
const isFor = (kind: EventKind, audience: Audience) =>
  noticeFor(kind, audience)?.when?.(noticeFacts({ review_by: 'seller' })) === true

const noticesOf = async (eventId: number) =>
  rows<{ user_id: string; notice: string; page: string; jobs: number }>(
    api.pool,
    sql`select user_id, notice, page, (select count(*) from graphile_worker._private_jobs
          where (payload->>'notification_id')::bigint = notifications.id) as jobs
      from notifications where cause = ${`event:${eventId}`}`,
  )

describe('an event', () => {
  it('of every kind notifies those the contract names, each once with one mail, and never its actor', async () => {
    const { seller, creator, ids } = await world()
    await execute(
      api.pool,
      sql`update payments set failure = 'Declined.' where id = ${ids.payment}`,
    )
    const people = { seller, creator }
    for (const kind of eventKinds) {
      for (const actor of [null, seller, creator]) {
        await recordEvent(api.pool, eventOf(kind, ids, actor?.id ?? null))
        // The creator gave both orders last.
        const ordered = ['payment.release', 'payment.refund'].includes(kind)
        const doer = actor ?? (ordered ? creator : null)
        const { id } = await oneRow<{ id: number }>(api.pool, sql`select max(id) as id from events`)
        const expected = AUDIENCES.filter(
          (audience) =>
            noticeFor(kind, audience) !== null &&
            people[audience].id !== doer?.id &&
            // A brand chose this deal's card on the page itself; for a card charged at an acceptance see
            // orders/order-charges.test.ts.
            kind !== 'payment.retry' &&
            // Its brand is notified of what happened on the last day.
            !(kind === 'project.close' && actor !== null) &&
            // About one person: the brand was reported, the creator was warned.
            !(kind.startsWith('report.') && audience === 'creator') &&
            !(kind.startsWith('sanction.') && audience === 'seller') &&
            // One of the two has written the review, here the brand.
            (!kind.startsWith('deal_review.') || isFor(kind, audience)),
        ).map((audience) => people[audience].id)
        const found = await noticesOf(id)
        expect(found.map(({ user_id }) => user_id).toSorted(), kind).toEqual(expected.toSorted())
        for (const one of found) expect(one, kind).toMatchObject({ notice: kind, jobs: 1 })
      }
    }
  })

  it('of a rolled-back change notifies no one', async () => {
    const { seller, ids } = await world()
    const undone = inTransaction(api.pool, async (tx) => {
      await recordEvent(tx, eventOf('deliverable.submit', ids, null))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await unread(seller)).toBe(0)
  })

  it('completed by a provider does not notify the person who ordered it', async () => {
    const { seller, creator, ids } = await world()
    await recordEvent(api.pool, eventOf('payment.order_release', ids, seller.id))
    await recordEvent(api.pool, eventOf('payment.release', ids, null))
    expect(await unread(seller)).toBe(0)
    expect((await listed(creator)).items).toMatchObject([
      { kind: 'payments', sentence: expect.stringContaining('$459.00'), read_at: null },
    ])
  })

  describe('that holds money names an uploaded file that was waiting for it', () => {
    const named = ' You can hand in “lamp.webp” now.'
    /**
     * A deal whose creator has uploaded files, none of which can be shown unless stated otherwise; then it is funded.
     */
    async function funded(uploads: ('unseen' | 'seen' | 'not looked at')[], handedIn = 0) {
      const { seller, creator, application, project } = await buildDeal(api.pool)
      for (const [at, state] of uploads.entries()) {
        const made = at < handedIn
        const id = made
          ? (await buildDeliverable(api.pool, { application, version: at + 1 })).id
          : (await buildFile(api.pool, { owner: creator, bucket: 'deliverable-files', project })).id
        const about = made
          ? sql`(select file_id from deliverables where id = ${id})`
          : sql`${id}::uuid`
        await execute(
          api.pool,
          sql`update files set renditions = ${state === 'seen' ? ['marked.webp'] : []}::text[],
            prepared_at = case when ${state !== 'not looked at'} then now() end,
            created_at = now() + make_interval(secs => ${at}) where id = ${about}`,
        )
      }
      const payment = await buildPayment(api.pool, { application, status: 'held_in_escrow' })
      const event = { entity: 'payment', entityId: payment.id, projectId: project.id } as const
      const moved = { actorId: null, from: 'pending', to: 'held_in_escrow' } as const
      await recordEvent(api.pool, { ...event, ...moved, move: 'hold' })
      await recordEvent(api.pool, { ...event, ...moved, move: 'transfer_came_back' })
      return { seller, creator, project }
    }
    const toldOfHold = async ({ creator }: { creator: BuiltUser }) =>
      (await listed(creator)).items.find(({ sentence }) => sentence.includes('held in escrow'))

    it('to the creator alone, with a link to the delivery form', async () => {
      const deal = await funded(['unseen'])
      expect(await toldOfHold(deal)).toMatchObject({
        sentence: expect.stringMatching(new RegExp(`${named}$`)),
        path: `/projects/${deal.project.id}#deliver`,
      })
      const stored = await rows<{ audience: Audience; page: string; file: string | null }>(
        api.pool,
        sql`select audience, page, facts->>'waiting_file' as file from notifications
          where notice = 'payment.transfer_came_back' and facts->>'project_id' = ${deal.project.id} order by audience`,
      )
      expect(stored.map(({ audience, file }) => [audience, file])).toEqual([
        ['creator', 'lamp.webp'],
        ['seller', null],
      ])
      // Marked as seen like any other notice about the project.
      expect(new Set(stored.map(({ page }) => page))).toEqual(
        new Set([`/projects/${deal.project.id}`]),
      )
    })

    it.each([
      ['nothing was uploaded', [], 0],
      ['it can be looked at', ['seen'], 0],
      ['no one has looked at it yet', ['not looked at'], 0],
      ['it was handed in', ['unseen'], 1],
      ['a better one was uploaded after it', ['unseen', 'seen'], 0],
    ] as const)('unless %s', async (_, uploads, handedIn) => {
      const told = await toldOfHold(await funded([...uploads], handedIn))
      expect(told?.sentence).toMatch(/is held in escrow for “.+”\.$/)
    })

    it('when it was uploaded after an earlier version was handed in', async () => {
      const told = await toldOfHold(await funded(['seen', 'unseen'], 1))
      expect(told?.sentence).toContain(named)
    })
  })

  it('cancelling a running project notifies the accepted creator', async () => {
    const { seller, creator, project } = await buildDeal(api.pool)
    await api.call(seller, 'projects.cancel', { params: { id: project.id } })
    expect((await listed(creator)).items).toMatchObject([{ path: `/projects/${project.id}` }])
  })
})

describe('the list', () => {
  it('is newest first, page by page, and stable while new ones arrive', async () => {
    const reader = await buildSeller(api.pool)
    const ids: number[] = []
    for (let n = 0; n < NOTIFICATION_LIMITS.page + 3; n += 1) ids.push(await raise(reader, `c${n}`))
    const first = await listed(reader)
    await raise(reader, 'meanwhile')
    const second = await listed(reader, first.next ?? 0)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed())
    expect(second.next).toBeNull()
    expect(first.items[0]).toMatchObject({
      sentence: 'Maya Okafor applied to “Three reels” and proposes $540.00.',
      path: '/projects/11111111-1111-4111-8111-111111111111?tab=applications',
    })
  })

  it('is marked read one by one, up to what was shown, or by opening the page it leads to', async () => {
    const reader = await buildSeller(api.pool)
    const [first, second] = [await raise(reader, 'a'), await raise(reader, 'b')]
    const read = { params: { id: String(first) } }
    const once = await api.call(reader, 'notifications.read', read)
    expect((await api.call(reader, 'notifications.read', read)).body).toEqual(once.body)
    const late = await raise(reader, 'c')
    await api.call(reader, 'notifications.read_all', { body: { up_to: second } })
    expect((await listed(reader)).items.filter((one) => one.read_at === null)).toMatchObject([
      { id: late },
    ])
    const path = '/projects/11111111-1111-4111-8111-111111111111'
    const stays = await api.call(reader, 'notifications.seen', { body: { path } })
    expect(stays.body).toEqual({ read: 0 })
    const opens = await api.call(reader, 'notifications.seen', { body: { path, arrived: true } })
    expect(opens.body).toEqual({ read: 1 })
    expect(await unread(reader)).toBe(0)
  })
})

const page = '/projects/11111111-1111-4111-8111-111111111111'
const sentTo = (person: BuiltUser) =>
  rows<{ subject: string; text: string; html: string; unsubscribe_url: string; dedupe_id: string }>(
    api.pool,
    sql`select payload->>'subject' as subject, payload->>'text' as text, payload->>'html' as html,
        payload->>'unsubscribe_url' as unsubscribe_url, payload->>'dedupe_id' as dedupe_id
      from graphile_worker._private_jobs where payload->>'to' = ${person.email}`,
  )
const outcomeOf = async (id: number) =>
  (await oneRow<{ mail: string }>(api.pool, sql`select mail from notifications where id = ${id}`))
    .mail

describe('the mail about a notification', () => {
  /** What happens before the job runs, and the expected outcome of the mail. */
  const cases: [when: string, outcome: string, before: (as: BuiltUser, id: number) => unknown][] = [
    ['nothing speaks against it', 'sent', () => null],
    [
      'the reader looked at the page half a minute ago',
      'looking',
      (as) => api.call(as, 'notifications.seen', { body: { path: page } }),
    ],
    [
      'the reader is in a review room of that project',
      'looking',
      (as) => api.call(as, 'notifications.seen', { body: { path: `${page}/review/${as.id}` } }),
    ],
    [
      'the reader looked at it two minutes ago',
      'sent',
      (as) =>
        execute(
          api.pool,
          sql`insert into page_presence values (${as.id}, ${page}, now() - interval '2 minutes')`,
        ),
    ],
    [
      'the reader looks at another page',
      'sent',
      (as) => api.call(as, 'notifications.seen', { body: { path: '/messages' } }),
    ],
    [
      'the reader has read it already',
      'read',
      (as, id) => api.call(as, 'notifications.read', { params: { id: String(id) } }),
    ],
    [
      'the reader wants no such mail',
      'off',
      (as) =>
        api.call(as, 'notifications.prefer', { body: { kind: 'applications', email: false } }),
    ],
    [
      'the reader wants no mail of another kind',
      'sent',
      (as) => api.call(as, 'notifications.prefer', { body: { kind: 'payments', email: false } }),
    ],
    [
      'the reader is suspended',
      'gone',
      (as) =>
        execute(
          api.pool,
          sql`update auth.users set banned_until = now() + interval '1 day' where id = ${as.id}`,
        ),
    ],
  ]

  test.each(cases)('when %s: %s', async (_, outcome, before) => {
    const reader = await buildSeller(api.pool)
    const id = await raise(reader)
    await before(reader, id)
    await mailNotification(api.deps, id)
    expect(await outcomeOf(id)).toBe(outcome)
    expect(await sentTo(reader)).toHaveLength(outcome === 'sent' ? 1 : 0)
  })

  it('is not sent about someone who was blocked after it was queued', async () => {
    const { seller, ...project } = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    await inTransaction(api.pool, (tx) =>
      recordEvent(tx, {
        entity: 'application',
        entityId: id,
        projectId: project.id,
        actorId: creator.id,
        move: 'submit',
        from: null,
        to: 'pending',
      }),
    )
    const [notice] = (await listed(seller)).items
    await api.call(seller, 'blocks.add', { params: { id: creator.id } })
    await mailNotification(api.deps, notice?.id ?? 0)
    expect(await outcomeOf(notice?.id ?? 0)).toBe('gone')
    expect(await sentTo(seller)).toEqual([])
  })

  it('is sent once even if its job runs five times concurrently, and contains its unsubscribe link', async () => {
    const reader = await buildSeller(api.pool)
    const id = await raise(reader)
    await Promise.all(Array.from({ length: 5 }, () => mailNotification(api.deps, id)))
    const [mail, ...more] = await sentTo(reader)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: 'Maya Okafor applied to “Three reels”',
      dedupe_id: `notification-${id}`,
    })
    expect(mail?.text).toContain(`${api.deps.config.publicUrl}${page}?tab=applications`)
    expect(mail?.text).toContain(mail?.unsubscribe_url)
    expect(mail?.html).toContain('I &lt;b&gt;film&lt;/b&gt;.')
  })
})

describe('the preferences', () => {
  it('have mail on for every kind except documents, and a kind can be switched off and on again', async () => {
    const reader = await buildCreator(api.pool)
    const all = (await api.call(reader, 'notifications.preferences')).body
    expect(all).toEqual(
      NOTIFICATION_KINDS.map((kind) => ({ kind, email: kind !== 'documents', push: false })),
    )
    const off = await api.call(reader, 'notifications.prefer', {
      body: { kind: 'messages', email: false },
    })
    expect(off.body.filter(({ email }) => !email)).toEqual([
      { kind: 'documents', email: false, push: false },
      { kind: 'messages', email: false, push: false },
    ])
    await api.call(reader, 'notifications.prefer', { body: { kind: 'messages', email: true } })
    expect((await api.call(reader, 'notifications.preferences')).body).toEqual(all)
  })
})

test('an application notifies the seller, and no one else', async () => {
  const project = await buildProject(api.pool)
  const { creator: other } = await buildApplication(api.pool, { project })
  const creator = await buildCreator(api.pool)
  const input = { params: { id: project.id }, body: { message: 'Me.', proposed_price: 120 } }
  await api.call(creator, 'applications.submit', input)
  expect(await unread(project.seller)).toBe(1)
  for (const person of [creator, other]) expect(await unread(person)).toBe(0)
})
