import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import { sessionOf } from '#scripts/demo/session.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { onKeptOut, violationsIn, violationsOf } from '#tests/support/axe.ts'
import { type DisputedDeals, playDisputedDeals } from '#tests/support/disputed-deals.ts'
import { playDocumentedDeals } from '#tests/support/documented-deals.ts'
import { applyTo, newcomer, postProject } from '#tests/support/market-deals.ts'
import { enterAsOperator, openContext, visit, type Visitor } from '#tests/support/market.ts'
import {
  browser,
  creator,
  market,
  seller,
  stack,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'
import { pngFile } from '#tests/support/pictures.ts'

storyOnDemoMarket()

let pool: Pool

beforeAll(async () => {
  pool = createPool(stack.databaseUrl, 1)
})
afterAll(async () => {
  await pool.end()
})

/** Pages that anyone may open. */
const everybodys = () => [
  ...PUBLIC_PAGES.filter((page) => page !== '/auth'),
  '/no-such-page',
  `/profile/${market.creator.id}`,
  `/profile/${market.seller.id}`,
  '/profile/00000000-0000-4000-8000-000000000000',
]

/** The pages behind the sign-in that show this role something of their own. */
const members = [
  '/profile',
  '/profile/edit',
  '/settings',
  '/settings/documents',
  '/settings/notifications',
  '/settings/security',
  '/settings/blocked',
  '/settings/data',
  '/messages',
  '/notifications',
  '/projects',
  '/my-projects',
]

describe.each(['a visitor', 'the seller', 'a creator'] as const)('for %s', (who) => {
  test('in any theme and width, no page has an axe violation, breaks its CSP or scrolls sideways (320 px or doubled text)', async () => {
    const visitor = { 'a visitor': null, 'the seller': seller, 'a creator': creator }[who]
    const found = await violationsIn(browser, stack, visitor, await pagesOf(who))
    expect(found).toEqual([])
  })
})

test('for new creators and sellers, the pages of a first visit have no violation', async () => {
  const tess = await newcomer(stack, 'Tess Newcomer')
  const bram = await newcomer(stack, 'Bram Newcomer', 'seller')
  const begin = ['/dashboard', `/projects/${market.projectIds['active']}`]
  expect(await violationsIn(browser, stack, tess, begin)).toEqual([])
  expect(await violationsIn(browser, stack, bram, ['/find-creators'])).toEqual([])
  const context = await openContext(browser, stack, tess)
  const page = await context.newPage()
  await visit(page, `/projects/${market.projectIds['active']}`)
  await page.getByRole('button', { name: 'Prepare your application' }).click()
  await page.getByText('Kept on this device').waitFor()
  expect(await violationsOf(page), 'a prepared application').toEqual([])
  await context.close()
})

/** What browsers reported to the server: the lines of its log, and the directive of each report. */
const reported = (): string[] =>
  readFileSync(join(stack.dataDir, 'processes.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('a page kept something out'))
    .map((line) => (JSON.parse(line) as { directive: string }).directive)

test('the page reports CSP and Trusted Types violations to the server', async () => {
  // Every page of the walks above reports to it.
  expect(reported()).toEqual([])
  const context = await openContext(browser, stack, null)
  const page = await context.newPage()
  const keptOut: string[] = []
  onKeptOut(page, (report) => keptOut.push(report))
  await visit(page, '/')
  expect(keptOut).toEqual([])
  for (const [element, source] of [
    ['style', 'textContent = "h1{color:red}"'],
    ['img', 'src = "https://elsewhere.invalid/a.png"'],
  ]) {
    keptOut.length = 0
    await page.evaluate(
      `{ const made = document.createElement('${element}'); made.${source}; document.body.append(made) }`,
    )
    await expect.poll(() => keptOut).toHaveLength(1)
  }
  // A text does not become markup or a worker, and no policy can be created that would allow it.
  for (const attempt of [
    'document.body.innerHTML = "<b>bold</b>"',
    'document.body.insertAdjacentHTML("beforeend", "<b>bold</b>")',
    'document.createElement("script").textContent = "void 0"',
    'document.createElement("script").src = "/assets/x.js"',
    'new Worker("/assets/x.js")',
    'trustedTypes.createPolicy("default", { createHTML: (text) => text })',
  ])
    expect(
      await page.evaluate(
        `(() => { try { ${attempt}; return 'ran' } catch (error) { return error.name } })()`,
      ),
      attempt,
    ).toMatch(/^(TypeError|EvalError)$/)
  expect(await page.locator('h1').count()).toBeGreaterThan(0)
  await expect
    .poll(() => new Set(reported()))
    .toEqual(new Set(['style-src-elem', 'img-src', 'require-trusted-types-for', 'trusted-types']))
  await context.close()
})

test('a long brand name stays on one line on a phone, with Contact Seller below it', async () => {
  const context = await openContext(browser, stack, creator, { width: 390 })
  const page = await context.newPage()
  const name = 'The Grand Rapids Stoneware and Candle Company'
  await page.route('**/api/projects/*', async (route) => {
    const answer = await route.fetch()
    const project = (await answer.json()) as { seller: object }
    await route.fulfill({ json: { ...project, seller: { ...project.seller, company_name: name } } })
  })
  await visit(page, `/projects/${market.projectIds['active']}`)
  const [shop, button] = await Promise.all([
    page.locator('main').getByText(name, { exact: true }).boundingBox(),
    page.getByRole('button', { name: 'Contact Seller' }).boundingBox(),
  ])
  expect(shop?.width).toBeGreaterThan(280)
  expect(button?.y).toBeGreaterThan((shop?.y ?? 0) + (shop?.height ?? 0))
  await context.close()
})

async function pagesOf(who: 'a visitor' | 'the seller' | 'a creator'): Promise<string[]> {
  if (who === 'a visitor')
    return [...everybodys(), '/auth', '/auth/forgot-password', '/auth/new-password']
  const me = who === 'the seller' ? seller : creator
  const [conversation] = await me.call('conversations.list')
  const project = (end: string) => `/projects/${market.projectIds[end]}`
  const both = [...everybodys(), ...members, `/messages/${conversation?.id}`]
  if (who === 'a creator')
    return [
      ...both,
      '/dashboard',
      '/my-applications',
      '/my-invitations',
      '/profile/packages',
      '/find-creators',
      project('active'),
      project('held'),
    ]
  return [
    ...both,
    '/find-creators',
    '/lists',
    '/lists/worked',
    `/compare?ids=${market.creator.id}`,
    '/my-applications',
    '/post-project',
    `/post-project?invite=${market.creator.id}`,
    `/post-project?edit=${market.projectIds['draft']}`,
    ...Object.keys(market.projectIds).map(project),
    `${project('held')}?tab=payment`,
    `${project('held')}?tab=deliverables`,
  ]
}

test('an unfinished review with its error messages has no violation', async () => {
  const context = await openContext(browser, stack, seller, { width: 320 })
  const page = await context.newPage()
  await visit(page, `/projects/${market.projectIds['completed']}`)
  await page.getByRole('button', { name: 'Write a Review' }).click()
  await page.getByRole('button', { name: 'Seal Review' }).click()
  await page.getByText('Choose one of the five.').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await context.close()
})

test('the accept, approve and release dialogs and the arrival of money have no violation', async () => {
  const context = await openContext(browser, stack, seller)
  const page = await context.newPage()
  const open = await postProject(seller, 'A bowl that somebody asks for')
  await applyTo(creator, open)
  const held = `/projects/${market.projectIds['held']}`
  for (const [path, button] of [
    [`/projects/${open.id}?tab=applications`, 'Accept'],
    [`${held}?tab=deliverables`, 'Approve'],
    [`${held}?tab=payment`, 'Release Payment'],
  ] as const) {
    await visit(page, path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    expect(await violationsOf(page), button).toEqual([])
  }
  await context.close()

  const creators = await openContext(browser, stack, creator)
  const work = await creators.newPage()
  await work.route('**/api/payments/arrivals', (route) =>
    route.fulfill({
      json: [
        {
          payment_id: '00000000-0000-4000-8000-000000000001',
          project_id: market.projectIds['held'],
          project_title: 'Three unboxing reels',
          seller_name: 'Harrow & Pine',
          amount: 459,
          released_at: '2026-06-20T10:00:00Z',
          bank_date: '2026-06-24',
          bank_arrived: false,
        },
      ],
    }),
  )
  await visit(work, '/dashboard')
  await work.getByText('It is expected at your bank on Jun 24, 2026').waitFor()
  expect(await violationsOf(work)).toEqual([])
  await creators.close()
})

test('offers on both sides and the counter-offer form have no violation and fit at 320 px', async () => {
  const open = await postProject(seller, 'A jug that is bargained over')
  const application = await applyTo(creator, open)
  await seller.call('offers.make', {
    params: { id: application.id },
    body: {
      id: crypto.randomUUID(),
      price: 480,
      deliver_by: open.deadline,
      rounds: 1,
      note: 'Two takes are enough.',
    },
  })
  const brands = [`/projects/${open.id}?tab=applications`]
  expect(await violationsIn(browser, stack, seller, brands)).toEqual([])
  const creators = [`/projects/${open.id}`, '/my-applications']
  expect(await violationsIn(browser, stack, creator, creators)).toEqual([])
  const context = await openContext(browser, stack, creator)
  const page = await context.newPage()
  await visit(page, `/projects/${open.id}`)
  await page.getByRole('button', { name: 'Counter' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await context.close()
})

test('a multi-file delivery has no violation and fits at 320 px, on both sides, in its room and in the thread', async () => {
  const project = await postProject(seller, 'Three stills of a jug')
  const application = await applyTo(creator, project)
  await seller.call('applications.accept', { params: { id: application.id } })
  const { session } = creator
  const own = sessionOf(stack.url, session.access_token, session.user.id)
  const files: { file_id: string }[] = []
  for (const name of ['jug-in-the-morning.png', 'jug-at-noon.png', 'jug-alone.png']) {
    const { buffer, mimeType } = await pngFile(name, 600, 400)
    const { id } = await own.upload('deliverable-files', name, mimeType, buffer, project.id)
    files.push({ file_id: id })
  }
  const params = { id: project.id }
  const { id } = await own.call('deliverables.submit', {
    params,
    body: { files, notes: null, post_url: null },
  })
  const thread = await seller.call('conversations.open', {
    body: { project_id: project.id, creator_id: session.user.id },
  })
  await expect
    .poll(
      async () => {
        const { versions } = await seller.call('review.room', { params: { id } })
        return versions[0]?.files.every(({ preview_url }) => preview_url !== null)
      },
      // Previews are made by jobs that queue behind those of the market.
      { timeout: 400_000 },
    )
    .toBe(true)
  const brands = [
    `${paths.project(project.id)}?tab=deliverables`,
    `${paths.review(project.id, id)}?file=2`,
    paths.conversation(thread.id),
  ]
  expect(await violationsIn(browser, stack, seller, brands)).toEqual([])
  expect(await violationsIn(browser, stack, creator, [paths.project(project.id)])).toEqual([])
})

test('documents, a licence and its deal have no violation, for both sides and for anyone with the code', async () => {
  const { released, returned } = await playDocumentedDeals(seller, creator)
  const documentsOf = async (who: Visitor) =>
    (await who.call('documents.list', { query: {} }))
      .filter((one, at, all) => all.findIndex(({ kind }) => kind === one.kind) === at)
      .map(({ id }) => paths.document(id))
  const brands = [
    ...(await documentsOf(seller)),
    paths.documents,
    `${paths.project(returned.project)}?tab=payment`,
    `${paths.project(released.project)}?tab=payment`,
  ]
  expect(await violationsIn(browser, stack, seller, brands)).toEqual([])
  const creators = [
    ...(await documentsOf(creator)),
    paths.documents,
    paths.project(released.project),
  ]
  expect(await violationsIn(browser, stack, creator, creators)).toEqual([])
  expect(await violationsIn(browser, stack, null, [paths.licence(released.code)])).toEqual([])
})

describe('disputes and the console', () => {
  let deals: DisputedDeals
  let operator: Visitor
  beforeAll(async () => {
    deals = await playDisputedDeals(stack, pool)
    await leaveWork(pool)
    operator = await enterAsOperator(stack, market.operator)
  })

  test('are accessible to both sides of a dispute', async () => {
    const { unanswered, undecided } = deals
    for (const side of [deals.seller, deals.creator])
      expect(
        await violationsIn(browser, stack, side, [
          `/projects/${unanswered.project}?tab=payment`,
          `/projects/${undecided.project}?tab=payment`,
        ]),
      ).toEqual([])
  })

  test('are accessible to an operator, from list to detail', async () => {
    const payment = await deals.seller.call('payments.for_project', {
      params: { id: deals.undecided.project },
    })
    const lists = [
      'people',
      'projects',
      'payments',
      'disputes',
      'reports',
      'appeals',
      'reviews',
      'rings',
      'webhooks',
      'jobs',
    ]
    const details = [
      `people/${deals.creator.session.user.id}`,
      `projects/${deals.undecided.project}`,
      `payments/${payment?.id}`,
      `disputes/${deals.unanswered.dispute}`,
      `disputes/${deals.undecided.dispute}`,
    ]
    const nothing = ['people?q=nobody-has-this-name', 'no-such-screen']
    const pages = [...lists, 'differences', 'activity', ...details, ...nothing]
    expect(
      await violationsIn(browser, stack, operator, [
        '/operator',
        ...pages.map((page) => `/operator/${page}`),
      ]),
    ).toEqual([])
  })

  test('have accessible dialogs', async () => {
    const context = await openContext(browser, stack, operator)
    const page = await context.newPage()
    const keptOut: string[] = []
    onKeptOut(page, (report) => keptOut.push(report))
    for (const [path, button] of [
      [`people/${deals.creator.session.user.id}`, 'Ban'],
      ['rings', 'Not a ring'],
      ['jobs', 'Retry'],
      ['differences', 'Resolve'],
    ] as const) {
      await visit(page, `/operator/${path}`)
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
      expect(await violationsOf(page), button).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect(keptOut).toEqual([])
    await context.close()
  })
})

/** What an operator would find on an ordinary bad day: a job that gave up, a ring, and a difference. */
async function leaveWork(db: Pool): Promise<void> {
  await db.query(`select graphile_worker.permanently_fail_jobs(array[(select id from graphile_worker.add_job(
    'payments.event', '{"event_id": "evt_of_nobody"}'))], 'The provider was away for longer than anybody waits.')`)
  // Inserted together with what they share: the clock job removes a link that nothing shows.
  await db.query(`with pair as (select seller_id, creator_id from applications
      join projects on projects.id = project_id where applications.status = 'accepted' limit 1),
    marked as (insert into account_marks (profile_id, kind, mark, seen_on)
      select id, 'device', decode(repeat('ab', 16), 'hex'), current_date from pair, unnest(array[seller_id, creator_id]) id)
    insert into ring_links (seller_id, creator_id, signals, seen_on, found_at)
      select seller_id, creator_id, '{device}', current_date, now() from pair on conflict do nothing`)
  await db.query(`insert into money_differences (kind, provider_id, detail)
    values ('dispute_unknown', 'dp_of_nobody', '54000 cents of a charge that is no payment''s')`)
}
