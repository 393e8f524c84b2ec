import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountMarks } from '#server/account-marks/account-marks.ts'
import { execute, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recountRecords } from '#server/track-records/track-record-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildBrief,
  buildCreator,
  buildDeal,
  buildOperator,
  buildProject,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildList } from '#tests/support/creator-lists.ts'
import {
  type Call,
  duringDeletionOf as duringDeletion,
  tablesWith,
} from '#tests/support/during-deletion.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import { buildExtension, buildLicence } from '#tests/support/licences.ts'
import { buildPackage, orderInput, packageInput } from '#tests/support/packages.ts'
import { buildReport, buildSanction } from '#tests/support/reports.ts'
import { ADDRESS, buildShipment } from '#tests/support/shipments.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** What is typed while the account is being deleted: no other row contains it. */
const TYPED = 'Heliotrope'

const duringDeletionOf = (person: BuiltUser, call: Call, held?: Statement) =>
  duringDeletion(api, person, call, held)
const tablesWithTyped = () => tablesWith(api, TYPED)

/** What a brand types; each returns the call, with what it needs already there. */
const BRAND: Record<string, (seller: BuiltUser) => Promise<Call>> = {
  'saves a search': async (seller) => () =>
    api.call(seller, 'searches.save', { body: { about: 'projects', q: TYPED } }),
  'saves a brief as a template': async (seller) => {
    const project = await buildProject(api.pool, { seller })
    await buildBrief(api.pool, project.id)
    return () =>
      api.call(seller, 'brief_templates.save', { body: { project_id: project.id, name: TYPED } })
  },
  'creates a list': async (seller) => () =>
    api.call(seller, 'lists.create', { body: { name: TYPED } }),
  'adds a creator to a list with a note': async (seller) => {
    const { id } = await buildList(api.pool, { seller })
    const creator = await buildCreator(api.pool)
    return () =>
      api.call(seller, 'lists.add', {
        params: { id, creator_id: creator.id },
        body: { note: TYPED },
      })
  },
  'posts a project': async (seller) => () =>
    api.call(seller, 'projects.create', {
      body: {
        title: TYPED,
        category: 'home',
        description: 'Vertical, 20 to 40 seconds.',
        budget: 600,
        deadline: '2999-01-31',
        status: 'draft',
      },
    }),
  'orders a package': async (seller) => {
    const { id } = await buildPackage(api.pool, { creator: await buildCreator(api.pool) })
    return () =>
      api.call(seller, 'package_orders.place', {
        params: { id },
        body: orderInput({ words: TYPED }),
      })
  },
  'invites a creator': async (seller) => {
    const project = await buildProject(api.pool, { seller })
    const creator = await buildCreator(api.pool)
    return () =>
      api.call(seller, 'invitations.send', {
        body: { project_id: project.id, creator_id: creator.id, message: TYPED },
      })
  },
  'writes what documents say about it': async (seller) => () =>
    api.call(seller, 'tax.save', {
      body: {
        legal_name: TYPED,
        address: 'Main Street 1',
        country: 'US',
        business: false,
        tax_id: null,
      },
    }),
  'changes its profile': async (seller) => () =>
    api.call(seller, 'profiles.update', { body: { website: `https://${TYPED}.example` } }),
  'reports someone': async (seller) => {
    const creator = await buildCreator(api.pool)
    return () =>
      api.call(seller, 'reports.create', {
        body: { subject: 'profile', subject_id: creator.id, reason: 'scam', body: TYPED },
      })
  },
}

const CREATOR: Record<string, (creator: BuiltUser) => Promise<Call>> = {
  'adds a package': async (creator) => () =>
    api.call(creator, 'packages.create', { body: packageInput({ title: TYPED }) }),
  'applies to a project': async (creator) => {
    const { id } = await buildProject(api.pool)
    return () =>
      api.call(creator, 'applications.submit', {
        params: { id },
        body: { message: TYPED, proposed_price: 540.5 },
      })
  },
}

/** What either side proposes to the other. */
const PROPOSALS: Record<
  string,
  (side: 'seller' | 'creator') => Promise<[BuiltUser, BuiltUser, Call]>
> = {
  'an offer': async (side) => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    const [by, other] = side === 'seller' ? [project.seller, creator] : [creator, project.seller]
    const terms = { price: 480, deliver_by: '2999-02-01', rounds: 1, note: TYPED }
    return [
      by,
      other,
      () => api.call(by, 'offers.make', { params: { id }, body: { id: randomUUID(), ...terms } }),
    ]
  },
  'a change': async (side) => {
    const { seller, creator, project } = await buildDeal(api.pool)
    const [by, other] = side === 'seller' ? [seller, creator] : [creator, seller]
    const change = { deliver_by: '2999-02-01', note: TYPED }
    return [
      by,
      other,
      () =>
        api.call(by, 'amendments.propose', {
          params: { id: project.id },
          body: { id: randomUUID(), ...change },
        }),
    ]
  },
}

const who = [
  ...Object.entries(BRAND).map(([does, prepare]) => ['brand', does, prepare] as const),
  ...Object.entries(CREATOR).map(([does, prepare]) => ['creator', does, prepare] as const),
]
test.each(who)(
  'a %s that %s while its account is deleted leaves nothing',
  async (role, _, prepare) => {
    const person = await (role === 'brand' ? buildSeller(api.pool) : buildCreator(api.pool))
    const call = await prepare(person)
    expect(await duringDeletionOf(person, call)).toMatchObject({
      status: 401,
      body: { code: 'request.unauthenticated' },
    })
    expect(await tablesWithTyped()).toEqual([])
  },
)

test('no one invites a creator whose account is being deleted', async () => {
  const project = await buildProject(api.pool)
  const creator = await buildCreator(api.pool)
  const reply = await duringDeletionOf(creator, () =>
    api.call(project.seller, 'invitations.send', {
      body: { project_id: project.id, creator_id: creator.id, message: TYPED },
    }),
  )
  expect(reply).toMatchObject({ status: 404 })
  expect(await tablesWithTyped()).toEqual([])
})

test('an order of a package that is about to be deleted with its creator’s account waits, and is refused', async () => {
  const creator = await buildCreator(api.pool)
  const seller = await buildSeller(api.pool)
  const { id } = await buildPackage(api.pool, { creator })
  const reply = await duringDeletionOf(
    creator,
    () =>
      api.call(seller, 'package_orders.place', {
        params: { id },
        body: orderInput({ words: TYPED }),
      }),
    sql`select from packages where id = ${id} for share`,
  )
  expect(reply).toMatchObject({ status: 404 })
  expect(await tablesWithTyped()).toEqual([])
})

test('an address that a creator gives while their account is deleted is not kept', async () => {
  const { creator, project } = await buildDeal(api.pool)
  const { id } = await buildShipment(api.pool, { project, status: 'address_wanted' })
  const reply = await duringDeletionOf(creator, () =>
    api.call(creator, 'shipping.give_address', { params: { id: project.id }, body: ADDRESS }),
  )
  expect(reply).toMatchObject({ status: 401, body: { code: 'request.unauthenticated' } })
  const kept = sql`select sealed_address from shipments where id = ${id}`
  expect(await oneRow(api.pool, kept)).toEqual({ sealed_address: null })
})

test.each(Object.entries(PROPOSALS))(
  '%s is not proposed by a creator whose account is being deleted, nor to one',
  async (_, prepare) => {
    const [creator, , propose] = await prepare('creator')
    expect(await duringDeletionOf(creator, propose)).toMatchObject({
      status: 401,
      body: { code: 'request.unauthenticated' },
    })
    const [, other, proposeToThem] = await prepare('seller')
    expect(await duringDeletionOf(other, proposeToThem)).toMatchObject({
      status: 409,
      body: { code: expect.stringMatching(/\.other_side_gone$/) },
    })
    expect(await tablesWithTyped()).toEqual([])
  },
)

/** A licence of a deal, and more months of it that its brand proposed. */
async function extending() {
  const deal = await buildDeal(api.pool)
  const licence = await buildLicence(api.pool, deal)
  return { ...deal, extension: await buildExtension(api.pool, licence) }
}
const extensionStatus = async (id: string) =>
  (
    await oneRow<{ status: string }>(
      api.pool,
      sql`select status from licence_extensions where id = ${id}`,
    )
  ).status

test.each([
  ['seller', 'creator', 'withdrawn', 'licence.withdraw_extension'],
  ['creator', 'seller', 'declined', 'licence.decline_extension'],
] as const)(
  'an open extension ends with the account of its %s, and the %s reads that it was %s',
  async (leaver, other, status, notice) => {
    const { extension, ...people } = await extending()
    await deleteAccount(api, people[leaver])
    expect(await extensionStatus(extension.id)).toBe(status)
    const read = sql`select notice from notifications where user_id = ${people[other].id} and notice like 'licence.%'`
    expect(await rows(api.pool, read)).toEqual([{ notice }])
  },
)

test('an answer to an extension waits for the deletion of the account, and finds it ended', async () => {
  const { creator, seller, extension } = await extending()
  const params = { id: extension.id }
  const reply = await duringDeletionOf(seller, () =>
    api.call(creator, 'extensions.accept', { params }),
  )
  expect(reply).toMatchObject({ status: 409, body: { code: 'extension.answered' } })
  expect(await extensionStatus(extension.id)).toBe('withdrawn')
})

/** What runs by itself about a person, and the table in which it leaves rows. */
const BY_ITSELF: Record<string, (person: BuiltUser) => Promise<unknown>> = {
  account_marks: ({ id }) =>
    createAccountMarks(api.deps.config.keys).note(
      api.pool,
      id,
      [{ kind: 'card', value: TYPED }],
      new Date(),
    ),
  track_records: ({ id }) => inTransaction(api.pool, (tx) => recountRecords(tx, [id], new Date())),
}
test.each(Object.entries(BY_ITSELF))(
  'nothing is written to %s about someone whose account is being deleted',
  async (table, run) => {
    const person = await buildCreator(api.pool)
    // Otherwise a recount has nothing to add, and the deletion removes what it changed.
    await execute(api.pool, sql`delete from track_records where profile_id = ${person.id}`)
    await duringDeletionOf(person, async () => {
      await run(person)
      return { status: 200, body: null }
    })
    const left = sql`select from ${raw(table)} where profile_id = ${person.id}`
    expect(await rows(api.pool, left)).toEqual([])
  },
)

/** What operators and the person do about reports and bans; each names who leaves, and the call made meanwhile. */
const DECISIONS: Record<string, (operator: BuiltUser) => Promise<[BuiltUser, Call]>> = {
  'answering their appeal': async (operator) => {
    const person = await buildCreator(api.pool)
    const { id } = await buildSanction(api.pool, { person, operator, appealed: true })
    const body = { outcome: 'reversed', answer: 'We were wrong.' }
    return [person, () => api.call(operator, 'operator.answer_appeal', { params: { id }, body })]
  },
  'their appeal': async (operator) => {
    const person = await buildCreator(api.pool)
    const { id } = await buildSanction(api.pool, { person, operator })
    const body = { body: 'It was a mistake.' }
    return [person, () => api.call(person, 'sanctions.appeal', { params: { id }, body })]
  },
  'acting on a report about them': async (operator) => {
    const about = await buildCreator(api.pool)
    const { id } = await buildReport(api.pool, { reporter: await buildSeller(api.pool), about })
    const body = { act: 'warn', reason: 'scam', facts: 'A deposit was asked for.', days: null }
    return [about, () => api.call(operator, 'operator.act_on_report', { params: { id }, body })]
  },
  'dismissing a report of theirs': async (operator) => {
    const reporter = await buildCreator(api.pool)
    const { id } = await buildReport(api.pool, { reporter, about: await buildSeller(api.pool) })
    const body = { reason: 'Nothing is wrong.' }
    return [reporter, () => api.call(operator, 'operator.dismiss_report', { params: { id }, body })]
  },
  'banning them': async (operator) => {
    const person = await buildCreator(api.pool)
    const body = { reason: 'Paid with stolen cards.', days: null }
    return [person, () => api.call(operator, 'operator.ban', { params: { id: person.id }, body })]
  },
}

test.each(Object.entries(DECISIONS))(
  '%s waits for the deletion of the account, without a deadlock',
  async (_, prepare) => {
    const [person, call] = await prepare(await buildOperator(api.pool))
    const { id } = await buildPackage(api.pool, { creator: person })
    // Removed before reports and sanctions are changed.
    const held = sql`select from packages where id = ${id} for update`
    expect((await duringDeletionOf(person, call, held))?.status).toBeLessThan(500)
  },
)
