import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchStoryBrowser } from '#tests/support/browser.ts'
import { bundledScript } from '#tests/support/bundled-script.ts'

/** What was chosen before the app was there is chosen again once, and what the app heard is not. */

const PAGE = `<main>
  <label>One <input type="radio" name="side" value="one"></label>
  <label>Two <input type="radio" name="side" value="two"></label>
  <label>Private <input type="radio" name="sight" value="private" checked></label>
  <label>Public <input type="radio" name="sight" value="public"></label>
  <label>Agree <input type="checkbox" name="agree"></label>
  <select name="order"><option>Newest</option><option>Oldest</option></select>
</main>`

let browser: Browser
let code: string
let page: Page

beforeAll(async () => {
  browser = await launchStoryBrowser()
  code = await bundledScript('web/start-up/held-input.ts', 'heldInput')
})
afterAll(() => browser.close())

beforeEach(async () => {
  page = await browser.newPage()
  await page.setContent(PAGE)
  await page.evaluate(`${code}
    window.input = heldInput.holdInput(() => {})
    /** As React marks what it has taken over. */
    window.takeOver = () => document.querySelectorAll('input, select').forEach((one) => { one.__reactProps$key = {} })
    window.heard = []
    window.listen = () => document.addEventListener('change', ({ target }) => heard.push(target.name + ' ' + (target.type === 'checkbox' ? target.checked : target.value)))`)
})
afterEach(() => page.close())

/** What the app hears of once it is there. */
async function heardByApp(): Promise<string[]> {
  await page.evaluate('takeOver(); listen(); input.release()')
  return page.evaluate<string[]>('heard')
}

test('of several radio buttons chosen before the app loads, the last one stays chosen', async () => {
  for (const name of ['One', 'Two', 'One']) await page.getByLabel(name).check()
  expect((await heardByApp()).at(-1)).toBe('side one')
  expect(await page.getByLabel('One').isChecked()).toBe(true)
})

test('a checkbox ticked before the app loads is replayed to the app', async () => {
  await page.getByLabel('Agree').check()
  expect(await heardByApp()).toEqual(['agree true'])
  expect(await page.getByLabel('Agree').isChecked()).toBe(true)
})

test('a choice that was taken back is not replayed', async () => {
  await page.getByLabel('Agree').check()
  await page.getByLabel('Agree').uncheck()
  await page.locator('select').selectOption('Oldest')
  await page.locator('select').selectOption('Newest')
  expect(await heardByApp()).toEqual([])
})

test('returning to the radio button that was rendered as chosen replays nothing', async () => {
  await page.getByLabel('Public').check()
  await page.getByLabel('Private').check()
  expect(await heardByApp()).toEqual([])
  expect(await page.getByLabel('Private').isChecked()).toBe(true)
})

test('a choice that the app has already handled is not replayed', async () => {
  await page.evaluate('takeOver()')
  await page.locator('select').selectOption('Oldest')
  await page.getByLabel('Agree').check()
  expect(await heardByApp()).toEqual([])
  expect(await page.locator('select').inputValue()).toBe('Oldest')
})

test('in a re-rendered page, a choice is replayed only to the same control', async () => {
  await page.getByLabel('Agree').check()
  await page.locator('select').selectOption('Oldest')
  await page.evaluate(
    `document.querySelector('main').innerHTML = '<p>A notice</p><label>Refuse <input type="checkbox" name="agree"></label><select name="order"><option>Newest</option><option>Oldest</option></select>'`,
  )
  expect(await heardByApp()).toEqual(['order Oldest'])
  expect(await page.getByLabel('Refuse').isChecked()).toBe(false)
})

test.each([
  ['several lines', 'textarea', 'Half a message\nmore'],
  ['a single line, which cannot hold both', 'input', 'more'],
])(
  'text typed before the app loads follows the draft that the app restores: %s',
  async (_, tag, text) => {
    const field = (value: string) =>
      tag === 'textarea'
        ? `<textarea name="say">${value}</textarea>`
        : `<input name="say" value="${value}">`
    const show = (value: string) => `document.querySelector('main').innerHTML = '${field(value)}'`
    await page.evaluate(show(''))
    await page.locator('[name=say]').fill('more')
    await page.evaluate(`${show('Half a message')}; input.carryOver()`)
    expect(await page.locator('[name=say]').inputValue()).toBe(text)
    await page.evaluate('input.release()')
    expect(await page.locator('[name=say]').inputValue()).toBe(text)
  },
)

test('text that was changed before the app loads replaces what the page showed', async () => {
  const show = `document.querySelector('main').innerHTML = '<textarea name="say">A potter</textarea>'`
  await page.evaluate(show)
  await page.locator('[name=say]').fill('A glazier')
  await page.evaluate(`${show}; input.carryOver(); input.release()`)
  expect(await page.locator('[name=say]').inputValue()).toBe('A glazier')
})
