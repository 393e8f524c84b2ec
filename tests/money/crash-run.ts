import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Clocks, tick } from '#server/clocks/tick.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { comparePayment } from '#server/payments/reconcile/payment-compare.ts'
import { agreedRefundClocks } from '#server/payments/refund/agreed-refund-clock.ts'
import { extensionReleaseClocks } from '#server/payments/release/extension-clock.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import type { CrashProgram } from './crash.ts'
import type { CrashCase, CrashOrders, Operation } from './crash-case.ts'
import { type CaseDeal, CrashDeal, dealOfCase } from './crash-deal.ts'
import { isFinished, paymentsOf, unfinished, wrongAfter } from './crash-outcome.ts'
import { setTrouble } from './crash-trouble.ts'
import { drain } from './drain.ts'
import { CARDS } from './steps.ts'

/** Longer than the life of a key: outcomes that were never reported are looked up then. */
const A_DAY_AND_MORE = 25
const HOUR_MS = 3_600_000

/** The result of a case: where the process died, whether a day had to pass, and what is wrong, if anything. */
export interface CrashResult {
  reached: boolean
  settled: 'at once' | 'after a day'
  wrong: string[]
}

/** Where a case runs, and the program that is killed in it. */
interface Place {
  deps: Deps
  sandbox: StripeSandbox
  program: CrashProgram
}

/** The operations that the brand pays for on a page. */
const ON_PAGE: readonly Operation[] = [
  'fund by page',
  'fund extra by page',
  'lapse',
  'extend by page',
]
/** Replies and clocks: they are repeated in the same way, whatever the outcome of the money. */
const SAID_AGAIN: readonly Operation[] = ['agree', 'agree on more', 'call off', 'lapse']

/**
 * What only a clock orders again: a refused return of what both sides agreed on, a refused transfer of what extends a
 * licence.
 */
const CLOCKS: Partial<Record<Operation, Clocks>> = {
  agree: agreedRefundClocks,
  'extend by page': extensionReleaseClocks,
  'extend by saved card': extensionReleaseClocks,
}

/** Runs one case: a situation, a process that is killed in it, and the product running again. */
export class CrashRun {
  private readonly place: Place
  private readonly which: CrashCase
  private readonly work: ReturnType<typeof paymentTasks>

  constructor(place: Place, which: CrashCase) {
    this.place = place
    this.which = which
    this.work = paymentTasks(place.deps)
  }

  async run(): Promise<CrashResult> {
    const { deps, sandbox } = this.place
    const deal = await dealOfCase({ pool: deps.pool, deps, sandbox }, this.which)
    const about = new CrashDeal(this.place, this.which, deal, this.work)
    await about.prepare()
    setTrouble(sandbox, this.which, 1)
    const reached = await this.kill(about)
    setTrouble(sandbox, this.which, 0)

    await this.carryOn(deal, about)
    let settled: CrashResult['settled'] = 'at once'
    if ((await this.wrong(deal, about)).length > 0) {
      settled = 'after a day'
      await this.advance(deal)
      await this.reconcile(deal)
      await this.carryOn(deal, about)
      await this.reconcile(deal)
    }
    return { reached, settled, wrong: await this.wrong(deal, about) }
  }

  private async wrong(deal: CaseDeal, about: CrashDeal): Promise<string[]> {
    await about.findApplication()
    const { applicationId } = deal
    const { amendmentId } = about
    return wrongAfter(
      this.place,
      this.which,
      { applicationId, amendmentId },
      Object.keys(this.work),
    )
  }

  /** Another process does the work, and is killed. Returns whether it reached its point. */
  private async kill(about: CrashDeal): Promise<boolean> {
    const { deps, program } = this.place
    const { point, nth, trouble } = this.which
    const orders: CrashOrders = {
      ...(await about.orders(about.cards.first)),
      databaseUrl: deps.config.databaseUrl,
      stripe: deps.config.stripe,
      at: { point, nth },
      cardNumber:
        trouble === 'refused' && nth === 1 && !this.isLate() ? CARDS.declined : CARDS.good,
      paysOnPage: this.paysOnPage(),
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

  private paysOnPage = () => ON_PAGE.includes(this.which.operation)
  /** The refused call is the return of what was paid too late. */
  private isLate = () => this.which.operation === 'lapse'

  /** The product runs again: events arrive unless they are lost, jobs run, people click again. */
  private async carryOn(deal: CaseDeal, about: CrashDeal): Promise<void> {
    const { pool } = this.place.deps
    await this.deliver(about)
    await drain(pool, this.work)
    await this.clickAgain(deal, about)
    await this.deliver(about)
    await drain(pool, this.work)
  }

  private async deliver(about: CrashDeal): Promise<void> {
    if (this.which.trouble !== 'events lost') await about.deliver()
  }

  /** A click without a response is repeated; a refusal is a response. */
  private async clickAgain(deal: CaseDeal, about: CrashDeal): Promise<void> {
    const { deps } = this.place
    const { operation } = this.which
    await about.findApplication()
    const payments = await paymentsOf(deps, deal.applicationId)
    const still = unfinished(operation, payments)
    const isMoving = payments.some(({ moving }) => moving !== null)
    const isToDo = still !== undefined || (!isMoving && !isFinished(operation, payments))
    if (!isToDo && !SAID_AGAIN.includes(operation)) return
    await about.click(operation, still?.id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    if (this.paysOnPage()) await about.payPage()
    const clocks = CLOCKS[operation]
    if (clocks === undefined) return
    const tomorrow = new Date(Date.now() + A_DAY_AND_MORE * HOUR_MS)
    await tick({ ...deps, clock: () => tomorrow }, clocks)
  }

  private async reconcile({ applicationId }: CaseDeal): Promise<void> {
    const { deps } = this.place
    for (const payment of await paymentsOf(deps, applicationId)) await comparePayment(deps, payment)
    await drain(deps.pool, this.work)
  }

  /** Advances the provider's clock, and moves our records of these payments back. */
  private async advance({ applicationId }: CaseDeal): Promise<void> {
    const { deps, sandbox } = this.place
    sandbox.controls.advanceClock(A_DAY_AND_MORE * HOUR_MS)
    await deps.pool.query(
      `update money_ops set created_at = created_at - make_interval(hours => $1),
        sent_at = sent_at - make_interval(hours => $1)
        where payment_id in (select id from payments where application_id = $2)`,
      [A_DAY_AND_MORE, applicationId],
    )
  }
}
