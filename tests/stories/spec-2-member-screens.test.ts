import { format } from 'date-fns'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#contract/projects.ts'
import { paths } from '#contract/paths.ts'
import { NICHES } from '#contract/profiles.ts'
import { categoryWord } from '#web/projects/project-words.ts'
import { dealHeadline } from '#contract/deal-words.ts'
import { tellListed } from '#web/projects/listed-deal.ts'
import { settled, visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { expectLines, expectLink, linksIn, read, readPage } from '#tests/support/reading.ts'
import {
  creator,
  ellen,
  market,
  maya,
  seller,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'

/** SPEC §2: what is behind the door, for each role. The titles summarise its statements. */

storyOnDemoMarket('windows')

const STATUS_WORDS = {
  draft: 'Draft',
  active: 'Active',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const
const DELIVERABLE_WORDS = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Needs revision',
} as const
const APPLICATION_WORDS = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
} as const
const project = (end: string) => `/projects/${market.projectIds[end]}`
/** The review room of the newest version of the running deal. */
async function reviewRoom(): Promise<string> {
  const [work] = await creator.call('deliverables.mine')
  return paths.review(work?.project_id ?? '', work?.id ?? '')
}

describe('header and navigation', () => {
  test('a creator has My Work, Browse Projects, My Applications, My Invitations, Messages', async () => {
    const header = await readPage(maya, '/dashboard', 'header')
    expect(linksIn(await read(maya, 'header nav'))).toEqual([
      { name: 'My Work', to: '/dashboard' },
      { name: 'Browse Projects', to: '/projects' },
      { name: 'My Applications', to: '/my-applications' },
      { name: expect.stringMatching(/^My Invitations/) as string, to: '/my-invitations' },
      { name: expect.stringMatching(/^Messages/) as string, to: '/messages' },
    ])
    expect(header).not.toContain('Post Project')
  })

  test('a seller has Find Creators, My Projects, a Post Project button, Messages', async () => {
    await visit(ellen, '/my-projects')
    // In the order of the specification.
    expect(linksIn(await read(ellen, 'header nav'))).toEqual([
      { name: 'Find Creators', to: '/find-creators' },
      { name: 'My Projects', to: '/my-projects' },
      { name: 'Post Project', to: '/post-project' },
      { name: expect.stringMatching(/^Messages/) as string, to: '/messages' },
    ])
    // They are in a row, and Post Project looks like a button.
    const boxes = await ellen.evaluate<[name: string, left: number, filled: boolean][]>(
      `[...document.querySelectorAll('header nav a')].map((link) => [
        link.innerText.trim().split('\\n')[0],
        link.getBoundingClientRect().left,
        getComputedStyle(link).backgroundColor !== 'rgba(0, 0, 0, 0)',
      ])`,
    )
    expect(boxes.map(([name]) => name)).toEqual([
      'Find Creators',
      'My Projects',
      'Post Project',
      'Messages',
    ])
    const lefts = boxes.map(([, left]) => left)
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
    expect(boxes.filter(([, , filled]) => filled).map(([name]) => name)).toEqual(['Post Project'])
    // The narrowest window that shows them has room for all.
    for (const width of [901, 1_000, 1_100, 1_440]) {
      await ellen.setViewportSize({ width, height: 900 })
      const [right = 0, left = 0] = await ellen.evaluate<number[]>(
        `[document.querySelector('header nav').lastElementChild.getBoundingClientRect().right,
          document.querySelector('header nav + div').getBoundingClientRect().left]`,
      )
      expect(right, `${width} px`).toBeGreaterThan(0)
      expect(right, `${width} px`).toBeLessThanOrEqual(left)
      const tooWide = await ellen.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(tooWide, `${width} px`).toBe(0)
    }
    await ellen.setViewportSize({ width: 1_440, height: 900 })
  })

  test('the current route is highlighted', async () => {
    // The current item has a bar of 2 px below it.
    const shown = () =>
      ellen.evaluate<string[]>(`[...document.querySelectorAll('header a[aria-current="page"]')]
        .filter((link) => ['::before', '::after'].some((part) => getComputedStyle(link, part).height === '2px'))
        .map((link) => link.innerText.trim())`)
    expect(await shown()).toEqual(['My Projects'])
    await visit(ellen, '/post-project')
    expect(await shown()).toEqual(['Post Project'])
    await visit(ellen, '/my-projects')
  })

  test('every page of a role sits inside the shared header and footer', async () => {
    const [talk] = await creator.call('conversations.list')
    const shared = [
      '/messages',
      `/messages/${talk?.id}`,
      '/profile',
      '/profile/edit',
      ...['notifications', 'security', 'blocked', 'data', 'documents'].map(
        (section) => `/settings/${section}`,
      ),
      '/notifications',
      '/projects',
      project('held'),
      await reviewRoom(),
    ]
    for (const [page, own] of [
      [
        maya,
        [
          '/dashboard',
          '/my-applications',
          '/my-invitations',
          '/settings/payouts',
          '/profile/packages',
        ],
      ],
      [
        ellen,
        [
          '/find-creators',
          '/my-projects',
          '/post-project',
          '/settings/cards',
          '/lists',
          '/review-queue',
          `${project('held')}?tab=payment`,
        ],
      ],
    ] as const)
      for (const path of [...shared, ...own]) {
        await visit(page, path)
        // Polled: a page whose parts are still loading may be hidden for a moment.
        await expect.poll(() => page.getByRole('banner').count(), { message: path }).toBe(1)
        await expect.poll(() => page.getByRole('contentinfo').count(), { message: path }).toBe(1)
      }
    await visit(ellen, '/my-projects')
  })

  test('the slim footer of the app has every link, the social links and the newsletter box', async () => {
    const words =
      /How It Works|For Creators|For Brands|About|Careers|Blog|Press|Contact|Privacy|Terms|Cookie Policy|Community Guidelines/
    const wide = await readPage(ellen, '/about', 'footer')
    const slim = await readPage(ellen, '/my-projects', 'footer')
    const named = (footer: string) => linksIn(footer).filter(({ name }) => words.test(name))
    expect(named(slim)).toHaveLength(12)
    expect(named(slim)).toEqual(named(wide))
    expect(await ellen.locator('footer a[href^="https:"]').count()).toBe(4)
    await ellen.locator('footer').getByLabel('Email address').waitFor()
    // The theme is in the account menu there.
    expect(wide).toContain('Dark theme')
    expect(slim).not.toContain('Dark theme')
  })

  test('the header menu has Profile and Sign out', async () => {
    await ellen.getByRole('button', { name: 'Account menu' }).click()
    const menu = ellen.getByRole('menu')
    expect(await menu.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe(
      '/profile',
    )
    await menu.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await ellen.keyboard.press('Escape')
  })

  test('the account button’s name contains its visible text; its menu switches the theme and leads to the settings', async () => {
    const button = ellen.locator('header button[aria-haspopup="menu"]')
    const name = (await button.getAttribute('aria-label')) ?? ''
    expect(name).toContain((await button.innerText()).trim())
    await button.click()
    const menu = ellen.getByRole('menu')
    const theme = () => ellen.evaluate<string | undefined>('document.documentElement.dataset.theme')
    await menu.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(theme).toBe('dark')
    expect(await menu.getByRole('menuitemradio', { checked: true }).innerText()).toBe('Dark')
    await menu.getByRole('menuitemradio', { name: 'System' }).click()
    await expect.poll(theme).toBeUndefined()
    await menu.getByRole('menuitem', { name: 'Settings' }).click()
    await ellen.waitForURL('**/settings/cards')
  })

  test('the mobile menu repeats the role links plus Messages and Profile', async () => {
    const links = {
      creator: {
        'My Work': '/dashboard',
        'Browse Projects': '/projects',
        'My Applications': '/my-applications',
        'My Invitations': '/my-invitations',
      },
      seller: {
        'Find Creators': '/find-creators',
        'My Projects': '/my-projects',
        'Post Project': '/post-project',
      },
    }
    for (const [page, own] of [
      [maya, links.creator],
      [ellen, links.seller],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Open menu' }).click()
      const menu = await read(page, '#mobile-menu')
      expect(linksIn(menu).map(({ to }) => to)).toEqual([
        ...Object.values(own),
        '/messages',
        '/profile',
      ])
      for (const [name, to] of Object.entries(own)) expectLink(menu, name, to)
      expectLink(menu, 'Messages', '/messages')
      expectLink(menu, 'Profile', '/profile')
      expect(menu).toContain('button "Sign out"')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
})

describe('/dashboard', () => {
  test('greets the creator by name, with cards Browse Projects, My Applications, My Deliverables, Approved Work', async () => {
    const counts = await creator.call('dashboard.creator')
    const shown = await readPage(maya, '/dashboard')
    expectLines(shown, 'heading "Welcome, Maya" [level=1]', 'My Work')
    expectLink(shown, 'Browse Projects', '/projects')
    expect(shown).toContain(`My Applications ${counts.applications}`)
    expect(shown).toContain(
      `My Deliverables ${counts.deliverables} Approved Work ${counts.approved_deliverables}`,
    )
  })

  test('My Deliverables: project title, file name, submitted date, status badge, View to /projects/{id}', async () => {
    const shown = await read(maya)
    const latest = (await creator.call('deliverables.mine')).slice(0, 5)
    expect(latest.length).toBeGreaterThanOrEqual(2)
    expect(shown).toContain('heading "My Deliverables"')
    for (const one of latest) {
      const day = format(new Date(one.created_at), 'MMM d, yyyy')
      const next = latest.findLast(
        ({ project_id, version }) => project_id === one.project_id && version > one.version,
      )
      const replaced =
        one.status === 'rejected' && next !== undefined
          ? ` Replaced by version ${next.version}.`
          : ''
      const status = DELIVERABLE_WORDS[one.status]
      const { project_title: title, file_name: file } = one
      expect(shown).toContain(`row "${title} ${file}${replaced} ${day} ${status} View ${title}"`)
      expectLink(shown, `View ${title}`, `/projects/${one.project_id}`)
    }
  })

  test('Recent Projects: up to three active ones with title, category, USD budget, View; View All Projects', async () => {
    const shown = await read(maya)
    const { projects } = await creator.call('projects.list', { query: { limit: 3 } })
    expect(projects.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
    expect(shown.match(/- article/g)?.length).toBe(projects.length)
    for (const one of projects) {
      expectLines(shown, one.title, `$${one.budget.toFixed(2)}`)
      expectLink(shown, `View ${one.title}`, `/projects/${one.id}`)
    }
    expectLink(shown, 'View All Projects', '/projects')
  })

  test('a seller landing here sees "Redirecting to Find Creators..." and is sent on, replacing history', async () => {
    await visit(ellen, '/my-projects')
    await ellen.evaluate(`window.said = new Set()
      new MutationObserver(() => said.add(document.querySelector('main').innerText)).observe(
        document.querySelector('main'), { subtree: true, childList: true, characterData: true })`)
    await visit(ellen, '/dashboard')
    await ellen.waitForURL('**/find-creators')
    const said = await ellen.evaluate<string[]>('[...said]')
    expect(said.join('\n')).toContain('Redirecting to Find Creators...')
    await ellen.goBack()
    await ellen.waitForURL('**/my-projects')
  })

  test('the seller’s summary: Post New Project, drafts, active ("Currently accepting applications"), Pending Reviews', async () => {
    const counts = await seller.call('dashboard.seller')
    const shown = await readPage(ellen, '/my-projects')
    expectLink(shown, 'Post New Project Create Project', '/post-project')
    expectLines(
      shown,
      `Draft Projects ${counts.draft_projects}`,
      `Active Projects Currently accepting applications ${counts.active_projects}`,
      `Pending Reviews ${counts.pending_reviews}`,
    )
    // On phones its words are visible, too.
    await ellen.setViewportSize({ width: 390, height: 844 })
    for (const words of ['Post New Project', 'Currently accepting applications'])
      expect((await ellen.getByText(words).boundingBox())?.width, words).toBeGreaterThan(90)
    await ellen.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('profiles and their editors', () => {
  test('/profile of a creator: "Creator Profile", View Public Profile, Payment Setup', async () => {
    const shown = await readPage(maya, '/profile')
    expectLines(shown, 'heading "Creator Profile" [level=1]', 'heading "Payment Setup"')
    expectLink(shown, 'View Public Profile', `/profile/${market.creator.id}`)
    expect(shown).not.toContain('Payment Methods')
  })

  test('/profile of a seller: "Seller Profile", saved Payment Methods, Add Payment Method opens its dialog', async () => {
    const shown = await readPage(ellen, '/profile')
    expectLines(shown, 'heading "Seller Profile" [level=1]', 'heading "Payment Methods"')
    expect(shown).not.toContain('Payment Setup')
    await ellen
      .getByRole('button', { name: /Add Payment Method/ })
      .first()
      .click()
    await ellen.getByRole('dialog', { name: 'Add Payment Method' }).waitFor()
    await ellen.keyboard.press('Escape')
  })

  test('settings: Profile, Payouts or Cards, Notifications, Security, Blocked, Data, each on its own page', async () => {
    for (const [page, money, others] of [
      [maya, ['Payouts', '/settings/payouts', 'Payment Setup'], '/settings/cards'],
      [ellen, ['Cards', '/settings/cards', 'Payment Methods'], '/settings/payouts'],
    ] as const) {
      const [label, to, heading] = money
      await visit(page, others)
      await page.waitForURL(`**${to}`)
      const rail = page.getByRole('navigation', { name: 'Settings' })
      for (const [name, path, part] of [
        [label, to, heading],
        ['Notifications', '/settings/notifications', 'Email notifications'],
        ['Security', '/settings/security', 'Authenticator app'],
        ['Blocked', '/settings/blocked', 'People you have blocked'],
        ['Data', '/settings/data', 'Delete account'],
      ] as const) {
        await rail.getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { name, level: 1 }).waitFor()
        expect(new URL(page.url()).pathname).toBe(path)
        await page.getByRole('heading', { name: part, level: 2 }).waitFor()
        expect(await rail.locator('[aria-current]').innerText()).toBe(name)
      }
      await rail.getByRole('link', { name: 'Profile', exact: true }).click()
      await page.getByRole('heading', { name: /^(Creator|Seller) Profile$/, level: 1 }).waitFor()
    }
    await visit(maya, '/settings/no-such-section')
    await see(maya, 'Oops! Page not found')
  })

  test('old profile links redirect to the matching settings section', async () => {
    for (const [old, now] of [
      ['/profile#notifications', '/settings/notifications'],
      ['/profile?payout=returned', '/settings/payouts'],
    ] as const) {
      await maya.goto(old)
      await maya.waitForURL((url) => url.pathname === now && url.search === '')
    }
    // Without waiting for its pictures: the toast, which comes before the last of them, disappears after six seconds.
    await ellen.goto('/profile?card=saved', { waitUntil: 'commit' })
    await see(ellen, 'Payment method saved')
    await ellen.waitForURL((url) => url.pathname === '/settings/cards' && url.search === '')
  })

  test('the creator editor: title, subtitle, every part of the form, Full Name required, Save Profile', async () => {
    await visit(maya, '/profile/edit')
    // The last of its parts, which load separately.
    await maya.getByRole('heading', { name: 'Rates' }).waitFor()
    const shown = await read(maya)
    expectLines(
      shown,
      'heading "Creator Profile" [level=1]',
      'Set up your profile to attract potential clients',
      'heading "Profile Picture"',
      'textbox "Full Name *"',
      'textbox "Bio"',
      'Tell clients about yourself',
      'heading "Niches"',
      'heading "Social links"',
      'heading "Portfolio"',
      'heading "Rates"',
      'Max size: 5MB',
      'button "Save Profile"',
    )
    expect(await maya.getByLabel('Full Name *').getAttribute('aria-required')).toBe('true')
  })

  test('saving shows "Saving...", "Profile Updated", then the public profile with Edit Profile for its owner only', async () => {
    await maya.evaluate(`window.saying = new Set()
      new MutationObserver(() => saying.add(document.querySelector('main').innerText)).observe(
        document.body, { subtree: true, childList: true, attributes: true, characterData: true })`)
    await maya.getByRole('button', { name: 'Save Profile' }).click()
    await see(maya, 'Profile Updated')
    await see(maya, 'Your creator profile has been saved successfully.')
    await maya.waitForURL(`**/profile/${market.creator.id}`)
    expect((await maya.evaluate<string[]>('[...saying]')).join('\n')).toContain('Saving...')
    await settled(maya)
    expectLink(await read(maya), 'Edit Profile', '/profile/edit')
    // No one else gets it.
    expect(await readPage(ellen, `/profile/${market.creator.id}`)).not.toContain('Edit Profile')
  })

  test('the brand editor: its cards, subtitles, labels and placeholders, Save Profile', async () => {
    expectLines(
      await readPage(ellen, '/profile/edit'),
      'heading "Profile Picture"',
      'Upload your brand logo or profile picture',
      'heading "Brand Information"',
      'Tell creators about your brand',
      'textbox "Contact Name *"',
      'textbox "Company Name *"',
      'textbox "Website"',
      'textbox "Industry"',
      'textbox "Brand Description"',
      'button "Save Profile"',
    )
    for (const [label, placeholder] of [
      ['Contact Name *', 'Your full name'],
      ['Company Name *', 'Your brand or company name'],
      ['Website', 'https://yourbrand.com'],
      ['Industry', 'e.g., Fashion, Technology, Health & Wellness'],
    ] as const)
      expect(await ellen.getByLabel(label).getAttribute('placeholder')).toBe(placeholder)
  })
})

describe('projects', () => {
  test('Available Projects: active ones, search on title or description, category filter, cards link to the project', async () => {
    const { projects } = await creator.call('projects.list')
    const shown = await readPage(maya, '/projects')
    expect(shown).toContain('heading "Available Projects"')
    for (const one of projects) expectLink(shown, one.title, `/projects/${one.id}`)
    const others = (await seller.call('projects.mine')).filter(({ status }) => status !== 'active')
    expect(new Set(others.map(({ status }) => status)).size).toBe(4)
    for (const one of others) expect(shown).not.toContain(`/projects/${one.id}`)
    for (const one of CATEGORIES) expect(shown.toLowerCase(), one).toContain(`button "${one}"`)

    await maya.getByRole('searchbox').fill('dripper and server')
    await maya.waitForURL(/q=dripper/)
    await see(maya, 'Pour-over in stoneware')
    await maya.getByText('One lamp, three rooms').first().waitFor({ state: 'detached' })
    await maya.getByRole('searchbox').fill('')
    await maya.getByRole('button', { name: 'Lifestyle', exact: true }).click()
    await maya.waitForURL(/category=lifestyle/)
    await maya.getByText('Pour-over in stoneware').first().waitFor({ state: 'detached' })
    await see(maya, 'Candle season: four quiet stills')

    // A second choice made before the first one is drawn keeps both.
    await maya.evaluate(`
      const chips = [...document.querySelectorAll('[role=search] button')]
      chips.find(({ textContent }) => textContent === 'Food').click()
      setTimeout(() => {
        const sort = document.querySelector('main select')
        sort.selectedIndex = 1
        sort.dispatchEvent(new Event('change', { bubbles: true }))
      })`)
    await maya.waitForURL(/sort=/)
    expect(new URL(maya.url()).searchParams.get('category')).toBe('food')
  })

  test('/projects/{id}: an invalid UUID, an unknown id and someone else’s draft lead to /projects', async () => {
    for (const id of [
      'nonsense',
      '00000000-0000-4000-8000-000000000000',
      market.projectIds['draft'],
    ]) {
      await visit(maya, '/my-applications')
      // The toast disappears after six seconds, which the list behind it may take to load.
      const told = see(maya, 'This project is not available').then(() =>
        maya.getByRole('button', { name: 'Close' }).click(),
      )
      await Promise.all([told, visit(maya, `/projects/${id}`)])
      await maya.waitForURL('**/projects')
    }
  })

  test('a creator on someone else’s project sees the application form and Contact Seller, but no owner’s tabs', async () => {
    const shown = await readPage(maya, project('active'))
    expectLines(
      shown,
      'textbox "Message"',
      'textbox "Proposed price"',
      'button "Apply to This Project"',
      'button "Contact Seller"',
    )
    expect(shown).not.toContain('tab "Payment"')
    expect(shown).not.toContain('Edit Project')
    expect(shown).not.toContain('Deliver your work')
    expect(shown).not.toContain('Submit Deliverable')
    expect(shown).not.toContain('My Deliverables')
  })

  test('only an accepted creator sees the deliverable form and their own submissions', async () => {
    await visit(maya, project('held'))
    // While the last version is under review, the form is collapsed behind its title.
    const form = maya.getByRole('button', { name: /^Deliver version 3/ })
    expect(await maya.getByRole('button', { name: 'Submit Deliverable' }).count()).toBe(0)
    await form.click()
    await maya.getByRole('button', { name: 'Submit Deliverable' }).waitFor()
    await maya.getByText('reel-01-first-cup-v2.png').first().waitFor()
    const shown = await read(maya)
    expectLines(
      shown,
      'heading "Deliver version 3',
      'button "Submit Deliverable"',
      'heading "My Deliverables"',
      'reel-01-first-cup-v2.png',
      'Needs revision',
    )
    expect(shown).not.toContain('Apply to This Project')
    // Someone who has not been accepted yet has neither.
    const applied = await readPage(maya, project('active'))
    expect(applied).not.toMatch(/Deliver your work|Deliver version|My Deliverables/)
  })

  test('the owner sees tabs Applications, Payment, Deliverables, and Edit Project to /post-project?edit={id}', async () => {
    const shown = await readPage(ellen, project('held'))
    expectLines(shown, 'tab "Applications', 'tab "Payment', 'tab "Deliverables')
    expectLink(shown, 'Edit Project', `/post-project?edit=${market.projectIds['held']}`)
    expect(shown).not.toContain('Contact Seller')
    expect(shown).not.toContain('Deliver your work')
  })

  test('/post-project offers sellers Post and Save as Draft, and redirects creators to /dashboard', async () => {
    await visit(maya, '/post-project')
    await maya.waitForURL('**/dashboard')
    expectLines(
      await readPage(ellen, '/post-project'),
      'button "Post" [disabled]',
      'button "Save as Draft" [disabled]',
    )
  })

  test('My Projects: status badge, category, budget, deadline, application count, View Details', async () => {
    const shown = await readPage(ellen, '/my-projects')
    for (const one of await seller.call('projects.mine')) {
      const card = await read(ellen, `main article[aria-label=${JSON.stringify(one.title)}]`)
      const noun = one.application_count === 1 ? 'application' : 'applications'
      expectLines(
        card,
        STATUS_WORDS[one.status],
        categoryWord(one.category),
        `$${one.budget.toFixed(2)}`,
        format(new Date(`${one.deadline}T12:00:00`), 'MMM d, yyyy'),
        `${one.application_count} ${noun}`,
        // The state of the deal, in the words of its own page.
        one.deal ? dealHeadline(tellListed(one.deal, 'owner')) : 'a deal',
      )
      expectLink(card, 'View Details', `/projects/${one.id}`)
    }
    expectLines(shown, 'Draft', 'Active', 'In progress', 'Completed', 'Cancelled', 'Home')
  })

  test('My Projects begins with what is waiting for the brand, and can be filtered by state', async () => {
    const title = 'A kettle on a ledge'
    const { id } = await seller.call('projects.create', {
      body: {
        title,
        category: 'food',
        description: 'One still.',
        budget: 90,
        deadline: '2031-01-31',
        status: 'draft',
      },
    })
    await visit(ellen, '/my-projects')
    const [first = ''] = await ellen.locator('main h2').allInnerTexts()
    expect(first).toBe('Waiting for you')
    const rows = await ellen.getByRole('region', { name: 'Waiting for you' }).innerText()
    expect(rows).toMatch(/Review[^]*Choose a creator/)
    await ellen.getByRole('button', { name: 'Draft', exact: true }).click()
    await ellen.waitForURL(/status=draft/)
    await ellen.getByRole('article', { name: title }).waitFor()
    // Its word is legible under the mouse, which may no longer be over it because the rows above moved it.
    await ellen.getByRole('button', { name: 'Draft', exact: true }).hover()
    const [word, ground] = await ellen.evaluate<string[]>(`(() => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector('button[aria-pressed="true"]:hover'))
      return [color, backgroundColor]
    })()`)
    expect(word).not.toBe(ground)
    // The list of all stays until the drafts have loaded.
    await expect
      .poll(async () =>
        (await ellen.locator('main article').allInnerTexts()).filter(
          (text) => !text.includes('Draft'),
        ),
      )
      .toEqual([])

    // Published from its own page: once from the header, and the empty list offers the same.
    await visit(ellen, `/projects/${id}`)
    const publish = ellen.getByRole('button', { name: 'Publish', exact: true })
    await expect.poll(() => publish.count()).toBe(2)
    await publish.first().click()
    await see(ellen, 'Project posted successfully!')
    await expect.poll(() => publish.count()).toBe(0)
    expect((await creator.call('projects.get', { params: { id } })).status).toBe('active')
    await seller.call('projects.cancel', { params: { id } })
    await visit(ellen, '/my-projects')
  })

  test('pages of the other role show "Access Denied" and name the role they are for', async () => {
    const mine = await readPage(maya, '/my-projects')
    // One sentence, word for word.
    const denied = 'heading "Access Denied - This page is only available to sellers."'
    expect(mine).toContain(denied)
    expect(await readPage(maya, '/find-creators')).toContain(denied)
    expectLink(mine, 'Go to My Work', '/dashboard')
    for (const path of ['/my-applications', '/my-invitations']) {
      const theirs = await readPage(ellen, path)
      expect(theirs).toContain('heading "Access Denied - This page is only available to creators."')
      // Sellers have no My Work.
      expectLink(theirs, 'Find Creators', '/find-creators')
    }
  })
})

describe('applications, invitations, messages', () => {
  test('My Applications: title, applied date "MMM d, yyyy h:mm a", bid, status, budget, deadline, message', async () => {
    await visit(maya, '/my-applications')
    const mine = await creator.call('applications.mine')
    expect(mine.length).toBeGreaterThanOrEqual(1)
    for (const one of mine) {
      const row = await read(maya, `main article[aria-label=${JSON.stringify(one.project.title)}]`)
      expectLines(
        row,
        format(new Date(one.created_at), 'MMM d, yyyy h:mm a'),
        `$${one.proposed_price.toFixed(2)}`,
        `Budget $${one.project.budget.toFixed(2)}`,
        format(new Date(`${one.project.deadline}T12:00:00`), 'MMM d, yyyy'),
        one.message.slice(0, 40),
        APPLICATION_WORDS[one.status],
        ...(one.deal ? [dealHeadline(tellListed(one.deal, 'creator'))] : []),
      )
      expectLink(row, one.project.title, `/projects/${one.project_id}`)
    }
  })

  test('My Invitations: pending ones have "Accept Invitation" and "Decline"', async () => {
    const shown = await readPage(maya, '/my-invitations')
    expectLines(
      shown,
      'Candle season: four quiet stills',
      'button "Accept Invitation"',
      'button "Decline"',
    )
  })

  test('Messages: the list beside the chat with relative times; on small screens one pane with a way back', async () => {
    const [conversation] = await creator.call('conversations.list')
    await visit(maya, `/messages/${conversation?.id}`)
    const list = maya.getByRole('region', { name: 'Conversations', exact: true })
    await see(maya, 'Perfect. I will send a first cut by the weekend.')
    expect(await list.isVisible()).toBe(true)
    await expectTimes(list, /^(now|\d+[mh]|Yesterday)$/)
    await expectTimes(maya.getByRole('log'), /^(Today|Yesterday|just now|\d+ (minute|hour)s? ago)$/)
    await maya.setViewportSize({ width: 390, height: 844 })
    await list.waitFor({ state: 'hidden' })
    await maya.getByRole('link', { name: /back/i }).click()
    await maya.waitForURL('**/messages')
    await list.waitFor()
    await maya.setViewportSize({ width: 1440, height: 900 })
  })

  test('Messages: deal events are cards that link to what they are about', async () => {
    const [conversation] = await creator.call('conversations.list')
    for (const window of [maya, ellen]) {
      await visit(window, `/messages/${conversation?.id}`)
      const log = window.getByRole('log')
      await log.getByText('Version 1 · ').first().waitFor()
      await expect.poll(() => log.locator('img[src*="poster.webp"]').count()).toBeGreaterThan(0)
      await log.getByRole('link', { name: 'View deliverable' }).first().click()
      await window.waitForURL(/\/projects\/[\w-]+\/review\/[\w-]+$/)
    }
  })
})

/** Expects a part of the page to contain times, all of them in these words. */
async function expectTimes(part: Locator, words: RegExp): Promise<void> {
  const times = await part.locator('time').allInnerTexts()
  expect(times.length).toBeGreaterThan(0)
  expect(times.filter((time) => !words.test(time))).toEqual([])
}

test('a word wider than a phone screen wraps instead of widening the page', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
  const found: string[] = []
  const title = (await seller.call('projects.mine')).map((one) => one.title)
  const personal = ['Maya Okafor', market.creator.email, 'Ellen Harrow', 'Harrow & Pine', ...title]
  const [talk] = await creator.call('conversations.list')
  const { creators } = await seller.call('creators.search')
  for (const [window, addresses] of [
    [maya, ['/dashboard', '/projects', '/my-applications', '/my-invitations', '/profile']],
    [ellen, ['/find-creators', '/my-projects', '/messages', '/profile']],
    [maya, [project('active'), project('held'), '/messages', '/notifications']],
    [
      ellen,
      ['applications', 'payment', 'deliverables'].map((tab) => `${project('held')}?tab=${tab}`),
    ],
    [maya, [`/messages/${talk?.id}`, await reviewRoom(), `/profile/${market.seller.id}`]],
    [ellen, [`/messages/${talk?.id}`, await reviewRoom(), `/profile/${market.creator.id}`]],
    [ellen, ['/profile/edit', '/settings/cards', '/lists/worked', '/review-queue']],
    [ellen, [paths.compare(...creators.slice(0, 2).map(({ id }) => id))]],
  ] as const) {
    const page = await window.context().newPage()
    await page.setViewportSize({ width: 320, height: 844 })
    await page.route('**/api/**', async (route) => {
      const answer = await route.fetch()
      const body = personal.reduce((text, one) => text.replaceAll(one, word), await answer.text())
      await route.fulfill({ response: answer, body })
    })
    for (const address of addresses) {
      await page.goto(address)
      await settled(page)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (wide > 0) found.push(`${address}: ${wide} px too wide`)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }
  expect(found).toEqual([])
})

/** The names of elements. Runs in the page. */
const labelsOf = (all: readonly unknown[]) =>
  all.map((one) => (one as { ariaLabel: string | null }).ariaLabel ?? '')

describe('Find Creators', () => {
  test('search by name or bio, filter by niche and platform, all kept in the address', async () => {
    const shown = await readPage(ellen, '/find-creators')
    // Each shows how many results it would find.
    const { by_niche: niches, by_platform: platforms } = await seller.call('creators.facets')
    for (const niche of NICHES)
      expect(shown).toContain(`option "${niche} (${niches[niche]?.total ?? 0})"`)
    const platform = (name: string, key: string) =>
      `button "${name}, ${platforms[key]?.total ?? 0}"`
    expectLines(
      shown,
      platform('Instagram', 'instagram'),
      platform('TikTok', 'tiktok'),
      platform('YouTube', 'youtube'),
      platform('Twitter', 'twitter'),
    )
    await ellen.getByRole('searchbox').fill('small sets')
    await ellen.waitForURL(/q=small/)
    await see(ellen, '1 creator')
    expect(await ellen.getByLabel('Sort by').inputValue()).toBe('relevance')
    await ellen.getByRole('searchbox').fill('')
    await ellen.getByLabel('Niche').selectOption('Beauty')
    await ellen.locator('main').getByRole('button', { name: 'YouTube' }).click()
    await ellen.waitForURL(/niche=Beauty&platform=youtube|platform=youtube&niche=Beauty/)
    await ellen.getByRole('article', { name: 'Jonas Lindqvist' }).waitFor({ state: 'detached' })
    await ellen.getByRole('article', { name: 'Priya Raman' }).waitFor()
    await ellen.reload()
    await ellen.getByRole('article', { name: 'Priya Raman' }).waitFor()
    expect(await ellen.getByRole('article').count()).toBe(1)
    // A header link to the current page resets it.
    await ellen.locator('header').getByRole('link', { name: 'Find Creators' }).click()
    await ellen.getByRole('article', { name: 'Jonas Lindqvist' }).waitFor()
  })

  test('a brand can filter creators by those it has saved and those it has paid', async () => {
    const cards = () => ellen.getByRole('article').evaluateAll(labelsOf)
    await ellen.getByRole('button', { name: 'Saved' }).click()
    await see(ellen, 'You have saved no one yet')
    await ellen.getByRole('button', { name: 'Saved' }).click()
    await ellen.getByRole('button', { name: 'Save Priya Raman' }).click()
    await ellen.getByRole('button', { name: 'Saved 1' }).click()
    await expect.poll(cards).toEqual(['Priya Raman'])
    await ellen.reload()
    await expect.poll(cards).toEqual(['Priya Raman'])
    const heart = ellen.getByRole('button', { name: 'Save Priya Raman' })
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await heart.click()
    await ellen.getByRole('button', { name: 'Saved 0' }).click()
    await ellen.getByRole('button', { name: 'Worked with' }).click()
    const paid = (await seller.call('payments.list')).filter(({ status }) => status === 'released')
    const { creators } = await seller.call('creators.search')
    await expect
      .poll(async () => (await cards()).toSorted())
      .toEqual(
        creators
          .filter(({ id }) => paid.some((one) => one.creator_id === id))
          .map(({ name }) => name)
          .toSorted(),
      )
    await ellen.getByRole('button', { name: 'Worked with' }).click()
    await ellen.getByRole('article', { name: 'Jonas Lindqvist' }).waitFor()
  })

  test('a card shows at most three niches then "+N more"; View Profile opens a new tab', async () => {
    const card = await read(ellen, 'article[aria-label="Priya Raman"]')
    expect(card).toContain('Beauty Lifestyle Home & Decor +2 more')
    expect(card).not.toContain('Health')
    const link = ellen.getByRole('link', { name: /View Profile of Priya/ })
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('href')).toMatch(/^\/profile\/[0-9a-f-]{36}$/)
  })

  test('the invite dialog offers the seller’s active projects only', async () => {
    await ellen.getByRole('button', { name: 'Invite Kofi Mensah' }).click()
    const dialog = ellen.getByRole('dialog', { name: 'Invite Kofi Mensah' })
    await dialog.getByLabel('Project').waitFor()
    const offered = await dialog.getByLabel('Project').locator('option').allInnerTexts()
    const active = (await seller.call('projects.mine')).filter(({ status }) => status === 'active')
    expect(offered.filter((one) => one !== 'Choose a project').toSorted()).toEqual(
      active.map(({ title }) => title).toSorted(),
    )
    await ellen.keyboard.press('Escape')
  })
})
