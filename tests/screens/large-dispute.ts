import { PEOPLE } from '#scripts/demo/market/market.ts'
import { DEMO_PASSWORD } from '#scripts/demo/cast.ts'
import { type Session, signIn } from '#scripts/demo/session.ts'
import { fund } from './campaign.ts'

const TITLE = 'Twelve films of the new speaker'
/** USD; above what one operator decides alone (`SECOND_PERSON_FROM_CENTS`). */
const PRICE = 1_200
const DAY_MS = 86_400_000

/**
 * Creates a dispute about a large amount in which both sides have spoken, so that it waits for a decision. Leaves a
 * copy that already has it as it is. Returns its id.
 */
export async function stageLargeDispute(url: string): Promise<string> {
  const [brand, creator] = await Promise.all([enter(url, 'northlight'), enter(url, 'rui')])
  const mine = await brand.call('projects.mine', { query: {} })
  const existing = mine.find(({ title }) => title === TITLE)
  const { id } = existing ?? (await run(brand, creator))
  const payment = await brand.call('payments.for_project', { params: { id } })
  if (payment?.deal_dispute_id) return payment.deal_dispute_id
  if (!payment) throw new Error('the deal has no payment')
  const dispute = await creator.call('disputes.open', {
    params: { id: payment.id },
    body: {
      reason: 'payment_withheld',
      statement: 'All twelve rooms are filmed; the brand has seen ten of them.',
    },
  })
  await brand.call('disputes.state', {
    params: { id: dispute.id },
    body: {
      statement: 'Nothing is in the project yet, and two of the rooms we have not seen at all.',
    },
  })
  return dispute.id
}

async function enter(url: string, key: string): Promise<Session> {
  const someone = PEOPLE.find((one) => one.key === key)
  if (someone === undefined) throw new Error(`no one in the market is called ${key}`)
  return signIn(url, someone.email, DEMO_PASSWORD)
}

/** Posts, applies, accepts and funds. */
async function run(brand: Session, creator: Session): Promise<{ id: string }> {
  const project = await brand.call('projects.create', {
    body: {
      title: TITLE,
      category: 'tech',
      description: 'One film a room, thirty seconds each, with the sound as it is there.',
      budget: PRICE,
      deadline: new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10),
      product_details: null,
      product_images: [],
      status: 'active',
    },
  })
  const params = { id: project.id }
  const application = await creator.call('applications.submit', {
    params,
    body: { message: 'Twelve rooms I can get into, and a meter.', proposed_price: PRICE },
  })
  await brand.call('applications.accept', { params: { id: application.id } })
  await fund(brand, project.id, application.id)
  return project
}
