import { beforeAll, describe, expect, test } from 'vitest'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { execute, sql } from '#server/db/sql.ts'
import { countEveryone } from '#server/track-records/track-record-clock.ts'
import { buildCreator, buildProject, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import {
  APP_IS_THERE,
  expectOwnDay,
  MISNAMED,
  openDrawn,
  REDRAWN,
  wake,
} from '#tests/support/drawn-page.ts'
import { enter } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { paths } from '#contract/paths.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

/** The server renders public profiles as the browser does, and the app takes over the rendered page once it is used. */

storyOnOwnStack()

const PASSWORD = 'correct horse'
const EVIL = `</script><script>window.__alarm=1</script>"'>&<!--head-->https://origin.invalid$& <b>\\u003c {{x}} ]]>`
/** Every kind of line break, letters of several bytes, right-to-left text, and a word that never ends. */
const LONG = `One\r\ntwo\rthree\n\n  four\u2028 🦊 é e\u0301 שלום ${'long'.repeat(200)} ${'words and '.repeat(150)}`

let person: Record<'full' | 'bare' | 'evil' | 'brand' | 'bareBrand' | 'evilBrand', BuiltUser>

beforeAll(async () => {
  person = {
    full: await buildCreator(pool, { name: 'Maya Okafor' }),
    bare: await buildCreator(pool, { name: 'Teo' }),
    evil: await buildCreator(pool, { name: EVIL }),
    brand: await buildSeller(pool, 'Ellen Harrow'),
    bareBrand: await buildSeller(pool, 'Sam'),
    evilBrand: await buildSeller(pool, EVIL),
  }
  const links = JSON.stringify({
    instagram: 'https://instagram.com/maya',
    constructor: 'https://elsewhere.example/%E0%A4%A',
  })
  await execute(
    pool,
    sql`update profiles set bio = ${LONG}, avatar_url = '/art/c-kofi-pad.svg', niches = '{Food,Travel}',
      rates = '{"Reel": 1180.5, "A very long name of a service": 5}', social_links = ${links},
      portfolio_urls = ${[
        '/art/c-kofi-pad.svg',
        `${stack.url}/art/c-kofi-pad.svg`,
        `${stack.url}/film.txt`,
        'https://elsewhere.example/piece.png',
      ]} where id = ${person.full.id}`,
  )
  // A moment that falls on another day in most places.
  await execute(
    pool,
    sql`update profiles set company_name = 'Harrow & Pine', industry = 'Kitchen', website = 'https://www.harrow.example/x',
      avatar_url = '/art/c-kofi-pad.svg', brand_description = ${LONG.slice(0, 400)}, social_links = ${links},
      created_at = '2026-03-01T00:30:00Z' where id = ${person.brand.id}`,
  )
  await execute(
    pool,
    sql`update profiles set bio = ${EVIL}, company_name = ${EVIL}, brand_description = ${EVIL}, industry = ${EVIL},
      website = 'javascript:alert(1)', social_links = ${JSON.stringify({ [EVIL]: 'javascript:alert(2)' })},
      rates = ${JSON.stringify({ [EVIL]: 5 })}, portfolio_urls = ${['javascript:alert(3)', `https://x.example/${EVIL}`]}
      where id = any(${[person.evil.id, person.evilBrand.id]})`,
  )
  // Otherwise the server's clock job counts these new people within a minute, and finds no deals behind the figures
  // below.
  await countEveryone({ pool }, new Date())
  await execute(
    pool,
    sql`update track_records set deals = 28, badges = '{on_time}',
      figures = '{"rating": [148, 12], "on_time": [27, 28], "finished": [2, 2], "funded": [20, 28], "reviews": [150, 12]}'
      where profile_id = any(${[person.full.id, person.brand.id]})`,
  )
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await execute(pool, sql`update auth.users set password_hash = ${hash}`)
})

/** Opens a window on someone's profile. */
async function open(whose: BuiltUser, { as = null }: { as?: BuiltUser | null } = {}) {
  const visitor = as === null ? null : await enter(stack, { email: as.email, password: PASSWORD })
  return openDrawn(paths.publicProfile(whose.id), { visitor })
}

/** Every way in which a page tells search engines what its words mean: JSON-LD, microdata, RDFa and microformats. */
const MARKED_UP = `script[type="application/ld+json"], [itemscope], [itemprop], [itemtype], [typeof], [vocab],
  main [property], [class~="hreview"], [class~="h-review"], [class~="hreview-aggregate"], [class~="h-review-aggregate"]`

/** What a page says about itself in its head. */
const TOLD = `[document.title, ...[...document.querySelectorAll('meta')].map((one) => one.content)].join(' | ')`

describe('the page of a public profile', () => {
  test('is complete and styled before any script has run', async () => {
    const context = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(paths.publicProfile(person.full.id))
    const shown = await page.locator('main').innerText()
    for (const words of [
      'Maya Okafor',
      'One',
      'Food',
      '$1,180.50',
      '@maya',
      'constructor:',
      'elsewhere.example',
      'On time',
      '96%',
      '28 deals in the last 24 months',
    ])
      expect(shown).toContain(words)
    // Two pictures of this site, one of them by its full address; anything hosted elsewhere is a link.
    expect(await page.locator('main a img').count()).toBe(2)
    expect(await page.getByRole('link', { name: /portfolio piece/ }).count()).toBe(4)
    // Two deals are too few to say that both were finished. The explanation opens without a script.
    expect(shown).not.toContain('Finished')
    await page.getByText('On time 96%').click()
    await page.getByText('27 of 28 deals').waitFor()
    const bare = await context.newPage()
    await bare.goto(paths.publicProfile(person.bare.id))
    expect(await bare.locator('main').innerText()).toContain('New here')
    const brand = await context.newPage()
    await brand.goto(paths.publicProfile(person.brand.id))
    expect(await brand.locator('main').innerText()).toMatch(
      /Harrow & Pine[^]*Reviews within\s*3 h[^]*Funded within 72 h\s*71%[^]*Kitchen[^]*harrow\.example/,
    )
    for (const one of [page, brand]) {
      const [name, words] = [one.locator('main h1'), one.locator('main h1 ~ p, main p').last()]
      const nameBox = await name.boundingBox()
      const wordsBox = await words.boundingBox()
      expect(nameBox?.height, 'the name is a headline').toBeGreaterThan(40)
      expect(wordsBox?.x, 'words stand beside the face').toBeGreaterThan(300)
    }
    await context.close()
  })

  test('shows the rating to readers, and marks up no figure for search engines', async () => {
    const context = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false })
    const page = await context.newPage()
    for (const whose of [person.full, person.brand]) {
      await page.goto(paths.publicProfile(whose.id))
      expect(await page.locator('main').innerText()).toMatch(/Rating\s*4\.1/)
      expect(await page.locator(MARKED_UP).count()).toBe(0)
      const told = await page.evaluate<string>(TOLD)
      expect(told).not.toMatch(/4\.1|rating|review/i)
    }
    await context.close()
  })

  test('on a phone shows figures in pairs, and leaves no gap beside one when another is open', async () => {
    const context = await browser.newContext({
      baseURL: stack.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto(paths.publicProfile(person.brand.id))
    const figures = page.getByLabel('Track record').locator('details:not(:has(dl))')
    const widths = async () =>
      Promise.all((await figures.all()).map(async (one) => (await one.boundingBox())?.width ?? 0))
    const [rating = 0, within = 0, funded = 0] = await widths()
    expect(rating).toBe(within)
    expect(funded).toBeGreaterThan(2 * rating)
    await figures.first().click()
    const [open = 0, ...closed] = await widths()
    expect(open).toBe(funded)
    expect(closed).toEqual([rating, rating])
    await context.close()
  })

  test('loads the app only when it is used, without losing the first click', async () => {
    const { page, context, wrong, scripts } = await open(person.full)
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 400)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(APP_IS_THERE)).toBe(false)
    expect(scripts.length).toBeLessThanOrEqual(2)
    await page.locator('header').getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL('**/auth')
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Maya Okafor' }).waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })

  for (const whose of ['full', 'bare', 'evil', 'brand', 'bareBrand', 'evilBrand'] as const) {
    test(`hydrates without a change for any visitor: ${whose}`, async () => {
      const visitors = { nobody: null, owner: person[whose], other: person.bareBrand }
      for (const [name, as] of Object.entries(visitors)) {
        const { page, context, wrong } = await open(person[whose], { as })
        await wake(page)
        if (as !== null) await page.getByRole('button', { name: 'Account menu' }).waitFor()
        // A brand may act on a creator's profile, and no one else may act on any. What it may do is loaded for the
        // brand alone.
        const mayInvite = as?.role === 'seller' && person[whose].role === 'creator'
        const invite = page.getByRole('button', { name: /^Invite/ })
        if (mayInvite) await invite.waitFor()
        const redrawn = await page.evaluate<string[]>(REDRAWN)
        expect(await page.evaluate(MISNAMED)).toEqual([])
        const own = as?.id === person[whose].id
        // Only the owner gets a part that the server did not render: the link to edit it.
        const others = redrawn.filter((one) => !own || !one.includes('href="/profile/edit"'))
        expect({ name, wrong, others }).toEqual({ name, wrong: [], others: [] })
        expect(await page.getByRole('link', { name: 'Edit Profile' }).count()).toBe(own ? 1 : 0)
        expect(await invite.count()).toBe(mayInvite ? 1 : 0)
        expect(await page.locator('main').getByText('Message', { exact: true }).count()).toBe(0)
        expect(await page.evaluate('window.__alarm')).toBeUndefined()
        await context.close()
      }
    })
  }

  test('shows days in the reader’s time zone, before and after hydration', () =>
    expectOwnDay(paths.publicProfile(person.brand.id), { waits: true }))

  test('lets a brand without a project post one first, even from a draft, and keeps its invitation message', async () => {
    const { page, context, wrong } = await open(person.bare, { as: person.bareBrand })
    await page.getByRole('button', { name: 'Invite Teo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Teo' })
    await dialog.getByLabel('Message (optional)').fill('Your window light would suit our soap.')
    await dialog.getByRole('link', { name: 'Post Project' }).click()
    await page.waitForURL('**/post-project?invite=*')
    // The form says whom it is for, with their picture or initials, and what the button does.
    const notice = page.getByText('You post this project for Teo')
    await notice.waitFor()
    await page.locator('form').getByText('T', { exact: true }).waitFor()
    await see(page, 'After you post, you send Teo the invitation.')
    await page.getByRole('button', { name: 'Post and invite Teo' }).waitFor()
    await page.getByLabel('Title').fill('Soap by a window')
    await page.getByLabel('Category').selectOption('home')
    await page.getByLabel('Description').fill('One reel in daylight.')
    await page.getByLabel('Budget').fill('400')
    await page.getByLabel('Deadline').fill('2031-05-01')
    // Postponed for a day: the draft keeps who it is for.
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await page.waitForURL('**/my-projects')
    await page.getByRole('link', { name: 'View Details' }).click()
    await page.getByRole('button', { name: 'Publish and invite Teo' }).first().click()
    await page.waitForURL('**/find-creators?invite=*')
    expect(await dialog.getByLabel('Message (optional)').inputValue()).toBe(
      'Your window light would suit our soap.',
    )
    expect(await dialog.getByLabel('Project').locator('option:checked').innerText()).toBe(
      'Soap by a window',
    )
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await see(page, 'Invitation sent to Teo successfully!')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL('**/find-creators')
    const sent = await pool.query(
      `select creator_id, message from project_invitations where seller_id = $1`,
      [person.bareBrand.id],
    )
    expect(sent.rows).toEqual([
      { creator_id: person.bare.id, message: 'Your window light would suit our soap.' },
    ])
    // There is now something to talk about.
    await page.goto(paths.publicProfile(person.bare.id))
    await page.getByRole('button', { name: 'Message' }).click()
    await page.waitForURL('**/messages/*')
    expect(wrong).toEqual([])
    await context.close()
  })

  test('shows everyone how many projects a brand has completed, and signed-in people its open ones', async () => {
    await buildProject(pool, {
      seller: person.brand,
      title: 'A bowl for soup',
      status: 'completed',
    })
    await buildProject(pool, { seller: person.brand, title: 'A lamp at dusk' })
    await buildProject(pool, { seller: person.brand, title: 'A secret vase', status: 'draft' })
    const seenBy = { visitor: [] as string[], creator: [] as string[] }
    for (const [who, as] of [
      ['visitor', null],
      ['creator', person.full],
    ] as const) {
      const { page, context, wrong } = await open(person.brand, { as })
      await wake(page)
      const main = page.locator('main')
      // Figures have a list of their own, once they have been counted.
      const facts = main.locator('dl').filter({ hasText: 'Contact' })
      expect(await facts.innerText()).toMatch(/Completed\s+1 project\b/)
      if (as !== null) await main.getByRole('link', { name: /A lamp at dusk/ }).waitFor()
      const words = await main.innerText()
      const titles = ['Open projects', 'A lamp at dusk', 'A bowl for soup', 'A secret vase']
      seenBy[who] = titles.filter((title) => words.includes(title))
      expect(wrong).toEqual([])
      await context.close()
    }
    expect(seenBy).toEqual({ visitor: [], creator: ['Open projects', 'A lamp at dusk'] })
  })

  test('on a phone begins with the name and ends with the reviews', async () => {
    for (const whose of [person.full, person.brand]) {
      const { page, context } = await open(whose, { as: person.brand })
      await page.setViewportSize({ width: 390, height: 844 })
      await wake(page)
      await page.getByRole('heading', { name: 'Reviews' }).waitFor()
      const fromTop = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('main :is(h1, h2)')]
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((heading) => heading.textContent)`)
      expect([fromTop[0], fromTop.at(-1)]).toEqual([
        whose === person.brand ? 'Harrow & Pine' : 'Maya Okafor',
        'Reviews',
      ])
      await context.close()
    }
  })

  test('shows initials for a missing picture', async () => {
    await execute(
      pool,
      sql`update profiles set avatar_url = '/storage/public/avatars/a/gone.webp' where id = ${person.bare.id}`,
    )
    const { page, context } = await open(person.bare)
    await wake(page)
    const letters = page.locator('main').getByText('T', { exact: true })
    await letters.waitFor()
    const square = await letters.locator('..').boundingBox()
    expect(square?.height).toBe(square?.width)
    expect((await letters.boundingBox())?.height).toBeLessThan((square?.height ?? 0) / 2)
    await context.close()
  })

  test('escapes every user-supplied text', async () => {
    for (const whose of [person.evil, person.evilBrand]) {
      const html = await (await fetch(stack.url + paths.publicProfile(whose.id))).text()
      expect(html).not.toMatch(/<script>window\.__alarm|<b>|(href|src)="javascript:/)
      expect(html).toContain('&lt;/script&gt;&lt;script&gt;window.__alarm=1')
      expect(html.match(/<title>/g)).toHaveLength(1)
    }
  })
})
