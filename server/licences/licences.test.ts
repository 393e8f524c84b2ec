import { createHash, randomUUID } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { verifyAsync } from '@noble/ed25519'
import fastify from 'fastify'
import type { JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { LICENCE_CODE, LICENCE_KEYS_PATH } from '#contract/licences.ts'
import { LICENCE_WORDS } from '#contract/licence-words.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { decideDispute } from '#server/disputes/dispute-decision.ts'
import { buildDeliverable, buildOperator } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { builtViewer, twoProcesses } from '#tests/support/two-processes.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { approveDeliverable } from '#server/deliverables/deliverable-service.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import { licenceTasks } from './licence-certificate.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { licenceKeyRoutes } from './licence-routes.ts'

/**
 * The licence follows the money: it is granted with the order to release, and void when the money went back after all.
 */

let world: MoneyWorld
const keyServer = fastify()
beforeAll(async () => {
  world = await startMoney()
  licenceKeyRoutes(keyServer, world.api.deps)
})
afterAll(async () => {
  await keyServer.close()
  await world.close()
})

const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const licenceOf = async (deal: PayableDeal) =>
  (await world.api.call(deal.seller, 'licences.of_project', { params: { id: deal.project.id } }))
    .body
const check = (code: string) => world.api.call(null, 'licences.check', { params: { code } })
const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)

/** A delivery whose file's bytes hash to `sha256`. */
async function deliver(deal: PayableDeal, version = 1, status: 'pending' | 'approved' = 'pending') {
  const delivery = await buildDeliverable(world.api.pool, {
    application: { ...deal.application, creator: deal.creator },
    version,
    status,
  })
  const sha256 = createHash('sha256').update(delivery.id).digest('hex')
  await execute(
    world.api.pool,
    sql`update files set sha256 = ${sha256} where id = (select file_id from deliverables where id = ${delivery.id})`,
  )
  return { ...delivery, sha256 }
}

async function held(priceCents?: number) {
  const deal = await buildPayableDeal(world, priceCents)
  return { deal, id: await fund(world, deal) }
}

/** A dispute about the deal that is waiting for its decision. */
async function disputed(deal: PayableDeal, paymentId: string): Promise<string> {
  const stated = { reason: 'not_as_agreed', statement: 'The second clip is missing.' }
  const opened = await world.api.call(deal.seller, 'disputes.open', {
    params: { id: paymentId },
    body: stated,
  })
  expect(opened.status).toBe(200)
  const [made] = await rows<{ id: string }>(
    world.api.pool,
    sql`update deal_disputes set status = 'awaiting_decision' where payment_id = ${paymentId} returning id`,
  )
  return made?.id ?? ''
}

/** Runs the pending jobs of a licence's certificates. */
async function certify(): Promise<void> {
  const waiting = await rows<{ payload: { licence_id: string } }>(
    world.api.pool,
    sql`select jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where identifier = 'licences.certify'`,
  )
  for (const { payload } of waiting) await licenceTasks(world.api.deps)['licences.certify'](payload)
}

describe('no licence', () => {
  test('exists while the money is held, and a stranger’s request gets a 404', async () => {
    const { deal } = await held()
    await deliver(deal)
    expect(await licenceOf(deal)).toBeNull()
    const stranger = await buildPayableDeal(world)
    const asked = await world.api.call(stranger.seller, 'licences.of_project', {
      params: { id: deal.project.id },
    })
    expectRefusal(asked, 'request.not_found')
  })

  test('exists for an unknown code, or an invalid one', async () => {
    for (const code of ['CW-0000-0000', 'CW-8F3K', '', 'x'.repeat(90), '../../etc', randomUUID()])
      expectRefusal(await check(code), 'licence.not_found')
  })

  test('is granted when the money is refunded', async () => {
    const { deal, id } = await held()
    await deliver(deal)
    await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
    await becomes(id, 'refunded')
    expect(await licenceOf(deal)).toBeNull()
  })
})

test('the release order grants a licence on the standard terms, with every file that was not replaced', async () => {
  const { deal, id } = await held()
  const first = await deliver(deal, 1, 'approved')
  const replaced = await deliver(deal, 2)
  await execute(
    world.api.pool,
    sql`update deliverables set status = 'rejected', reviewed_at = now(), superseded_at = now()
      where id = ${replaced.id}`,
  )
  const second = await deliver(deal, 3)
  expect((await release(deal, id)).status).toBe(200)
  const licence = await licenceOf(deal)
  expect(licence?.code).toMatch(LICENCE_CODE)
  expect(licence).toMatchObject({
    status: 'granted',
    void_reason: null,
    terms: STANDARD_TERMS,
    terms_hash: createHash('sha256').update(canonicalTerms(STANDARD_TERMS)).digest('hex'),
    sentence: `${LICENCE_WORDS.grant} ${LICENCE_WORDS.noTraining}`,
    creator_name: deal.creator.name,
    files: [{ sha256: first.sha256 }, { sha256: second.sha256 }],
  })
  // Tolerates how people type, and responds the same to anyone.
  const typed = await check((licence?.code ?? '').toLowerCase().replaceAll('-', ' '))
  expect(typed.body).toEqual({ ...licence, id: null })
  const elsewhere = await world.api.app.inject(`/api/licences/${licence?.code}`)
  expect(elsewhere.headers['access-control-allow-origin']).toBe('*')
  await checkMoney(world)
})

test('a file keeps its declared AI parts, and a file without a declaration is signed without the field', async () => {
  const { deal, id } = await held()
  const silent = await deliver(deal, 1, 'approved')
  const voiced = await deliver(deal, 2)
  const declare = (parts: string[]) =>
    execute(
      world.api.pool,
      sql`update deliverables set ai_parts = ${parts} where id = ${voiced.id}`,
    )
  await declare(['voice', 'image'])
  await release(deal, id)
  await declare(['none'])
  await certify()
  const licence = await licenceOf(deal)
  expect(licence?.files).toEqual([
    { name: 'lamp.webp', size: 1_024, sha256: silent.sha256, ai_parts: null },
    { name: 'lamp.webp', size: 1_024, sha256: voiced.sha256, ai_parts: ['voice', 'image'] },
  ])
  const [, payload] = (licence?.certificate ?? '').split('.')
  const signed = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object
  expect(signed).toMatchObject({ code: licence?.code })
  expect((signed as { files: unknown }).files).toEqual([
    { name: 'lamp.webp', size: 1_024, sha256: silent.sha256 },
    { name: 'lamp.webp', size: 1_024, sha256: voiced.sha256, ai_parts: ['voice', 'image'] },
  ])
})

test('work approved after the release is added to the licence, which gets a new certificate', async () => {
  const { deal, id } = await held()
  await release(deal, id)
  await becomes(id, 'released')
  await certify()
  const before = await licenceOf(deal)
  expect(before?.files).toEqual([])
  const late = await deliver(deal)
  const options = { release: false, despiteOpenWork: true, waiveOpenNotes: true }
  await approveDeliverable(world.api.deps, builtViewer(deal.seller), late.id, options, new Date())
  await certify()
  const after = await licenceOf(deal)
  expect(after?.files.map(({ sha256 }) => sha256)).toEqual([late.sha256])
  expect(after?.code).toBe(before?.code)
  expect(after?.certificate).not.toBe(before?.certificate)
})

test('two processes releasing concurrently grant one licence', async () => {
  const processes = twoProcesses(world.api.deps)
  for (let round = 0; round < 4; round += 1) {
    const { deal, id } = await held()
    await deliver(deal)
    const click = (deps: typeof world.api.deps) =>
      releasePayment(deps, builtViewer(deal.seller), id)
    expect(await processes.race(click, click, round)).toEqual(['ok', 'ok'])
    const made = await rows(
      world.api.pool,
      sql`select 1 from licences where project_id = ${deal.project.id}`,
    )
    expect(made).toHaveLength(1)
  }
  await processes.close()
})

/** In cents of $540.00: what an operator returns, and whether the brand has paid enough for a licence. */
test.each([
  [0, true],
  [1, true],
  [27_000, true],
  [27_001, false],
  [53_999, false],
  [54_000, false],
])(
  'a dispute decision that returns %i of 54000 cents grants a licence: %s',
  async (returned, granted) => {
    const { deal, id } = await held()
    await deliver(deal)
    const dispute = await disputed(deal, id)
    const outcome = returned === 0 ? 'release' : returned === 54_000 ? 'refund' : 'split'
    const given = { outcome, returned_amount: returned / 100, reason: 'Both were heard.' } as const
    const operator = builtViewer(await buildOperator(world.api.pool))
    await decideDispute(world.api.deps, operator, dispute, given, new Date())
    await becomes(id, returned === 54_000 ? 'refunded' : 'released')
    expect((await licenceOf(deal))?.status).toBe(granted ? 'granted' : undefined)
    await checkMoney(world)
  },
)

test('a chargeback of released money voids the licence permanently, with the reason', async () => {
  const { deal, id } = await held()
  await deliver(deal)
  await release(deal, id)
  await becomes(id, 'released')
  const dispute = await openBankDispute(world, id)
  expect((await licenceOf(deal))?.status).toBe('granted')
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
  await world.until('void', async () => (await licenceOf(deal))?.status === 'void')
  const licence = await licenceOf(deal)
  expect(licence).toMatchObject({ void_reason: 'charged_back', files: [{}] })
  expect(licence?.voided_at).not.toBeNull()
  // A later approval does not bring it back.
  const late = await deliver(deal, 2)
  const options = { release: false, despiteOpenWork: true, waiveOpenNotes: true }
  await approveDeliverable(world.api.deps, builtViewer(deal.seller), late.id, options, new Date())
  expect(await licenceOf(deal)).toEqual(licence)
})

/** Releases the money, and has the transfer bounce: it is held again. */
async function bounced() {
  const { deal, id } = await held()
  await deliver(deal)
  await release(deal, id)
  await becomes(id, 'released')
  const [made] = await rows<{ transfer: string }>(
    world.api.pool,
    sql`select stripe_transfer_id as transfer from payments where id = ${id}`,
  )
  await atProvider(world, `transfers/${made?.transfer}/reverse`)
  await becomes(id, 'held_in_escrow')
  return { deal, id, code: (await licenceOf(deal))?.code }
}

test('a bounced transfer keeps the licence, a refund voids it, and a failed refund plus a release reinstate it', async () => {
  const { deal, id, code } = await bounced()
  const late = await deliver(deal, 2)
  const options = { release: false, despiteOpenWork: true, waiveOpenNotes: true }
  await approveDeliverable(world.api.deps, builtViewer(deal.seller), late.id, options, new Date())
  expect((await licenceOf(deal))?.status).toBe('granted')

  await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
  await becomes(id, 'refunded')
  expect(await licenceOf(deal)).toMatchObject({ code, status: 'void', void_reason: 'refunded' })

  const refund = Object.values(world.stripe.state.refunds).at(-1)
  await atProvider(world, `refunds/${refund?.id}/settle`, { succeeds: false })
  await becomes(id, 'held_in_escrow')
  expect((await licenceOf(deal))?.status).toBe('void')
  await release(deal, id)
  await becomes(id, 'released')
  const again = { code, status: 'granted', void_reason: null, voided_at: null }
  expect(await licenceOf(deal)).toMatchObject(again)
  const moves = await rows<{ move: string }>(
    world.api.pool,
    sql`select move from events where entity = 'licence' and project_id = ${deal.project.id} order by id`,
  )
  expect(moves.map(({ move }) => move)).toEqual(['grant', 'void', 'reinstate'])
  await checkMoney(world)
})

test('a dispute decision that returns most of the money after a bounced transfer voids the licence', async () => {
  const { deal, id, code } = await bounced()
  const dispute = await disputed(deal, id)
  const operator = builtViewer(await buildOperator(world.api.pool))
  const given = { outcome: 'split', returned_amount: 400, reason: 'Both were heard.' } as const
  await decideDispute(world.api.deps, operator, dispute, given, new Date())
  await becomes(id, 'released')
  expect(await licenceOf(deal)).toMatchObject({ code, status: 'void', void_reason: 'refunded' })
  await checkMoney(world)
})

describe('the certificate', () => {
  /** Verified by a library that took no part in the signing. */
  async function verified(jws: string, key: JWK): Promise<boolean> {
    const [head = '', body = '', signature = ''] = jws.split('.')
    return verifyAsync(
      Buffer.from(signature, 'base64url'),
      new TextEncoder().encode(`${head}.${body}`),
      Buffer.from(String(key.x), 'base64url'),
    )
  }
  const keyFor = async (jws: string): Promise<JWK> => {
    const { kid } = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()) as JWK
    const { keys } = (await keyServer.inject(LICENCE_KEYS_PATH)).json<{ keys: JWK[] }>()
    const key = keys.find((one) => one.kid === kid)
    expect(key).not.toHaveProperty('d')
    return key ?? {}
  }

  test('is signed with a published key, matches the licence, and fails verification if one byte changes', async () => {
    const { deal, id } = await held()
    await deliver(deal)
    await release(deal, id)
    expect((await licenceOf(deal))?.certificate).toBeNull()
    await certify()
    await certify()
    const licence = await licenceOf(deal)
    const jws = licence?.certificate ?? ''
    const key = await keyFor(jws)
    expect(await verified(jws, key)).toBe(true)
    const [head = '', body = '', signature = ''] = jws.split('.')
    const said = Buffer.from(body, 'base64url')
    expect({ ...licence, version: 1 }).toMatchObject(JSON.parse(said.toString()) as object)
    for (const at of [0, Math.floor(said.length / 2), said.length - 1]) {
      const changed = Buffer.from(said)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await verified([head, changed.toString('base64url'), signature].join('.'), key)).toBe(
        false,
      )
    }
    const kept = await rows(
      world.api.pool,
      sql`select 1 from licence_certificates join licences on licences.id = licence_id where code = ${licence?.code}`,
    )
    expect(kept).toHaveLength(1)
  })

  test('keeps every non-ASCII letter of a name', async () => {
    const { deal, id } = await held()
    const names = 'Łódź, Žižek, Ñandú, İstanbul'
    await execute(
      world.api.pool,
      sql`update profiles set name = ${names} where id = ${deal.creator.id}`,
    )
    await release(deal, id)
    await certify()
    const body = (await licenceOf(deal))?.certificate?.split('.')[1] ?? ''
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      creator_name: names,
    })
  })

  test('is signed with a new key once the server’s secret has changed, and the old key stays published', async () => {
    const { deal, id } = await held()
    await release(deal, id)
    const other = {
      ...world.api.deps,
      config: {
        ...world.api.deps.config,
        keys: soleKey('another secret of thirty-two characters'),
      },
    }
    const licences = await rows<{ id: string }>(
      world.api.pool,
      sql`select id from licences where project_id = ${deal.project.id}`,
    )
    const before = (await keyServer.inject(LICENCE_KEYS_PATH)).json<{ keys: JWK[] }>().keys
    await licenceTasks(other)['licences.certify']({ licence_id: licences[0]?.id ?? '' })
    const jws = (await licenceOf(deal))?.certificate ?? ''
    expect(await verified(jws, await keyFor(jws))).toBe(true)
    const { keys } = (await keyServer.inject(LICENCE_KEYS_PATH)).json<{ keys: JWK[] }>()
    expect(keys).toHaveLength(before.length + 1)
  })
})
