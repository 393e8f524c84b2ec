import { randomUUID } from 'node:crypto'
import { usdFromCents } from '#contract/money.ts'
import { propose } from '#server/amendments/amendment-service.ts'
import type { Deps } from '#server/deps/deps.ts'
import { makeExtension } from '#server/licences/extension-service.ts'
import { receiveEvent } from '#server/payments/webhook/provider-events.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { payloadOf } from '#sandbox/stripe/objects/events.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import type { ClickOrders, CrashCase } from './crash-case.ts'
import { clickOn } from './crash-click.ts'
import { MORE, PART, paymentsOf, PRICE } from './crash-outcome.ts'
import { applicationOfOrder, placedOrder } from './deal-by-order.ts'
import { buildSimDeal, type SimDeal, type Site } from './deals.ts'
import { drain, whileDraining, type Work } from './drain.ts'
import { savedCardOf } from './saved-cards.ts'
import { CARDS } from './steps.ts'
import { viewerOf } from './viewers.ts'

/** Longer than the time allowed for paying what a change adds. */
const TOO_LATE_HOURS = 73

/** The deal of a case. For an order that waits: no application yet. */
export type CaseDeal = Pick<
  SimDeal,
  'seller' | 'creator' | 'projectId' | 'applicationId' | 'cards'
> & { orderId?: string }

const NO_ONE_YET = '00000000-0000-4000-8000-000000000000'

/** The state that a case begins with: a running deal, or an order that waits. */
export async function dealOfCase(site: Site, { operation }: CrashCase): Promise<CaseDeal> {
  if (operation !== 'accept order') return buildSimDeal(site, PRICE)
  const order = await placedOrder(site, PRICE, () => Promise.resolve(null))
  return { ...order, applicationId: NO_ONE_YET }
}

/** The deal of one case: what was done before the process dies, and what people do about it. */
export class CrashDeal {
  amendmentId: string | null = null
  extensionId: string | null = null
  /** The card that a dying process charges; the one that people use later. */
  cards: { first: string | null; later: string | null } = { first: null, later: null }
  private readonly place: { deps: Deps; sandbox: StripeSandbox }
  private readonly which: CrashCase
  private readonly deal: CaseDeal
  private readonly work: Work

  constructor(
    place: { deps: Deps; sandbox: StripeSandbox },
    which: CrashCase,
    deal: CaseDeal,
    work: Work,
  ) {
    this.place = place
    this.which = which
    this.deal = deal
    this.work = work
  }

  /** The situation before: money held or released, a first transfer refused, cards saved, a higher price agreed or paid. */
  async prepare(): Promise<void> {
    const { operation } = this.which
    const { sandbox } = this.place
    if (operation === 'fund by page') return
    if (operation === 'fund by saved card') return this.saveCards()
    if (operation === 'accept order') return this.orderByCard()
    await this.pay('fund by page')
    switch (operation) {
      case 'release':
      case 'refund':
      case 'split':
        return
      case 'retry':
        sandbox.controls.setSwitch('fail_next_transfer', 1)
        await this.click('retry').catch(() => undefined)
        sandbox.controls.setSwitch('fail_next_transfer', 0)
        return
      case 'agree':
        return this.propose(PRICE - PART)
      case 'agree on more':
        return this.propose(PRICE + MORE)
      case 'fund extra by page':
        return this.agreeOnMore()
      case 'fund extra by saved card':
        await this.agreeOnMore()
        return this.saveCards()
      case 'release with extra':
      case 'refund with extra':
      case 'decide with extra':
        await this.agreeOnMore()
        return this.pay('fund extra by page')
      case 'extend by page':
        return this.takeExtension()
      case 'extend by saved card':
        await this.takeExtension()
        return this.saveCards()
      case 'call off':
        await this.agreeOnMore()
        await this.click('fund extra by page')
        return
      case 'lapse':
        await this.agreeOnMore()
        await this.click('fund extra by page')
        await execute(
          this.place.deps.pool,
          sql`update amendments set pay_by = pay_by - make_interval(hours => ${TOO_LATE_HOURS}) where id = ${this.amendmentId}`,
        )
    }
  }

  /** What the people of the case click on now. */
  async orders(card: string | null, operation = this.which.operation): Promise<ClickOrders> {
    const [own] = await paymentsOf(this.place.deps, this.deal.applicationId)
    return {
      operation,
      paymentId: own?.id ?? null,
      projectId: this.deal.projectId,
      applicationId: this.deal.applicationId,
      sellerId: this.deal.seller.id,
      creatorId: this.deal.creator.id,
      cardId: card,
      refundCents: PART,
      amendmentId: this.amendmentId,
      extensionId: this.extensionId,
      orderId: this.deal.orderId ?? null,
    }
  }

  /** Reads what an acceptance created, if it has happened. */
  async findApplication(): Promise<void> {
    const { orderId, projectId } = this.deal
    if (orderId === undefined) return
    const found = await applicationOfOrder(this.place.deps, projectId)
    this.deal.applicationId = found?.id ?? NO_ONE_YET
  }

  /** Makes one click while the queue is worked off; about this payment, or about the deal's own. */
  async click(operation = this.which.operation, paymentId?: string): Promise<unknown> {
    const { deps } = this.place
    const card = operation === this.which.operation ? this.cards.later : null
    const orders = await this.orders(card, operation)
    const about = { ...orders, paymentId: paymentId ?? orders.paymentId }
    return whileDraining(deps.pool, this.work, () => clickOn(deps, about))
  }

  /** Pays as the brand does in the open tab, if the newest page is still open. */
  async payPage(): Promise<void> {
    const payments = await paymentsOf(this.place.deps, this.deal.applicationId)
    const session = payments.at(-1)?.checkout_session_id ?? null
    if (session === null) return
    this.place.sandbox.controls.pay(session, {
      card_number: CARDS.good,
      expiry: '12/34',
      cvc: '123',
    })
  }

  /** Every event of the provider that was not received. */
  async deliver(): Promise<void> {
    const { deps, sandbox } = this.place
    const seen = await rows<{ id: string }>(
      deps.pool,
      sql`select event_id as id from webhook_events`,
    )
    const known = new Set(seen.map(({ id }) => id))
    for (const { event } of Object.values(sandbox.state.events)) {
      if (event.object !== 'event' || known.has(event.id)) continue
      const payload = payloadOf(event)
      const { webhookSecret } = deps.config.stripe
      const signature = signatureHeader(payload, webhookSecret, new Date())
      await receiveEvent(
        deps,
        deps.payments.verifyWebhook(Buffer.from(payload), signature, new Date()),
      )
    }
  }

  private async saveCards(): Promise<void> {
    const { deps, sandbox } = this.place
    const site = { pool: deps.pool, deps, sandbox }
    const later = await savedCardOf(site, this.deal, 'good')
    // The transfer is what is refused the second time.
    const isRefused = this.which.trouble === 'refused' && this.which.nth === 1
    this.cards = { first: isRefused ? await savedCardOf(site, this.deal, 'refused') : later, later }
  }

  private async orderByCard(): Promise<void> {
    await this.saveCards()
    await execute(
      this.place.deps.pool,
      sql`update package_orders set payment_method_id = ${this.cards.first} where id = ${this.deal.orderId}`,
    )
  }

  private async pay(way: 'fund by page' | 'fund extra by page'): Promise<void> {
    await this.click(way)
    await this.payPage()
    await this.deliver()
    await drain(this.place.deps.pool, this.work)
  }

  private async agreeOnMore(): Promise<void> {
    await this.propose(PRICE + MORE)
    await this.click('agree on more')
  }

  /** The deal's money is released, and the brand accepts the price that the terms name for more months. */
  private async takeExtension(): Promise<void> {
    await this.click('release')
    await drain(this.place.deps.pool, this.work)
    this.extensionId = randomUUID()
    await makeExtension(
      this.place.deps,
      viewerOf(this.deal.seller.id, 'seller'),
      this.deal.projectId,
      { id: this.extensionId, months: 3 },
    )
  }

  /** The brand proposes another price for held money. */
  private async propose(cents: number): Promise<void> {
    this.amendmentId = randomUUID()
    const input = {
      id: this.amendmentId,
      price: usdFromCents(cents),
      deliver_by: null,
      rounds: null,
      brief: null,
      note: null,
      hours: 72,
    }
    const seller = viewerOf(this.deal.seller.id, 'seller')
    await propose(this.place.deps, seller, this.deal.projectId, input, new Date())
  }
}
