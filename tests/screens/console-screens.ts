import { proposalWords } from '#contract/operator-proposal-words.ts'
import { viewAsWords } from '#contract/view-as-words.ts'
import type { SignedIn } from '#tests/support/demo-copy.ts'
import { EVENT_BYTES } from '#contract/webhook-deliveries.ts'
import { consoleLinks } from '#web/operator/console-links.ts'
import { stageLargeDispute } from './large-dispute.ts'
import type { Market } from './market.ts'
import { press, type Screen } from './screen.ts'

/** Console lists whose first row has a page of its own. */
const WITH_PAGES = ['people', 'projects', 'payments', 'documents', 'disputes', 'reports'] as const

interface Found {
  orders: readonly unknown[]
  offers: readonly unknown[]
  amendments: readonly unknown[]
  brief: object | null
  deliverables: number
}

/** Projects whose pages have parts that few others have: the newest of each kind in the console's list. */
const RARE: readonly [name: string, has: (project: Found) => boolean][] = [
  ['ordered', ({ orders }) => orders.length > 0],
  ['offered', ({ offers }) => offers.length > 0],
  ['changed', ({ amendments }) => amendments.length > 0],
  ['checked', ({ brief, deliverables }) => brief !== null && deliverables > 0],
]

async function rareProjects(market: Market): Promise<{ name: string; id: string }[]> {
  const { rows } = await market.ask<{ rows: { id: string }[] }>(
    'operator',
    '/api/operator/projects',
  )
  const found = await Promise.all(
    rows.map(async ({ id }) => ({
      id,
      project: await market.ask<Found>('operator', `/api/operator/projects/${id}`),
    })),
  )
  return RARE.map(([name, has]) => {
    const one = found.find(({ project }) => has(project))
    if (one === undefined) throw new Error(`no project is ${name}`)
    return { name, id: one.id }
  })
}

/** Deliveries that the webhook refuses, for its counts. */
async function refuseDeliveries(url: string): Promise<void> {
  const refused: [status: number, signature: string | null, body: string][] = [
    [400, 't=1,v1=0', '{}'],
    [400, null, '{}'],
    [413, null, ' '.repeat(EVENT_BYTES + 1)],
  ]
  for (const [expected, signature, body] of refused) {
    const headers = { ...(signature !== null && { 'stripe-signature': signature }) }
    const { status } = await fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body })
    if (status !== expected) throw new Error(`a delivery was answered with ${status}`)
  }
}

/** Every page of the operator's console. `listing` is the id of a project that hires several. */
export async function consoleScreens(market: Market, listing: string): Promise<Screen[]> {
  const as = await market.person('operator')
  await refuseDeliveries(market.url)
  const named = (path: string) => `operator${path.replace('/operator', '').replaceAll('/', '-')}`
  const lists = consoleLinks.map(({ to }) => ({ name: named(to), path: to, as }))
  const first = await Promise.all(
    WITH_PAGES.map(async (page) => {
      const { rows } = await market.ask<{ rows: { id: string }[] }>(
        'operator',
        `/api/operator/${page}`,
      )
      const [row] = rows
      if (row === undefined) throw new Error(`the console has no ${page}`)
      return { name: `operator-${page}-one`, path: `/operator/${page}/${row.id}`, as }
    }),
  )
  const projects = [{ name: 'listing', id: listing }, ...(await rareProjects(market))].map(
    ({ name, id }) => ({ name: `operator-projects-${name}`, path: `/operator/projects/${id}`, as }),
  )
  return [
    ...lists,
    ...first,
    ...projects,
    ...opened(as, await idOf(market, 'maya')),
    ...(await decisions(market)),
  ]
}

/** What opens over the console's pages. Only the view of an account actually starts; its owner is notified of it. */
function opened(as: SignedIn, person: string): Screen[] {
  const path = `/operator/people/${person}`
  return [
    {
      name: 'operator-role',
      path: '/operator/operators',
      as,
      open: press('button', /^Change role/),
    },
    { name: 'operator-view-ask', path, as, open: press('button', viewAsWords.button) },
    {
      name: 'operator-view',
      path,
      as,
      leads: true,
      open: async (page) => {
        await press('button', viewAsWords.button)(page)
        await page.getByLabel('Why').fill('She asks why her deal is not paid.')
        await page.getByRole('button', { name: viewAsWords.begin, exact: true }).click()
        await page.getByText(viewAsWords.until).first().waitFor()
      },
    },
  ]
}

/**
 * A decision that needs a second person: the form, then the proposal as both operators see it. No decision is carried
 * out.
 */
async function decisions(market: Market): Promise<Screen[]> {
  const dispute = await stageLargeDispute(market.url)
  const path = `/operator/disputes/${dispute}`
  const [as, second] = [await market.person('operator'), await market.person('second')]
  let proposal: Promise<void> | undefined
  const after = (): Promise<void> => (proposal ??= propose(market, dispute))
  return [
    { name: 'operator-decide', path, as },
    { name: 'operator-proposal-overview', path: '/operator', as: second, after },
    { name: 'operator-proposal-own', path, as, after },
    { name: 'operator-proposal', path, as: second, after },
    {
      name: 'operator-proposal-confirm',
      path,
      as: second,
      after,
      open: press('button', proposalWords.confirm),
    },
    {
      name: 'operator-proposal-withdraw',
      path,
      as,
      after,
      open: press('button', proposalWords.withdraw),
    },
    { name: 'operator-proposal-activity', path: '/operator/activity', as, after },
  ]
}

/** A copy in which it is already proposed is left as it is. */
async function propose(market: Market, id: string): Promise<void> {
  const open = await market.ask<{ rows: unknown[] }>('operator', '/api/operator/proposals')
  if (open.rows.length > 0) return
  await market.ask('operator', `/api/operator/disputes/${id}/decision`, {
    outcome: 'split',
    returned_amount: 200,
    reason: 'Ten of the twelve rooms were filmed as agreed.',
  })
}

async function idOf(market: Market, key: string): Promise<string> {
  const { id } = await market.ask<{ id: string }>(key, '/api/profiles/me')
  return id
}
