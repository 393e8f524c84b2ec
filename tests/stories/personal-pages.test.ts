import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { amendmentWords } from '#contract/amendment-words.ts'
import { LEFT_COOKIE } from '#contract/auth.ts'
import { COUNTRIES } from '#contract/countries.ts'
import { paths } from '#contract/paths.ts'
import {
  PERSONAL_PAGE_NAMES,
  PERSONAL_PAGES,
  type PersonalPage,
  type PersonalPageName,
} from '#contract/personal-pages.ts'
import { type Role, ROLES } from '#contract/profiles.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { execute, sql } from '#server/db/sql.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildInvitation,
  buildMessage,
  buildPayment,
  buildProject,
  type BuiltUser,
} from '#tests/support/builders.ts'
import {
  APP_IS_THERE,
  LATE_DIFFER,
  MISNAMED,
  MOVED,
  openDrawn,
  REDRAWN,
  SHIFTS,
  STANDS,
  STYLES_DIFFER,
} from '#tests/support/drawn-page.ts'
import { serveInParts } from '#tests/support/html-in-parts.ts'
import { enter, openContext, type Visitor } from '#tests/support/market.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { untilServerVouches } from '#tests/support/vouching.ts'

/**
 * The server renders pages for the person who opens them, identified by the page cookie, and the app hydrates the
 * result.
 */

storyOnOwnStack()

const PASSWORD = 'correct horse'
const TITLE = 'Thirty seconds of a mug'
const INVITED = 'A lamp at dusk'
const NEWS = 'A vase on a sill'
const OWN_DEAL = 'Three unboxing reels'
const OPEN = 'A jug in the rain'
const SAID = 'The mug arrived.'

/** What each person reads on each page, without a script. */
const SAYS: Partial<Record<PersonalPageName, Partial<Record<Role, string>>>> = {
  projects: { creator: TITLE, seller: TITLE },
  dashboard: { creator: OWN_DEAL },
  'my-projects': { seller: OWN_DEAL },
  'my-applications': { creator: OWN_DEAL },
  notifications: { creator: NEWS, seller: NEWS },
  'find-creators': { seller: 'Maya Okafor' },
  messages: { creator: SAID, seller: SAID },
  profile: { creator: 'Creator Profile', seller: 'Seller Profile' },
}

/** Makes browsers match the page's rules again. */
const SHEET = 'link[rel=stylesheet]'

/** An opened page: `path` may name a project, or the chat about one, by its title. */
interface Opened {
  name: PersonalPageName
  path: string
  role: Role
  says: string
}

/** Each page, for each person who has it. */
const PLAIN = PERSONAL_PAGE_NAMES.flatMap((name): Opened[] => {
  const { path, roles }: PersonalPage = PERSONAL_PAGES[name]
  return path.includes(':')
    ? []
    : roles.map((role) => ({ name, path, role, says: SAYS[name]?.[role] ?? '' }))
})

/** Projects, as seen by each person who may open them. */
const PROJECTS: Opened[] = (
  [
    ['seller', OWN_DEAL, '', 'Deliverables'],
    ['seller', OWN_DEAL, '?tab=applications', 'Maya Okafor'],
    ['seller', OWN_DEAL, '?tab=payment', 'Payment'],
    ['seller', OWN_DEAL, '?tab=deliverables', 'lamp.zip'],
    ['creator', OWN_DEAL, '', 'lamp.zip'],
    ['seller', TITLE, '', 'Maya Okafor'],
    ['creator', TITLE, '', 'Your application'],
    ['creator', OPEN, '', 'How you get paid'],
    ['seller', OPEN, '', OPEN],
  ] as const
).map(([role, title, query, says]) => ({
  name: 'project',
  path: `/projects/${title}${query}`,
  role,
  says,
}))

/** The chat of a running deal. */
const CHATS: Opened[] = ROLES.map((role) => ({
  name: 'conversation',
  path: `/messages/${OWN_DEAL}`,
  role,
  says: SAID,
}))

const OPENED = [...PLAIN, ...PROJECTS, ...CHATS]
/** A phone and a desktop, in px. */
const WIDTHS = [390, 1440]
const TAKEN_OVER = OPENED.flatMap((one) => WIDTHS.map((width) => ({ ...one, width }))).filter(
  // There the newest conversation opens beside the list, which the server cannot know.
  ({ name, width }) => name !== 'messages' || width < 900,
)

let creator: BuiltUser
let seller: BuiltUser
/** A creator without a payout account. */
let fresh: BuiltUser
/** Ids of the projects and of the chats about them. */
let ids: ReadonlyMap<string, string>

/** An address, with the id of the thing it names. */
const addressOf = (path: string) =>
  path.replace(
    /(?<=^\/(projects|messages)\/)[^?]+/,
    (title, kind) => ids.get(`${kind} ${title}`) ?? title,
  )

beforeAll(async () => {
  const deal = await buildDeal(pool)
  ;({ seller, creator } = deal)
  const payment = await buildPayment(pool, {
    application: deal.application,
    status: 'held_in_escrow',
  })
  const deliverable = await buildDeliverable(pool, {
    application: { ...deal.application, creator },
  })
  // Its milestones are read from events: chosen, funded, delivered.
  await pool.query(
    `insert into events (entity, entity_id, project_id, move, to_status)
      values ('project', $1, $1, 'publish', 'active'), ('application', $2, $1, 'accept', 'accepted'),
        ('payment', $3, $1, 'hold', 'held_in_escrow'), ('deliverable', $4, $1, 'upload', 'pending')`,
    [deal.project.id, deal.application.id, payment.id, deliverable.id],
  )
  fresh = await buildCreator(pool, { name: 'Noor Haddad', payoutReady: false })
  await buildMessage(pool, { conversation: deal.conversation, sender: creator, read: true })
  await buildMessage(pool, { conversation: deal.conversation, sender: seller, read: true })
  const applied = await buildProject(pool, { seller, title: TITLE })
  await buildApplication(pool, { project: applied, creator })
  const open = await buildProject(pool, { title: OPEN })
  ids = new Map([
    [`projects ${OWN_DEAL}`, deal.project.id],
    [`projects ${TITLE}`, applied.id],
    [`projects ${OPEN}`, open.id],
    [`messages ${OWN_DEAL}`, deal.conversation.id],
  ])
  await buildInvitation(pool, { project: await buildProject(pool, { title: INVITED }), creator })
  // A different day in most of the world's time zones.
  await pool.query("update applications set created_at = '2026-03-01T00:30:00Z'")
  // It has no bytes that could be shown.
  await pool.query("update files set file_type = 'application/zip', file_name = 'lamp.zip'")
  await pool.query(
    `insert into notifications (user_id, cause, notice, audience, kind, facts, page)
      select id, 'event:0', 'project.cancel', role, 'applications', jsonb_build_object('project_title', $1::text), '/my-invitations'
      from profiles`,
    [NEWS],
  )
  await execute(pool, sql`update profiles set greeted_at = '2026-01-01T00:00:00Z'`)
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await execute(pool, sql`update auth.users set password_hash = ${hash}`)
  for (const one of [creator, seller, fresh]) await untilServerVouches(stack, await signIn(one))
})

const personOf = (role: Role) => (role === 'seller' ? seller : creator)
const signIn = ({ email }: BuiltUser) => enter(stack, { email, password: PASSWORD })

/** A person's window without scripts: their page cookie is all it has. */
async function withoutScripts(visitor: Visitor): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false })
  await context.addCookies(visitor.cookies)
  return { context, page: await context.newPage() }
}

const namesOf = (cookies: readonly { name: string }[]) => cookies.map(({ name }) => name)

describe('a personal page rendered by the server', () => {
  test('is readable and styled without scripts, in both themes', async () => {
    const visitor = await signIn(creator)
    const inks = new Set<string>()
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await withoutScripts(visitor)
      await page.emulateMedia({ colorScheme })
      await page.goto(paths.projects)
      expect(await page.title()).toContain('Available Projects')
      expect(await page.locator('main').innerText()).toContain(TITLE)
      expect(await page.locator('header').innerText()).toContain('Maya')
      const card = await page.getByRole('link', { name: TITLE }).boundingBox()
      expect(card?.height, 'a card is a card').toBeGreaterThan(150)
      inks.add(await page.evaluate<string>('getComputedStyle(document.body).color'))
      await context.close()
    }
    expect(inks.size, 'each theme has its own colour of text').toBe(2)
  })

  test.each(OPENED)(
    '$path of a $role is readable without scripts, with only its own styles',
    async ({ path, role, says }) => {
      const { page, context } = await withoutScripts(await signIn(personOf(role)))
      await page.goto(addressOf(path))
      expect(await page.locator('main').innerText()).toContain(says)
      expect(await page.locator(SHEET).count(), 'its own styles suffice').toBe(0)
      const early = page.locator('link[rel=modulepreload]:not([fetchpriority=low])')
      expect(await early.count(), 'no script before the fonts').toBe(0)
      await context.close()
    },
  )

  test.each(TAKEN_OVER)(
    '$path of a $role hydrates at $width px without a change, a layout shift, an error or a second read',
    async ({ path, role, width }) => {
      const visitor = await signIn(personOf(role))
      const { page, context, wrong, reads, release } = await openDrawn(addressOf(path), {
        visitor,
        width,
        held: true,
        // Before hydration, no part of it may read any clock but the server's.
        clockAhead: 40 * 60_000,
      })
      await page.evaluate(STANDS)
      release()
      await expect.poll(() => page.evaluate(APP_IS_THERE), { timeout: 60_000 }).toBe(true)
      await page.waitForLoadState('networkidle')
      // Parts that load later are hydrated one by one.
      await expect.poll(() => page.evaluate(LATE_DIFFER)).toEqual([])
      await expect.poll(() => page.evaluate(MISNAMED)).toEqual([])
      const redrawn = await page.evaluate<string[]>(REDRAWN)
      const shifts = await page.evaluate(SHIFTS)
      expect({ wrong, redrawn, reads, shifts }).toEqual({
        wrong: [],
        redrawn: [],
        reads: [],
        shifts: [],
      })
      expect(await page.evaluate(MOVED)).toBeLessThanOrEqual(0.01)
      expect(await page.evaluate(STYLES_DIFFER)).toEqual([])
      expect(await page.locator(SHEET).count(), 'no rule is there twice').toBe(0)
      await context.close()
    },
  )

  test('retries loading the rest of its styles when the first requests fail', async () => {
    const context = await openContext(browser, stack, await signIn(creator), { rendered: true })
    const page = await context.newPage()
    let asked = 0
    await page.route('**/assets/style-*.css', (route) =>
      (asked += 1) <= 2 ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await page.goto(paths.notifications)
    await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
    expect(asked).toBe(3)
    expect(await page.evaluate(STYLES_DIFFER)).toEqual([])
    await context.close()
  })

  test('loads the complete style sheet in a browser that supports fewer of its rules', async () => {
    const context = await openContext(browser, stack, await signIn(creator), { rendered: true })
    await context.addInitScript(`new MutationObserver((_, seen) => {
      const named = document.querySelector('[data-own-styles]')
      if (named === null) return
      named.dataset.ownStyles = named.dataset.ownStyles.replace(/^\\d+/, (count) => Number(count) + 1)
      seen.disconnect()
    }).observe(document, { childList: true, subtree: true })`)
    const page = await context.newPage()
    await page.goto(paths.notifications)
    await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
    const [own, all] = await page.evaluate<[number, number]>(STYLES_DIFFER)
    expect(own, 'no rule is inserted where it may not belong').toBeLessThan(all)
    const isLoaded = `document.querySelector('${SHEET}').sheet !== null`
    expect(await page.evaluate(isLoaded)).toBe(true)
    await context.close()
  })

  test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    'shows times in the zone %s: first through the browser, and from the server once it knows the zone',
    async (zone) => {
      const visitor = await signIn(creator)
      const { page, context, wrong, reads } = await openDrawn(paths.myApplications, {
        visitor,
        zone,
      })
      const day = zone === 'Pacific/Pago_Pago' ? 'Feb 28, 2026 1:30 PM' : 'Mar 1, 2026 2:30 PM'
      await page.getByText(day).first().waitFor()
      await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
      await expect.poll(async () => namesOf(await context.cookies())).toContain('zone')
      expect({ wrong, reads }).toEqual({ wrong: [], reads: [] })
      await page.goto(paths.dashboard)
      await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
      expect({ wrong, redrawn: await page.evaluate(REDRAWN) }).toEqual({ wrong: [], redrawn: [] })
      const { page: bare, context: scriptless } = await withoutScripts({
        ...visitor,
        cookies: [...visitor.cookies, { name: 'zone', value: zone, url: stack.url }],
      })
      await bare.goto(paths.myApplications)
      expect(await bare.locator('main').innerText()).toContain(day)
      await scriptless.close()
      await context.close()
    },
  )

  test('shows an error and a working "Try again" when its data could not be read', async () => {
    const visitor = await signIn(creator)
    await pool.query('alter table notifications rename to notifications_away')
    const { page, context, release } = await openDrawn(paths.notifications, { visitor, held: true })
    const { page: bare, context: scriptless } = await withoutScripts(visitor)
    await bare.goto(paths.notifications)
    await pool.query('alter table notifications_away rename to notifications')
    for (const one of [page, bare]) {
      const said = await one.locator('main').innerText()
      expect(said).toContain('Your notifications could not be loaded')
      expect(said).toContain('Try again')
    }
    release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(NEWS).waitFor()
    await scriptless.close()
    await context.close()
  })

  test('loads its scripts after the pictures at its top, or on the first interaction', async () => {
    const picture = `/storage/public/product-images/${seller.id}/${seller.id}`
    await execute(
      pool,
      sql`update projects set product_images = array[${`${picture}.webp`}] where title = ${TITLE}`,
    )
    for (const isPressed of [false, true]) {
      const context = await openContext(browser, stack, await signIn(creator), { rendered: true })
      const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>()
      const asked: string[] = []
      await context.route(`**${picture}*`, async (route) => {
        asked.push('picture')
        await mayArrive
        await route.abort()
      })
      await context.route('**/assets/app-*.js', async (route) => {
        asked.push('app')
        await route.continue()
      })
      const page = await context.newPage()
      await page.goto(paths.projects, { waitUntil: 'domcontentloaded' })
      // Its first script has run.
      await page.evaluate(STANDS)
      expect(asked).toEqual(['picture'])
      if (isPressed) await page.getByLabel('Search projects').focus()
      else arrive()
      await expect.poll(() => asked).toContain('app')
      arrive()
      await context.close()
    }
    await execute(pool, sql`update projects set product_images = '{}' where title = ${TITLE}`)
  })

  test.each([
    ['creator', '/profile', 'Edit Profile', '/profile/edit'],
    ['seller', `/projects/${TITLE}`, 'View Profile', '/profile/'],
  ] as const)(
    'of a %s at %s follows a click on %s made before hydration',
    async (role, path, name, leads) => {
      const visitor = await signIn(personOf(role))
      const { page, context, wrong, release } = await openDrawn(addressOf(path), {
        visitor,
        held: true,
      })
      await page.getByRole('link', { name }).first().click()
      release()
      await page.waitForURL(`**${leads}**`)
      expect(wrong).toEqual([])
      await context.close()
    },
  )

  test('opens a dialog whose button was clicked before hydration, even if a stored draft forces a new render', async () => {
    const visitor = await signIn(seller)
    for (const hasDraft of [false, true]) {
      const { page, context, wrong, release } = await openDrawn(
        addressOf(`/projects/${OWN_DEAL}`),
        {
          visitor,
          held: true,
        },
      )
      const id = ids.get(`projects ${OWN_DEAL}`)
      if (hasDraft)
        await page.evaluate(
          `sessionStorage.setItem('cartwright-draft:${seller.id}:review-${id}', JSON.stringify({ text: 'Kept' }))`,
        )
      await page.evaluate('window.scrollTo(0, 0)')
      await page
        .getByRole('button', { name: /^Request (changes|revision)$/ })
        .first()
        .click()
      release()
      await page.getByRole('dialog').waitFor()
      expect(wrong).toEqual([])
      await context.close()
    }
  })

  test.each(['pressed', 'focused', 'there longer than its data is kept'])(
    'is usable before a part beside it has loaded, and the part takes over what was %s',
    async (how) => {
      const visitor = await signIn(seller)
      const { page, context, wrong, release } = await openDrawn(
        addressOf(`/projects/${OWN_DEAL}`),
        { visitor, held: true },
      )
      const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>()
      await page.route('**/assets/Amendments-*.js', async (route) => {
        await mayArrive
        await route.continue()
      })
      // Whatever the part does not have yet stays away.
      await page.route('**/amendments', () => undefined)
      await page.clock.install()
      release()
      await expect.poll(() => page.evaluate(APP_IS_THERE), { timeout: 60_000 }).toBe(true)
      await page.getByRole('tab', { name: 'Payment' }).click()
      await page.getByRole('heading', { name: 'Statement' }).waitFor()
      const propose = page.getByRole('button', { name: amendmentWords.propose })
      await propose.focus()
      if (how === 'pressed') await propose.press('Enter')
      if (how.startsWith('there')) await page.clock.fastForward(60_000)
      expect(await page.evaluate(LATE_DIFFER), 'the part has not loaded').not.toEqual([])
      expect(await page.getByRole('dialog').count()).toBe(0)
      arrive()
      await expect.poll(() => page.evaluate(LATE_DIFFER)).toEqual([])
      // Enter presses what has the focus.
      if (how !== 'pressed') await page.keyboard.press('Enter')
      await page.clock.runFor(1_000)
      await page.getByRole('dialog').waitFor()
      expect(wrong).toEqual([])
      await context.close()
    },
  )

  test('shows the parts beside it at once when a stored draft forces a new render', async () => {
    const { page, context, wrong, release } = await openDrawn(addressOf(`/projects/${OWN_DEAL}`), {
      visitor: await signIn(seller),
      held: true,
    })
    const id = ids.get(`projects ${OWN_DEAL}`)
    await page.evaluate(
      `sessionStorage.setItem('cartwright-draft:${seller.id}:review-${id}', JSON.stringify({ text: 'Kept' }))`,
    )
    await page.evaluate(STANDS)
    release()
    await expect.poll(() => page.evaluate(APP_IS_THERE), { timeout: 60_000 }).toBe(true)
    await page.waitForLoadState('networkidle')
    expect({ wrong, shifts: await page.evaluate(SHIFTS) }).toEqual({ wrong: [], shifts: [] })
    await context.close()
  })

  test.each(['after', 'before'])(
    'stays usable when a part beside it cannot be loaded, and says so when it is pressed %s that is known',
    async (when) => {
      const context = await openContext(browser, stack, await signIn(seller), { rendered: true })
      const page = await context.newPage()
      let asked = 0
      await page.route('**/assets/Amendments-*.js', (route) => {
        if (route.request().resourceType() === 'script') asked += 1
        return route.fulfill({ status: 404 })
      })
      await page.clock.install()
      await page.goto(addressOf(`/projects/${OWN_DEAL}`))
      const later = () => page.clock.runFor(1_000)
      const asksAfter = async (seconds: number) => {
        for (let n = 0; n < seconds; n += 1) await later()
        return asked
      }
      // It is loaded four times before it counts as gone (patiently.ts).
      const [attempts, step, seconds] = when === 'after' ? [4, 1, 20] : [1, 0, 0]
      await expect.poll(() => asksAfter(step), { timeout: 60_000 }).toBeGreaterThanOrEqual(attempts)
      expect(await asksAfter(seconds)).toBeLessThanOrEqual(4)
      await page.getByRole('tab', { name: 'Payment' }).click()
      await page.getByRole('button', { name: amendmentWords.propose }).click()
      const broken = page.getByRole('heading', { name: 'Something came loose' })
      await expect.poll(() => later().then(() => broken.count()), { timeout: 60_000 }).toBe(1)
      await context.close()
    },
  )

  test('keeps a change that waits for its payment in place while the part beside it loads', async () => {
    const visitor = await signIn(seller)
    const params = { id: ids.get(`projects ${OWN_DEAL}`) ?? '' }
    const change = { params: { id: randomUUID() } }
    const { terms } = await visitor.call('amendments.list', { params })
    await visitor.call('amendments.propose', {
      params,
      body: { id: change.params.id, price: terms.price + 50 },
    })
    await (await signIn(creator)).call('amendments.accept', change)
    const { page, context, wrong, release } = await openDrawn(addressOf(`/projects/${OWN_DEAL}`), {
      visitor,
      held: true,
    })
    await page.evaluate(STANDS)
    release()
    await expect.poll(() => page.evaluate(APP_IS_THERE), { timeout: 60_000 }).toBe(true)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.evaluate(LATE_DIFFER)).toEqual([])
    expect({ wrong, shifts: await page.evaluate(SHIFTS) }).toEqual({ wrong: [], shifts: [] })
    await context.close()
    await visitor.call('amendments.call_off', change)
  })

  test('about payouts arrives with one country, then lists all and preselects the browser’s region', async () => {
    const newcomer = await signIn(fresh)
    const { page, context, wrong, release } = await openDrawn(paths.profile, {
      visitor: newcomer,
      held: true,
      locale: 'en-GB',
    })
    await page.getByText('Stripe Setup Required').waitFor()
    const country = page.getByLabel('Where you live')
    expect(await country.locator('option').allInnerTexts()).toEqual(['United States'])
    release()
    await expect.poll(() => country.inputValue()).toBe('GB')
    await expect.poll(() => country.locator('option').count()).toBe(COUNTRIES.length)
    expect({
      wrong,
      redrawn: (await page.evaluate<string[]>(REDRAWN)).filter((one) => !one.startsWith('<option')),
    }).toEqual({
      wrong: [],
      redrawn: [],
    })
    await context.close()
  })

  test.each([true, false])(
    'opens the delivery form on an immediate click, with the app held back: %s',
    async (held) => {
      const visitor = await signIn(creator)
      const { page, context, wrong, release } = await openDrawn(
        addressOf(`/projects/${OWN_DEAL}`),
        {
          visitor,
          held,
          width: 390,
        },
      )
      await page.getByRole('button', { name: /^Deliver version/ }).click()
      release()
      await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
      expect(wrong).toEqual([])
      await context.close()
    },
  )

  test('keeps its scroll position during hydration', async () => {
    const visitor = await signIn(seller)
    const { page, context, wrong, release } = await openDrawn(addressOf(`/projects/${OWN_DEAL}`), {
      visitor,
      width: 390,
      held: true,
    })
    await page.evaluate(STANDS)
    await page.evaluate('window.scrollTo(0, 300)')
    release()
    await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('window.scrollY')).toBe(300)
    expect(wrong).toEqual([])
    await context.close()
  })

  test('hydrates without a change when the reader has a draft on another page', async () => {
    const visitor = await signIn(seller)
    const { page, context, wrong, release } = await openDrawn(paths.myProjects, {
      visitor,
      held: true,
    })
    await page.evaluate(
      `sessionStorage.setItem('cartwright-draft:${seller.id}:project-new', JSON.stringify({ title: 'A vase' }))`,
    )
    release()
    await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
    await expect.poll(() => page.evaluate(MISNAMED)).toEqual([])
    expect({ wrong, redrawn: await page.evaluate(REDRAWN) }).toEqual({ wrong: [], redrawn: [] })
    await context.close()
  })

  test('keeps and runs a search typed before hydration', async () => {
    const visitor = await signIn(creator)
    const { page, context, wrong, release } = await openDrawn(paths.projects, {
      visitor,
      held: true,
    })
    await page.getByLabel('Search projects').fill('thirty')
    release()
    await page.waitForURL('**/projects?q=thirty')
    expect(await page.getByLabel('Search projects').inputValue()).toBe('thirty')
    expect(wrong).toEqual([])
    await context.close()
  })

  test.each([
    ['an order', paths.projects, 'creator', 'Sort by', '**/projects?sort=budget'],
    ['a niche', paths.findCreators, 'seller', 'Niche', '**/find-creators?niche=Beauty'],
  ] as const)(
    'keeps and applies %s chosen before hydration',
    async (_, path, role, label, address) => {
      const visitor = await signIn(personOf(role))
      const { page, context, wrong, release } = await openDrawn(path, { visitor, held: true })
      const chosen = address.split('=').at(-1) ?? ''
      await page.getByLabel(label).selectOption(chosen)
      release()
      await page.waitForURL(address)
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(chosen)
      expect(wrong).toEqual([])
      await context.close()
    },
  )

  test('keeps a creator ticked before hydration, but not one ticked and unticked', async () => {
    const visitor = await signIn(seller)
    const { page, context, wrong, release } = await openDrawn(paths.findCreators, {
      visitor,
      held: true,
    })
    const boxes = page.locator('main').getByRole('checkbox')
    const [first, second] = [boxes.nth(0), boxes.nth(1)]
    await first.check()
    await second.check()
    await second.uncheck()
    release()
    await page.getByText('1 selected').waitFor()
    expect([await first.isChecked(), await second.isChecked()]).toEqual([true, false])
    expect(wrong).toEqual([])
    await context.close()
  })

  test.each([false, true])(
    'attaches files chosen before hydration exactly once, with the form rendered again: %s',
    async (again) => {
      const visitor = await signIn(creator)
      const path = addressOf(`/messages/${OWN_DEAL}`)
      const { page, context, wrong, release } = await openDrawn(path, { visitor, held: true })
      if (again)
        await page.evaluate(
          `sessionStorage.setItem('cartwright-draft:${creator.id}:review-${path.split('/').at(-1)}', '{}')`,
        )
      const input = page.locator('form input[type=file]')
      await page.evaluate("void (window.before = document.querySelector('form input[type=file]'))")
      await input.setInputFiles(await pngFile('mug.png', 60, 40))
      release()
      await page.getByRole('button', { name: 'Remove mug.png' }).waitFor()
      expect(await page.evaluate('window.before.isConnected')).toBe(!again)
      // Once only: a second time would upload it twice.
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('button', { name: 'Remove mug.png' }).count()).toBe(1)
      expect(wrong).toEqual([])
      await context.close()
    },
  )

  test.each([
    [`/projects/${OPEN}`, 'Message'],
    [`/messages/${OWN_DEAL}`, 'Message Ellen Harrow Goods'],
  ])(
    'keeps text typed at %s before hydration, and restores the latest text after a reload',
    async (path, label) => {
      const visitor = await signIn(creator)
      const { page, context, wrong, reads, release } = await openDrawn(addressOf(path), {
        visitor,
        held: true,
      })
      const field = page.getByLabel(label)
      await field.fill('Before the app is there')
      release()
      await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
      await expect.poll(() => page.evaluate(MISNAMED)).toEqual([])
      expect(await field.inputValue()).toBe('Before the app is there')
      await field.fill('After it')
      await expect
        .poll(() => page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })'))
        .toContain('After it')
      reads.length = 0
      await page.reload()
      await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
      await expect.poll(() => field.inputValue()).toBe('After it')
      await page.waitForLoadState('networkidle')
      expect({ wrong, reads }).toEqual({ wrong: [], reads: [] })

      // The field is empty until the app restores the draft: what is typed by then follows the draft.
      const app = Promise.withResolvers<void>()
      await page.route('**/assets/app-*.js', (route) => app.promise.then(() => route.continue()))
      await page.reload({ waitUntil: 'domcontentloaded' })
      expect(await field.inputValue()).toBe('')
      await field.fill('And more')
      app.resolve()
      await expect.poll(() => field.inputValue()).toBe('After it\nAnd more')
      await expect.poll(() => page.evaluate(APP_IS_THERE)).toBe(true)
      await page.waitForLoadState('networkidle')
      expect(await field.inputValue()).toBe('After it\nAnd more')
      expect(wrong).toEqual([])
      await context.close()
    },
  )

  test('a conversation that arrives in two parts is painted once, with its newest message in place', async () => {
    const visitor = await signIn(creator)
    const path = addressOf(`/messages/${OWN_DEAL}`)
    const { page, context } = await openDrawn('/robots.txt', { visitor, width: 390 })
    const html = await (await context.request.get(path)).text()
    const half = html.indexOf('<textarea')
    expect(html.slice(0, half)).toContain(SAID)
    await using slow = await serveInParts(html.slice(0, half), html.slice(half))
    await page.route(`**${path}`, (route) => route.continue({ url: slow.url }))
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('log').waitFor({ state: 'attached' })
    const painted = () => page.evaluate(`performance.getEntriesByType('paint').length`)
    // Meanwhile another window of the browser is painted.
    const other = await context.newPage()
    await other.setContent('<p>Hello</p>')
    await other.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    expect(await painted()).toBe(0)
    slow.sendRest()
    await page.bringToFront()
    await expect.poll(painted).toBeGreaterThan(0)
    await page.evaluate(STANDS)
    expect(await page.evaluate(MOVED)).toBe(0)
    await context.close()
  })

  test('opens the newest conversation beside the list on a wide screen, without a layout shift', async () => {
    const visitor = await signIn(creator)
    const { page, context, wrong, reads, release } = await openDrawn(paths.messages, {
      visitor,
      held: true,
    })
    await page.evaluate(STANDS)
    release()
    await page.waitForURL('**/messages/*')
    await page.getByRole('log').getByText(SAID).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(MOVED)).toBeLessThanOrEqual(0.01)
    expect(reads.filter((read) => !read.startsWith('/api/conversations/'))).toEqual([])
    expect(wrong).toEqual([])
    await context.close()
  })

  test('about something unknown or another person’s has only the frame, without data, and the app leads on', async () => {
    const stranger = await buildCreator(pool, { name: 'Kofi Mensah' })
    await execute(pool, sql`update profiles set greeted_at = now() where id = ${stranger.id}`)
    const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
    await execute(
      pool,
      sql`update auth.users set password_hash = ${hash} where id = ${stranger.id}`,
    )
    const visitor = await signIn(stranger)
    const { page, context } = await withoutScripts(visitor)
    const withApp = await openContext(browser, stack, visitor, { rendered: true })
    const app = await withApp.newPage()
    for (const path of [
      `/projects/${OWN_DEAL}`,
      `/messages/${OWN_DEAL}`,
      `/projects/${randomUUID()}`,
      `/messages/${randomUUID()}`,
    ]) {
      await page.goto(addressOf(path))
      expect(await page.content()).not.toContain(OWN_DEAL)
      expect(await page.locator('main').innerText()).toContain('Loading')
      await app.goto(addressOf(path))
      await (path.startsWith('/projects')
        ? app.waitForURL('**/projects')
        : app.getByText('This conversation does not exist').waitFor())
      expect(await app.content()).not.toContain(OWN_DEAL)
    }
    await withApp.close()
    await context.close()
  })

  test('has only the frame once the session has ended or the browser has signed out, and never another account', async () => {
    const visitor = await signIn(creator)
    const { page, context } = await withoutScripts(visitor)
    await page.goto(paths.projects)
    expect(await page.locator('main').innerText()).toContain(TITLE)
    await context.addCookies([{ name: LEFT_COOKIE, value: '1', url: stack.url }])
    await page.reload()
    expect(await page.locator('main').innerText()).not.toContain(TITLE)
    await context.clearCookies({ name: LEFT_COOKIE })
    await page.reload()
    expect(await page.locator('main').innerText()).toContain(TITLE)
    // The session was ended elsewhere: noticed within a second.
    await execute(pool, sql`delete from auth.sessions where user_id = ${creator.id}`)
    const ended = performance.now()
    // When the last page with something of theirs was requested: how long pages take to arrive depends on the machine.
    let lastShown = 0
    await expect
      .poll(async () => {
        const asked = performance.now() - ended
        await page.reload()
        const shown = await page.locator('main').innerText()
        if (shown.includes(TITLE)) lastShown = asked
        return shown
      })
      .not.toContain(TITLE)
    expect(lastShown).toBeLessThan(10_000)
    await context.close()

    // The storage names one person, the cookie another.
    const [one, other] = [await signIn(creator), await signIn(seller)]
    const mixed = await openContext(browser, stack, one)
    await mixed.addCookies(other.cookies)
    const window = await mixed.newPage()
    await window.goto(paths.projects)
    await window.getByRole('button', { name: 'Maya, account menu' }).waitFor()
    expect(await window.locator('header').innerText()).not.toContain('Ellen')
    await mixed.close()
  })

  test('is left in every tab once one of them signs out, and Back does not restore it', async () => {
    const visitor = await signIn(creator)
    const { page, context, wrong } = await openDrawn(paths.projects, { visitor })
    const other = await context.newPage()
    await other.goto(paths.projects)
    await other.getByRole('button', { name: 'Maya, account menu' }).waitFor()
    await page.getByRole('button', { name: 'Maya, account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/auth')
    expect(await (await page.request.get(paths.projects)).text()).not.toContain(TITLE)
    expect(namesOf(await context.cookies())).not.toContain('page-session')
    await other.waitForURL('**/auth')
    // Signing out closes a socket that is still connecting, and the browser logs a message about it.
    expect(wrong.filter((line) => !line.includes('WebSocket is closed before'))).toEqual([])
    await page.goto(paths.about)
    await page.goBack()
    await page.waitForURL('**/auth')
    expect(await page.content()).not.toContain(TITLE)
    await context.close()
  })
})
