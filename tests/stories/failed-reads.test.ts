import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LIST_PAGE } from '#contract/paging.ts'
import { STATEMENT_COLUMNS, statementPageWords as words } from '#contract/statement-page-words.ts'
import { settled, visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { REASON, refuse } from '#tests/support/refused-calls.ts'
import {
  ellen,
  market,
  maya,
  seller,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'

/** What a page says while a response is pending or after it failed to arrive, and where that leaves the reader. */

storyOnDemoMarket('windows')

const wordsOf = (page: Page) => page.locator('main').innerText()
const held = (tab = '') => `/projects/${market.projectIds['held']}${tab}`
/**
 * The text of the focused element; none while nothing has the focus, or while `main` has caught it: `main` contains the
 * expected text before the focus has moved on.
 */
const focused = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement.matches("body, main") ? "" : document.activeElement.innerText',
  )
/** The file with a page's live connection. */
const LIVE = /\/assets\/Live-/
/**
 * Keeps the window's next pages from opening their live connection: once it opens, a page may refetch everything at a
 * moment that the test does not choose. Returns a function that ends this.
 */
async function withoutLive(page: Page): Promise<() => Promise<void>> {
  await page.context().route(LIVE, (route) => route.abort())
  return () => page.context().unrouteAll({ behavior: 'wait' })
}
/** By then a change is rendered, and lost focus is somewhere else. */
const TWO_FRAMES =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
/** Someone comes back to this window: what may have changed is refetched. */
const comeBack = (page: Page) =>
  page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')

describe('the focus after "Try again"', () => {
  test('moves to what replaced the notice, or back to the button when loading fails again', async () => {
    const goLive = await withoutLive(maya)
    // Without the cookie of pages the app fetches the list by itself.
    await maya.context().clearCookies({ name: 'page-session' })
    await refuse(maya, 'GET', /\/api\/projects$/)
    await visit(maya, '/projects')
    const again = maya.getByRole('button', { name: 'Try again' })
    await again.focus()
    const refused = maya.waitForResponse(/\/api\/projects$/)
    await maya.keyboard.press('Enter')
    await refused
    // The notice stayed in the meantime, and so did the focus in it.
    await settled(maya)
    await expect.poll(() => focused(maya)).toBe('Try again')
    await maya.unrouteAll({ behavior: 'ignoreErrors' })
    await maya.keyboard.press('Enter')
    await maya.locator('main a h2').first().waitFor()
    await expect.poll(() => focused(maya)).toContain('Harrow & Pine')
    await maya.keyboard.press('Tab')
    expect(await maya.evaluate('document.activeElement.querySelector("h2") !== null')).toBe(true)
    await goLive()
  })

  test('is not needed when the read is repeated in the background: the notice stays, and the focus in it', async () => {
    const goLive = await withoutLive(maya)
    await maya.context().clearCookies({ name: 'page-session' })
    await refuse(maya, 'GET', /\/api\/projects$/)
    await maya.goto('/projects')
    await settled(maya)
    const again = maya.getByRole('button', { name: 'Try again' })
    await again.focus()
    await maya.unrouteAll({ behavior: 'ignoreErrors' })
    let answer: () => void = () => undefined
    const awaited = new Promise<void>((resolve) => (answer = resolve))
    await maya.route(/\/api\/projects(\?|$)/, async (route) => {
      await awaited
      await route.continue()
    })
    const asked = maya.waitForRequest(/\/api\/projects(\?|$)/)
    await comeBack(maya)
    await asked
    await maya.evaluate(TWO_FRAMES)
    expect(await focused(maya)).toBe('Try again')
    answer()
    await expect.poll(() => focused(maya)).toContain('Harrow & Pine')
    await maya.unrouteAll({ behavior: 'ignoreErrors' })
    await goLive()
  })

  test('stays where the reader has moved it meanwhile', async () => {
    // Pressed while the page itself repeats the read, "Try again" waits for that response, which is refused.
    const goLive = await withoutLive(ellen)
    // Refused until "Try again" is pressed: a read by the page itself must not remove the notice before that.
    await refuse(ellen, 'GET', /\/disputes$/)
    await ellen.route(/\/disputes$/, async (route) =>
      (await ellen.evaluate('window.pressedAgain === true')) ? route.continue() : route.fallback(),
    )
    await visit(ellen, held('?tab=payment'))
    await ellen.evaluate('addEventListener("click", () => (window.pressedAgain = true), true)')
    const again = ellen.getByRole('button', { name: 'Try again' })
    const arrived = ellen.waitForResponse(
      (answer) => answer.url().endsWith('/disputes') && answer.status() < 400,
    )
    await again.press('Enter')
    await ellen.getByRole('tab', { name: /Payment/ }).focus()
    await arrived
    await again.waitFor({ state: 'detached' })
    await settled(ellen)
    expect(await focused(ellen)).toContain('Payment')
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    await goLive()
  })
})

describe('a failed load is not mistaken for something else', () => {
  test('a failed profile read is not shown as "Access Denied"', async () => {
    const page = await windowOf(seller)
    await refuse(page, 'GET', /\/api\/profiles\/me$/)
    for (const path of ['/my-projects', '/post-project', '/dashboard']) {
      await page.goto(path)
      await see(page, 'Failed to load profile')
      expect(await wordsOf(page)).not.toContain('Access Denied')
      expect(new URL(page.url()).pathname).toBe(path)
    }
    const refused = page.waitForResponse(/\/api\/profiles\/me$/)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await refused
    await settled(page)
    expect(await focused(page)).toBe('Try again')
    await page.context().close()
  })

  test('deliverables: no step is marked as current', async () => {
    // On the rail of wide screens and in the list of narrow ones.
    const turn = 'main [aria-current="step"]'
    for (const [page, path] of [
      [ellen, held('?tab=payment')],
      [maya, held()],
    ] as const) {
      await visit(page, path)
      expect(await page.locator(turn).count(), path).toBe(2)
      await refuse(page, 'GET', /\/deliverables$/)
      await page.reload()
      await settled(page)
      expect(await page.locator(turn).count(), path).toBe(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('an earlier page of notifications: the failure is shown, with a way to retry', async () => {
    const notice = {
      kind: 'payments',
      sentence: 'Money came.',
      path: '/about',
      created_at: '2026-06-03T09:41:00Z',
    }
    await ellen.route(/\/api\/notifications(\?|$)/, (route) =>
      route.request().url().includes('before=')
        ? route.fallback()
        : route.fulfill({ json: { items: [{ id: 9, read_at: null, ...notice }], next: 9 } }),
    )
    await ellen.goto('/notifications')
    await settled(ellen)
    await ellen.route(/\/api\/notifications\?before=/, (route) =>
      route.fulfill({ status: 400, json: { code: 'request.malformed', message: REASON } }),
    )
    await ellen.getByRole('button', { name: 'Show earlier' }).click()
    await see(ellen, 'The next ones could not be loaded.')
    await ellen.getByRole('button', { name: 'Try again' }).waitFor()
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('more movements of a statement: the failure is shown, with a way to retry; a cleared day is asked for', async () => {
    const row = {
      text: '“Mugs” paid into escrow',
      day: '2026-06-03',
      project_id: held().slice(10),
      amounts: [250, 0, 0],
      balance: 250,
    }
    let isAway = true
    await ellen.route(/\/api\/statements\?/, (route) => {
      const isFirst = !route.request().url().includes('after=')
      if (!isFirst && isAway)
        return route.fulfill({
          status: 400,
          json: { code: 'request.malformed', message: REASON },
        })
      return route.fulfill({
        json: {
          columns: STATEMENT_COLUMNS.seller,
          opening: 0,
          rows: [{ ...row, id: isFirst ? 'm1' : 'm2', text: isFirst ? row.text : 'A second one' }],
          months: [{ month: '2026-06', amounts: row.amounts, balance: 250 }],
          totals: row.amounts,
          next: isFirst ? 'm1' : null,
        },
      })
    })
    await ellen.goto('/settings/documents')
    await settled(ellen)
    await ellen.getByRole('button', { name: words.more }).click()
    await see(ellen, 'The next ones could not be loaded.')
    isAway = false
    await ellen.getByRole('button', { name: 'Try again' }).click()
    await see(ellen, 'A second one')
    await see(ellen, row.text)

    await ellen.getByLabel(words.from, { exact: true }).fill('')
    await see(ellen, words.day)
    expect(await wordsOf(ellen)).not.toContain(words.order)
    await ellen.getByLabel(words.from, { exact: true }).fill('2026-06-02')
    await see(ellen, row.text)
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('more projects to invite to: they are fetched once, and the loaded ones can be chosen', async () => {
    const [row] = await seller.call('projects.mine', { query: { status: 'active' } })
    const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    const page = Array.from({ length: LIST_PAGE }, (_, at) => ({ ...row, id: id(at) }))
    let asked = 0
    await ellen.route(/\/api\/projects\/mine/, (route) => {
      if (!route.request().url().includes('after=')) return route.fulfill({ json: page })
      asked += 1
      return route.fulfill({ status: 400, json: { code: 'request.malformed', message: REASON } })
    })
    const goLive = await withoutLive(ellen)
    await ellen.goto('/find-creators')
    await settled(ellen)
    await ellen
      .getByRole('button', { name: /^Invite / })
      .first()
      .click()
    await see(ellen, 'Your projects could not be loaded')
    await ellen.getByLabel('Project').selectOption(id(3))
    expect(asked).toBe(1)

    const refetched = ellen.waitForResponse(/\/api\/projects\/mine/)
    await comeBack(ellen)
    expect((await refetched).url()).not.toContain('after=')
    await settled(ellen)
    await see(ellen, 'Your projects could not be loaded')
    expect(asked).toBe(1)
    await ellen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => asked).toBe(2)
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    await goLive()
    await ellen.keyboard.press('Escape')
  })
})

describe('while a response is outstanding', () => {
  test('the empty result of the last search is not shown for the next one', async () => {
    await visit(maya, '/projects?q=zzzzzzzzzz')
    await see(maya, 'No projects match')
    let answer: () => void = () => undefined
    const awaited = new Promise<void>((resolve) => (answer = resolve))
    await maya.route(/\/api\/projects(\?|$)/, async (route) => {
      await awaited
      await route.continue()
    })
    await maya.getByRole('button', { name: 'Show all projects' }).click()
    await maya.locator('main [aria-busy="true"]').waitFor()
    expect(await wordsOf(maya)).not.toContain('No projects')
    answer()
    await maya.locator('main a h2').first().waitFor()
    await maya.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('a refetch that is refused', () => {
  test('leaves the page as it is', async () => {
    for (const [path, calls] of [
      [held(), /\/api\/projects\/[^/]+$/],
      [`/profile/${market.seller.id}`, /\/api\/profiles\/[^/]+$/],
    ] as const) {
      await visit(maya, path)
      const title = await maya.locator('main h1').first().innerText()
      await refuse(maya, 'GET', calls, 'request.rate_limited', 429)
      const refused = maya.waitForResponse((answer) => answer.status() === 429)
      await maya.evaluate('history.pushState({}, "", location.href)')
      await comeBack(maya)
      await refused
      await settled(maya)
      expect(await maya.locator('main h1').first().innerText()).toBe(title)
      await maya.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
})
