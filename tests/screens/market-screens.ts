import { PROJECTS } from '#scripts/demo/cast.ts'
import { paths } from '#contract/paths.ts'
import { seatWords } from '#web/seats/seat-words.ts'
import { shipmentCardWords } from '#web/shipping/shipment-card-words.ts'
import { type Screen, press } from './screen.ts'
import type { Market, MarketProject } from './market.ts'

/** Screens that only some deals of the market show, each as the two sides see it. */
const DEALS: readonly (readonly [name: string, brand: string, title: string, creator: string])[] = [
  ['dispute-to-answer', 'fennel', 'Four origins, one evening', 'greta'],
  ['dispute-to-decide', 'tidewell', 'Sunscreen, reapplied in real life', 'priya'],
  ['dispute-decided', 'tidewell', 'Reading the label of our night serum', 'noor'],
  ['offers', 'fennel', 'Cold brew on a fire escape', 'wes'],
  ['lower-price', 'fennel', 'The new mug behind a real bar', 'wes'],
  ['extra-round', 'tidewell', 'Six weeks with one jar', 'noor'],
  ['higher-price', 'northlight', 'The shelf speaker and a dying plant', 'jonas'],
  ['failed-payment', 'northlight', 'First hour with a wireless controller', 'wes'],
  ['bank-dispute', 'northlight', 'A pair of speakers, measured at home', 'rui'],
  ['unfunded', 'loam', 'Plain shoes after two hundred miles', 'lucia'],
  ['approved', 'loam', 'The clay tote goes to the library', 'greta'],
  ['returned', 'loam', 'Olive canvas in the school run', 'amara'],
  ['transfer-back', 'kestrel', 'Packing for a wet weekend', 'teo'],
  ['bank-frozen', 'kestrel', 'A bottle that fits the side pocket', 'dele'],
  ['paying', 'kestrel', 'Sunglasses for the window seat', 'dele'],
  ['turned-away', 'kestrel', 'Which case for which trip?', 'hana'],
]

/**
 * Screens that show the market beyond the first brand and creator: deals, the review room, lists, orders, decisions,
 * paper.
 */
export async function marketScreens(market: Market, campaign: string): Promise<Screen[]> {
  const parts = await Promise.all([
    ...DEALS.map((deal) => dealScreens(market, deal)),
    reviewRooms(market),
    campaignScreens(market, campaign),
    listScreens(market),
    packageScreens(market),
    decisionScreens(market),
    printedScreens(market),
  ])
  return parts.flat()
}

async function dealScreens(
  market: Market,
  [name, brand, title, creator]: (typeof DEALS)[number],
): Promise<Screen[]> {
  const { id } = await market.project(brand, title)
  const seller = await market.person(brand)
  const tab = name === 'offers' ? 'applications' : 'payment'
  return [
    { name: `deal-${name}-brand`, path: paths.project(id), as: seller },
    { name: `deal-${name}-brand-${tab}`, path: paths.projectTab(id, tab), as: seller },
    { name: `deal-${name}-creator`, path: paths.project(id), as: await market.person(creator) },
  ]
}

/** The newest version of a project's work. */
async function newestWork(market: Market, key: string, { id }: MarketProject): Promise<string> {
  const [newest] = await market.ask<{ id: string }[]>(key, `/api/projects/${id}/deliverables`)
  if (newest === undefined) throw new Error('nothing was delivered')
  return newest.id
}

async function reviewRooms(market: Market): Promise<Screen[]> {
  const running = PROJECTS.find(({ ends }) => ends === 'held')
  if (running === undefined) throw new Error('the demo has no project with work to review')
  const film = await market.project('ellen', running.title)
  const rooms = [
    ['film', 'ellen', 'maya', film],
    [
      'several-files',
      'northlight',
      'jonas',
      await market.project('northlight', 'The shelf speaker and a dying plant'),
    ],
    ['revision', 'tidewell', 'noor', await market.project('tidewell', 'Six weeks with one jar')],
    [
      'approved',
      'loam',
      'greta',
      await market.project('loam', 'The clay tote goes to the library'),
    ],
  ] as const
  const screens = await Promise.all(
    rooms.map(async ([name, brand, creator, project]) => {
      const path = paths.review(project.id, await newestWork(market, brand, project))
      return [
        { name: `review-${name}-brand`, path, as: await market.person(brand) },
        { name: `review-${name}-creator`, path, as: await market.person(creator) },
      ]
    }),
  )
  return screens.flat()
}

async function campaignScreens(market: Market, id: string): Promise<Screen[]> {
  const as = await market.person('ellen')
  const hires = await market.ask<{ project: { id: string }; creator: { name: string } }[]>(
    'ellen',
    `/api/projects/${id}/hires`,
  )
  const dealOf = (name: string) => {
    const hire = hires.find(({ creator }) => creator.name.startsWith(name))
    if (hire === undefined) throw new Error(`the campaign has not hired ${name}`)
    return paths.project(hire.project.id)
  }
  const [maya, jonas] = [await market.person('maya'), await market.person('jonas')]
  return [
    { name: 'campaign-board', path: paths.board(id), as },
    { name: 'campaign-applications', path: paths.projectTab(id, 'applications'), as },
    {
      name: 'campaign-hired',
      path: paths.project(id),
      as,
      open: press('tab', /^Hired/, '[role=tabpanel]'),
      leads: true,
    },
    {
      name: 'campaign-shipping-list',
      path: paths.hires(id),
      as,
      open: press('button', seatWords.shippingList),
    },
    { name: 'campaign-deal', path: dealOf('Jonas'), as },
    { name: 'campaign-deal-problem', path: dealOf('Maya'), as },
    { name: 'campaign-hired-creator', path: dealOf('Maya'), as: maya },
    { name: 'campaign-hired-address', path: dealOf('Jonas'), as: jonas },
    {
      name: 'campaign-hired-address-form',
      path: dealOf('Jonas'),
      as: jonas,
      open: press('button', shipmentCardWords.give),
    },
    { name: 'campaign-creator', path: paths.project(id), as: await market.person('priya') },
    { name: 'review-queue-campaign', path: paths.reviewQueue(id), as },
    { name: 'review-queue', path: paths.reviewQueue(), as },
  ]
}

async function listScreens(market: Market): Promise<Screen[]> {
  const as = await market.person('ellen')
  const own = await market.ask<{ id: string }[]>('ellen', '/api/creator-lists')
  const creators = await Promise.all(
    ['maya', 'jonas', 'priya', 'kofi'].map(async (key) => {
      const { id } = await market.ask<{ id: string }>(key, '/api/profiles/me')
      return id
    }),
  )
  return [
    ...own.map(({ id }, at) => ({ name: `list-${at + 1}`, path: paths.list(id), as })),
    { name: 'list-again', path: paths.list('again'), as },
    { name: 'compare-2', path: paths.compare(...creators.slice(0, 2)), as },
    { name: 'compare-4', path: paths.compare(...creators), as },
  ]
}

async function packageScreens(market: Market): Promise<Screen[]> {
  const waiting = await market.ask<{ id: string }[]>('hana', '/api/package-orders/waiting')
  const [order] = waiting
  if (order === undefined) throw new Error('no order waits')
  const path = paths.packageOrder(order.id)
  const profiles = await Promise.all(
    ['hana', 'lucia', 'jonas', 'teo'].map(async (key) => {
      const { id } = await market.ask<{ id: string }>(key, '/api/profiles/me')
      return { name: `profile-${key}`, path: paths.publicProfile(id) }
    }),
  )
  const ellen = await market.person('ellen')
  return [
    { name: 'order-brand', path, as: await market.person('loam') },
    { name: 'order-creator', path, as: await market.person('hana') },
    { name: 'hana-dashboard', path: paths.dashboard, as: await market.person('hana') },
    { name: 'packages-own', path: paths.packages, as: await market.person('hana') },
    { name: 'packages-none', path: paths.packages, as: await market.person('kofi') },
    ...profiles.flatMap((one) => [one, { ...one, name: `${one.name}-brand`, as: ellen }]),
  ]
}

async function decisionScreens(market: Market): Promise<Screen[]> {
  const { rows } = await market.ask<{ rows: { id: string }[] }>('operator', '/api/operator/appeals')
  const [appeal] = rows
  if (appeal === undefined) throw new Error('nothing was appealed')
  const path = paths.sanction(appeal.id)
  return [
    { name: 'decision', path, as: await market.person('lucia') },
    { name: 'decision-signed-out', path },
    { name: 'creator-warned-notices', path: paths.notifications, as: await market.person('lucia') },
  ]
}

async function printedScreens(market: Market): Promise<Screen[]> {
  const as = await market.person('ellen')
  const done = (await market.projectsOf('ellen')).find(({ status }) => status === 'completed')
  if (done === undefined) throw new Error('the demo has no finished project')
  return [
    { name: 'print-deal', path: paths.project(done.id), as, prints: true },
    { name: 'print-payment', path: paths.projectTab(done.id, 'payment'), as, prints: true },
    {
      name: 'print-licence',
      path: paths.projectTab(done.id, 'payment'),
      as,
      open: press('link', /^CW-/, 'h1:has-text("Licence CW")'),
      leads: true,
      prints: true,
    },
    {
      name: 'print-document',
      path: paths.documents,
      as,
      open: press('link', /^Proof of purchase/, 'h1:has-text("Proof of purchase")'),
      leads: true,
      prints: true,
    },
    {
      name: 'print-creator-deal',
      path: paths.project(done.id),
      as: await market.person('jonas'),
      prints: true,
    },
  ]
}
