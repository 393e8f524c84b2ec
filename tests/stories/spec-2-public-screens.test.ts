import { format } from 'date-fns'
import type { ConsoleMessage, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { APP_PAGES, LICENCE_PAGE, PROFILE_PAGE, PUBLIC_PAGES } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { expectLines, expectLink, linksIn, read, readPage } from '#tests/support/reading.ts'
import { market, storyOnDemoMarket, windowOf } from '#tests/support/market-story.ts'

/** SPEC §2: what everyone may see. The titles summarise its statements. */

storyOnDemoMarket()

/** The pages without a prerendered file that open without signing in. */
const OPEN_PAGES: readonly string[] = [
  paths.forgotPassword,
  paths.newPassword,
  paths.guestReview,
  PROFILE_PAGE,
  LICENCE_PAGE,
]

let page: Page
const lines: ConsoleMessage[] = []
const requests: string[] = []

beforeAll(async () => {
  page = await windowOf(null)
  page.on('console', (line) => lines.push(line))
  page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(`${request.method()} ${request.url()}`)
  })
})

describe('header, footer and routes', () => {
  test('signed out: Sign In and Get Started lead to /auth, the logo to /', async () => {
    const header = await readPage(page, '/', 'header')
    expectLink(header, 'Sign In', '/auth')
    expectLink(header, 'Get Started', '/auth')
    expectLink(header, 'Cartwright', '/')
    expect(header).not.toContain('Messages')
  })

  test('the footer links to every page the spec names', async () => {
    const footer = await read(page, 'footer')
    for (const [name, to] of [
      ['How It Works', '/how-it-works'],
      ['For Creators', '/projects'],
      ['For Brands', '/post-project'],
      ['About', '/about'],
      ['Careers', '/careers'],
      ['Blog', '/blog'],
      ['Press', '/press'],
      ['Contact', '/contact'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Cookie Policy', '/cookie-policy'],
      ['Community Guidelines', '/community-guidelines'],
    ] as const)
      expectLink(footer, name, to)
  })

  test('the footer’s social links lead to the configured addresses, on every kind of page', async () => {
    const social = [
      ['Instagram', 'https://www.instagram.com/'],
      ['TikTok', 'https://www.tiktok.com/'],
      ['YouTube', 'https://www.youtube.com/'],
      ['X (Twitter)', 'https://x.com/'],
    ] as const
    for (const path of ['/no/such-page', `/profile/${market.creator.id}`, '/projects', '/']) {
      await visit(page, path)
      const links = page.locator('footer a[href^="https:"]')
      // Polled: after a full page load the heading may be parsed but not yet the footer.
      await expect.poll(() => links.count(), { message: path }).toBe(social.length)
      const elsewhere = await links.all()
      for (const [at, [name, to]] of social.entries()) {
        expect(await elsewhere[at]?.getAttribute('aria-label')).toBe(name)
        expect(await elsewhere[at]?.getAttribute('href')).toBe(to)
      }
      // The app has hydrated the page and still shows what the server rendered.
      await expect
        .poll(async () => linksIn(await read(page, 'footer')).map(({ to }) => to), {
          message: path,
        })
        .toContain('https://www.tiktok.com/')
    }
  })

  test('the newsletter box does nothing and sends nothing', async () => {
    await page.locator('footer').getByLabel('Email address').fill('me@example.com')
    await page.locator('footer').getByRole('button', { name: 'Subscribe' }).click()
    await see(page, 'Coming soon')
    expect(requests).toEqual([])
  })

  test('every public page opens for a visitor, inside the shared header and footer', async () => {
    const other = await page.context().newPage()
    const headings = new Set<string>()
    for (const path of [...PUBLIC_PAGES, `/profile/${market.creator.id}`]) {
      expect((await other.goto(path))?.status(), path).toBe(200)
      expect(new URL(other.url()).pathname).toBe(path)
      expect(await other.locator('#root header').count(), path).toBe(1)
      expect(await other.locator('footer').count(), path).toBe(1)
      headings.add(await other.locator('main h1').innerText())
    }
    // Each is a page of its own; none is the page for unknown paths.
    expect(headings.size).toBe(PUBLIC_PAGES.length + 1)
    expect(headings).not.toContain('Oops! Page not found')
    await other.close()
  })

  test('any other path says "Oops! Page not found", leads home and logs the path to the console', async () => {
    const shown = await readPage(page, '/no/such-page')
    expect(shown).toContain('heading "Oops! Page not found"')
    expectLink(shown, 'Return to Home', '/')
    await expect.poll(() => lines.map((line) => line.text()).join('\n')).toContain('/no/such-page')
    // Typed into the address bar it is the same page, and one that search engines do not index.
    const other = await page.context().newPage()
    const logged = other.waitForEvent('console', (line) => line.text().includes('/nor/this-one'))
    expect((await other.goto('/nor/this-one'))?.status()).toBe(404)
    expectLines(await read(other), 'heading "Oops! Page not found"', 'link "Return to Home"')
    await logged
    await other.close()
  })

  test('all member pages redirect a signed-out visitor to /auth, replacing history', async () => {
    const guarded = APP_PAGES.filter((one) => !OPEN_PAGES.includes(one)).map((one) =>
      one.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
    )
    for (const path of [`/projects/${market.projectIds['active']}`, ...guarded]) {
      await visit(page, path)
      await page.waitForURL('**/auth')
      // Polled: the header of another document may not be parsed yet.
      const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
      await expect.poll(() => signIn.count(), { message: path }).toBe(1)
    }
    await visit(page, '/about')
    await visit(page, '/messages')
    await page.waitForURL('**/auth')
    await page.goBack()
    await page.waitForURL('**/about')
  })
})

describe('landing', () => {
  test('the hero says "Early access in now live!", Get Started leads to /auth, Watch Demo plays', async () => {
    const shown = await readPage(page, '/')
    expectLines(shown, 'Early access in now live!', 'button "Watch Demo"')
    expectLink(shown, 'Get Started', '/auth')
    await page.getByRole('button', { name: 'Watch Demo' }).click()
    const demo = page.getByRole('dialog', { name: 'One project, from posting to payout' })
    for (const [at, stop] of [
      'A brand posts a project',
      'Creators apply with their own price',
      'The brand picks one and they start talking',
      'The money is held before the work starts',
      'The work comes in and is reviewed',
      'Approval pays the creator',
    ].entries()) {
      if (at > 0) await demo.getByRole('button', { name: 'Next' }).click()
      await demo.getByRole('heading', { name: stop }).waitFor()
      await demo.getByText(`Step ${at + 1} of 6`, { exact: true }).waitFor()
    }
    expect(await demo.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/auth')
    await page.keyboard.press('Escape')
    await demo.waitFor({ state: 'hidden' })
  })

  test('features, then "Join as Brand" and "Join as Creator", both to /auth', async () => {
    const shown = (await read(page)).replaceAll('\u00a0', ' ')
    const order = [
      /heading "The money holds the two sides together\." \[level=2\]/,
      /heading "Every creator has a face, a price and a portfolio\." \[level=2\]/,
      /heading "Fast turnaround" \[level=2\]/,
      /heading "Revision rounds and dispute resolution" \[level=2\]/,
      /link "Join as Brand/,
      /link "Join as Creator/,
    ]
    for (const part of order) expect(shown).toMatch(part)
    const positions = order.map((part) => shown.search(part))
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    expectLink(shown, 'Join as Brand', '/auth')
    expectLink(shown, 'Join as Creator', '/auth')
  })
})

describe('/auth', () => {
  test('two tabs, Sign In first; both offer "Continue with Google"; Sign In asks for email and password', async () => {
    const shown = await readPage(page, '/auth')
    expectLines(
      shown,
      'tab "Sign In" [selected]',
      'tab "Sign Up"',
      'button "Continue with Google"',
      'textbox "Email"',
      'textbox "Password"',
    )
    expect(shown).not.toContain('textbox "Name"')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    const other = await read(page)
    expectLines(other, 'tab "Sign Up" [selected]', 'button "Continue with Google"')
    await page.getByRole('tab', { name: 'Sign In' }).click()
  })

  test('Sign Up asks for name, email, password and "I am a:" Creator or Seller', async () => {
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    expectLines(
      await read(page),
      'button "Continue with Google"',
      'textbox "Name"',
      'textbox "Email"',
      'textbox "Password"',
      'group "I am a:"',
      'I make content',
      'I need content',
    )
    expect(await page.getByRole('radio', { name: /^Creator/ }).isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: /^Seller/ }).isChecked()).toBe(false)
  })
})

describe('public profiles', () => {
  test('creators and brands have different layouts, and a visitor sees no Edit Profile', async () => {
    const creator = await readPage(page, `/profile/${market.creator.id}`)
    expectLines(creator, 'heading "Maya Okafor"', 'heading "Rates"', 'heading "Portfolio"')
    const brand = await readPage(page, `/profile/${market.seller.id}`)
    expectLines(brand, 'heading "Harrow & Pine"', 'harrowandpine.example')
    expect(brand).not.toMatch(/heading "(Rates|Portfolio)"/)
    expect(creator + brand).not.toContain('Edit Profile')
  })

  test('a portfolio piece opens in a viewer with arrow keys and Escape; one on another site is a link', async () => {
    const window = await windowOf(null)
    await visit(window, `/profile/${market.creator.id}`)
    const tile = (number: number) => window.getByRole('link', { name: `portfolio piece ${number}` })
    await tile(2).click()
    const viewer = window.getByRole('dialog', { name: 'Work by Maya Okafor' })
    await viewer.getByText(/^2 of 5/).waitFor()
    await window.keyboard.press('ArrowRight')
    await viewer.getByText(/^3 of 5/).waitFor()
    for (let press = 0; press < 3; press += 1) await window.keyboard.press('ArrowLeft')
    await viewer.getByText(/^5 of 5/).waitFor()
    expect(await viewer.getByRole('img', { name: 'Piece 5 by Maya Okafor' }).count()).toBe(1)
    await viewer.getByRole('button', { name: 'Next' }).click()
    await viewer.getByText(/^1 of 5/).waitFor()
    expect(await violationsOf(window)).toEqual([])
    await window.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    expect(await window.locator(':focus').getAttribute('aria-label')).toMatch(
      /^Open portfolio piece 2/,
    )
    expect(await tile(6).getAttribute('target')).toBe('_blank')
    await window.context().close()
  })

  test('an unknown id shows "Profile Not Found", "The profile you\'re looking for doesn\'t exist."', async () => {
    expectLines(
      await readPage(page, '/profile/00000000-0000-4000-8000-000000000000'),
      'heading "Profile Not Found"',
      "The profile you're looking for doesn't exist.",
    )
  })
})

describe('static pages', () => {
  test('How It Works: four steps, benefit lists, Join Now to /auth, Browse Projects to /projects', async () => {
    const shown = await readPage(page, '/how-it-works')
    expectLines(
      shown,
      'heading "Choose Your Role"',
      'heading "Connect & Collaborate"',
      'heading "Secure Payment"',
      'heading "Deliver Results"',
      'heading "For brands"',
      'heading "For creators"',
    )
    expectLink(shown, 'Join Now', '/auth')
    expectLink(shown, 'Browse Projects', '/projects')
  })

  test('Privacy and Terms end with Get Started to /auth; Privacy shows today as last updated', async () => {
    const privacy = await readPage(page, '/privacy')
    // They end with it: no navigation target follows it.
    const last = { name: 'Get Started', to: '/auth' }
    expect(linksIn(privacy).at(-1)).toEqual(last)
    const updated = `Last updated: ${format(new Date(), 'MMMM d, yyyy')}`
    expect(privacy).toContain(updated)
    // Also where nothing led to it and nothing is touched.
    const other = await page.context().newPage()
    await other.goto('/privacy')
    await see(other, updated)
    await other.close()
    expect(linksIn(await readPage(page, '/terms')).at(-1)).toEqual(last)
  })

  test('Terms: 18 years, no AI training without written agreement, the licence, $100, 30 days, Michigan, arbitration', async () => {
    await visit(page, '/terms')
    const terms = await page.locator('main').innerText()
    for (const fact of [
      'You must be at least 18 years old',
      'Brands may not use content for AI training, nor let others do so, without a written agreement',
      'After approval and payment the brand receives a worldwide, perpetual, royalty-free, non-exclusive licence',
      'within 7 days of its delivery',
      'limited to the greater of $100 or the amount you paid to us in the preceding six months',
      'We announce changes at least 30 days ahead',
      'governed by the law of the State of Michigan',
      'Disputes between you and us are resolved by binding arbitration',
      'Shopify',
    ])
      expect(terms).toContain(fact)
    await visit(page, '/privacy')
    expect(await page.locator('main').innerText()).toMatch(/not for children under 13/)
    for (const path of ['/privacy', '/terms', '/cookie-policy', '/community-guidelines']) {
      await visit(page, path)
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(1_000)
    }
  })

  test('About: mission, founded 2024, Trust, Authenticity, Innovation', async () => {
    expectLines(
      await readPage(page, '/about'),
      'heading "Our mission"',
      'was founded in 2024',
      'term: Trust',
      'term: Authenticity',
      'term: Innovation',
    )
  })

  test('Careers: three positions with department, location and type; Apply Now does nothing; a mail address', async () => {
    const shown = await readPage(page, '/careers')
    expectLines(
      shown,
      'Senior Full Stack Developer',
      'Product Marketing Manager',
      'Customer Success Specialist',
      'Engineering',
      'Remote',
      'Full-time',
      '/url: mailto:careers@',
    )
    await inert('Apply Now: Senior Full Stack Developer')
  })

  test('Blog: four posts, the first featured; Read More and Subscribe do nothing', async () => {
    const shown = await readPage(page, '/blog')
    expect(shown.match(/button "Read More/g)?.length).toBe(4)
    expect(await page.locator('article').count()).toBe(1)
    requests.length = 0
    await page
      .getByRole('button', { name: /Read More/ })
      .first()
      .click()
    await see(page, 'Coming soon')
    await page.locator('main').getByRole('button', { name: 'Subscribe' }).click()
    await see(page, 'Coming soon')
    expect(requests).toEqual([])
  })

  test('Press: three releases, four media kit items with inert downloads, response within 24 hours', async () => {
    const shown = await readPage(page, '/press')
    const releases = page
      .locator('main section')
      .filter({ has: page.getByRole('heading', { name: 'Press releases' }) })
    expect(await releases.getByRole('heading', { level: 3 }).count()).toBe(3)
    expect(shown.match(/button "Download/g)?.length).toBe(4)
    expectLines(
      shown,
      'Logo pack',
      'Brand guidelines',
      'Headshots',
      'Product screenshots',
      'We respond within 24 hours.',
    )
    await inert('Download: Logo pack')
  })

  test('Contact: required name, email, subject, message; Send Message logs to the console and sends nothing', async () => {
    const shown = await readPage(page, '/contact')
    expectLines(
      shown,
      'mailto:support@',
      'We respond within 24 hours.',
      'Monday to Friday, 9AM to 6PM PST',
      'Live chat',
      'button "View FAQ"',
      'Office',
      '214 Sawmill Street, Suite 3, Ann Arbor, MI 48104',
    )
    requests.length = 0
    const form = page.locator('main form')
    const send = form.getByRole('button', { name: 'Send Message' })
    await send.click()
    for (const field of ['Name', 'Email', 'Subject', 'Message'])
      await see(page, `${field} is required`)
    await form.getByLabel('Name').fill('Wren')
    await form.getByLabel('Email').fill('wren@example.com')
    await form.getByLabel('Subject').fill('Hello')
    // No length is too long for it.
    await form.getByLabel('Message').fill(`A question about escrow. ${'Please. '.repeat(2_000)}`)
    lines.length = 0
    await send.click()
    await see(page, 'This form is not connected to a mailbox yet')
    const logged = await Promise.all(
      lines.flatMap((line) => line.args()).map((one) => one.jsonValue()),
    )
    expect(JSON.stringify(logged)).toContain('A question about escrow.')
    expect(requests).toEqual([])
  })
})

/** Uses a button that leads nowhere yet: it says so and sends no request (decision P26). */
async function inert(name: string): Promise<void> {
  requests.length = 0
  await page.getByRole('button', { name }).click()
  await see(page, 'Coming soon')
  expect(requests).toEqual([])
}
