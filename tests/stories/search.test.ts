import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { holdBack } from '#tests/support/hold-back.ts'
import { see } from '#tests/support/people.ts'
import { databaseOf } from '#tests/support/rows.ts'
import {
  creator,
  ellen,
  maya,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'

/** Finding: the browse screen and Find Creators with more entries than fit on a page. */

storyOnDemoMarket('windows')

const MANY = 60

beforeAll(async () => {
  await databaseOf(stack, (query) =>
    query(
      `insert into projects (seller_id, title, description, category, budget, deadline, status, created_at)
        select $1, 'Zinnia bed ' || n, 'Seeds in rows.', 'other', n * 100, current_date + 90 - n, 'active',
          now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
      [seller.session.user.id],
    ),
  )
})
afterAll(async () => {
  // The other stories count open projects.
  await databaseOf(stack, (query) => query(`delete from projects where title like 'Zinnia bed %'`))
})

const cards = () => maya.locator('main a[href^="/projects/"]')
const firstCard = () => cards().first().locator('h2').innerText()

test('a long list loads on scroll, shows its total, and keeps its scroll position on Back', async () => {
  await maya.goto('/projects?q=ZINNIA%20bed')
  await see(maya, `${MANY} matching projects, newest first.`)
  expect(await cards().count()).toBe(24)
  await expect
    .poll(
      async () => {
        await maya.evaluate('scrollTo(0, document.body.scrollHeight)')
        return maya.evaluate<string>(`document.querySelector('main').innerText.slice(-40)`)
      },
      { timeout: 120_000 },
    )
    .toContain('These are all of them.')
  expect(await cards().count()).toBe(MANY)

  const far = cards().nth(50)
  await far.scrollIntoViewIfNeeded()
  const title = await far.locator('h2').innerText()
  const place = await maya.evaluate<number>('scrollY')
  expect(place).toBeGreaterThan(3_000)
  await far.click()
  await maya.getByRole('heading', { level: 1, name: title }).waitFor()
  await maya.goBack()
  await maya.getByText(title, { exact: true }).waitFor()
  await expect.poll(() => maya.evaluate<number>('scrollY')).toBe(place)
  expect(await cards().count()).toBe(MANY)
})

test('a long page is fully laid out once it has loaded, and a reload restores its scroll position', async () => {
  // Browsers lay out one and a half windows in advance.
  const page = await windowOf(seller, { rendered: true, width: 390, height: 400 })
  const release = await holdBack(page, '**/assets/index-*.js')
  await page.goto(paths.findCreators, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(SKIPPED)).toBeGreaterThan(0)
  release()
  const whole = () => page.locator('html[data-whole]').waitFor({ state: 'attached' })
  await whole()
  expect(await page.evaluate(SKIPPED)).toBe(0)
  await page.evaluate('scrollTo(0, 1500)')
  await page.reload()
  await whole()
  // The mark lays out all of them, before the browser scrolls: no card has a style of its own.
  expect(await page.locator('main article[style]').count()).toBe(0)
  await expect.poll(() => page.evaluate('scrollY')).toBe(1500)
  await page.context().close()
})

/** The number of cards that are not laid out. */
const SKIPPED = `[...document.querySelectorAll('main article')].filter((card) =>
  !card.lastElementChild.checkVisibility({ contentVisibilityAuto: true })).length`

test('the search and sort order are in the address, and unknown filters in it are ignored', async () => {
  await maya.goto('/projects?q=zinnia')
  await maya.getByLabel('Sort by').selectOption('Budget')
  await maya.waitForURL(/sort=budget/)
  await expect.poll(firstCard).toBe(`Zinnia bed ${MANY}`)
  await maya.getByLabel('Sort by').selectOption('Newest first')
  await expect.poll(firstCard).toBe('Zinnia bed 1')
  expect(new URL(maya.url()).search).toBe('?q=zinnia')
  await maya.goto('/projects?q=zinnia&sort=deadline&category=weapons&colour=red')
  await see(maya, `${MANY} matching projects, nearest deadline first.`)
  expect(await firstCard()).toBe(`Zinnia bed ${MANY}`)
})

test('a typo finds near matches; nonsense finds nothing, and offers to show all projects', async () => {
  await maya.goto('/projects')
  const box = maya.getByRole('searchbox')
  await box.fill('zinina bed')
  await see(maya, 'Nothing has exactly these words. These come near:')
  expect(await firstCard()).toContain('Zinnia bed')
  for (const nonsense of [`%_\\'";--`, '🦊🦊🦊', '\u202eمرحبا', 'x'.repeat(50_000)]) {
    // The sentence about the text before this one has to be gone.
    await box.fill('')
    await cards().first().waitFor()
    await box.fill(nonsense)
    await see(maya, 'No projects match')
    await maya.getByRole('button', { name: 'Show all projects' }).waitFor()
  }
  await maya.getByRole('button', { name: 'Show all projects' }).click()
  await maya.waitForURL((url) => url.search === '')
  await cards().first().waitFor()
})

test('a search is saved, reopened and removed', async () => {
  await maya.goto('/projects?q=zinnia&category=other')
  await maya.getByRole('button', { name: 'Save this search' }).click()
  await see(maya, 'Search saved')
  await maya.getByRole('button', { name: 'Stop emails for this search' }).waitFor()
  await maya.goto('/projects')
  await maya.getByRole('link', { name: '“zinnia” · Other' }).click()
  await maya.waitForURL(/q=zinnia&category=other/)
  await maya.getByRole('button', { name: 'Stop emails for this search' }).click()
  await maya.getByRole('button', { name: 'Save this search' }).waitFor()
  expect(await creator.call('searches.list')).toEqual([])
})

test('a brand’s saved search is a chip that leads back to it and can be removed', async () => {
  await ellen.goto('/find-creators?niche=Beauty')
  await ellen.getByRole('button', { name: 'Save this search' }).click()
  await see(ellen, 'Search saved')
  await ellen.goto('/find-creators')
  const chips = ellen.getByRole('list', { name: 'Saved searches' })
  const remove = chips.getByRole('button', { name: 'Remove the saved search Beauty' })
  await remove.waitFor()
  // A button without a style of its own has a border and a gray background.
  const looks = await ellen.evaluate<string[]>(`(() => {
    const button = getComputedStyle(document.querySelector('[aria-label="Saved searches"] button'))
    const chip = getComputedStyle(document.querySelector('[aria-label="Saved searches"] li'))
    return [button.borderStyle, button.backgroundColor, chip.borderStyle]
  })()`)
  expect(looks).toEqual(['none', 'rgba(0, 0, 0, 0)', 'solid'])
  await chips.getByRole('link', { name: 'Beauty' }).click()
  await ellen.waitForURL(/niche=Beauty/)
  await ellen.goto('/find-creators')
  await remove.click()
  await chips.waitFor({ state: 'detached' })
  expect(await seller.call('searches.list')).toEqual([])
})

test('a seller finds a creator despite a typo and opens the invite dialog from the card', async () => {
  await ellen.goto('/find-creators')
  await ellen.getByRole('searchbox').fill('okafr')
  await see(ellen, 'No one has exactly these words. These come close:')
  // More than one may have this name.
  await ellen.getByRole('button', { name: 'Invite Maya Okafor' }).first().click()
  await ellen.getByRole('dialog', { name: 'Invite Maya Okafor' }).waitFor()
  await ellen.keyboard.press('Escape')
})

test('a brand finds creators by package price and delivery time', async () => {
  const { id } = await creator.call('packages.create', {
    body: {
      title: 'Two unboxing videos',
      items: [{ id: 'clip', what: 'video', count: 2 }],
      price: 180,
      days: 5,
      rounds: 2,
    },
  })
  await creator.call('packages.list', { params: { id } })
  await ellen.goto('/find-creators')
  await ellen.getByLabel('Package price').selectOption('250')
  await ellen.getByLabel('Delivered within').selectOption('7')
  await ellen.waitForURL(/price=250&days=7/)
  const hers = ellen.getByRole('article', { name: 'Maya Okafor' })
  await hers.getByText('$180.00').waitFor()
  // Three days are too short for the only package that is cheap enough.
  await ellen.getByLabel('Delivered within').selectOption('3')
  await ellen.waitForURL(/days=3/)
  await hers.waitFor({ state: 'detached' })
  await creator.call('packages.remove', { params: { id } })
})
