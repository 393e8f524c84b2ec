import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { licenceSentence } from '#contract/licence-sentence.ts'
import { EXTENSION_PRICE_RULE } from '#contract/licence-extensions.ts'
import { canonicalTerms, type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { MAX_AMOUNT_CENTS } from '#contract/money.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { buildCreator, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import {
  checkMoney,
  fund,
  type MoneyWorld,
  onboard,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

/**
 * A project may state a licence. Applicants read it before they price the work, and it is frozen once someone is hired.
 */

let world: MoneyWorld
let seller: BuiltUser
beforeAll(async () => {
  world = await startMoney()
  seller = await buildSeller(world.api.pool)
})
afterAll(() => world.close())

const ADS: LicenceTerms = {
  scope: ['paid_ads'],
  territory: ['CA', 'US'],
  term_months: 6,
  exclusive: false,
  edits: 'cut',
  ai_training: false,
  credit: true,
}
const hashOf = (terms: LicenceTerms) =>
  createHash('sha256').update(canonicalTerms(terms)).digest('hex')

const sound = {
  title: 'Three unboxing reels',
  category: 'home',
  description: 'Vertical, 20 to 40 seconds.',
  budget: 600,
  deadline: '2999-01-31',
  status: 'active',
}
async function post(licence: object | null | undefined, more: object = {}) {
  const body = licence === undefined ? { ...sound, ...more } : { ...sound, ...more, licence }
  const posted = await world.api.call(seller, 'projects.create', { body })
  expect(posted.status).toBe(200)
  return posted.body
}
const edit = (id: string, body: object) =>
  world.api.call(seller, 'projects.update', { params: { id }, body })
const get = async (as: BuiltUser, id: string) =>
  (await world.api.call(as, 'projects.get', { params: { id } })).body

/** A creator who can be paid applies. */
async function apply(projectId: string) {
  const creator = await buildCreator(world.api.pool)
  const application = await oneRow<{ id: string }>(
    world.api.pool,
    sql`insert into applications (project_id, creator_id, message, proposed_price)
      values (${projectId}, ${creator.id}, 'I film at home.', 54000) returning id`,
  )
  return { ...application, creator }
}
const accept = (id: string) => world.api.call(seller, 'applications.accept', { params: { id } })
const frozen = async (applicationId: string) =>
  (
    await oneRow<{ hash: string | null }>(
      world.api.pool,
      sql`select licence_terms_hash as hash from applications where id = ${applicationId}`,
    )
  ).hash

describe('a project’s stated licence', () => {
  test('is on the project page before anyone names a price, flagged in lists and shown in the negotiation', async () => {
    const project = await post(ADS)
    const visitor = await buildCreator(world.api.pool)
    expect((await get(visitor, project.id)).licence).toEqual(ADS)
    const { body } = await world.api.call(visitor, 'projects.list', { query: { limit: '5' } })
    expect(body.projects.find(({ id }) => id === project.id)?.own_licence).toBe(true)
    const { id } = await apply(project.id)
    const negotiation = await world.api.call(seller, 'offers.list', { params: { id } })
    expect(negotiation.body.licence).toEqual(ADS)
  })

  test('is left out when it is the standard licence, stated or not', async () => {
    for (const licence of [undefined, null, STANDARD_TERMS]) {
      const project = await post(licence)
      expect(project).not.toHaveProperty('own_licence')
      expect(await get(seller, project.id)).not.toHaveProperty('licence')
    }
  })

  test('is refused when invalid, naming the invalid field', async () => {
    const body = { ...sound, licence: { ...ADS, ai_training: true } }
    expectInvalid(await world.api.call(seller, 'projects.create', { body }), 'licence.ai_training')
  })

  test.each([
    [EXTENSION_PRICE_RULE.leastCents - 1, 'The minimum price is $1.00.'],
    [MAX_AMOUNT_CENTS + 1, 'The maximum price is $999,999.99.'],
  ])('is refused with %i cents for more months, in USD', async (extend_cents, sentence) => {
    const licence = { ...ADS, extend_months: 6, extend_cents }
    const refused = await world.api.call(seller, 'projects.create', { body: { ...sound, licence } })
    const { fields } = expectRefusal(refused, 'request.invalid')
    expect(fields).toEqual({ 'licence.extend_cents': sentence })
  })

  test('can change until an applicant names a price, and again once that application is answered', async () => {
    const project = await post(ADS)
    const { id } = await apply(project.id)
    const refused = await edit(project.id, { licence: null })
    expectRefusal(refused, 'project.licence_priced')
    // Stating the same licence again is not a change, and other fields may be edited.
    expect((await edit(project.id, { licence: ADS, title: 'Four reels' })).status).toBe(200)
    expect((await get(seller, project.id)).licence).toEqual(ADS)
    await execute(world.api.pool, sql`update applications set status = 'rejected' where id = ${id}`)
    expect((await edit(project.id, { licence: null })).body).not.toHaveProperty('own_licence')
  })

  test('can change once the only applicant has deleted their account', async () => {
    const project = await post(ADS)
    const { creator } = await apply(project.id)
    await deleteAccount(world.api, creator)
    expect((await edit(project.id, { licence: null })).status).toBe(200)
    expect(await get(seller, project.id)).not.toHaveProperty('licence')
  })
})

describe('a hire', () => {
  test('freezes the terms: neither a project edit nor a database update can change them', async () => {
    const project = await post(ADS)
    const { id } = await apply(project.id)
    expect(await frozen(id)).toBeNull()
    expect((await accept(id)).status).toBe(200)
    expect(await frozen(id)).toBe(hashOf(ADS))
    expectRefusal(await edit(project.id, { licence: null }), 'project.not_editable')
    const rewritten = execute(
      world.api.pool,
      sql`update applications set licence_terms_hash = null where id = ${id}`,
    )
    await expect(rewritten).rejects.toThrow('never changes')
  })

  test('on a project without a stated licence freezes the standard licence', async () => {
    const { id } = await apply((await post(null)).id)
    await accept(id)
    expect(await frozen(id)).toBe(hashOf(STANDARD_TERMS))
  })

  test('on a project with several seats copies its licence to the deal', async () => {
    const project = await post(ADS, { seats: 2 })
    const { id } = await apply(project.id)
    const { project_id: deal } = (await accept(id)).body
    expect(deal).not.toBe(project.id)
    expect(await frozen(id)).toBe(hashOf(ADS))
    expect((await get(seller, deal)).licence).toEqual(ADS)
  })
})

/** A deal whose money is released at a given time. */
async function released(licence: LicenceTerms | null) {
  const project = await post(licence)
  const application = await apply(project.id)
  const { creator } = application
  const accountId = await onboard(world, creator)
  await accept(application.id)
  const payment = await fund(world, {
    project: { ...project, seller },
    seller,
    creator,
    application: {
      ...application,
      project_id: project.id,
      creator_id: creator.id,
      status: 'accepted',
    },
    accountId,
    conversation: { id: '' },
  })
  const released = await world.api.call(seller, 'payments.release', {
    body: { payment_id: payment },
  })
  expect(released.status).toBe(200)
  const { body } = await world.api.call(seller, 'licences.of_project', {
    params: { id: project.id },
  })
  return { payment, code: body?.code ?? '', licence: body }
}
const check = async (code: string) =>
  (await world.api.call(null, 'licences.check', { params: { code } })).body

test('the licence of the deal has the frozen terms and ends six months after the grant', async () => {
  const { payment, licence } = await released(ADS)
  const month = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  expect(licence).toMatchObject({
    status: 'granted',
    terms: ADS,
    terms_hash: hashOf(ADS),
    sentence: licenceSentence(ADS),
  })
  expect(month(licence?.ends_on ?? '') - month(licence?.granted_at ?? '')).toBe(6)
  expect(['released', 'held_in_escrow']).toContain(await statusOf(world, payment))
  await checkMoney(world)
})

test('the licence is valid until its last day is over everywhere on earth, and expired from then on', async () => {
  const { code, licence } = await released(ADS)
  const over = Date.parse(`${licence?.ends_on}T00:00:00Z`) + 36 * 3_600_000
  world.api.setNow(new Date(over - 1))
  expect((await check(code)).status).toBe('granted')
  world.api.setNow(new Date(over))
  expect((await check(code)).status).toBe('expired')
  world.api.setNow(null)
  await execute(
    world.api.pool,
    sql`update licences set status = 'void', void_reason = 'refunded', voided_at = now() where code = ${code}`,
  )
  expect((await check(code)).status).toBe('void')
})

test('a deal without a stated licence has the standard licence, without an end', async () => {
  const { licence } = await released(null)
  expect(licence).toMatchObject({ terms: STANDARD_TERMS, ends_on: null })
  const stored = await rows(
    world.api.pool,
    sql`select 1 from licence_terms where hash = ${hashOf(STANDARD_TERMS)}`,
  )
  expect(stored).toHaveLength(1)
})
