import { randomUUID } from 'node:crypto'
import { centsFromUsd, splitPrice, usdFromCents } from '#contract/money.ts'
import { tick } from '#server/clocks/tick.ts'
import { rows, sql } from '#server/db/sql.ts'
import { proposalClocks } from '#server/operator/proposal-clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addFeeTerms } from '#server/fees/fee-terms-store.ts'
import { AppError } from '#server/http/app-error.ts'
import { offerClocks } from '#server/offers/offer-clock.ts'
import { orderClocks } from '#server/orders/order-clock.ts'
import { agreedRefundClocks } from '#server/payments/refund/agreed-refund-clock.ts'
import { settleDealByDecision } from '#server/payments/refund/deal-decision.ts'
import { settleByDecision } from '#server/payments/refund/payment-decision.ts'
import { releaseClocks } from '#server/payments/release/release-clock.ts'
import { lockPaymentsOfApplication } from '#server/payments/record/payment-store.ts'
import { extensionClocks } from '#server/licences/licence-clock.ts'
import { extensionReleaseClocks } from '#server/payments/release/extension-clock.ts'
import { amendmentClocks } from '#server/amendments/amendment-clock.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { Campaign } from './campaign.ts'
import { CAMPAIGN_TERMS, type CampaignStep } from './campaign-steps.ts'
import { changePayouts } from './change-payouts.ts'
import { Desk } from './desk.ts'
import { type DeskStep, isDeskStep } from './desk-steps.ts'
import { buildSimDeal, type SimDeal } from './deals.ts'
import { othersOf, untouched } from './deals-apart.ts'
import { Mailbag } from './mailbag.ts'
import { withoutPatience } from './patience.ts'
import { Process } from './process.ts'
import { savedCardOf } from './saved-cards.ts'
import { CARDS, type Plan, type SavedCardKind, type Step } from './steps.ts'
import { Talk } from './talk.ts'
import type { TalkPlan, TalkStep } from './talk-steps.ts'
import { Violation } from './violation.ts'
import type { Reply } from './product.ts'
import type { World } from './world.ts'

const HOUR_MS = 3_600_000
/** Of a transfer; the share of the cheapest deal is 50 cents. */
const A_PART_CENTS = 40
/** A price, in percent of the previous one. */
const A_THIRD_MORE = 133

/** Every time that our rules read, moved back by `$1` hours. */
const AGEING = [
  `update money_ops set created_at = created_at - make_interval(hours => $1),
    sent_at = sent_at - make_interval(hours => $1), settled_at = settled_at - make_interval(hours => $1)`,
  `update payments set created_at = created_at - make_interval(hours => $1),
    funded_at = funded_at - make_interval(hours => $1),
    released_at = released_at - make_interval(hours => $1),
    refunded_at = refunded_at - make_interval(hours => $1),
    release_after = release_after - make_interval(hours => $1)`,
  `update stripe_accounts set receives_from = receives_from - make_interval(hours => $1)`,
  `update amendments set pay_by = pay_by - make_interval(hours => $1)`,
  `update licence_extensions set created_at = created_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)`,
  `update offers set created_at = created_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)`,
  `update package_orders set fund_by = fund_by - make_interval(hours => $1)`,
  `update webhook_events set received_at = received_at - make_interval(hours => $1)`,
]

/** A plan in progress: the people of its deals, the events on their way, the one process. */
export class Run {
  readonly world: World
  readonly deals: SimDeal[] = []
  readonly mailbag: Mailbag
  readonly process: Process
  /** Our payments by deal, once they exist. */
  readonly payments: (string | undefined)[] = []
  /** The payments of what was added to a deal's price, by deal. */
  readonly extras: { id: string; amendment: string }[][] = []
  /** The payments for extending a deal's licence by more months, by deal. */
  readonly extensions: { id: string; cents: number }[][] = []
  /** An operator's last decision about a payment, in cents to return: the rest of those may be sent. */
  readonly decided = new Map<string, number>()
  /** The open proposal of another price: the price in cents, and who may agree to it. */
  private readonly proposed = new Map<
    SimDeal,
    { id: string; price: number; answers: { id: string } }
  >()
  /** The project whose hires are the deals, if the plan has one. */
  campaign: Campaign | null = null
  /** Where disputes are decided, if the plan has any. */
  private desk: Desk | null = null
  /** The applications that become the deals, if the plan has any. */
  private talks: Talk[] = []
  /** How often each step happened; steps about offers are counted by their outcome. */
  readonly happened = new Map<string, number>()
  /** The terms for everything agreed from now on. */
  private terms = CAMPAIGN_TERMS

  private constructor(world: World) {
    this.world = world
    this.mailbag = new Mailbag(world)
    this.process = new Process(world)
  }

  static async start(world: World, plan: Plan): Promise<Run> {
    world.line.onCall = () => undefined
    const run = new Run(world)
    if (plan.campaign !== undefined) {
      await addFeeTerms(world.pool, run.terms)
      run.campaign = await Campaign.open(world, plan.campaign)
      await run.hireFirst()
    }
    if (plan.talks !== undefined) await run.openTalks(plan.talks)
    for (const [index, { price, terms, held, agreed, extra, released }] of plan.deals.entries()) {
      await addFeeTerms(world.pool, terms)
      run.deals.push(await buildSimDeal(world, price, { terms, agreed }))
      // Accepting an order may have begun its payment.
      run.payments[index] = await run.paymentOf(index)
      if (held) await run.hold(index)
      if (held && extra !== undefined && extra !== 'none') await run.add(index, extra)
      if (held && released !== undefined && released !== 'none')
        await run.releaseAndExtend(index, released)
    }
    if (plan.isDecided === true) run.desk = await Desk.open(run)
    world.line.onCall = (call) => {
      const { totalCount, idleCount } = world.pool
      if (totalCount > idleCount)
        throw new Violation('rule 1', `${call} was sent while a database connection was held`)
    }
    return run
  }

  /** Hires the first two that fit and funds them: money gets lost on its ways out of escrow. */
  private async hireFirst(): Promise<void> {
    await this.perform({ do: 'hire_several', picks: [0, 1] })
    for (const deal of this.deals.keys()) await this.hold(deal)
  }

  /** Creates the applications, what is said about each at first, and the money of those that are agreed on. */
  private async openTalks(plans: readonly TalkPlan[]): Promise<void> {
    await addFeeTerms(this.world.pool, this.terms)
    for (const { asked } of plans) this.talks.push(await Talk.open(this.world, asked))
    for (const [talk, { opening, held }] of plans.entries()) {
      for (const step of opening) await this.perform({ ...step, talk })
      if (!held) continue
      await this.talks[talk]?.agree()
      await this.beginTalked()
      await this.hold(this.deals.length - 1)
    }
  }

  /** Funds a deal without faults. */
  private async hold(deal: number): Promise<void> {
    await this.perform({ do: 'fund', deal, faults: [] })
    await this.perform({ do: 'pay', deal, pick: 0, card: 'good' })
    for (const id of this.mailbag.waiting()) await this.mailbag.deliver(id)
    while (await this.process.runJob(0));
  }

  /** Agrees on a higher price for a held deal, and pays the added amount if that is to be held, too. */
  private async add(deal: number, extra: 'agreed' | 'held'): Promise<void> {
    await this.perform({ do: 'propose_price', deal, percent: A_THIRD_MORE, by: 'creator' })
    await this.perform({ do: 'agree_price', deal })
    if (extra === 'agreed') return
    await this.perform({ do: 'fund_extra', deal, faults: [] })
    await this.perform({ do: 'pay', deal, pick: 0, card: 'good' })
    for (const id of this.mailbag.waiting()) await this.mailbag.deliver(id)
    while (await this.process.runJob(0));
  }

  /** Releases a deal, and extends its licence by more months if the plan wants that, or pays for them. */
  private async releaseAndExtend(
    deal: number,
    how: 'plain' | 'extension taken' | 'extended',
  ): Promise<void> {
    await this.perform({ do: 'release', deal })
    while (await this.process.runJob(0));
    if (how === 'plain') return
    await this.perform({ do: 'extend', deal, by: 'terms', cents: 0 })
    if (how === 'extension taken') return
    await this.perform({ do: 'fund_extension', deal, faults: [] })
    await this.perform({ do: 'pay', deal, pick: 0, card: 'good' })
    for (const id of this.mailbag.waiting()) await this.mailbag.deliver(id)
    while (await this.process.runJob(0));
  }

  /** Executes a step. Throws Violation when a response breaks an invariant by itself. */
  async perform(step: Step): Promise<void> {
    const { campaign, talks } = this
    // A step may name a deal that has not been hired yet.
    if ('deal' in step && step.deal >= this.deals.length) return
    if (talks.length > 0) {
      await this.act(step)
      return this.beginTalked()
    }
    if (campaign === null) return this.act(step)
    const others = await othersOf(this, step)
    await this.act(step)
    const hired = await campaign.newDeals(this.deals, this.terms)
    this.deals.push(...hired)
    await campaign.check(hired.length)
    // A click that waits for the provider continues later, and its next payments begin then.
    for (const deal of this.deals.keys()) this.payments[deal] ??= await this.paymentOf(deal)
    await untouched(this, others)
  }

  /** Checks that offers stand as they must, and makes what was agreed on a deal of the run. */
  private async beginTalked(): Promise<void> {
    for (const talk of this.talks) {
      await talk.check()
      const deal = await talk.newDeal(this.terms)
      if (deal !== null) this.deals.push(deal)
    }
  }

  private async talk(step: TalkStep): Promise<void> {
    const outcome = await this.talks[step.talk]?.perform(step)
    // That clock job also expired what was over in the other talks.
    if (outcome === 'expired') for (const talk of this.talks) talk.age(0)
    if (outcome !== undefined) this.count(`${step.do}: ${outcome}`)
  }

  private async atDesk(step: DeskStep): Promise<void> {
    const outcome = await this.desk?.perform(step)
    if (outcome !== undefined) this.count(`${step.do}: ${outcome}`)
  }

  private count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1)
  }

  private async act(step: Step): Promise<void> {
    const { controls } = this.world.sandbox
    if (!('talk' in step) && !isDeskStep(step)) this.count(step.do)
    this.world.line.faults = []
    if (
      step.do === 'fund_by_card' ||
      step.do === 'fund_extra_by_card' ||
      step.do === 'fund_extension_by_card'
    )
      await savedCardOf(this.world, this.deal(step.deal), step.card)
    this.world.line.faults = 'faults' in step ? [...step.faults] : []
    if (isDeskStep(step)) return this.atDesk(step)
    switch (step.do) {
      case 'hire':
      case 'hire_several':
      case 'fund_all':
      case 'end_hiring':
        return this.campaign === null ? undefined : this.inCampaign(this.campaign, step)
      case 'make_offer':
      case 'accept_offer':
      case 'decline_offer':
      case 'withdraw_offer':
      case 'outlast_offer':
      case 'accept_application':
      case 'cancel_talk':
        return this.talk(step)
      case 'fund':
        return this.fund(this.deal(step.deal))
      case 'fund_by_card':
        return this.fund(this.deal(step.deal), step.card)
      case 'pay': {
        const session = this.openSession(step.deal, step.pick)
        if (session === undefined) return
        controls.pay(session, { card_number: CARDS[step.card], expiry: '12/34', cvc: '123' })
        return
      }
      case 'settle_slow':
        for (const id of this.sessionsOf(step.deal)) controls.settleSession(id, step.succeeds)
        return
      case 'expire': {
        const session = this.openSession(step.deal, step.pick)
        if (session !== undefined) controls.expireSession(session)
        return
      }
      case 'release':
      case 'refund':
      case 'approve':
      case 'cancel_project':
        return this.click(step.do, this.deal(step.deal))
      case 'wrong_party':
        return this.wrongParty(step.deal)
      case 'decide':
        return this.decide(step.deal, step.percent)
      case 'propose_price':
        return this.proposePrice(step)
      case 'agree_price':
        return this.agreePrice(this.deal(step.deal))
      case 'fund_extra':
        return this.fundExtra(this.deal(step.deal))
      case 'fund_extra_by_card':
        return this.fundExtra(this.deal(step.deal), step.card)
      case 'call_off':
        return this.callOff(this.deal(step.deal), step.by)
      case 'change_payouts':
        return changePayouts(this.world, this.deal(step.deal))
      case 'extend':
        return this.extend(this.deal(step.deal), step)
      case 'withdraw_extension':
        return this.withdrawExtension(this.deal(step.deal), step.by)
      case 'fund_extension':
        return this.fundExtension(this.deal(step.deal))
      case 'fund_extension_by_card':
        return this.fundExtension(this.deal(step.deal), step.card)
      case 'dispute':
        return this.dispute(step.deal, step.ends)
      case 'refund_fails':
        for (const id of await this.refundsOf(step.deal)) controls.settleRefund(id, false)
        return
      case 'transfer_reversed':
        for (const id of this.transfersOf(step.deal)) controls.reverseTransfer(id)
        return
      case 'transfer_part_reversed':
        for (const id of this.transfersOf(step.deal)) controls.reverseTransfer(id, A_PART_CENTS)
        return
      case 'jobs':
        for (let n = 0; n < step.count; n += 1) await this.process.runJob(step.pick + n)
        return
      case 'job_then_die':
        await this.process.runJob(step.pick, true)
        this.process.die()
        return
      case 'hear_back':
        await this.process.hearBack()
        return
      case 'deliver': {
        for (let n = 0; n < step.count; n += 1) {
          const waiting = this.mailbag.waiting()
          const id = waiting[step.pick % waiting.length]
          if (id !== undefined) await this.mailbag.deliver(id)
        }
        return
      }
      case 'deliver_again': {
        const delivered = this.mailbag.delivered()
        const id = delivered[step.pick % delivered.length]
        if (id !== undefined) await this.mailbag.deliver(id)
        return
      }
      case 'lose_event': {
        const waiting = this.mailbag.waiting()
        const id = waiting[step.pick % waiting.length]
        if (id !== undefined) this.mailbag.lose(id)
        return
      }
      case 'forge': {
        const waiting = this.mailbag.waiting()
        const id = waiting[step.pick % waiting.length]
        if (id !== undefined) await this.mailbag.forge(id, step.how)
        return
      }
      case 'change_fee':
        await addFeeTerms(this.world.pool, step.terms)
        this.terms = step.terms
        return
      case 'clock':
        return this.advance(step.hours)
      case 'restart':
        this.process.die()
        return
    }
  }

  /** Advances every clock: the provider's forward, and our records back. */
  async advance(hours: number): Promise<void> {
    this.world.sandbox.controls.advanceClock(hours * HOUR_MS)
    for (const statement of AGEING) await this.world.pool.query(statement, [hours])
    await this.desk?.age(hours)
    // An accepted order that no one has begun to pay may be given up now; a stuck return of an agreed part is made.
    // An extra that was not paid in time lapses. A release that waited for a changed account leaves. An offer expires.
    const clocks = {
      ...offerClocks,
      ...orderClocks,
      ...agreedRefundClocks,
      ...amendmentClocks,
      ...releaseClocks,
      ...extensionClocks,
      ...extensionReleaseClocks,
      ...proposalClocks,
    }
    await this.process.work(() => tick(this.world.deps, clocks))
    for (const talk of this.talks) talk.age(hours)
  }

  private async inCampaign(campaign: Campaign, step: CampaignStep): Promise<void> {
    if (step.do === 'hire') return expectAnswer('hire', await campaign.hire(step.pick))
    if (step.do === 'hire_several')
      return expectAnswer('hire several', await campaign.hireSeveral(step.picks))
    if (step.do === 'end_hiring') return expectAnswer('end hiring', await campaign.end(step.how))
    if (this.deals.length === 0) return
    const { faults } = this.world.line
    this.world.line.faults = []
    const card = await savedCardOf(this.world, campaign, step.card)
    const failing = step.fails === null ? undefined : this.deals[step.fails]
    if (failing !== undefined) {
      await savedCardOf(this.world, campaign, 'refused')
      await this.fund(failing, 'refused')
    }
    this.world.line.faults = faults
    await this.process.work(async () => {
      const funding = () => campaign.fundAll(card, this.deals)
      expectAnswer('fund all', await withoutPatience(funding))
    })
  }

  private deal(index: number): SimDeal {
    const deal = this.deals[index]
    if (deal === undefined) throw new Error(`there is no deal ${index}`)
    return deal
  }

  private async fund(deal: SimDeal, card?: SavedCardKind): Promise<void> {
    await this.process.work(async () => {
      const body = {
        project_id: deal.projectId,
        application_id: deal.applicationId,
        ...(card === undefined ? {} : { payment_method_id: deal.cards[card] }),
      }
      const funding = () => this.world.call(deal.seller, 'payments.create', { body })
      // A charge is a job, which runs when the run says so; a request for a checkout page in the meantime waits for it
      // too.
      expectAnswer('fund', await withoutPatience(funding))
    })
    const index = this.deals.indexOf(deal)
    this.payments[index] = await this.paymentOf(index)
  }

  private async paymentOf(index: number): Promise<string | undefined> {
    const [payment] = await rows<{ id: string }>(
      this.world.pool,
      sql`select id from payments where application_id = ${this.deal(index).applicationId} and purpose = 'deal'`,
    )
    return payment?.id
  }

  /** Asks to pay what the last agreed change adds. A refusal is also a valid response. */
  private async fundExtra(deal: SimDeal, card?: SavedCardKind): Promise<void> {
    const amendment = [...deal.added.keys()].at(-1)
    if (amendment === undefined) return
    await this.process.work(async () => {
      const body = {
        project_id: deal.projectId,
        application_id: deal.applicationId,
        amendment_id: amendment,
        ...(card === undefined ? {} : { payment_method_id: deal.cards[card] }),
      }
      expectAnswer(
        'fund_extra',
        await withoutPatience(() => this.world.call(deal.seller, 'payments.create', { body })),
      )
    })
    this.extras[this.deals.indexOf(deal)] = await rows<{ id: string; amendment: string }>(
      this.world.pool,
      sql`select id, amendment_id as amendment from payments where application_id = ${deal.applicationId}
        and purpose = 'extra' order by created_at, id`,
    )
  }

  /**
   * Proposes more months at a price, and the creator agrees where someone has to. A refusal is also a valid response.
   */
  private async extend(
    deal: SimDeal,
    { by, cents }: { by: 'terms' | 'seller' | 'creator'; cents: number },
  ): Promise<void> {
    const id = randomUUID()
    const made = await this.world.call(
      deal[by === 'creator' ? 'creator' : 'seller'],
      'extensions.make',
      {
        params: { id: deal.projectId },
        body: { id, months: 3, ...(by === 'terms' ? {} : { price: usdFromCents(cents) }) },
      },
    )
    expectAnswer('extend', made)
    if (by !== 'seller' || made.status !== 200) return
    expectAnswer(
      'agree to extend',
      await this.world.call(deal.creator, 'extensions.accept', { params: { id } }),
    )
  }

  private async withdrawExtension(deal: SimDeal, by: 'seller' | 'creator'): Promise<void> {
    const newest = await this.newestExtension(deal)
    if (newest === undefined) return
    const call = () => this.world.call(deal[by], 'extensions.withdraw', { params: { id: newest } })
    await this.process.work(async () => {
      expectAnswer('withdraw_extension', await withoutPatience(call))
    })
  }

  /** Asks to pay the newest extension, whatever its outcome was. A refusal is also a valid response. */
  private async fundExtension(deal: SimDeal, card?: SavedCardKind): Promise<void> {
    const newest = await this.newestExtension(deal)
    if (newest === undefined) return
    await this.process.work(async () => {
      const body = {
        project_id: deal.projectId,
        application_id: deal.applicationId,
        extension_id: newest,
        ...(card === undefined ? {} : { payment_method_id: deal.cards[card] }),
      }
      const funding = () => this.world.call(deal.seller, 'payments.create', { body })
      expectAnswer('fund_extension', await withoutPatience(funding))
    })
    this.extensions[this.deals.indexOf(deal)] = await rows<{ id: string; cents: number }>(
      this.world.pool,
      sql`select payments.id, price as cents from payments
        join licence_extensions on licence_extensions.id = extension_id
        where application_id = ${deal.applicationId} order by payments.created_at, payments.id`,
    )
  }

  private async newestExtension({ applicationId }: SimDeal): Promise<string | undefined> {
    const [newest] = await rows<{ id: string }>(
      this.world.pool,
      sql`select licence_extensions.id from licence_extensions join licences on licences.id = licence_id
        where application_id = ${applicationId} order by number desc limit 1`,
    )
    return newest?.id
  }

  /**
   * Cancels, for one side, the last change that both agreed on. A refusal is also a valid response: the change already
   * counts, or is being paid.
   */
  private async callOff(deal: SimDeal, by: 'seller' | 'creator'): Promise<void> {
    const id = [...deal.added.keys()].at(-1)
    if (id === undefined) return
    await this.process.work(async () => {
      const call = () => this.world.call(deal[by], 'amendments.call_off', { params: { id } })
      expectAnswer('call_off', await withoutPatience(call))
    })
  }

  /** Every payment of a deal, starting with its own. */
  allOf(deal: number): string[] {
    const own = this.payments[deal]
    const more = [...(this.extras[deal] ?? []), ...(this.extensions[deal] ?? [])]
    return [...(own === undefined ? [] : [own]), ...more.map(({ id }) => id)]
  }

  /** The cents that were added to a deal and are held. */
  private async addedTo({ applicationId }: SimDeal): Promise<number> {
    const [added] = await rows<{ cents: number }>(
      this.world.pool,
      sql`select coalesce(sum(amount), 0)::bigint as cents from payments where application_id = ${applicationId}
        and purpose = 'extra' and funded_at is not null`,
    )
    return added?.cents ?? 0
  }

  private async click(
    what: 'release' | 'refund' | 'approve' | 'cancel_project',
    deal: SimDeal,
    // A click on any payment of a deal moves all of them.
    payment = this.payments[this.deals.indexOf(deal)],
  ): Promise<void> {
    const body = { payment_id: payment }
    const { call } = this.world
    const clicks = {
      release: () => call(deal.seller, 'payments.release', { body }),
      refund: () => call(deal.creator, 'payments.refund', { body }),
      approve: () =>
        call(deal.seller, 'deliverables.approve', {
          params: { id: deal.deliverableId },
          body: { release: true },
        }),
      cancel_project: () =>
        call(deal.seller, 'projects.cancel', { params: { id: deal.projectId } }),
    }
    if (body.payment_id === undefined && (what === 'release' || what === 'refund')) return
    expectAnswer(what, await withoutPatience(clicks[what]))
  }

  /** M14: neither the other party nor a stranger moves money. */
  private async wrongParty(index: number): Promise<void> {
    const payment_id = this.payments[index]
    if (payment_id === undefined) return
    const { creator, seller } = this.deal(index)
    const other = this.deal((index + 1) % this.deals.length)
    const body = { payment_id }
    const tries = [
      await this.world.call(creator, 'payments.release', { body }),
      await this.world.call(seller, 'payments.refund', { body }),
    ]
    // Another creator hired by the same brand is a stranger, too.
    if (other.creator.id !== creator.id)
      tries.push(await this.world.call(other.creator, 'payments.refund', { body }))
    if (other.seller.id !== seller.id)
      tries.push(await this.world.call(other.seller, 'payments.release', { body }))
    for (const { status } of tries)
      if (status !== 404) throw new Violation('M14', `the wrong party was answered with ${status}`)
  }

  /** Proposes another price, for one side. A refusal is also a valid response. */
  private async proposePrice({
    deal: index,
    percent,
    by,
  }: Step & { do: 'propose_price' }): Promise<void> {
    const deal = this.deal(index)
    const added = await this.addedTo(deal)
    const part = Math.round(((deal.price + added) * percent) / 100)
    const price = Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, part))
    const id = randomUUID()
    const [asks, answers] =
      by === 'seller' ? [deal.seller, deal.creator] : [deal.creator, deal.seller]
    const asked = await this.world.call(asks, 'amendments.propose', {
      params: { id: deal.projectId },
      body: { id, price: usdFromCents(price) },
    })
    expectAnswer('propose', asked)
    if (asked.status === 200) this.proposed.set(deal, { id, price, answers })
  }

  /** The other side agrees to the open proposal; from then on that is the deal's price. */
  private async agreePrice(deal: SimDeal): Promise<void> {
    const proposed = this.proposed.get(deal)
    if (proposed === undefined) return
    const { id, price, answers } = proposed
    const agreed = await this.world.call(answers, 'amendments.accept', { params: { id } })
    expectAnswer('accept', agreed)
    if (agreed.status !== 200) return
    this.proposed.delete(deal)
    const { returned, extra } = movedBy(agreed.body, id)
    const added = await this.addedTo(deal)
    // The added amount counts, and is checked, once it is held.
    if (extra !== null) {
      if (centsFromUsd(extra) !== price - deal.price - added)
        throw new Violation(
          'M5',
          `${extra} USD are added to ${deal.price} and ${added} for ${price}`,
        )
      deal.added.set(id, centsFromUsd(extra))
      return
    }
    const own = price - added
    if (returned !== null && centsFromUsd(returned) !== deal.price - own)
      throw new Violation('M5', `${returned} USD go back from ${deal.price} to ${own}`)
    deal.agreedBack += returned === null ? 0 : deal.price - own
    deal.price = own
    deal.creatorShare = splitPrice(own, deal.terms).creatorCents
  }

  /**
   * An operator decides about everything that is held: this percentage goes back. A refusal is also a valid response.
   */
  private async decide(index: number, percent: number): Promise<void> {
    const { applicationId } = this.deal(index)
    const held = await rows<{ id: string; amount: number; back: number }>(
      this.world.pool,
      sql`select id, amount - agreed_refund as amount, agreed_refund as back from payments
        where application_id = ${applicationId} and status = 'held_in_escrow' and purpose <> 'extension'
        order by purpose <> 'deal', created_at, id`,
    )
    const total = held.reduce((all, { amount }) => all + amount, 0)
    const returnedCents = Math.floor((total * percent) / 100)
    const isDecided = await allowed(
      inTransaction(this.world.pool, async (tx) => {
        const all = await lockPaymentsOfApplication(tx, applicationId)
        const payments = all.filter(({ status }) => status === 'held_in_escrow')
        const now = new Date()
        await settleDealByDecision(tx, { payments, returnedCents, decidedBy: null, now })
      }),
    )
    if (isDecided) this.noteDecided(held, returnedCents)
  }

  /** Of money that a decision covers, the last payment goes back first. Amounts in cents. */
  noteDecided(
    held: readonly { id: string; amount: number; back: number }[],
    returnedCents: number,
  ): void {
    let rest = returnedCents
    for (const { id, amount, back } of held.toReversed()) {
      const part = Math.min(rest, amount)
      rest -= part
      this.decided.set(id, back + part)
    }
  }

  /** Orders a stuck decision again, as the clock job does a day after a failure. */
  async carryOnDecisions(): Promise<void> {
    const still = await rows<{ id: string; cents: number }>(
      this.world.pool,
      sql`select id, decided_refund as cents from payments
        where status = 'held_in_escrow' and moving is null and decided_refund is not null`,
    )
    for (const { id, cents } of still) await this.settle(id, cents)
  }

  /**
   * What the provider definitively refused waits for a person, who orders it again: the same click by the same party.
   */
  async orderRefusedAgain(): Promise<void> {
    const refused = await rows<{ name: string; id: string }>(
      this.world.pool,
      sql`select provider_id as name, payments.id from money_differences
        join payments on payments.id = money_differences.payment_id
        where kind = 'provider_refused' and resolved_at is null and status = 'held_in_escrow' and moving is null`,
    )
    for (const { name, id } of refused) {
      const deal = this.deals.find((_, index) => this.allOf(index).includes(id))
      if (deal === undefined) continue
      if (name === `release:${id}`) await this.click('release', deal, id)
      if (name === `refund:${id}`) await this.click('refund', deal, id)
    }
  }

  private settle(paymentId: string, refundCents: number): Promise<boolean> {
    return allowed(
      inTransaction(this.world.pool, (tx) =>
        settleByDecision(tx, { paymentId, refundCents, decidedBy: null, now: new Date() }),
      ),
    )
  }

  /** The seller's bank takes back money that is held or was released. */
  private async dispute(index: number, ends: 'open' | 'won' | 'lost'): Promise<void> {
    // If there are several charges, the newest one: the first is the one that most deals have.
    const charge = (await this.chargesOf(index)).at(-1)
    if (charge === undefined) return
    const { controls } = this.world.sandbox
    const id = controls.openDispute(charge)
    if (id !== null && ends !== 'open') controls.closeDispute(id, ends)
  }

  /** The refunds of the held charge: a second payment that cannot be returned is for a person to handle. */
  private async refundsOf(deal: number): Promise<string[]> {
    const held = await this.chargesOf(deal)
    return Object.values(this.world.sandbox.state.refunds)
      .filter(({ charge }) => held.includes(charge as string))
      .map(({ id }) => id)
  }

  /** The charges a deal's money is or was held from, in the order of its payments. */
  private async chargesOf(deal: number): Promise<string[]> {
    const charged = await rows<{ charge: string }>(
      this.world.pool,
      sql`select stripe_charge_id as charge from payments where id = any(${this.allOf(deal)}::uuid[])
        and stripe_charge_id is not null order by purpose <> 'deal', created_at, id`,
    )
    return charged.map(({ charge }) => charge)
  }

  private transfersOf(deal: number): string[] {
    return Object.values(this.world.sandbox.state.transfers)
      .filter(({ transfer_group: group }) =>
        this.allOf(deal).some((id) => group === `payment_${id}`),
      )
      .map(({ id }) => id)
  }

  private sessionsOf(deal: number): string[] {
    const { applicationId } = this.deal(deal)
    return Object.values(this.world.sandbox.state.checkout_sessions)
      .filter(({ session }) => session.metadata?.['application_id'] === applicationId)
      .map(({ session }) => session.id)
  }

  private openSession(deal: number, pick: number): string | undefined {
    const { checkout_sessions } = this.world.sandbox.state
    const open = this.sessionsOf(deal).filter(
      (id) => checkout_sessions[id]?.session.status === 'open',
    )
    return open[pick % open.length]
  }
}

/** USD that an accepted change sends back to the card, or adds to what is held, as its response says. */
function movedBy(
  answer: Reply['body'],
  id: string,
): { returned: number | null; extra: number | null } {
  const made = answer['amendments'] as {
    id: string
    returned: number | null
    extra: number | null
  }[]
  const { returned = null, extra = null } = made.find((one) => one.id === id) ?? {}
  return { returned, extra }
}

/** Whether it was done; a refusal is also a valid response. */
const allowed = (done: Promise<unknown>): Promise<boolean> =>
  done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

/** Success, a refusal with its reason, or "the provider did not respond": nothing else is allowed. */
function expectAnswer(what: string, reply: Reply): void {
  const fine =
    reply.status < 500 ||
    (reply.status === 503 && reply.body['code'] === 'payment.provider_unavailable')
  if (!fine)
    throw new Violation('answer', `${what} got ${reply.status} ${JSON.stringify(reply.body)}`)
}
