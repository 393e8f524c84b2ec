import { expect, test } from 'vitest'
import { buildDeal } from '#tests/support/builders.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

/** A market whose fee is not the default: every text about deals to come says so, before and after the app has come. */

storyOnOwnStack({ PLATFORM_FEE_PERCENT: '12.5' })

const SAID: [path: string, ...lines: string[]][] = [
  ['/', 'Creator receives 87.5%', 'Platform fee 12.5%', '$472.50', '$67.50', 'keep 87.5% of it'],
  ['/how-it-works', '87.5% to the creator, 12.5% to the platform', 'keep 87.5% of it'],
  ['/terms', 'The platform fee is 12.5% of the price; the creator receives 87.5%.'],
]

test.each(SAID)('%s states the configured fee', async (path, ...lines) => {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const expectSaid = async () => {
    // What is far below the window is not laid out yet, but it is there.
    const text = (await page.locator('main').textContent()) ?? ''
    for (const line of lines) expect(text).toContain(line)
    expect(text).not.toMatch(/\b(85|15)%/)
  }
  await page.goto(`${stack.url}${path}`)
  await expectSaid()
  // With something in its address the page does not wait for its reader: the app takes it over.
  await page.goto(`${stack.url}${path}?now`)
  // Polled from here: the page's own policy allows no text to be evaluated in it.
  const isTakenOver = `Object.keys(document.querySelector('#root').firstElementChild).some((key) => key.startsWith('__react'))`
  await expect.poll(() => page.evaluate(isTakenOver)).toBe(true)
  await expectSaid()
  expect(errors).toEqual([])
  await page.close()
})

test('a deal is made on the configured fee', async () => {
  const deal = await buildDeal(pool)
  const { rows } = await pool.query<{ creator_bps: number }>(
    `select creator_bps from applications join fee_terms on fee_terms.id = fee_terms_id
      where applications.id = $1`,
    [deal.application.id],
  )
  expect(rows).toEqual([{ creator_bps: 8_750 }])
})
