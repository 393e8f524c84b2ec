import { usdFromCents } from '#contract/money.ts'
import type { FeeTerms } from '#contract/money.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import {
  buildApplication,
  type BuiltApplication,
  buildCreator,
  type BuiltProject,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildListing, listingNow } from '#tests/support/campaigns.ts'
import type { CampaignPlan } from './campaign-steps.ts'
import { payableDeal, type SimDeal } from './deals.ts'
import type { Reply } from './product.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

type Applied = BuiltApplication & { creator: BuiltUser; price: number }

/** A project that hires several creators, in a run: who applied to it, and what it may never do. Amounts in cents. */
export class Campaign {
  readonly seller: BuiltUser
  readonly listingId: string
  private readonly world: World
  private readonly plan: CampaignPlan
  private readonly applied: readonly Applied[]
  /** The brand's own value, the same for each of its deals. */
  readonly cards: SimDeal['cards'] = {}
  private committed = 0

  private constructor(
    world: World,
    plan: CampaignPlan,
    { listing, applied }: { listing: BuiltProject & { seller: BuiltUser }; applied: Applied[] },
  ) {
    this.world = world
    this.plan = plan
    this.seller = listing.seller
    this.listingId = listing.id
    this.applied = applied
  }

  static async open(world: World, plan: CampaignPlan): Promise<Campaign> {
    const listing = await buildListing(world.pool, {
      seats: plan.seats,
      budgetTotalCents: plan.budget,
    })
    const applied: Applied[] = []
    for (const price of plan.prices) {
      const creator = await buildCreator(world.pool, { payoutReady: true })
      const application = await buildApplication(world.pool, {
        project: listing,
        creator,
        priceCents: price,
      })
      applied.push({ ...application, creator, price })
    }
    return new Campaign(world, plan, { listing, applied })
  }

  private chosen(pick: number): Applied {
    const one = this.applied[pick % this.applied.length]
    if (one === undefined) throw new Error('no one applied')
    return one
  }

  /** Hires one creator, as the button does. A refusal is a valid response too. */
  hire(pick: number): Promise<Reply> {
    const { id } = this.chosen(pick)
    return this.world.call(this.seller, 'applications.accept', { params: { id } })
  }

  /** Hires several with one click; each has a separate outcome. */
  async hireSeveral(picks: readonly number[]): Promise<Reply> {
    const application_ids = [...new Set(picks.map((pick) => this.chosen(pick).id))]
    const answer = await this.world.call(this.seller, 'projects.hire', {
      params: { id: this.listingId },
      body: { application_ids },
    })
    checkRows(answer, 'application_id', application_ids)
    return answer
  }

  /** Charges `card` for each of the deals; each has a separate outcome. */
  async fundAll(card: string, deals: readonly SimDeal[]): Promise<Reply> {
    const wanted = deals.map((deal) => ({
      project_id: deal.projectId,
      expected_amount: usdFromCents(deal.price),
    }))
    const answer = await this.world.call(this.seller, 'projects.fund', {
      params: { id: this.listingId },
      body: { payment_method_id: card, deals: wanted },
    })
    checkRows(
      answer,
      'project_id',
      deals.map(({ projectId }) => projectId),
    )
    return answer
  }

  end(how: 'close' | 'cancel'): Promise<Reply> {
    return this.world.call(
      this.seller,
      how === 'close' ? 'projects.close_hiring' : 'projects.cancel',
      { params: { id: this.listingId } },
    )
  }

  /** The deals that were split off and that the run does not know yet, on the current terms, each ready to be paid. */
  async newDeals(known: readonly SimDeal[], terms: FeeTerms): Promise<SimDeal[]> {
    const hired = await rows<{ id: string; project_id: string }>(
      this.world.pool,
      sql`select id, project_id from applications where listing_id = ${this.listingId}
        and not id = any(${known.map(({ applicationId }) => applicationId)}::uuid[]) order by created_at, id`,
    )
    const found: SimDeal[] = []
    for (const { id, project_id } of hired) {
      const one = this.applied.find((application) => application.id === id)
      if (one === undefined) throw new Violation('seats', `${id} never applied and is hired`)
      const application = { ...one, project_id, status: 'accepted' }
      const { seller, cards } = this
      const { creator, price } = one
      const deal = { seller, creator, project: { id: project_id }, application, cards }
      found.push(await payableDeal(this.world, deal, price, terms))
    }
    return found
  }

  /**
   * Checked after every step: no more creators are hired than there are seats, and no hire took the committed amount
   * over the budget. Two sides may agree on a higher price later, which no budget refuses (decision 0077).
   */
  async check(hires: number): Promise<void> {
    const { hired, committed } = await listingNow(this.world.pool, this.listingId)
    if (hired > this.plan.seats)
      throw new Violation('seats', `${hired} are hired for ${this.plan.seats} seats`)
    const { budget } = this.plan
    if (hires > 0 && budget !== null && committed > budget)
      throw new Violation('budget', `a hire made it ${committed} of ${budget} cents`)
    this.committed = committed
  }

  /** Checked once all is quiet: a project that no longer hires is over exactly when the last of its deals is. */
  async checkEnded(): Promise<void> {
    const { status, open, completed } = await oneRow<{
      status: string
      open: number
      completed: number
    }>(
      this.world.pool,
      sql`select status,
          (select count(*)::integer from projects deals where listing_id = projects.id and status = 'in_progress') as open,
          (select count(*)::integer from projects deals where listing_id = projects.id and status = 'completed') as completed
        from projects where id = ${this.listingId}`,
    )
    const fine =
      status === 'active' ||
      (status === 'in_progress' && open > 0) ||
      (status === 'completed' && open === 0 && completed > 0) ||
      status === 'cancelled'
    if (!fine)
      throw new Violation(
        'listing',
        `it is ${status} with ${open} deals open and ${completed} completed, ${this.committed} cents committed`,
      )
  }
}

/** Every row of a bulk action has exactly one outcome, and there are no other outcomes. */
function checkRows({ status, body }: Reply, key: string, wanted: readonly string[]): void {
  if (status !== 200) return
  const told = (body['rows'] as Record<string, string>[]).map((row) => row[key])
  if (told.toSorted().join() !== [...wanted].toSorted().join())
    throw new Violation('rows', `asked for ${wanted.join()}, told of ${told.join()}`)
}
