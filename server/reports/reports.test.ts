import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITED_CALLS } from '#contract/account-limits.ts'
import { WRITE_RATES } from '#contract/rate-limits.ts'
import { PICTURE_HIDDEN, PICTURE_REMOVED } from '#contract/picture-words.ts'
import { CATEGORIES } from '#contract/projects.ts'
import { COVERED_MESSAGE } from '#contract/conversation-words.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { REPORT_REASON_WORDS } from '#contract/report-words.ts'
import { REPORT_LIMITS, reportMessages } from '#contract/reports.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { createWriteLimits } from '#server/http/write-limits.ts'
import { type Reply, startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildFile,
  buildMessage,
  buildOffer,
  buildOperator,
  buildProject,
  buildReviews,
  buildSeller,
  type BuiltUser,
  OPERATOR_EMAIL,
} from '#tests/support/builders.ts'
import { packageInput } from '#tests/support/packages.ts'
import { noticesOf } from '#tests/support/recorded.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { keyedSanctionUrl } from './sanction-link.ts'

const SECOND_EMAIL = 'second@cartwright.example'
const NOW = new Date('2031-03-03T10:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi({ config: { operatorEmails: [OPERATOR_EMAIL, SECOND_EMAIL] } })
  operator = await buildOperator(api.pool)
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

const report = (as: BuiltUser, about: object) =>
  api.call(as, 'reports.create', {
    body: { reason: 'scam', body: 'They asked for a deposit.', ...about },
  })
const profileOf = ({ id }: BuiltUser) => ({ subject: 'profile', subject_id: id })
const newest = async () =>
  (await oneRow<{ id: string }>(api.pool, sql`select id from reports order by number desc limit 1`))
    .id
/** Reports something and returns the report's id. */
async function reported(as: BuiltUser, about: object): Promise<string> {
  const reply = await report(as, about)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return newest()
}
const act = (id: string, given: object, as = operator) =>
  api.call(as, 'operator.act_on_report', {
    params: { id },
    body: { act: 'hide', reason: 'scam', facts: 'A deposit was asked for.', ...given },
  })
/** Reports and acts; returns the sanction. */
async function sanctioned(reporter: BuiltUser, about: object, given: object = {}): Promise<string> {
  const reply = await act(await reported(reporter, about), given)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return newestSanction()
}
const newestSanction = async () =>
  (
    await oneRow<{ id: string }>(
      api.pool,
      sql`select id from sanctions order by number desc limit 1`,
    )
  ).id
const appeal = (as: BuiltUser | null, id: string, body = 'It was a mistake.', key?: string) =>
  api.call(as, 'sanctions.appeal', { params: { id }, query: { key }, body: { body } })
const answer = (id: string, outcome: string, words = 'We looked at it again.') =>
  api.call(operator, 'operator.answer_appeal', { params: { id }, body: { outcome, answer: words } })
async function reversed(person: BuiltUser, id: string): Promise<void> {
  expect((await appeal(person, id)).status).toBe(200)
  expect((await answer(id, 'reversed')).status).toBe(200)
}
/** Returns the mail queued under a name. */
const mailNamed = async (name: string) => {
  const { payload } = await oneRow<{ payload: { text: string } }>(
    api.pool,
    sql`select payload from graphile_worker._private_jobs where payload->>'dedupe_id' = ${name}`,
  )
  return payload.text
}
const statusesAbout = async (person: BuiltUser) =>
  (
    await rows<{ status: string }>(
      api.pool,
      sql`select status from reports where person_id = ${person.id} order by number`,
    )
  ).map(({ status }) => status)
async function writer() {
  const creator = await buildCreator(api.pool)
  await execute(api.pool, sql`update profiles set bio = 'Pay me first.' where id = ${creator.id}`)
  return creator
}
const bioOf = async ({ id }: BuiltUser) =>
  (await api.call(null, 'profiles.get', { params: { id } })).body.bio

describe('a report', () => {
  test('needs a reason from the list; its text has a limit; a picture needs its address', async () => {
    const brand = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    expectInvalid(await report(brand, { ...profileOf(creator), reason: 'dull' }), 'reason')
    expectInvalid(
      await report(brand, { ...profileOf(creator), body: 'x'.repeat(REPORT_LIMITS.body + 1) }),
      'body',
    )
    expectInvalid(await report(brand, { subject: 'picture', subject_id: creator.id }), 'picture')
    expectInvalid(await report(brand, { ...profileOf(creator), picture: '/a.png' }), 'picture')
  })

  test('of something the reporter cannot see is refused exactly like an unknown id', async () => {
    const { seller, creator, conversation, project } = await buildDeal(api.pool)
    const message = await buildMessage(api.pool, { conversation, sender: seller })
    const draft = await buildProject(api.pool, { seller, status: 'draft' })
    const reviews = await buildReviews(api.pool, await buildDeal(api.pool))
    const stranger = await buildCreator(api.pool)
    const body = { reason: 'scam', body: '' }
    for (const [subject, id] of [
      ['message', message.id],
      ['project', draft.id],
      ['project', project.id],
      ['review', reviews.seller],
      ['profile', randomUUID()],
    ])
      await expectHidden(api, stranger, 'reports.create', {
        body: { ...body, subject, subject_id: id },
      })
    await expectHidden(api, stranger, 'reports.create', {
      body: { ...body, subject: 'picture', subject_id: creator.id, picture: '/not-there.png' },
    })
  })

  test('of a sealed review is refused even to the two parties of its deal', async () => {
    const deal = await buildDeal(api.pool)
    const reviews = await buildReviews(api.pool, deal)
    for (const person of [deal.seller, deal.creator])
      await expectHidden(api, person, 'reports.create', {
        body: { subject: 'review', subject_id: reviews.seller, reason: 'other', body: '' },
      })
  })

  test('of the reporter’s own profile is refused', async () => {
    const brand = await buildSeller(api.pool)
    expectRefusal(await report(brand, profileOf(brand)), 'report.own')
  })

  test('is open once per reporter and subject: an identical repeat is idempotent, a different one is refused', async () => {
    const brand = await buildSeller(api.pool)
    const creator = await writer()
    const both = await Promise.all([
      report(brand, profileOf(creator)),
      report(brand, profileOf(creator)),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expectRefusal(await report(brand, { ...profileOf(creator), body: 'More.' }), 'report.open')
    expect(await statusesAbout(creator)).toEqual(['open'])
    await act(await newest(), { act: 'warn' })
    expect((await report(brand, { ...profileOf(creator), body: 'Again.' })).status).toBe(200)
    expect(await statusesAbout(creator)).toEqual(['acted', 'open'])
  })

  test('keeps a copy of its subject as it was when reported', async () => {
    const brand = await buildSeller(api.pool)
    const creator = await writer()
    const id = await reported(brand, profileOf(creator))
    await api.call(creator, 'profiles.update', { body: { bio: 'Harmless.' } })
    const { body } = await api.call(operator, 'operator.report', { params: { id } })
    expect(body.seen).toContain('Pay me first.')
    expect(body).toMatchObject({
      person: { id: creator.id },
      reporter: { id: brand.id },
      history: [],
    })
  })
})

describe('the queue', () => {
  test('lists open reports, oldest first; a dismissed one moves to the closed list', async () => {
    const brand = await buildSeller(api.pool)
    const first = await reported(brand, profileOf(await writer()))
    const second = await reported(brand, profileOf(await writer()))
    const { body } = await api.call(operator, 'operator.reports')
    const ids = body.rows.map(({ id }) => id)
    expect(ids.indexOf(first)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(second)).toBeGreaterThan(ids.indexOf(first))
    await api.call(operator, 'operator.dismiss_report', {
      params: { id: first },
      body: { reason: 'Nothing is wrong.' },
    })
    const after = await api.call(operator, 'operator.reports')
    expect(after.body.rows.map(({ id }) => id)).not.toContain(first)
    const closed = await api.call(operator, 'operator.reports', { query: { state: 'closed' } })
    expect(closed.body.rows[0]).toMatchObject({ id: first, status: 'dismissed' })
  })

  test('counts the open reports, and the hours until a report is first looked at', async () => {
    const before = (await api.call(operator, 'operator.overview')).body
    await execute(api.pool, sql`update reports set looked_at = null`)
    const id = await reported(await buildSeller(api.pool), profileOf(await writer()))
    api.setNow(new Date(NOW.getTime() + 90 * 60_000))
    await api.call(operator, 'operator.take_report', { params: { id } })
    const { body } = await api.call(operator, 'operator.overview')
    expect(body.open_reports).toBe(before.open_reports + 1)
    expect(body.first_look_hours).toBe(1.5)
  })

  test('a report is taken once; the second click changes nothing', async () => {
    const id = await reported(await buildSeller(api.pool), profileOf(await writer()))
    const take = () => api.call(operator, 'operator.take_report', { params: { id } })
    expect((await take()).body.changed).toBe(true)
    expect((await take()).body.changed).toBe(false)
  })

  test('a dismissed report notifies its reporter, and no one else', async () => {
    const brand = await buildSeller(api.pool)
    const creator = await writer()
    const id = await reported(brand, profileOf(creator))
    const dismiss = () =>
      api.call(operator, 'operator.dismiss_report', { params: { id }, body: { reason: 'Fine.' } })
    expect((await dismiss()).body.changed).toBe(true)
    expect((await dismiss()).body.changed).toBe(false)
    expect(await noticesOf(api.pool, brand)).toEqual(['report.dismiss'])
    expect(await noticesOf(api.pool, creator)).toEqual([])
    expectRefusal(await act(id, {}), 'report.closed')
  })
})

describe('acting on a report', () => {
  test('requires days for a limit, up to a maximum, takes none but for a ban, and always requires the facts', async () => {
    const id = await reported(await buildSeller(api.pool), profileOf(await writer()))
    const reply = await act(id, { act: 'limit' })
    expectInvalid(reply, 'days')
    expect(reply.body).toMatchObject({ fields: { days: reportMessages.limitDaysRequired } })
    for (const without of ['warn', 'hide'])
      expectInvalid(await act(id, { act: without, days: 3 }), 'days')
    expectInvalid(await act(id, { act: 'limit', days: REPORT_LIMITS.limitDays + 1 }), 'days')
    expectInvalid(await act(id, { facts: ' ' }), 'facts')
    expect((await act(id, { act: 'ban', days: 3 })).status).toBe(200)
  })

  test('closes every report of the same subject, and each reporter is notified once', async () => {
    const creator = await writer()
    const brands = [await buildSeller(api.pool), await buildSeller(api.pool)]
    const ids = []
    for (const brand of brands) ids.push(await reported(brand, profileOf(creator)))
    expect((await act(ids[0] ?? '', {})).body.changed).toBe(true)
    expect(await statusesAbout(creator)).toEqual(['acted', 'acted'])
    for (const brand of brands) expect(await noticesOf(api.pool, brand)).toEqual(['report.act'])
    expect(await noticesOf(api.pool, creator)).toEqual(['sanction.impose'])
  })

  test('imposes one sanction, even with concurrent requests of two operators for different acts', async () => {
    const creator = await writer()
    const id = await reported(await buildSeller(api.pool), profileOf(creator))
    const second = await buildSeller(api.pool, 'Otto Oduya', SECOND_EMAIL)
    const replies = await Promise.all([
      act(id, {}),
      act(id, {}),
      act(id, { act: 'warn' }, second),
      act(id, {}, second),
    ])
    expect(replies.filter(({ body }) => body.changed)).toHaveLength(1)
    for (const { status } of replies) expect([200, 409]).toContain(status)
    const { count } = await oneRow<{ count: number }>(
      api.pool,
      sql`select count(*) as count from sanctions where person_id = ${creator.id}`,
    )
    expect(count).toBe(1)
  })

  test('is the same act again if repeated by the same operator, also concurrently; with another length it is refused', async () => {
    const brand = await buildSeller(api.pool)
    const clicks = async (click: () => Promise<{ status: number; body: { changed: boolean } }>) => {
      const replies = await Promise.all([click(), click(), click()])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(replies.filter(({ body }) => body.changed)).toHaveLength(1)
    }
    const limited = await reported(brand, profileOf(await writer()))
    await clicks(() => act(limited, { act: 'limit', days: 7 }))
    expectRefusal(await act(limited, { act: 'limit', days: 30 }), 'report.closed')
    const id = await reported(brand, profileOf(await writer()))
    const body = { reason: 'Nothing is wrong with it.' }
    await clicks(() => api.call(operator, 'operator.dismiss_report', { params: { id }, body }))
  })

  test('is refused to the operator it is about', async () => {
    const brand = await buildSeller(api.pool)
    expectRefusal(await act(await reported(brand, profileOf(operator)), {}), 'report.about_you')
  })

  test('is refused as a whole when there is nothing to hide', async () => {
    const creator = await buildCreator(api.pool)
    await execute(api.pool, sql`update profiles set bio = null where id = ${creator.id}`)
    const id = await reported(await buildSeller(api.pool), profileOf(creator))
    expectRefusal(await act(id, {}), 'report.nothing_to_hide')
    expect(await statusesAbout(creator)).toEqual(['open'])
    expect(await noticesOf(api.pool, creator)).toEqual([])
  })
})

describe('hiding', () => {
  test('takes a project out of browse: strangers learn it is hidden, its seller and applicants still see it', async () => {
    const seller = await buildSeller(api.pool)
    const project = await buildProject(api.pool, { seller })
    const applicant = await buildCreator(api.pool)
    const application = await buildApplication(api.pool, { project, creator: applicant })
    const stranger = await buildCreator(api.pool)
    const listed = async () => {
      const { body } = await api.call(stranger, 'projects.list')
      return body.projects.some(({ id }) => id === project.id)
    }
    const page = (as: BuiltUser) => api.call(as, 'projects.get', { params: { id: project.id } })
    expect(await listed()).toBe(true)
    const sanction = await sanctioned(stranger, { subject: 'project', subject_id: project.id })
    expect(await listed()).toBe(false)
    expectRefusal(await page(stranger), 'project.hidden')
    for (const person of [seller, applicant]) expect((await page(person)).body.hidden).toBe(true)
    expectRefusal(
      await api.call(stranger, 'applications.submit', {
        params: { id: project.id },
        body: { message: 'Hello there.', proposed_price: 100 },
      }),
      'project.hidden',
    )
    expect(
      (await api.call(stranger, 'conversations.open', { body: { project_id: project.id } })).status,
    ).toBe(404)
    const accept = () => api.call(seller, 'applications.accept', { params: { id: application.id } })
    expectRefusal(await accept(), 'application.project_hidden')
    const asked = await api.call(seller, 'applications.accepting', {
      params: { id: application.id },
    })
    expectRefusal(asked, 'application.project_hidden')
    const offer = await buildOffer(api.pool, { application, by: 'seller', expiresAt: days(1) })
    const agree = await api.call(applicant, 'offers.accept', { params: { id: offer.id } })
    expectRefusal(agree, 'application.project_hidden')
    await reversed(seller, sanction)
    expect((await accept()).status).toBe(200)
    await execute(api.pool, sql`update projects set status = 'active' where id = ${project.id}`)
    expect(await listed()).toBe(true)
    expect((await page(stranger)).body.hidden).toBe(false)
  })

  test('covers a message for its recipient only, in its place, until an appeal succeeds', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const { id } = await buildMessage(api.pool, { conversation, sender: creator })
    const read = async (as: BuiltUser) => {
      const { body } = await api.call(as, 'messages.list', { params: { id: conversation.id } })
      return body.find((one) => one.id === id)
    }
    const last = async (as: BuiltUser) => {
      const { body } = await api.call(as, 'conversations.get', { params: { id: conversation.id } })
      return body.last_message?.content
    }
    const said = (await read(seller))?.content ?? ''
    const sanction = await sanctioned(seller, { subject: 'message', subject_id: id })
    expect(await read(seller)).toMatchObject({ content: COVERED_MESSAGE, covered: true, files: [] })
    expect(await read(creator)).toMatchObject({ content: said, covered: true })
    expect(await last(seller)).toBe(COVERED_MESSAGE)
    expect(await last(creator)).toBe(said)
    await reversed(creator, sanction)
    expect(await read(seller)).toMatchObject({ content: said, covered: false })
  })

  test('removes a public review, with the rule as its reason, until an appeal succeeds', async () => {
    const deal = await buildDeal(api.pool)
    const { seller: id } = await buildReviews(api.pool, deal, { shown: true })
    const shown = async () => {
      const { body } = await api.call(null, 'reputation.of_profile', {
        params: { id: deal.creator.id },
      })
      return body.rows.find((row) => row.id === id)
    }
    const sanction = await sanctioned(deal.creator, { subject: 'review', subject_id: id })
    expect(await shown()).toMatchObject({
      scores: null,
      removed: { at: expect.any(String), reason: REPORT_REASON_WORDS.scam.rule },
    })
    expect(await noticesOf(api.pool, deal.seller)).toEqual(['sanction.impose'])
    await reversed(deal.seller, sanction)
    expect(await shown()).toMatchObject({ removed: null })
  })

  test('removes a profile’s text; a successful appeal restores it unless it was rewritten meanwhile', async () => {
    const brand = await buildSeller(api.pool)
    const [kept, rewritten] = [await writer(), await writer()]
    const sanctions = [
      await sanctioned(brand, profileOf(kept)),
      await sanctioned(brand, profileOf(rewritten)),
    ]
    expect(await bioOf(kept)).toBeNull()
    await api.call(rewritten, 'profiles.update', { body: { bio: 'Better.' } })
    await reversed(kept, sanctions[0] ?? '')
    await reversed(rewritten, sanctions[1] ?? '')
    expect(await bioOf(kept)).toBe('Pay me first.')
    expect(await bioOf(rewritten)).toBe('Better.')
  })

  test('removes a picture as avatar and portfolio piece; a successful appeal puts it back in its place', async () => {
    const brand = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const urls = [
      '/storage/public/avatars/a.png',
      '/storage/public/avatars/b.png',
      'https://x.example/c',
    ]
    await execute(
      api.pool,
      sql`update profiles set avatar_url = ${`${urls[1]}#hash`}, portfolio_urls = ${urls},
          portfolio_captions = ${['one', 'two', 'three']} where id = ${creator.id}`,
    )
    const seen = async () =>
      (await api.call(null, 'profiles.get', { params: { id: creator.id } })).body
    const sanction = await sanctioned(brand, {
      subject: 'picture',
      subject_id: creator.id,
      picture: `${urls[1]}#other`,
    })
    expect(await seen()).toMatchObject({
      avatar_url: null,
      portfolio_urls: [urls[0], urls[2]],
      portfolio_captions: ['one', 'three'],
    })
    await reversed(creator, sanction)
    expect(await seen()).toMatchObject({
      avatar_url: `${urls[1]}#hash`,
      portfolio_urls: urls,
      portfolio_captions: ['one', 'two', 'three'],
    })
  })
})

test('a picture that was removed is not put back, however its address is written, until an appeal gives it back', async () => {
  const brand = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool)
  const { url: address } = await buildFile(api.pool, { owner: creator, bucket: 'portfolio' })
  const show = (...portfolio_urls: string[]) =>
    api.call(creator, 'profiles.update', { body: { portfolio_urls } })
  expect((await show(address, 'https://video.example/mine')).status).toBe(200)
  const about = { subject: 'picture', subject_id: creator.id }
  const sanction = await sanctioned(brand, { ...about, picture: address })
  await sanctioned(brand, { ...about, picture: 'https://video.example/mine' })
  for (const again of [
    address,
    `${address}#placeholder`,
    `https://cartwright.example${address}`,
    `https://cartwright.example${address}?w=1`,
    `https://cartwright.example/storage/./public${address.slice('/storage/public'.length)}`,
    'https://video.example/mine',
    'https://video.example/mine/#t=3',
  ])
    expectInvalidPicture(await show(again))
  expect((await show('https://video.example/another')).status).toBe(200)
  await reversed(creator, sanction)
  expect((await show(address)).status).toBe(200)
})

const expectInvalidPicture = (
  reply: Reply<unknown>,
  field = 'portfolio_urls',
  sentence = PICTURE_REMOVED,
) => expect(expectRefusal(reply, 'upload.not_yours').fields).toEqual({ [field]: sentence })

describe('the pictures of a project', () => {
  const newProject = (product_images: string[]) => ({
    title: 'A mug',
    description: 'Show the mug in a kitchen.',
    category: CATEGORIES[0],
    budget: 200,
    deadline: '2031-04-03',
    product_images,
    status: 'draft' as const,
  })
  const post = (as: BuiltUser, ...images: string[]) =>
    api.call(as, 'projects.create', { body: newProject(images) })
  const change = (as: BuiltUser, id: string, ...product_images: string[]) =>
    api.call(as, 'projects.update', { params: { id }, body: { product_images } })
  const imageOf = async (owner: BuiltUser) =>
    (await buildFile(api.pool, { owner, bucket: 'product-images' })).url

  test('cannot include one removed from a profile', async () => {
    const brand = await buildSeller(api.pool)
    const { url } = await buildFile(api.pool, { owner: brand, bucket: 'avatars' })
    expect((await api.call(brand, 'profiles.update', { body: { avatar_url: url } })).status).toBe(
      200,
    )
    const about = { subject: 'picture', subject_id: brand.id, picture: url }
    await sanctioned(await buildCreator(api.pool), about)
    const { id } = (await post(brand)).body
    // Portraits and products are files of two kinds.
    expectInvalidPicture(await post(brand, url), 'product_images', uploadMessages.failed)
    expectInvalidPicture(await change(brand, id, url), 'product_images', uploadMessages.failed)
    const again = await api.call(brand, 'profiles.update', { body: { avatar_url: url } })
    expectInvalidPicture(again, 'avatar_url')
  })

  test('cannot be used in another project once hidden, until an appeal succeeds', async () => {
    const brand = await buildSeller(api.pool)
    const [first, second] = [await imageOf(brand), await imageOf(brand)]
    const project = await buildProject(api.pool, { seller: brand, status: 'active' })
    expect((await change(brand, project.id, first, second)).status).toBe(200)
    const other = (await post(brand)).body.id
    const about = { subject: 'project', subject_id: project.id }
    const sanction = await sanctioned(await buildCreator(api.pool), about)
    expectInvalidPicture(
      await post(brand, `${first}#placeholder`),
      'product_images',
      PICTURE_HIDDEN,
    )
    expectInvalidPicture(await change(brand, other, second), 'product_images', PICTURE_HIDDEN)
    // Within the hidden project itself, they may be put in another order.
    expect((await change(brand, project.id, second, `${first}#placeholder`)).status).toBe(200)
    await reversed(brand, sanction)
    expect((await change(brand, other, second)).status).toBe(200)
  })
})

test('a removed portfolio piece disappears from packages, and is refused as a sample of any package', async () => {
  const brand = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool)
  const { url } = await buildFile(api.pool, { owner: creator, bucket: 'portfolio' })
  const portfolio = { portfolio_urls: [url, 'https://films.example/kept'] }
  await api.call(creator, 'profiles.update', { body: portfolio })
  const body = packageInput({ samples: portfolio.portfolio_urls })
  const made = await api.call(creator, 'packages.create', { body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await sanctioned(brand, { subject: 'picture', subject_id: creator.id, picture: url })
  const own = (await api.call(creator, 'packages.mine')).body
  expect(own.map(({ samples }) => samples)).toEqual([['https://films.example/kept']])
  for (const again of [url, `${url}#placeholder`]) {
    const changed = { ...body, samples: [again] }
    expectInvalid(await api.call(creator, 'packages.create', { body: changed }), 'samples')
    expectInvalid(
      await api.call(creator, 'packages.update', { params: { id: made.body.id }, body: changed }),
      'samples',
    )
  }
})

test('an operator can list the sanctions on a person, newest first', async () => {
  const brand = await buildSeller(api.pool)
  const person = await writer()
  const first = await sanctioned(brand, profileOf(person), { act: 'warn' })
  const second = await sanctioned(brand, profileOf(person))
  const { body } = await api.call(operator, 'operator.sanctions', { query: { person: person.id } })
  expect(body.rows.map(({ id }) => id)).toEqual([second, first])
})

describe('an account limit', () => {
  test('refuses every call that starts something new, and no other, until it ends', async () => {
    const brand = await buildSeller(api.pool)
    const people = [await buildSeller(api.pool), await buildCreator(api.pool)]
    for (const person of people)
      await sanctioned(brand, profileOf(person), { act: 'limit', days: 7 })
    const codesOf = async (key: never) =>
      Promise.all(
        people.map(async (person) => {
          const { body } = await api.call(person, key, { params: { id: randomUUID() }, body: {} })
          return (body as { code?: string }).code
        }),
      )
    for (const key of LIMITED_CALLS)
      expect(await codesOf(key as never), key).toContain('account.limited')
    for (const key of ['projects.update', 'offers.accept', 'deliverables.submit', 'messages.send'])
      expect(await codesOf(key as never), key).not.toContain('account.limited')
    api.setNow(days(7))
    for (const key of LIMITED_CALLS)
      expect(await codesOf(key as never), key).not.toContain('account.limited')
  })

  test('refuses a creator’s first word to a brand, and no conversation that has begun', async () => {
    const [begun, fresh] = [await buildProject(api.pool), await buildProject(api.pool)]
    const { creator } = await buildApplication(api.pool, { project: begun })
    const open = (project: { id: string }) =>
      api.call(creator, 'conversations.open', { body: { project_id: project.id } })
    const { body: talk } = await open(begun)
    await sanctioned(fresh.seller, profileOf(creator), { act: 'limit', days: 7 })
    expectRefusal(await open(fresh), 'account.limited')
    expect((await open(begun)).body.id).toBe(talk.id)
    api.setNow(days(7))
    expect((await open(fresh)).status).toBe(200)
  })

  test('lets a brand answer whoever applied to it', async () => {
    const project = await buildProject(api.pool)
    const { creator } = await buildApplication(api.pool, { project })
    await sanctioned(creator, profileOf(project.seller), { act: 'limit', days: 7 })
    const about = { project_id: project.id, creator_id: creator.id }
    expect((await api.call(project.seller, 'conversations.open', { body: about })).status).toBe(200)
  })

  test('refuses an offer, to one creator or to several', async () => {
    const brand = await buildSeller(api.pool)
    await sanctioned(await buildSeller(api.pool), profileOf(brand), { act: 'limit', days: 7 })
    for (const key of ['offers.make', 'projects.offer'] as const) {
      const about = { params: { id: randomUUID() }, body: {} }
      expectRefusal(await api.call(brand, key as never, about), 'account.limited')
    }
  })

  test('ends with a successful appeal', async () => {
    const creator = await buildCreator(api.pool)
    const sanction = await sanctioned(await buildSeller(api.pool), profileOf(creator), {
      act: 'limit',
      days: 7,
    })
    await reversed(creator, sanction)
    const { body } = await api.call(creator, 'packages.list', { params: { id: randomUUID() } })
    expect(body).toMatchObject({ code: 'request.not_found' })
  })
})

describe('a statement of reasons', () => {
  test('has the rule, the facts, the end and the way to appeal; never who reported', async () => {
    const brand = await buildSeller(api.pool, 'Whistle & Co')
    const creator = await writer()
    const id = await sanctioned(brand, profileOf(creator), { act: 'limit', days: 7 })
    const { body } = await api.call(creator, 'sanctions.get', { params: { id } })
    expect(body).toMatchObject({
      act: 'limit',
      reason: 'scam',
      facts: 'A deposit was asked for.',
      until: days(7).toISOString().replace('.000', ''),
      appeal: { status: 'none', until: '2031-09-03T10:00:00.000Z' },
    })
    expect(JSON.stringify(body)).not.toMatch(/Whistle|report/i)
    expect(JSON.stringify(body)).not.toContain(brand.id)
    await expectHidden(api, brand, 'sanctions.get', { params: { id } })
    const { facts } = await oneRow<{ facts: object }>(
      api.pool,
      sql`select facts from notifications where user_id = ${creator.id}`,
    )
    expect(JSON.stringify(facts)).not.toMatch(/Whistle/)
  })

  test('reaches a banned person by mail; only the key in it opens the statement and accepts the appeal', async () => {
    const creator = await writer()
    const id = await sanctioned(await buildSeller(api.pool), profileOf(creator), { act: 'ban' })
    const mail = await mailNamed(`sanction-${id}`)
    const key = /decisions\/[^?\s"]+\?key=([\w-]+)/.exec(mail)?.[1] ?? ''
    expect(mail).toContain('A deposit was asked for.')
    await expectHidden(api, null, 'sanctions.get', { params: { id } })
    const wrong = { params: { id }, query: { key: key.replace(/^./, key[0] === 'A' ? 'B' : 'A') } }
    await expectHidden(api, null, 'sanctions.get', wrong)
    const opened = await api.call(null, 'sanctions.get', { params: { id }, query: { key } })
    expect(opened.body).toMatchObject({ act: 'ban', until: null })
    expect((await appeal(null, id, 'Please look again.', key)).status).toBe(200)
    expect((await answer(id, 'reversed')).status).toBe(200)
    const { banned } = await oneRow<{ banned: boolean }>(
      api.pool,
      sql`select banned_until is not null as banned from auth.users where id = ${creator.id}`,
    )
    expect(banned).toBe(false)
  })

  test('is closed, and takes no appeal, once the account is deleted', async () => {
    const creator = await writer()
    const id = await sanctioned(await buildSeller(api.pool), profileOf(creator), {
      act: 'ban',
      days: 7,
    })
    const key = new URL(keyedSanctionUrl(api.deps.config, id)).searchParams.get('key') ?? ''
    const queued = async () => ({
      rows: (await api.call(operator, 'operator.appeals')).body.rows.filter((row) => row.id === id),
      open: (await api.call(operator, 'operator.overview')).body.open_appeals,
    })
    const before = await queued()
    const marked = (at: Date | null) =>
      execute(api.pool, sql`update auth.users set deleted_at = ${at} where id = ${creator.id}`)
    await marked(NOW)
    await expectHidden(api, null, 'sanctions.get', { params: { id }, query: { key } })
    const body = { body: 'Please look again.' }
    await expectHidden(api, null, 'sanctions.appeal', { params: { id }, query: { key }, body })
    expect(await queued()).toEqual(before)
    // Deleted by an administrator while the appeal waits: no one could answer it.
    await marked(null)
    expect((await appeal(null, id, body.body, key)).status).toBe(200)
    expect((await queued()).rows).toHaveLength(1)
    await marked(NOW)
    expect(await queued()).toEqual(before)
  })
})

test('attempts to guess an appeal key are limited per IP address', async () => {
  api.deps.limits = createWriteLimits(api.pool)
  const person = await writer()
  const sanction = await sanctioned(await buildSeller(api.pool), profileOf(person))
  const tried: number[] = []
  for (let tries = 0; tries <= WRITE_RATES.application.burst; tries += 1)
    tried.push((await appeal(null, sanction, 'No.', 'a-guess')).status)
  expect(tried.at(-1)).toBe(429)
  expect(tried.slice(0, -1)).not.toContain(429)
  expect((await appeal(person, sanction)).status).toBe(200)
  api.deps.limits = undefined
})

describe('an appeal', () => {
  test('is made once, in time, by the person concerned', async () => {
    const brand = await buildSeller(api.pool)
    const creator = await writer()
    const id = await sanctioned(brand, profileOf(creator), { act: 'warn' })
    await expectHidden(api, brand, 'sanctions.appeal', { params: { id }, body: { body: 'No.' } })
    expectInvalid(await appeal(creator, id, ' '), 'body')
    api.setNow(new Date('2031-09-03T10:00:01Z'))
    expectRefusal(await appeal(creator, id), 'sanction.appeal_late')
    api.setNow(new Date('2031-09-03T10:00:00Z'))
    expect((await appeal(creator, id)).body.appeal).toMatchObject({ status: 'open', until: null })
    expect((await appeal(creator, id)).status).toBe(200)
    expectRefusal(await appeal(creator, id, 'And another thing.'), 'sanction.appealed')
  })

  test('waits in the queue until it is answered, once', async () => {
    const creator = await writer()
    const id = await sanctioned(await buildSeller(api.pool), profileOf(creator))
    expectRefusal(await answer(id, 'upheld'), 'sanction.not_appealed')
    await appeal(creator, id)
    const queue = async () =>
      (await api.call(operator, 'operator.appeals')).body.rows.map((row) => row.id)
    expect(await queue()).toContain(id)
    const replies = await Promise.all([answer(id, 'upheld'), answer(id, 'upheld')])
    expect(replies.filter(({ body }) => body.changed)).toHaveLength(1)
    expectRefusal(await answer(id, 'reversed'), 'sanction.appeal_closed')
    expectRefusal(await answer(id, 'upheld', 'In other words.'), 'sanction.appeal_closed')
    expect(await queue()).not.toContain(id)
    expect(await bioOf(creator)).toBeNull()
    expect(await noticesOf(api.pool, creator)).toEqual(['sanction.impose', 'sanction.uphold'])
  })
})
