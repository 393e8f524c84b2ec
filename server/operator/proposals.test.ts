import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { PROPOSAL_DAYS } from '#contract/operator-proposals.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { chainVerdict, inSnapshot } from '#server/operator/acts/act-chain.ts'
import { buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { comparePayment } from '#server/payments/reconcile/payment-compare.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'
import {
  answeredDispute,
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  receiveEvents,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

const FROM = 100_000
const REASON = 'Two of the three videos were delivered as agreed.'
const DAY_MS = 86_400_000

let world: MoneyWorld
const emails: string[] = []
/** Ana proposes, Ben confirms; both are owners. */
let ana: BuiltUser
let ben: BuiltUser
beforeAll(async () => {
  world = await startMoney({ config: { operatorEmails: emails, secondPersonFromCents: FROM } })
  ana = await buildSeller(world.api.pool, 'Ana Abel')
  ben = await buildSeller(world.api.pool, 'Ben Bauer')
})
afterAll(() => world.close())
beforeEach(async () => {
  world.api.setNow(null)
  await execute(world.api.pool, sql`delete from operator_roles`)
  emails.splice(0, emails.length, ana.email, ben.email)
})

/** A dispute over this many cents that is waiting for a decision. */
const answered = (priceCents = FROM) => answeredDispute(world, priceCents)

const decide = (id: string, body: Record<string, unknown>, by = ana) =>
  world.api.call(by, 'operator.decide_dispute', {
    params: { id },
    body: { reason: REASON, ...body },
  })
const REFUND = { outcome: 'refund' }

async function proposed(priceCents?: number, body: Record<string, unknown> = REFUND) {
  const made = await answered(priceCents)
  const reply = await decide(made.id, body)
  const { proposal } = reply.body
  if (proposal === null) throw new Error('nothing was proposed')
  return { ...made, proposal }
}

interface Proposal {
  id: string
  digest: string
}
const confirm = ({ id, digest }: Proposal, by: BuiltUser = ben) =>
  world.api.call(by, 'operator.confirm_proposal', {
    params: { id },
    body: { digest, reason: 'I read it and agree.' },
  })
const answer = (act: 'reject' | 'withdraw', { id }: Proposal, by: BuiltUser) =>
  world.api.call(by, `operator.${act}_proposal`, { params: { id }, body: { reason: 'Not so.' } })
const stateOf = async ({ id }: Proposal) =>
  (
    await oneRow<{ status: string }>(
      world.api.pool,
      sql`select status from operator_proposals where id = ${id}`,
    )
  ).status
const actsOf = async (disputeId: string) =>
  (
    await rows<{ act: string; actor_id: string }>(
      world.api.pool,
      sql`select act, actor_id from operator_acts where subject_id = ${disputeId} order by number`,
    )
  ).map(({ act, actor_id }) => [act, actor_id === ana.id ? 'ana' : 'ben'])
const settled = async (paymentId: string, status: string) => {
  await world.until(status, async () => (await statusOf(world, paymentId)) === status)
  await checkMoney(world)
}
const tick = () => clockTasks(world.api.deps)['clocks.tick']({})
const giveRole = (to: BuiltUser, role: string) =>
  execute(
    world.api.pool,
    sql`insert into operator_roles (person_id, role, given_at) values (${to.id}, ${role}, now())
      on conflict (person_id) do update set role = excluded.role`,
  )

describe('a decision about at least the configured amount', () => {
  it('moves nothing until another operator confirms it, and then exactly what was proposed', async () => {
    const { deal, paymentId, id, proposal } = await proposed(120_000, {
      outcome: 'split',
      returned_amount: 200.01,
    })
    expect(proposal).toMatchObject({
      sentence: 'a decision: $200.01 of $1,200.00 goes back to the card',
      amount: 1_200,
      reason: REASON,
      proposed_by: 'Ana Abel',
      own: true,
    })
    expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
    expect((await world.api.call(ben, 'operator.overview')).body.proposals_to_confirm).toBe(1)
    expect((await world.api.call(ana, 'operator.overview')).body.proposals_to_confirm).toBe(0)
    const listed = (await world.api.call(ben, 'operator.proposals')).body.rows
    expect(listed).toMatchObject([
      { id: proposal.id, own: false, project_title: deal.project.title },
    ])

    expect((await confirm(proposal)).body).toMatchObject({ changed: true })
    await settled(paymentId, 'released')
    const decided = (
      await world.api.call(deal.seller, 'disputes.for_project', { params: { id: deal.project.id } })
    ).body[0]
    expect(decided?.decision).toMatchObject({
      outcome: 'split',
      returned_amount: 200.01,
      reason: REASON,
    })
    expect(await actsOf(id)).toEqual([
      ['propose', 'ana'],
      ['decide_dispute', 'ben'],
      ['confirm_proposal', 'ben'],
    ])
    expect(await inSnapshot(world.api.pool, (tx) => chainVerdict(tx))).toMatchObject({
      holds: true,
    })
    expect((await confirm(proposal)).body).toMatchObject({ changed: false })
    expect((await world.api.call(ben, 'operator.proposals')).body.rows).toEqual([])
  })

  it('a lower amount, or any amount when none is configured, is decided at once', async () => {
    const below = await answered(FROM - 1)
    expect((await decide(below.id, REFUND)).body).toMatchObject({
      status: 'decided',
      proposal: null,
    })
    await settled(below.paymentId, 'refunded')
    const off = await answered(FROM * 2)
    const { config } = world.api.deps
    Object.assign(config, { secondPersonFromCents: null })
    expect((await decide(off.id, REFUND)).body.status).toBe('decided')
    Object.assign(config, { secondPersonFromCents: 0 })
    const always = await answered(100)
    expect((await decide(always.id, REFUND)).body.status).toBe('awaiting_decision')
    Object.assign(config, { secondPersonFromCents: FROM })
    await settled(off.paymentId, 'refunded')
  })

  it('is mailed to the others who may confirm it, and to no one else', async () => {
    const cem = await buildSeller(world.api.pool, 'Cem Celik')
    emails.push(cem.email)
    await giveRole(ana, 'owner')
    await giveRole(ben, 'finance')
    await giveRole(cem, 'support')
    const { proposal } = await proposed()
    const mails = await rows<{ to: string; text: string }>(
      world.api.pool,
      sql`select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
        where payload ->> 'dedupe_id' like ${`proposal-${proposal.id}%`}`,
    )
    expect(mails.map(({ to }) => to)).toEqual([ben.email])
    expect(mails[0]?.text).toContain(
      'Ana Abel proposed a decision: $1,000.00 goes back to the card.',
    )
  })

  it('is proposed once: a repeat returns the proposal, and any other decision is refused', async () => {
    const { id, proposal } = await proposed()
    expect((await decide(id, REFUND)).body.proposal?.id).toBe(proposal.id)
    expectRefusal(await decide(id, { outcome: 'release' }), 'proposal.already_open')
    expectRefusal(await decide(id, REFUND, ben), 'proposal.already_open')
    expect(await actsOf(id)).toEqual([['propose', 'ana']])
    const other = await answered()
    const both = await Promise.all([
      decide(other.id, REFUND),
      decide(other.id, { outcome: 'release' }, ben),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it.each([
    ['removed', null],
    ['raised', FROM + 1],
  ])(
    'stays proposed when the configured amount is %s: it must be settled before another decision',
    async (_, secondPersonFromCents) => {
      const { id, proposal } = await proposed()
      const { config } = world.api.deps
      Object.assign(config, { secondPersonFromCents })
      expectRefusal(await decide(id, { outcome: 'release' }, ben), 'proposal.already_open')
      await answer('reject', proposal, ben)
      expect((await decide(id, { outcome: 'release' }, ben)).body.status).toBe('decided')
      Object.assign(config, { secondPersonFromCents: FROM })
    },
  )

  it('is refused if no one else could confirm it', async () => {
    const { deal, id } = await answered()
    emails.splice(0, emails.length, ana.email)
    expectRefusal(await decide(id, REFUND), 'proposal.no_second_person')
    emails.push(ben.email)
    await giveRole(ana, 'owner')
    await giveRole(ben, 'support')
    expectRefusal(await decide(id, REFUND), 'proposal.no_second_person')
    await giveRole(deal.creator, 'owner')
    emails.push(deal.creator.email)
    expectRefusal(await decide(id, REFUND), 'proposal.no_second_person')
    expect(await actsOf(id)).toEqual([])
  })

  it('is refused while a bank disputes the money', async () => {
    const { id, paymentId } = await answered()
    await execute(
      world.api.pool,
      sql`update payments set disputed = true, dispute_outcome = 'open' where id = ${paymentId}`,
    )
    expectRefusal(await decide(id, REFUND), 'payment.frozen')
  })
})

describe('the second person', () => {
  it('cannot be the proposer, not even with another account on the same mailbox', async () => {
    const { paymentId, proposal } = await proposed()
    expectRefusal(await confirm(proposal, ana), 'proposal.own')
    expectRefusal(await answer('reject', proposal, ana), 'proposal.own')
    const email = ana.email.replace('@', '+second@')
    const second = await buildSeller(world.api.pool, 'Ana Again', email)
    emails.push(email)
    expectRefusal(await confirm(proposal, second), 'proposal.own')
    expect(await stateOf(proposal)).toBe('proposed')
    expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
    await expect(
      execute(
        world.api.pool,
        sql`update operator_proposals set status = 'confirmed', settled_by = proposed_by, settled_at = now()
          where id = ${proposal.id}`,
      ),
    ).rejects.toThrow('operator_proposals_by_two')
  })

  it('is still missing if the only other account shares the proposer’s mailbox', async () => {
    const email = ana.email.replace('@', '+third@')
    await buildSeller(world.api.pool, 'Ana Thrice', email)
    emails.splice(0, emails.length, ana.email, email)
    const { id } = await answered()
    expectRefusal(await decide(id, REFUND), 'proposal.no_second_person')
  })

  it('confirms what was proposed and nothing else', async () => {
    const { paymentId, proposal } = await proposed()
    const differs = await confirm({ ...proposal, digest: 'ab'.repeat(32) })
    expectRefusal(differs, 'proposal.differs')
    await expect(
      execute(
        world.api.pool,
        sql`update operator_proposals set terms = '{"outcome":"release","returned_cents":0}' where id = ${proposal.id}`,
      ),
    ).rejects.toThrow('never change')
    expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
  })

  it('needs the role at the moment of the confirmation', async () => {
    const { proposal } = await proposed()
    await giveRole(ana, 'owner')
    await giveRole(ben, 'support')
    expectRefusal(await confirm(proposal), 'operator.role_missing')
    await giveRole(ben, 'finance')
    emails.pop()
    expectRefusal(await confirm(proposal), 'request.not_found')
    expect(await stateOf(proposal)).toBe('proposed')
  })

  it.each([
    ['has another role', async () => giveRole(ana, 'read_only')],
    ['is no operator any more', async () => void emails.shift()],
    [
      'is banned',
      () =>
        execute(
          world.api.pool,
          sql`update auth.users set banned_until = now() + interval '1 day' where id = ${ana.id}`,
        ),
    ],
  ])('finds the proposal overtaken once its proposer %s', async (_why, change) => {
    const { paymentId, proposal } = await proposed()
    await giveRole(ana, 'owner')
    await giveRole(ben, 'owner')
    await change()
    expectRefusal(await confirm(proposal), 'proposal.overtaken')
    expect(await stateOf(proposal)).toBe('overtaken')
    expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
    await execute(
      world.api.pool,
      sql`update auth.users set banned_until = null where id = ${ana.id}`,
    )
  })

  it('is not a side of the deal', async () => {
    const { deal, proposal } = await proposed()
    emails.push(deal.seller.email)
    expectRefusal(await confirm(proposal, deal.seller), 'dispute.own')
  })

  test('concurrent confirmations carry the proposal out once', async () => {
    const cem = await buildSeller(world.api.pool)
    emails.push(cem.email)
    const { id, paymentId, proposal } = await proposed()
    const replies = await Promise.all([
      confirm(proposal),
      confirm(proposal, cem),
      confirm(proposal),
    ])
    expect(replies.filter(({ body }) => 'changed' in body && body.changed)).toHaveLength(1)
    expect((await actsOf(id)).filter(([act]) => act === 'confirm_proposal')).toHaveLength(1)
    await settled(paymentId, 'refunded')
  })
})

describe('a proposal', () => {
  it('can be rejected by another operator or withdrawn by its proposer; the log says why', async () => {
    const { id, proposal } = await proposed()
    expectRefusal(await answer('withdraw', proposal, ben), 'proposal.not_yours')
    expect((await answer('reject', proposal, ben)).status).toBe(200)
    expectRefusal(await confirm(proposal), 'proposal.not_open')
    const again = (await decide(id, REFUND)).body.proposal
    if (again === null) throw new Error('nothing was proposed')
    expect((await answer('withdraw', again, ana)).status).toBe(200)
    // Neither a second click nor its neighbour changes anything.
    expect((await answer('reject', proposal, ben)).body).toMatchObject({ changed: false })
    expect((await answer('withdraw', again, ana)).body).toMatchObject({ changed: false })
    expectRefusal(await answer('reject', again, ben), 'proposal.not_open')
    expectRefusal(await answer('withdraw', proposal, ana), 'proposal.not_open')
    expect([await stateOf(proposal), await stateOf(again)]).toEqual(['rejected', 'withdrawn'])
    expect(await actsOf(id)).toEqual([
      ['propose', 'ana'],
      ['reject_proposal', 'ben'],
      ['propose', 'ana'],
      ['withdraw_proposal', 'ana'],
    ])
    const reasons = await rows<{ why: string }>(
      world.api.pool,
      sql`select why from operator_acts where subject_id = ${id} order by number`,
    )
    expect(reasons.map(({ why }) => why)).toEqual([REASON, 'Not so.', REASON, 'Not so.'])
  })

  it('is rejected once by two concurrent clicks, and both succeed', async () => {
    const { id, proposal } = await proposed()
    const replies = await Promise.all([
      answer('reject', proposal, ben),
      answer('reject', proposal, ben),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await actsOf(id)).toEqual([
      ['propose', 'ana'],
      ['reject_proposal', 'ben'],
    ])
  })

  it.each(['confirmed too late', 'by the clock'])(
    'expires when its days are over (%s)',
    async (way) => {
      const { paymentId, proposal } = await proposed()
      world.api.setNow(new Date(Date.now() + PROPOSAL_DAYS * DAY_MS))
      if (way === 'by the clock') await tick()
      else expectRefusal(await confirm(proposal), 'proposal.expired')
      expect(await stateOf(proposal)).toBe('expired')
      expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
    },
  )

  const withdrawDispute = async (id: string, by: BuiltUser) =>
    world.api.call(by, 'disputes.withdraw', { params: { id } })
  it.each(['at the confirmation', 'by the clock'])(
    'is overtaken by the withdrawal of the dispute, noticed %s',
    async (way) => {
      const { deal, id, paymentId, proposal } = await proposed()
      await withdrawDispute(id, deal.seller)
      if (way === 'by the clock') await tick()
      else expectRefusal(await confirm(proposal), 'proposal.overtaken')
      expect(await stateOf(proposal)).toBe('overtaken')
      expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
    },
  )

  it.each([
    ['a bank disputes the charge', sql`disputed = true, dispute_outcome = 'open'`],
    ['the two sides agreed to return a part', sql`agreed_refund = 1000`],
  ])('is overtaken if %s', async (_what, change) => {
    for (const way of ['confirm', 'clock']) {
      const { paymentId, proposal } = await proposed()
      await execute(world.api.pool, sql`update payments set ${change} where id = ${paymentId}`)
      if (way === 'clock') await tick()
      else expectRefusal(await confirm(proposal), 'proposal.overtaken')
      expect(await stateOf(proposal)).toBe('overtaken')
      const before = sql`agreed_refund = 0, disputed = false, dispute_outcome = null`
      await execute(world.api.pool, sql`update payments set ${before} where id = ${paymentId}`)
    }
  })

  it('stays open as long as it can still be carried out', async () => {
    const { paymentId, proposal } = await proposed()
    await tick()
    expect(await stateOf(proposal)).toBe('proposed')
    expect((await confirm(proposal)).status).toBe(200)
    await settled(paymentId, 'refunded')
  })
})

describe('a payout by hand', () => {
  /** The amount owed after a failed refund, in a released deal where everything but the fee was reversed. */
  async function owing() {
    const deal = await buildPayableDeal(world, 200_000)
    const paymentId = await fund(world, deal)
    await world.api.call(deal.seller, 'payments.release', { body: { payment_id: paymentId } })
    await settled(paymentId, 'released')
    const sent = Object.values(world.stripe.state.transfers).find(
      (row) => row.transfer_group === `payment_${paymentId}`,
    )
    world.stripe.setWebhookUrl(null)
    await atProvider(world, `transfers/${sent?.id}/reverse`, { amount: FROM })
    receiveEvents(world)
    const payment = await paymentById(world.api.pool, paymentId)
    if (payment !== null) await comparePayment(world.api.deps, payment)
    const { number } = await oneRow<{ number: string }>(
      world.api.pool,
      sql`select id::text as number from money_differences where payment_id = ${paymentId} and resolved_at is null`,
    )
    return { deal, paymentId, number }
  }
  /** The difference as an operator reads it in the list, which is the same with its payment. */
  async function shown(paymentId: string, by = ana) {
    const { rows: listed } = (
      await world.api.call(by, 'operator.differences', { query: { state: 'open' } })
    ).body
    const { differences } = (
      await world.api.call(by, 'operator.payment', { params: { id: paymentId } })
    ).body
    const open = listed.filter(({ payment_id }) => payment_id === paymentId)
    expect(differences.filter(({ resolved_at }) => resolved_at === null)).toEqual(open)
    return open
  }
  const resolve = (number: string, by = ana) =>
    world.api.call(by, 'operator.resolve_difference', {
      params: { number },
      body: { reason: 'Sent by wire.', paid_amount: FROM / 100 },
    })

  it('of at least that amount is booked once a second operator confirms it', async () => {
    const { paymentId, number } = await owing()
    const before = await ledgerText(world, paymentId)
    expect((await resolve(number)).body).toMatchObject({ changed: true })
    expect(await ledgerText(world, paymentId)).toBe(before)
    const [waiting] = (await world.api.call(ben, 'operator.proposals')).body.rows
    expect(waiting).toMatchObject({
      act: 'resolve_difference',
      sentence: 'a payout by hand: $1,000.00',
      reason: 'Sent by wire.',
    })
    if (waiting === undefined) throw new Error('nothing was proposed')
    expectRefusal(await confirm(waiting, ana), 'proposal.own')
    expectRefusal(await resolve(number, ben), 'proposal.already_open')
    await tick()
    expect((await confirm(waiting)).body).toMatchObject({ changed: true })
    expect(await ledgerText(world, paymentId)).not.toBe(before)
    expect(await actsOf(number)).toEqual([
      ['propose', 'ana'],
      ['resolve_difference', 'ben'],
      ['confirm_proposal', 'ben'],
    ])
    expectRefusal(await resolve(number), 'operator.difference_resolved')
    await checkMoney(world)
  })

  it.each(['seller', 'creator'] as const)(
    'is neither booked nor proposed by an operator who is the %s of the deal, whatever its amount',
    async (side) => {
      const { deal, paymentId, number } = await owing()
      emails.push(deal[side].email)
      const before = await ledgerText(world, paymentId)
      const { config } = world.api.deps
      for (const from of [FROM + 1, FROM, FROM - 1, null]) {
        Object.assign(config, { secondPersonFromCents: from })
        expectRefusal(await resolve(number, deal[side]), 'dispute.own')
      }
      Object.assign(config, { secondPersonFromCents: FROM })
      expect(await ledgerText(world, paymentId)).toBe(before)
      expect(await actsOf(number)).toEqual([])
      expect(await shown(paymentId)).toMatchObject([{ id: number, proposal: null }])
    },
  )

  it('says beforehand whether it needs a second person, and shows the proposal to both', async () => {
    const { paymentId, number } = await owing()
    const { config } = world.api.deps
    for (const [from, second_person] of [
      [FROM + 1, false],
      [null, false],
      [FROM - 1, true],
      [0, true],
      [FROM, true],
    ] as const) {
      Object.assign(config, { secondPersonFromCents: from })
      expect(await shown(paymentId)).toMatchObject([{ second_person, proposal: null }])
    }
    await resolve(number)
    const about = { act: 'resolve_difference', subject_id: number, reason: 'Sent by wire.' }
    expect(await shown(paymentId)).toMatchObject([{ proposal: { ...about, own: true } }])
    expect(await shown(paymentId, ben)).toMatchObject([{ proposal: { ...about, own: false } }])
    const [{ proposal } = { proposal: null }] = await shown(paymentId)
    if (proposal === null) throw new Error('nothing was proposed')
    await answer('withdraw', proposal, ana)
    expect(await shown(paymentId)).toMatchObject([{ second_person: true, proposal: null }])
  })

  it('never needs one where nothing is owed, even if every amount does', async () => {
    const { paymentId } = await owing()
    await execute(
      world.api.pool,
      sql`insert into money_differences (kind, payment_id, provider_id, detail)
        values ('dispute_unknown', ${paymentId}, 'dp_none', 'x')`,
    )
    const { config } = world.api.deps
    Object.assign(config, { secondPersonFromCents: 0 })
    expect(await shown(paymentId)).toMatchObject([
      { kind: 'dispute_unknown', owed_amount: 0, second_person: false },
      { owed_amount: FROM / 100, second_person: true },
    ])
    const [{ id } = { id: '' }] = await shown(paymentId)
    const params = { number: id }
    const body = { reason: 'Nothing is missing.' }
    const done = await world.api.call(ana, 'operator.resolve_difference', { params, body })
    expect(done.body).toMatchObject({ changed: true })
    expect(await shown(paymentId)).toHaveLength(1)
    Object.assign(config, { secondPersonFromCents: FROM })
  })
})
