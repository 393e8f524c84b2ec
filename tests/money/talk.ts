import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import { usdFromCents } from '#contract/money.ts'
import type { FeeTerms } from '#contract/money.ts'
import { OFFER_LIMITS, type OfferStatus } from '#contract/offers.ts'
import { tick } from '#server/clocks/tick.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { offerClocks } from '#server/offers/offer-clock.ts'
import {
  buildApplication,
  type BuiltApplication,
  buildCreator,
  buildProject,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { payableDeal, type SimDeal } from './deals.ts'
import type { Reply } from './product.ts'
import type { TalkStep } from './talk-steps.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

type Side = 'seller' | 'creator'
type MakeStep = Extract<TalkStep, { do: 'make_offer' }>
type AnswerStep = Extract<TalkStep, { as: unknown }>

/** An offer in the model. `price` is in cents, `hoursLeft` is the time until it is over. */
interface ModelOffer {
  id: string
  by: Side
  price: number
  hires: boolean
  status: OfferStatus
  hoursLeft: number
}

/** What each response does to an open offer, and which side may give it. */
const ANSWERS = {
  accept_offer: { call: 'offers.accept', to: 'accepted', whose: 'recipient' },
  decline_offer: { call: 'offers.decline', to: 'declined', whose: 'recipient' },
  withdraw_offer: { call: 'offers.withdraw', to: 'withdrawn', whose: 'author' },
} as const

/**
 * A pending application in a run, with a model of its offers: who may do what with each, and at which price the deal
 * begins.
 */
export class Talk {
  private readonly world: World
  private readonly seller: BuiltUser
  private readonly application: BuiltApplication & { creator: BuiltUser }
  private readonly offers: ModelOffer[] = []
  /** The price that accepting the application would agree on, in cents. */
  private price: number
  private standing: 'pending' | 'accepted' | 'rejected' = 'pending'
  private isTaken = false

  private constructor(
    world: World,
    seller: BuiltUser,
    application: Talk['application'],
    price: number,
  ) {
    this.world = world
    this.seller = seller
    this.application = application
    this.price = price
  }

  /** Creates an application at `asked` cents for a project of its own. */
  static async open(world: World, asked: number): Promise<Talk> {
    const project = await buildProject(world.pool)
    const creator = await buildCreator(world.pool, { payoutReady: true })
    const application = await buildApplication(world.pool, {
      project,
      creator,
      priceCents: asked,
    })
    return new Talk(world, project.seller, application, asked)
  }

  /** Performs a step and returns its outcome in a few words. Throws Violation where the product's answer differs from the model's. */
  async perform(step: TalkStep): Promise<string> {
    switch (step.do) {
      case 'make_offer':
        return this.make(step)
      case 'accept_offer':
      case 'decline_offer':
      case 'withdraw_offer':
        return this.answer(step)
      case 'outlast_offer':
        return this.outlast(step.expires)
      case 'accept_application':
        return this.acceptApplication()
      case 'cancel_talk':
        return this.cancel()
    }
  }

  /** Lets both sides agree: the recipient accepts the open offer, and the brand accepts what is still pending. */
  async agree(): Promise<void> {
    const open = this.open()
    if (open !== undefined && open.hoursLeft > 0)
      await this.answer({ do: 'accept_offer', talk: 0, as: 'recipient', pick: 0 })
    if (this.standing === 'pending') await this.acceptApplication()
  }

  /** Lets time pass, and runs the clock job of offers. */
  age(hours: number): void {
    for (const offer of this.offers) {
      offer.hoursLeft -= hours
      if (offer.status === 'open' && offer.hoursLeft <= 0) offer.status = 'expired'
    }
  }

  /**
   * Returns the deal once it has begun, and null from then on. The deal has the agreed price, `terms`, and a creator
   * who can be paid.
   */
  async newDeal(terms: FeeTerms): Promise<SimDeal | null> {
    if (this.isTaken || this.standing !== 'accepted') return null
    this.isTaken = true
    const { seller, price } = this
    const application = { ...this.application, status: 'accepted' }
    const project = { id: application.project_id }
    const { creator } = application
    return payableDeal(
      this.world,
      { seller, creator, project, application, cards: {} },
      price,
      terms,
    )
  }

  /**
   * Checks after every step that each offer is as modelled, at most one is open, at most six were made, and the price
   * is the agreed one.
   */
  async check(): Promise<void> {
    const { pool } = this.world
    const { id } = this.application
    const found = await rows<{ id: string; price: number; status: string }>(
      pool,
      sql`select id, price, status from offers where application_id = ${id} order by number`,
    )
    const open = found.filter(({ status }) => status === 'open')
    if (open.length > 1) throw new Violation('offers', `${open.length} offers are open`)
    if (found.length > OFFER_LIMITS.most)
      throw new Violation('offers', `${found.length} offers were made`)
    const are = found.map((offer) => `${offer.id} ${offer.price} ${offer.status}`).join()
    const must = this.offers.map((offer) => `${offer.id} ${offer.price} ${offer.status}`).join()
    if (are !== must) throw new Violation('offers', `${are}, not ${must}`)
    // Once there is a deal, the run follows its price.
    if (this.isTaken) return
    const stands = await oneRow<{ status: string; price: number }>(
      pool,
      sql`select status, proposed_price as price from applications where id = ${id}`,
    )
    if (stands.status !== this.standing || stands.price !== this.price)
      throw new Violation(
        'offers',
        `${stands.status} at ${stands.price}, not ${this.standing} at ${this.price}`,
      )
  }

  private open(): ModelOffer | undefined {
    return this.offers.find(({ status }) => status === 'open')
  }

  private call(
    by: Side,
    key: Parameters<World['call']>[1],
    input: Parameters<World['call']>[2],
  ): Promise<Reply> {
    return this.world.call(by === 'seller' ? this.seller : this.application.creator, key, input)
  }

  private async make(step: MakeStep): Promise<string> {
    const { hours } = step
    const open = this.open()
    const by = open !== undefined && step.answers === 'open' ? otherOf(open.by) : step.by
    const answered =
      step.answers === 'open' ? open : this.offers.findLast(({ status }) => status !== 'open')
    const answers = step.answers === 'none' ? null : (answered?.id ?? null)
    const part = Math.round(((open?.price ?? this.price) * step.percent) / 100)
    const price = Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, part))
    const id = randomUUID()
    const reply = await this.call(by, 'offers.make', {
      params: { id: this.application.id },
      body: {
        id,
        price: usdFromCents(price),
        deliver_by: '2999-01-01',
        // A number that differs from that of every earlier offer: repeating the same terms is not an offer.
        rounds: this.offers.length % OFFER_LIMITS.most,
        hire_at_once: step.hires,
        hours,
        answers,
      },
    })
    const counted = expected('make_offer', reply, this.refusedToMake(by, answers))
    if (counted !== 'ok') return counted
    if (open !== undefined) open.status = open.hoursLeft > 0 ? 'superseded' : 'expired'
    const hires = by === 'creator' || step.hires
    this.offers.push({ id, by, price, hires, status: 'open', hoursLeft: hours })
    return answers === null ? 'made' : 'countered'
  }

  private refusedToMake(by: Side, answers: string | null): ErrorCode | null {
    const offer = this.open()
    const open = offer !== undefined && offer.hoursLeft > 0 ? offer : undefined
    if (this.standing !== 'pending') return 'application.already_answered'
    if (open?.by === by) return 'offer.already_open'
    if (answers !== null && open?.id !== answers) return 'offer.answered'
    if (open !== undefined && answers === null) return 'offer.another_waits'
    return this.offers.length >= OFFER_LIMITS.most ? 'offer.too_many' : null
  }

  private async answer({ do: what, as, pick }: AnswerStep): Promise<string> {
    const offer = this.offers.toReversed()[pick]
    if (offer === undefined) return 'none to answer'
    const { call, to, whose } = ANSWERS[what]
    const isRepeated = offer.status === to && as === whose
    const refusal = isRepeated ? null : refusedToAnswer(offer, as === whose)
    const by = as === 'author' ? offer.by : otherOf(offer.by)
    const reply = await this.call(by, call, { params: { id: offer.id } })
    const counted = expected(what, reply, refusal)
    if (counted !== 'ok') return counted
    if (isRepeated) return 'again'
    offer.status = to
    if (what !== 'accept_offer') return 'ok'
    this.price = offer.price
    if (offer.hires) this.standing = 'accepted'
    const isCounter = this.offers.some((one) => one.status === 'superseded')
    return `${offer.hires ? 'hired' : 'agreed'}${isCounter ? ' after a counter' : ''}`
  }

  private async outlast(expires: boolean): Promise<string> {
    const open = this.open()
    if (open === undefined || open.hoursLeft <= 0) return 'none open'
    await execute(
      this.world.pool,
      sql`update offers set created_at = created_at - make_interval(hours => ${open.hoursLeft}),
          expires_at = expires_at - make_interval(hours => ${open.hoursLeft}) where id = ${open.id}`,
    )
    open.hoursLeft = 0
    if (!expires) return 'not noticed yet'
    await tick(this.world.deps, offerClocks)
    open.status = 'expired'
    return 'expired'
  }

  private async acceptApplication(): Promise<string> {
    const { id } = this.application
    const reply = await this.call('seller', 'applications.accept', { params: { id } })
    const isOver = this.standing === 'rejected'
    const counted = expected('accept_application', reply, isOver ? 'any' : null)
    if (counted !== 'ok') return counted
    if (this.standing === 'accepted') return 'again'
    this.end('accepted')
    return 'ok'
  }

  /** Cancels before anyone is hired: afterwards money is involved, and the run cancels it as a deal. */
  private async cancel(): Promise<string> {
    if (this.standing !== 'pending') return 'not pending'
    const reply = await this.call('seller', 'projects.cancel', {
      params: { id: this.application.project_id },
    })
    const counted = expected('cancel_talk', reply, null)
    this.end('rejected')
    return counted
  }

  private end(standing: 'accepted' | 'rejected'): void {
    this.standing = standing
    const open = this.open()
    if (open !== undefined) open.status = 'superseded'
  }
}

const otherOf = (side: Side): Side => (side === 'seller' ? 'creator' : 'seller')

/** Only an open offer that is not over can be answered, and only by the right side. */
function refusedToAnswer({ status, hoursLeft }: ModelOffer, isRight: boolean): ErrorCode | null {
  if (!isRight) return 'offer.wrong_side'
  if (status === 'expired' || (status === 'open' && hoursLeft <= 0)) return 'offer.expired'
  return status === 'open' ? null : 'offer.answered'
}

/**
 * Returns 'ok' or the code of the refusal, which must be `refusal`; null where the product must accept, 'any' where it
 * must refuse.
 */
function expected(
  what: string,
  { status, body }: Reply,
  refusal: ErrorCode | 'any' | null,
): string {
  const { code } = body
  const answer = status === 200 ? 'ok' : typeof code === 'string' ? code : `${status}`
  const isRight = refusal === 'any' ? answer !== 'ok' && status < 500 : answer === (refusal ?? 'ok')
  if (!isRight)
    throw new Violation('offers', `${what} was answered ${answer}, not ${refusal ?? 'ok'}`)
  return answer
}
