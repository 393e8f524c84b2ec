import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LEFT_COOKIE } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { PERSONAL_PAGES } from '#contract/personal-pages.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { execute, sql } from '#server/db/sql.ts'
import { buildCreator, buildProject, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import {
  APP_IS_THERE,
  MISNAMED,
  MOVED,
  openDrawn,
  REDRAWN,
  SHIFTS,
  STANDS,
} from '#tests/support/drawn-page.ts'
import { enter, openContext, type Visitor } from '#tests/support/market.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'
import { untilServerVouches } from '#tests/support/vouching.ts'

/** The server renders pages for the person who opens them, by the page cookie, and the app takes over what stands there. */

storyOnOwnStack()

const PASSWORD = 'correct horse'
const TITLE = 'Thirty seconds of a mug'

let creator: BuiltUser
let seller: BuiltUser

beforeAll(async () => {
  seller = await buildSeller(pool, 'Ellen Harrow')
  creator = await buildCreator(pool, { name: 'Maya Okafor' })
  await buildProject(pool, { seller, title: TITLE })
  await execute(pool, sql`update profiles set greeted_at = '2026-01-01T00:00:00Z'`)
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await execute(pool, sql`update auth.users set password_hash = ${hash}`)
  await untilServerVouches(stack, await signIn(creator))
})

const signIn = ({ email }: BuiltUser) => enter(stack, { email, password: PASSWORD })

/** A window of someone's without scripts: their page cookie is all there is. */
async function withoutScripts(visitor: Visitor): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false })
  await context.addCookies(visitor.cookies)
  return { context, page: await context.newPage() }
}

describe('a page of one’s own', () => {
  test('can be read without scripts, with its styles, in both themes', async () => {
    const visitor = await signIn(creator)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await withoutScripts(visitor)
      await page.emulateMedia({ colorScheme })
      await page.goto(paths.projects)
      expect(await page.title()).toContain('Available Projects')
      expect(await page.locator('main').innerText()).toContain(TITLE)
      expect(await page.locator('header').innerText()).toContain('Maya')
      const card = await page.getByRole('link', { name: TITLE }).boundingBox()
      expect(card?.height, 'a card is a card').toBeGreaterThan(150)
      await context.close()
    }
  })

  for (const [name, { path, roles }] of Object.entries(PERSONAL_PAGES))
    for (const role of roles)
      test(`is taken over without a change, a shift, an error or a second read: ${name} for a ${role}`, async () => {
        const visitor = await signIn(role === 'seller' ? seller : creator)
        const { page, context, wrong, reads, release } = await openDrawn(path, {
          visitor,
          held: true,
        })
        await page.evaluate(STANDS)
        release()
        await expect.poll(() => page.evaluate(APP_IS_THERE), { timeout: 60_000 }).toBe(true)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(MISNAMED)).toEqual([])
        const redrawn = await page.evaluate<string[]>(REDRAWN)
        const shifts = await page.evaluate(SHIFTS)
        expect({ wrong, redrawn, reads, shifts }).toEqual({
          wrong: [],
          redrawn: [],
          reads: [],
          shifts: [],
        })
        expect(await page.evaluate(MOVED)).toBeLessThanOrEqual(0.01)
        await context.close()
      })

  test('keeps what was typed before the app was there', async () => {
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

  test('is the frame once its session has ended or this browser has left, and nobody else’s app takes it', async () => {
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
    // Ended elsewhere: noticed within a second.
    await execute(pool, sql`delete from auth.sessions where user_id = ${creator.id}`)
    const ended = performance.now()
    await expect
      .poll(async () => {
        await page.reload()
        return page.locator('main').innerText()
      })
      .not.toContain(TITLE)
    expect(performance.now() - ended).toBeLessThan(10_000)
    await context.close()

    // The storage says one person, the cookie another.
    const [one, other] = [await signIn(creator), await signIn(seller)]
    const mixed = await openContext(browser, stack, one)
    await mixed.addCookies(other.cookies)
    const window = await mixed.newPage()
    await window.goto(paths.projects)
    await window.getByRole('button', { name: 'Maya, account menu' }).waitFor()
    expect(await window.locator('header').innerText()).not.toContain('Ellen')
    await mixed.close()
  })

  test('is left on every tab, and by the way back, once one of them has signed out', async () => {
    const visitor = await signIn(creator)
    const { page, context, wrong } = await openDrawn(paths.projects, { visitor })
    const other = await context.newPage()
    await other.goto(paths.projects)
    await other.getByRole('button', { name: 'Maya, account menu' }).waitFor()
    await page.getByRole('button', { name: 'Maya, account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/auth')
    expect(await (await page.request.get(paths.projects)).text()).not.toContain(TITLE)
    expect((await context.cookies()).filter(({ name }) => name === 'page-session')).toEqual([])
    await other.waitForURL('**/auth')
    expect(wrong).toEqual([])
    await page.goto(paths.about)
    await page.goBack()
    await page.waitForURL('**/auth')
    expect(await page.content()).not.toContain(TITLE)
    await context.close()
  })
})
