import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { tick } from '#server/clocks/tick.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { raiseDispute } from '#server/disputes/dispute-moves.ts'
import { reviewClocks } from '#server/deliverables/review-clock.ts'
import { releaseClocks } from '#server/payments/release/release-clock.ts'
import { buildSeller } from '#tests/support/builders.ts'
import { begin, happen, hear, HELD, lose, OPEN, untilBlocked, work } from './acts.ts'
import { orderThatIsBeingPaid, orderThatNobodyPays } from './order-stories.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/**
 * One story for each guard that random runs reach too rarely. A story throws a Violation when its guard is missing:
 * guards.test.ts runs it on the product, broken-products.test.ts on a product without the guard.
 */
export type GuardStory = (world: World) => Promise<void>

/** Throws a Violation of `promise` unless both values are the same. */
function keep(promise: string, actual: unknown, wanted: unknown): void {
  const [is, must] = [JSON.stringify(actual), JSON.stringify(wanted)]
  if (is !== must) throw new Violation(promise, `${is}, not ${must}`)
}

const paymentOf = (run: Run) =>
  oneRow<{ id: string; status: string; attempt: number; moving: string | null }>(
    run.world.pool,
    sql`select id, status, attempt, moving from payments where id = ${run.payments[0]}`,
  )
const stateOf = async (run: Run) => {
  const { status, attempt, moving } = await paymentOf(run)
  return { status, attempt, moving }
}
const refundsOf = (run: Run) =>
  Object.values(run.world.sandbox.state.refunds).map(({ amount }) => amount)
const transfersOf = (run: Run) => Object.values(run.world.sandbox.state.transfers)
const dealOf = (run: Run) => run.deals[0] ?? fail('there is no deal')

function fail(why: string): never {
  throw new Error(why)
}

/** Pays the first open checkout page with a working card. */
const pay = (run: Run) => happen(run, { do: 'pay', deal: 0, pick: 0, card: 'good' })
const fund = (run: Run) => happen(run, { do: 'fund', deal: 0, faults: [] })

/** Delivered long enough ago that the review period is over, or partly over. */
const delivered = (run: Run, daysAgo: number) =>
  execute(
    run.world.pool,
    sql`update deliverables set created_at = now() - make_interval(hours => ${Math.round(daysAgo * 24)}),
        viewable_at = now() - make_interval(hours => ${Math.round(daysAgo * 24)})
      where id = ${dealOf(run).deliverableId}`,
  )
const look = (run: Run, clocks: Clocks) => tick(run.world.deps, clocks)

/** A second paid page of the same deal, in any currency and at any price, as the provider's own form body. */
async function paidBeside(run: Run, currency: string, cents = dealOf(run).price): Promise<string> {
  const { sandbox } = run.world
  const { id } = await paymentOf(run)
  const form = new URLSearchParams({
    mode: 'payment',
    success_url: 'https://brand.example/paid',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(cents),
    'line_items[0][price_data][product_data][name]': 'A mug video',
    'metadata[payment_id]': id,
    'payment_intent_data[metadata][payment_id]': id,
    'payment_intent_data[transfer_group]': `payment_${id}`,
  })
  const opened = await sandbox.call({
    method: 'POST',
    path: '/v1/checkout/sessions',
    headers: { authorization: `Bearer ${run.world.deps.config.stripe.secretKey}` },
    body: form.toString(),
  })
  const session: { id?: string } = JSON.parse(opened.body)
  if (session.id === undefined) fail(opened.body)
  sandbox.controls.pay(session.id, { card_number: '4242424242424242', expiry: '12/34', cvc: '123' })
  return session.id
}

/** Someone refunds a charge on the provider's own dashboard. */
async function refundOutside(run: Run): Promise<void> {
  const [charge] = Object.values(run.world.sandbox.state.charges)
  await run.world.sandbox.call({
    method: 'POST',
    path: '/v1/refunds',
    headers: { authorization: `Bearer ${run.world.deps.config.stripe.secretKey}` },
    body: `charge=${charge?.id}`,
  })
}

const adoptedRefund: GuardStory = async (world) => {
  const run = await begin(world, HELD)
  // The part leaves, its response is lost, and by the next day the provider has forgotten the key.
  await happen(
    run,
    { do: 'decide', deal: 0, percent: 37 },
    { do: 'jobs', count: 1, pick: 0, faults: ['ok', 'ok', 'ok', 'timeout_after'] },
  )
  keep('the story', refundsOf(run), [19_980])
  await run.advance(25)
  await work(run)
  keep('M4', refundsOf(run), [19_980])
}

const duplicateReturnedOnce: GuardStory = async (world) => {
  const run = await begin(world, HELD)
  await paidBeside(run, 'usd')
  lose(run, 'checkout.session.completed')
  await hear(run)
  await work(run)
  keep('the story', refundsOf(run), [54_000])
  // The card refused it: a person pays it out by hand, so it must not leave a second time.
  for (const id of Object.keys(world.sandbox.state.refunds))
    world.sandbox.controls.settleRefund(id, false)
  await hear(run)
  await run.advance(25)
  run.mailbag.find()
  await hear(run)
  await work(run)
  keep('M4', refundsOf(run), [54_000])
}

const lockedAgainstCancelling: GuardStory = async (world) => {
  const run = await begin(world, OPEN)
  world.line.onCall = () => undefined
  await fund(run)
  await pay(run)
  lose(run, 'payment_intent.succeeded')
  for (const id of run.mailbag.waiting()) await run.mailbag.deliver(id)
  const cancelling = await world.pool.connect()
  try {
    await cancelling.query('begin')
    await cancelling.query(`update projects set status = 'cancelled' where id = $1`, [
      dealOf(run).projectId,
    ])
    const applying = hear(run)
    await untilBlocked(world.pool, applying)
    await cancelling.query('commit')
    await applying
  } finally {
    cancelling.release()
  }
  keep('Hold', (await stateOf(run)).status, 'failed')
  await work(run)
  keep('Hold', refundsOf(run), [54_000])
}

const latePageOfAnEarlierAttempt: GuardStory = async (world) => {
  const run = await begin(world, OPEN)
  await fund(run)
  await happen(run, { do: 'expire', deal: 0, pick: 0 })
  // The click reads the page and opens another; only then does the first page's event arrive.
  await fund(run)
  await hear(run)
  keep('attempts', await stateOf(run), { status: 'pending', attempt: 2, moving: null })
}

const lateDeclineOfAnEarlierAttempt: GuardStory = async (world) => {
  const run = await begin(world, OPEN)
  await happen(run, { do: 'fund_by_card', deal: 0, card: 'refused', faults: [] })
  const { id } = await paymentOf(run)
  // Two processes work on one charge; the first one is the last to learn of the refusal.
  await happen(run, { do: 'jobs', count: 1, pick: 0, faults: ['held_after'] })
  const charge = world.tasks['payments.charge'] ?? fail('there is no such task')
  await charge({ payment_id: id, attempt: 1 } as never)
  await happen(run, { do: 'fund_by_card', deal: 0, card: 'good', faults: [] })
  await happen(run, { do: 'hear_back' })
  keep('attempts', await stateOf(run), { status: 'pending', attempt: 2, moving: null })
}

const anotherCurrency: GuardStory = async (world) => {
  const run = await begin(world, OPEN)
  await fund(run)
  await paidBeside(run, 'eur')
  await hear(run)
  keep('M5', (await stateOf(run)).status, 'pending')
  const failed = await rows<{ error: string }>(
    world.pool,
    sql`select last_error as error from graphile_worker._private_jobs where last_error is not null`,
  )
  keep(
    'M5',
    failed.map(({ error }) => error.includes('54000 eur')),
    [true, true],
  )
}

const anotherAmount: GuardStory = async (world) => {
  const run = await begin(world, OPEN)
  await fund(run)
  await paidBeside(run, 'usd', 53_999)
  await hear(run)
  keep('M5', (await stateOf(run)).status, 'pending')
  const failed = await rows<{ error: string }>(
    world.pool,
    sql`select last_error as error from graphile_worker._private_jobs where last_error is not null`,
  )
  keep(
    'M5',
    failed.map(({ error }) => error.includes('53999 usd')),
    [true, true],
  )
}

const cameBackAndTheClock: GuardStory = async (world) => {
  const run = await begin(world, HELD)
  await happen(run, { do: 'refund', deal: 0 })
  await work(run)
  // With the money returned, the seven days end; then the refund fails and the money is held again.
  await delivered(run, 8)
  await look(run, reviewClocks(raiseDispute))
  await happen(run, { do: 'refund_fails', deal: 0 })
  await hear(run)
  keep('the story', (await stateOf(run)).status, 'held_in_escrow')
  // The work is approved now: as long as the money was returned, its review had no window.
  await look(run, reviewClocks(raiseDispute))
  await look(run, releaseClocks)
  await work(run)
  keep('people choose', (await stateOf(run)).status, 'held_in_escrow')
  keep('people choose', transfersOf(run).length, 0)
}

/** Whichever event comes first: that of the page or that of its charge. */
const refundedBeforeItWasHeard =
  (lost: string): GuardStory =>
  async (world) => {
    const run = await begin(world, OPEN)
    await fund(run)
    await pay(run)
    await refundOutside(run)
    lose(run, lost)
    await hear(run)
    const { status } = await stateOf(run)
    keep('Hold', status === 'held_in_escrow', false)
  }

const releaseOfACancelledProject: GuardStory = async (world) => {
  const run = await begin(world, HELD)
  await happen(run, { do: 'refund', deal: 0 })
  await work(run)
  await happen(run, { do: 'cancel_project', deal: 0 }, { do: 'refund_fails', deal: 0 })
  await hear(run)
  keep('the story', (await stateOf(run)).status, 'held_in_escrow')
  const { seller } = dealOf(run)
  const answer = await world.call(seller, 'payments.release', {
    body: { payment_id: run.payments[0] },
  })
  keep('cancelled', [answer.status, answer.body['code']], [409, 'project.closed'])
  await work(run)
  keep('cancelled', transfersOf(run).length, 0)
}

const remindersWhileDisputed: GuardStory = async (world) => {
  const reminded = async (disputed: boolean) => {
    await world.empty()
    const run = await begin(world, HELD)
    await delivered(run, 3.1)
    if (disputed)
      await world.call(dealOf(run).creator, 'disputes.open', {
        params: { id: run.payments[0] ?? '' },
        body: { reason: 'no_answer', statement: 'Nobody answers me.' },
      })
    await look(run, reviewClocks(raiseDispute))
    const reminders = await rows(
      world.pool,
      sql`select 1 from notifications where notice = 'clock.review_reminder'`,
    )
    return reminders.length
  }
  keep('the story', await reminded(false), 1)
  keep('reminders', await reminded(true), 0)
}

const savedSearchesOfADeletedAccount: GuardStory = async (world) => {
  const [leaving, staying] = [await buildSeller(world.pool), await buildSeller(world.pool)]
  const password = 'correct horse'
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(password)
  await execute(
    world.pool,
    sql`update auth.users set password_hash = ${hash} where id = ${leaving.id}`,
  )
  await execute(
    world.pool,
    sql`insert into saved_searches (user_id, about, q)
      values (${leaving.id}, 'creators', 'mugs'), (${staying.id}, 'creators', 'lamps')`,
  )
  const { status } = await world.call(leaving, 'account.delete', { body: { password } })
  keep('the story', status, 200)
  const left = await rows<{ q: string }>(world.pool, sql`select q from saved_searches`)
  keep(
    'deletion',
    left.map(({ q }) => q),
    ['lamps'],
  )
}

/** The stories, by the guard that each one tests. */
export const GUARD_STORIES = {
  'a refund that was made unheard is adopted, not made again': adoptedRefund,
  'a second payment goes back once, though its event comes late': duplicateReturnedOnce,
  'a project is locked against cancelling while its money is taken in': lockedAgainstCancelling,
  'a page that ended late fails no newer attempt': latePageOfAnEarlierAttempt,
  'a charge refused late fails no newer attempt': lateDeclineOfAnEarlierAttempt,
  'money in another currency is not held': anotherCurrency,
  'money of another amount than the agreed price is not held': anotherAmount,
  'the clock does not release money that came back': cameBackAndTheClock,
  'a page whose charge was refunded already is not held': refundedBeforeItWasHeard(
    'payment_intent.succeeded',
  ),
  'a charge that was refunded already is not held': refundedBeforeItWasHeard(
    'checkout.session.completed',
  ),
  'money of a cancelled project is not released': releaseOfACancelledProject,
  'nobody is reminded of a review while a dispute is open': remindersWhileDisputed,
  'saved searches leave with their account': savedSearchesOfADeletedAccount,
  'an order whose payment has begun is not given up': orderThatIsBeingPaid,
  'an order that was given up begins no payment': orderThatNobodyPays,
} as const satisfies Record<string, GuardStory>
