import { randomUUID } from 'node:crypto'
import { CREATORS, DEMO_PASSWORD, type DemoPerson, ELLEN, PROJECTS } from '#scripts/demo/cast.ts'
import { playProject, setUpPayouts } from '#scripts/demo/deals.ts'
import { enterPerson } from '#scripts/demo/people.ts'
import type { Session } from '#scripts/demo/session.ts'
import type { Pool } from '#server/db/pool.ts'
import { enter, type MarketStack, type Visitor } from './market.ts'

/** Two deals whose money is frozen by a dispute, between two people who have nothing else. */
export interface DisputedDeals {
  seller: Visitor
  creator: Visitor
  /** The project and the dispute: one waits for the seller's answer, one for a decision. */
  unanswered: { project: string; dispute: string }
  undecided: { project: string; dispute: string }
}

/** Plays them through the product's own calls, alongside whatever else the market has. */
export async function playDisputedDeals(stack: MarketStack, pool: Pool): Promise<DisputedDeals> {
  const [maya] = CREATORS
  const held = PROJECTS.find(({ ends }) => ends === 'held')
  if (maya === undefined || held === undefined) throw new Error('the cast has no running deal')
  const arrive = async (like: DemoPerson) => {
    const person = { ...like, email: `${like.key}.${randomUUID()}@example.com` }
    const session = await enterPerson(pool, stack.url, person)
    return { session, visitor: await enter(stack, { ...person, password: DEMO_PASSWORD }) }
  }
  const seller = await arrive(ELLEN)
  const creator = await arrive(maya)
  await setUpPayouts(creator.session)

  const dispute = async (title: string) => {
    const deal = { ...held, title, applications: held.applications.slice(0, 1), pictures: [] }
    const cast = new Map([[maya.key, creator.session]])
    const project = await playProject(deal, seller.session, cast)
    return { project, dispute: await openDispute(creator.session, project) }
  }
  const unanswered = await dispute('Three reels, not paid')
  const undecided = await dispute('Three reels, not agreed')
  await seller.session.call('disputes.state', {
    params: { id: undecided.dispute },
    body: { statement: 'Two of them are fine. In the third the mug is not in the picture.' },
  })
  return { seller: seller.visitor, creator: creator.visitor, unanswered, undecided }
}

async function openDispute(creator: Session, project: string): Promise<string> {
  const payment = await creator.call('payments.for_project', { params: { id: project } })
  const { id } = await creator.call('disputes.open', {
    params: { id: payment?.id ?? '' },
    body: { reason: 'payment_withheld', statement: 'All three reels were handed in a week ago.' },
  })
  return id
}
