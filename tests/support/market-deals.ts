import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Application } from '#contract/application-schemas.ts'
import type { Project } from '#contract/project-schemas.ts'
import { DEMO_PASSWORD, type DemoPerson } from '#scripts/demo/cast.ts'
import { enterPerson } from '#scripts/demo/people.ts'
import { payCheckout } from '#scripts/demo/provider-pages.ts'
import { createPool } from '#server/db/pool.ts'
import type { DemoMarket } from './demo-market.ts'
import { enter, type MarketStack, type Visitor } from './market.ts'

/** What stories add to their market, so that the demo's deals stay as they are. */

/** A member of the demo's cast, by the first word of their address: "jonas". */
export const castMember = (stack: MarketStack, market: DemoMarket, who: string): Promise<Visitor> =>
  enter(stack, { email: `${who}@creators.example`, password: market.creator.password })

/** A new person: confirmed, with a picture but no payout account, and free to change because no one else uses them. */
export async function newcomer(
  stack: MarketStack,
  name: string,
  role: DemoPerson['role'] = 'creator',
): Promise<DemoPerson & Visitor> {
  const key = name.split(' ', 1)[0]?.toLowerCase() ?? name
  const person: DemoPerson = {
    key,
    role,
    name,
    email: `${key}.${randomUUID().slice(0, 8)}@creators.example`,
    picture: 'p-kofi',
    profile: {},
  }
  const pool = createPool(stack.databaseUrl, 1)
  try {
    await enterPerson(pool, stack.url, person)
  } finally {
    await pool.end()
  }
  const { email } = person
  return { ...person, ...(await enter(stack, { email, password: DEMO_PASSWORD })) }
}

/** A project of the seller's that is on the market, or a draft. */
export function postProject(
  seller: Visitor,
  title: string,
  status: 'active' | 'draft' = 'active',
): Promise<Project> {
  return seller.call('projects.create', {
    body: {
      title,
      category: 'other',
      description: 'One still life, daylight, natural sound.',
      budget: 600,
      deadline: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      product_images: [],
      status,
    },
  })
}

/** The creator's application to a project. */
export const applyTo = (creator: Visitor, project: { id: string }): Promise<Application> =>
  creator.call('applications.submit', {
    params: { id: project.id },
    body: { message: 'I film in a north-facing kitchen.', proposed_price: 540.5 },
  })

/** Pays an accepted deal as its brand, and waits until the provider has reported the payment. */
export async function fundDeal(
  seller: Visitor,
  { project, application }: { project: string; application: string },
): Promise<void> {
  const { checkout_url } = await seller.call('payments.create', {
    body: { project_id: project, application_id: application },
  })
  await payCheckout(checkout_url ?? '')
  await expect
    .poll(
      async () => (await seller.call('payments.for_project', { params: { id: project } }))?.status,
    )
    .toBe('held_in_escrow')
}
