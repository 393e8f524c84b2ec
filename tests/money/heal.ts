import { OWED_ON } from '#server/payments/ledger/paid-outside.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'

/** More jobs than a run can leave behind. */
const MANY = 400
/** Past the lifetime of an idempotency key: what the provider would not say before is now looked up. */
const A_DAY_AND_MORE = 25

/**
 * The storm is over: the provider responds, every event eventually arrives or a reconciliation replaces it, and days
 * pass. After this everything must be settled.
 */
export async function heal(run: Run, lostForGood: boolean): Promise<void> {
  run.world.line.faults = []
  while (await run.process.hearBack());
  if (!lostForGood) run.mailbag.find()
  await settle(run)
  // One day's effects (an expired page, a transfer found) may cause more on the next.
  for (let day = 0; day < 2; day += 1) {
    await run.advance(A_DAY_AND_MORE)
    await run.carryOnDecisions()
    await run.orderRefusedAgain()
    await settle(run)
    // A release that was under way may fail only now, with an older refusal of it still open.
    await run.orderRefusedAgain()
    await settle(run)
    if (lostForGood) await catchUp(run)
  }
}

async function catchUp(run: Run): Promise<void> {
  // It queries several payments in parallel, so connections are open while other calls are in progress.
  run.world.line.onCall = () => undefined
  const { open } = await reconcile(run.world.deps)
  const frozen = await frozenPayments(run)
  // What is owed because a part failed or was taken back is paid out by a person. What the provider refused is ordered
  // again by a person (Run.orderRefusedAgain), but not while a bank's dispute freezes the money.
  const wrong = open.find(
    ({ kind, payment_id }) =>
      !(kind in OWED_ON) && !(kind === 'provider_refused' && frozen.has(payment_id ?? '')),
  )
  if (wrong !== undefined)
    throw new Violation('M9', `${wrong.kind} ${wrong.provider_id}: ${wrong.detail}`)
  await settle(run)
}

/** Payments whose money is held and frozen by a dispute that the bank has not decided. */
async function frozenPayments(run: Run): Promise<Set<string>> {
  const { rows } = await run.world.deps.pool.query<{ id: string }>(
    `select id from payments where status = 'held_in_escrow' and moving is null and disputed`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Delivers every waiting event and works every job, until a round changes nothing. */
async function settle(run: Run): Promise<void> {
  let before = ''
  for (let round = 0; round < MANY; round += 1) {
    for (const id of run.mailbag.waiting()) await run.mailbag.deliver(id)
    const jobs = await run.process.waitingJobs()
    // A job that failed repeatedly finds nothing new until time passes.
    const now = jobs.map((job) => job.id).join()
    if (jobs.length === 0 || now === before) return
    before = now
    for (let n = 0; n < jobs.length; n += 1) await run.process.runJob(n)
  }
  throw new Violation('quiet', 'the queue never came to rest')
}
