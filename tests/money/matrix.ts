import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { splitPrice, usdFromCents } from '#contract/money.ts'
import { answerAmendment } from '#server/amendments/amendment-answer-service.ts'
import { propose } from '#server/amendments/amendment-service.ts'
import { tick } from '#server/clocks/tick.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { createLog } from '#server/logging/log.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { comparePayment } from '#server/payments/reconcile/payment-compare.ts'
import { agreedRefundClocks } from '#server/payments/refund/agreed-refund-clock.ts'
import { settleByDecision } from '#server/payments/refund/payment-decision.ts'
import { receiveEvent } from '#server/payments/webhook/provider-events.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import { refundPayment } from '#server/payments/refund/payment-refund.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { payloadOf } from '#sandbox/stripe/objects/events.ts'
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { bundleCrashProgram, type CrashProgram } from './crash.ts'
import type { CrashCase, CrashOrders, Trouble } from './crash-case.ts'
import { buildSimDeal, type SimDeal, type Site } from './deals.ts'
import { drain, whileDraining } from './drain.ts'
import { providerBy } from './impatient-provider.ts'
import { savedCardOf } from './saved-cards.ts'
import { CARDS } from './steps.ts'
import { viewerOf } from './viewers.ts'

const SECRETS = { secretKey: 'sk_test_crashes', webhookSecret: 'whsec_crashes' }
const PRICE = 54_050
/** What a split returns. */
const PART = 20_001
/** Past the life of a key: outcomes that were never reported are looked up then. */
const A_DAY_AND_MORE = 25

/** A case's result: where the process died, whether a day had to pass, and what is wrong, if anything. */
export interface CrashResult {
  reached: boolean
  settled: 'at once' | 'after a day'
  wrong: string[]
}

/** A database and a provider in which processes are killed one after another. */
export interface CrashSite extends Site {
  run(which: CrashCase): Promise<CrashResult>
  close(): Promise<void>
}

/** Opens a site on a clone of `templateUrl`. */
export async function openCrashSite(
  templateUrl: string,
  program: CrashProgram,
): Promise<CrashSite> {
  const database = await cloneDatabase(templateUrl)
  const sandbox = await startStripeSandbox({ port: 0, ...SECRETS })
  const stripe = { apiBase: sandbox.url, ...SECRETS }
  const pool = createPool(database.url, 6)
  const deps: Deps = {
    config: {
      ...readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, LOG_LEVEL: 'silent' }),
      stripe,
    },
    pool,
    log: createLog('silent'),
    clock: () => new Date(),
    payments: providerBy(stripe),
  }
  return {
    pool,
    deps,
    sandbox,
    run: (which) => new CrashRun({ deps, sandbox, program }, which).run(),
    async close() {
      await pool.end()
      await database.drop()
      await sandbox.close()
    },
  }
}

/** The program that is killed. */
export const crashMatrixProgram = () => bundleCrashProgram('tests/money/matrix-child.ts')

interface Place {
  deps: Deps
  sandbox: StripeSandbox
  program: CrashProgram
}

class CrashRun {
  private readonly place: Place
  private readonly which: CrashCase
  private readonly work: ReturnType<typeof paymentTasks>
  private paymentId: string | null = null
  private amendmentId: string | null = null

  constructor(place: Place, which: CrashCase) {
    this.place = place
    this.which = which
    this.work = paymentTasks(place.deps)
  }

  async run(): Promise<CrashResult> {
    const { deps, sandbox } = this.place
    const deal = await buildSimDeal({ pool: deps.pool, deps, sandbox }, PRICE)
    const cards = await this.prepare(deal)
    const reached = await this.kill(deal, cards)
    for (const { name } of FAULTS[this.which.trouble]?.(this.which) ?? [])
      sandbox.controls.setSwitch(name, 0)

    const { id } = (await this.paymentRow(deal)) ?? { id: null }
    this.paymentId = id
    await this.carryOn(deal)
    let settled: CrashResult['settled'] = 'at once'
    if ((await this.wrong(deal)).length > 0) {
      settled = 'after a day'
      await this.advance(A_DAY_AND_MORE)
      await this.reconcile()
      await this.carryOn(deal)
      await this.reconcile()
    }
    return { reached, settled, wrong: await this.wrong(deal) }
  }

  /** The situation before: money held, a first transfer refused, cards saved. */
  private async prepare(deal: SimDeal) {
    const { deps, sandbox } = this.place
    const site = { pool: deps.pool, deps, sandbox }
    const { operation, trouble } = this.which
    if (operation === 'fund by saved card') {
      const good = await savedCardOf(site, deal, 'good')
      const card = trouble === 'refused' ? await savedCardOf(site, deal, 'refused') : good
      return { card, good }
    }
    if (operation === 'fund by page') return { card: null, good: null }
    await this.fund(deal, null)
    this.paymentId = (await this.paymentRow(deal))?.id ?? null
    if (operation === 'retry') {
      sandbox.controls.setSwitch('fail_next_transfer', 1)
      await this.click(deal)
      sandbox.controls.setSwitch('fail_next_transfer', 0)
    }
    if (operation === 'agree') await this.propose(deal)
    return { card: null, good: null }
  }

  /** The brand proposes a lower price of what is held. */
  private async propose(deal: SimDeal): Promise<void> {
    this.amendmentId = randomUUID()
    const input = {
      id: this.amendmentId,
      price: usdFromCents(PRICE - PART),
      deliver_by: null,
      rounds: null,
      brief: null,
      note: null,
      hours: 72,
    }
    const seller = viewerOf(deal.seller.id, 'seller')
    await propose(this.place.deps, seller, deal.projectId, input, new Date())
  }

  /** Another process does the work, and is killed. Returns whether it reached its point. */
  private async kill(deal: SimDeal, { card }: { card: string | null }): Promise<boolean> {
    const { deps, sandbox, program } = this.place
    const { operation, point, nth, trouble } = this.which
    for (const { name, target } of FAULTS[trouble]?.(this.which) ?? [])
      sandbox.controls.setSwitch(name, 1, target)
    const orders: CrashOrders = {
      databaseUrl: deps.config.databaseUrl,
      stripe: deps.config.stripe,
      at: { point, nth },
      operation,
      paymentId: this.paymentId,
      projectId: deal.projectId,
      applicationId: deal.applicationId,
      sellerId: deal.seller.id,
      creatorId: deal.creator.id,
      cardId: card,
      cardNumber: trouble === 'refused' ? CARDS.declined : CARDS.good,
      refundCents: PART,
      amendmentId: this.amendmentId,
      events: trouble === 'events lost' ? 'none' : trouble === 'events twice' ? 'twice' : 'once',
    }
    const child = spawn(process.execPath, [program.file], {
      env: { ...process.env, CRASH: JSON.stringify(orders) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const [, signal]: unknown[] = await once(child, 'exit')
    if (signal !== 'SIGKILL') throw new Error(`the process ended by ${String(signal)}: ${output}`)
    return output.startsWith('reached')
  }

  /** The product runs again: events arrive unless they are lost, jobs are worked, people click again. */
  private async carryOn(deal: SimDeal): Promise<void> {
    const { pool } = this.place.deps
    await this.deliver()
    await drain(pool, this.work)
    await this.click(deal)
    await this.deliver()
    await drain(pool, this.work)
  }

  /** A click without a response is repeated; a refusal is a response. */
  private async click(deal: SimDeal): Promise<void> {
    const { pool } = this.place.deps
    const { operation } = this.which
    const payment = await this.paymentRow(deal)
    // Agreeing ends where it began: only the clock orders a refused return again.
    if (operation !== 'agree' && payment?.status === TARGETS[operation]) return
    if (payment?.moving != null) return
    const id = payment?.id ?? ''
    const clicks = {
      'fund by page': () => this.fund(deal, null),
      'fund by saved card': () => this.fund(deal, deal.cards.good ?? null),
      release: () => releasePayment(this.place.deps, viewerOf(deal.seller.id, 'seller'), id),
      retry: () => releasePayment(this.place.deps, viewerOf(deal.seller.id, 'seller'), id),
      refund: () => refundPayment(this.place.deps, viewerOf(deal.creator.id, 'creator'), id),
      split: () =>
        inTransaction(pool, (tx) =>
          settleByDecision(tx, {
            paymentId: id,
            refundCents: PART,
            decidedBy: null,
            now: new Date(),
          }),
        ),
      agree: async () => {
        const creator = viewerOf(deal.creator.id, 'creator')
        await answerAmendment(
          this.place.deps,
          creator,
          this.amendmentId ?? '',
          'accept',
          new Date(),
        )
        const tomorrow = new Date(Date.now() + A_DAY_AND_MORE * 3_600_000)
        await tick({ ...this.place.deps, clock: () => tomorrow }, agreedRefundClocks)
      },
    }
    await whileDraining<unknown>(pool, this.work, clicks[operation]).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }

  /** Funds the deal, and pays if a page opens. */
  private async fund(deal: SimDeal, cardId: string | null): Promise<void> {
    const { deps, sandbox } = this.place
    const wish = {
      project_id: deal.projectId,
      application_id: deal.applicationId,
      ...(cardId === null ? {} : { payment_method_id: cardId }),
    }
    const seller = viewerOf(deal.seller.id, 'seller')
    const funded = await whileDraining(deps.pool, this.work, () =>
      fundApplication(deps, seller, wish),
    )
    if (funded.checkout_session_id !== null && funded.checkout_url !== null)
      sandbox.controls.pay(funded.checkout_session_id, {
        card_number: CARDS.good,
        expiry: '12/34',
        cvc: '123',
      })
    await this.deliver(true)
    await drain(deps.pool, this.work)
  }

  private async deliver(all = false): Promise<void> {
    const { deps, sandbox } = this.place
    if (this.which.trouble === 'events lost' && !all) return
    if (this.which.trouble === 'events lost' && this.which.operation.startsWith('fund')) return
    const seen = await rows<{ id: string }>(
      deps.pool,
      sql`select event_id as id from webhook_events`,
    )
    const known = new Set(seen.map(({ id }) => id))
    for (const { event } of Object.values(sandbox.state.events)) {
      if (event.object !== 'event' || known.has(event.id)) continue
      const payload = payloadOf(event)
      const signature = signatureHeader(payload, SECRETS.webhookSecret, new Date())
      await receiveEvent(
        deps,
        deps.payments.verifyWebhook(Buffer.from(payload), signature, new Date()),
      )
    }
  }

  private async reconcile(): Promise<void> {
    const { deps } = this.place
    const payment = this.paymentId === null ? null : await paymentById(deps.pool, this.paymentId)
    if (payment !== null) await comparePayment(deps, payment)
    await drain(deps.pool, this.work)
  }

  /** The provider's clock advances, and our records of this payment move back. */
  private async advance(hours: number): Promise<void> {
    const { deps, sandbox } = this.place
    sandbox.controls.advanceClock(hours * 3_600_000)
    await deps.pool.query(
      `update money_ops set created_at = created_at - make_interval(hours => $1),
        sent_at = sent_at - make_interval(hours => $1) where payment_id = $2`,
      [hours, this.paymentId],
    )
  }

  /** Everything that is not as it must be once all is quiet. */
  private async wrong(deal: SimDeal): Promise<string[]> {
    const { deps, sandbox } = this.place
    const { operation } = this.which
    const found: string[] = []
    const payment = await this.paymentRow(deal)
    if (payment === null) return ['there is no payment']
    this.paymentId = payment.id
    if (payment.status !== TARGETS[operation])
      found.push(`the payment is ${payment.status}${payment.moving ? ', moving' : ''}`)
    const { charges, transfers, refunds } = sandbox.state
    const paid = Object.values(charges).filter(
      (row) => row.metadata['payment_id'] === payment.id && row.status === 'succeeded',
    )
    const back = Object.values(refunds)
      .filter((row) => row.charge === payment.stripe_charge_id)
      .map(({ amount }) => amount)
    const sent = Object.values(transfers)
      .filter((row) => row.transfer_group === `payment_${payment.id}`)
      .map(({ amount }) => amount)
    const kept = paid.filter((row) => row.id === payment.stripe_charge_id || !row.refunded)
    const moved = `charged ${kept.map(({ amount }) => amount).join('+')}, returned ${back.join('+')}, sent ${sent.join('+')}`
    if (moved !== MOVED[operation]) found.push(moved)
    for (const { name, found: which } of await brokenMoneyChecks(deps.pool))
      found.push(`${name} ${JSON.stringify(which[0])}`)
    const open = await rows<{ key: string }>(
      deps.pool,
      sql`select idempotency_key as key from money_ops where payment_id = ${payment.id} and state = 'intended'`,
    )
    found.push(...open.map(({ key }) => `${key} has no outcome`))
    const jobs = await rows<{ what: string }>(
      deps.pool,
      sql`select tasks.identifier || ': ' || coalesce(jobs.last_error, '') as what
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = any(${Object.keys(this.work)})`,
    )
    found.push(...jobs.map(({ what }) => `${what} still waits`))
    const row = await paymentById(deps.pool, payment.id)
    const compared = row === null ? null : await comparePayment(deps, row)
    found.push(...(compared?.open ?? []).map(({ kind, detail }) => `${kind} ${detail}`))
    if ((compared?.healed.length ?? 0) > 0 && this.which.trouble !== 'events lost')
      found.push(...(compared?.healed ?? []).map(({ kind, detail }) => `healed ${kind} ${detail}`))
    return found
  }

  private async paymentRow(deal: SimDeal) {
    const found = await rows<{
      id: string
      status: string
      moving: string | null
      stripe_charge_id: string | null
    }>(
      this.place.deps.pool,
      sql`select id, status, moving, stripe_charge_id from payments where application_id = ${deal.applicationId}`,
    )
    return found[0] ?? null
  }
}

const TARGETS = {
  'fund by page': 'held_in_escrow',
  'fund by saved card': 'held_in_escrow',
  release: 'released',
  refund: 'refunded',
  split: 'released',
  agree: 'held_in_escrow',
  retry: 'released',
} as const

const shareOf = (cents: number) => splitPrice(cents, DEFAULT_FEE_TERMS).creatorCents
const HELD = `charged ${PRICE}, returned , sent `
const RELEASED = `charged ${PRICE}, returned , sent ${shareOf(PRICE)}`
/** What the provider must have done in the end, to the cent and once. */
const MOVED = {
  'fund by page': HELD,
  'fund by saved card': HELD,
  release: RELEASED,
  refund: `charged ${PRICE}, returned ${PRICE}, sent `,
  split: `charged ${PRICE}, returned ${PART}, sent ${shareOf(PRICE - PART)}`,
  agree: `charged ${PRICE}, returned ${PART}, sent `,
  retry: RELEASED,
}

const CALLS = {
  'fund by page': ['POST /v1/checkout/sessions'],
  'fund by saved card': ['POST /v1/payment_intents'],
  release: ['POST /v1/transfers'],
  refund: ['POST /v1/refunds'],
  split: ['POST /v1/refunds', 'POST /v1/transfers'],
  agree: ['POST /v1/refunds'],
  retry: ['POST /v1/transfers'],
}

type Faults = (which: CrashCase) => { name: string; target: string }[]
/** One kind of switch on the case's call: for a split, on the one of its two calls that `nth` means. */
const onCall =
  (name: string): Faults =>
  ({ operation, nth }) =>
    CALLS[operation].slice(nth - 1, nth).map((target) => ({ name, target }))

const FAULTS: Partial<Record<Trouble, Faults>> = {
  'no answer, not done': onCall('timeout_before'),
  'no answer, done': onCall('timeout_after'),
  '500 kept, not done': onCall('error_before'),
  '500 kept, done': onCall('error_after'),
  // A card is refused by its number.
  refused: (which) =>
    onCall('')(which).flatMap(({ target }) =>
      target === 'POST /v1/transfers'
        ? [{ name: 'fail_next_transfer', target }]
        : target === 'POST /v1/refunds'
          ? [{ name: 'fail_next_refund', target }]
          : [],
    ),
}
