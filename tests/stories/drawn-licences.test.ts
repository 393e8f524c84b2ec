import { beforeAll, expect, test } from 'vitest'
import { AI_PARTS_SOURCE } from '#contract/ai-part-words.ts'
import { LICENCE_WORDS, VOID_WORDS } from '#contract/licence-words.ts'
import { paths } from '#contract/paths.ts'
import { execute, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { expectOwnDay, MISNAMED, openDrawn, REDRAWN, wake } from '#tests/support/drawn-page.ts'
import { buildLicence } from '#tests/support/licences.ts'
import { see } from '#tests/support/people.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

/** The server renders the check page of a licence as the browser does, and the app takes over once the page is used. */

storyOnOwnStack()

const EVIL = `</script><script>window.__alarm=1</script>"'>&<!--head--> <b>\\u003c {{x}} ]]>`
const STATES = ['valid', 'bare', 'expired', 'void', 'evil'] as const
let codes: Record<(typeof STATES)[number], string>

beforeAll(async () => {
  const granted = async () => buildLicence(pool, await buildDeal(pool))
  const [valid, bare, expired, ended, evil] = [
    await granted(),
    await granted(),
    await granted(),
    await granted(),
    await granted(),
  ]
  for (const { id } of [valid, expired, ended, evil])
    await execute(
      pool,
      sql`insert into licence_files (licence_id, sha256, name, size, ai_parts) values
        (${id}, ${'a'.repeat(64)}, ${id === evil.id ? EVIL : 'spring.mp4'}, 1500000, array['voice']),
        (${id}, ${'b'.repeat(64)}, 'poster.png', 20000, null)`,
    )
  // A moment that falls on another day in most places.
  await execute(
    pool,
    sql`update licences set granted_at = '2026-03-01T00:30:00Z' where id = ${valid.id}`,
  )
  await execute(
    pool,
    sql`update licences set granted_at = '2026-01-01T12:00:00Z', ends_on = '2026-02-01' where id = ${expired.id}`,
  )
  await execute(
    pool,
    sql`update licences set status = 'void', void_reason = 'refunded', voided_at = now() where id = ${ended.id}`,
  )
  await execute(
    pool,
    sql`update licences set seller_name = ${EVIL}, creator_name = ${EVIL} where id = ${evil.id}`,
  )
  codes = {
    valid: valid.code,
    bare: bare.code,
    expired: expired.code,
    void: ended.code,
    evil: evil.code,
  }
})

test('is complete and styled before any script has run', async () => {
  const context = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const said = async (code: string) => {
    await page.goto(paths.licence(code))
    return page.locator('main').innerText()
  }
  const valid = await said(codes.valid)
  for (const words of [
    codes.valid,
    'Valid',
    'Maya to Harrow',
    'To use it.',
    'No end date',
    'spring.mp4',
    `SHA-256 ${'a'.repeat(12)}`,
    'Voice',
    AI_PARTS_SOURCE,
  ])
    expect(valid).toContain(words)
  const title = await page.locator('main h1').boundingBox()
  expect(title?.height, 'the code is a headline').toBeGreaterThan(25)
  expect(await said(codes.expired)).toMatch(
    new RegExp(`Expired[^]*${LICENCE_WORDS.expired}[^]*Valid until\\s*Feb 1, 2026`),
  )
  expect(await said(codes.void)).toMatch(new RegExp(`Void[^]*${VOID_WORDS.refunded}[^]*Ended`))
  expect(await said(codes.bare)).toContain('No file was delivered')
  await context.close()
})

for (const state of STATES)
  test(`hydrates without a change: ${state}`, async () => {
    const { page, context, wrong } = await openDrawn(paths.licence(codes[state]))
    await wake(page)
    expect(await page.evaluate(MISNAMED)).toEqual([])
    expect({ wrong, redrawn: await page.evaluate(REDRAWN) }).toEqual({ wrong: [], redrawn: [] })
    expect(await page.evaluate('window.__alarm')).toBeUndefined()
    await context.close()
  })

test('a code typed in lower case opens the same page', async () => {
  const { page, context, wrong } = await openDrawn(`/licence/${codes.valid.toLowerCase()}`)
  await see(page, `Licence ${codes.valid}`)
  await wake(page)
  expect({ wrong, redrawn: await page.evaluate(REDRAWN) }).toEqual({ wrong: [], redrawn: [] })
  await context.close()
})

test('shows days in the reader’s time zone, before and after hydration', () =>
  expectOwnDay(paths.licence(codes.valid), { waits: false }))

test('compares a chosen file on the server-rendered page', async () => {
  const { page, context, wrong } = await openDrawn(paths.licence(codes.valid))
  await wake(page)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('another file') })
  await see(page, 'No. This is not one of the licensed files, or it was changed.')
  expect(wrong).toEqual([])
  await context.close()
})

test('escapes every user-supplied text', async () => {
  const html = await (await fetch(stack.url + paths.licence(codes.evil))).text()
  expect(html).not.toMatch(/<script>window\.__alarm|<b>/)
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;window.__alarm=1')
  expect(html.match(/<title>/g)).toHaveLength(1)
})
