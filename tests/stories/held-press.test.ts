import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchStoryBrowser } from '#tests/support/browser.ts'
import { bundledScript } from '#tests/support/bundled-script.ts'

/** Longer than a press waits (web/ui/held-press.ts), in ms. */
const LONG_AFTER = 20_000

let browser: Browser
let code: string
let page: Page

beforeAll(async () => {
  browser = await launchStoryBrowser()
  code = await bundledScript('web/ui/held-press.ts', 'heldPress')
})
afterAll(() => browser.close())

beforeEach(async () => {
  page = await browser.newPage()
  await page.clock.install()
  await page.setContent('<main><button>Save</button><button>Cancel</button></main>')
  await page.evaluate(`${code}
    window.pressed = []
    document.addEventListener('click', ({ target }) => pressed.push(target.textContent + (target.id && ' ' + target.id)))
    window.button = document.querySelector('button')
    /** As React marks what it has taken over. */
    window.takeOver = (element) => (element.__reactProps$key = {})
    heldPress.replay(button)`)
})
afterEach(() => page.close())

/** What was pressed by the page itself, a time after. */
async function pressedAfter(ms: number): Promise<string[]> {
  await page.clock.runFor(ms)
  return page.evaluate<string[]>('pressed')
}

test('an early press waits until its button is hydrated, and is replayed once', async () => {
  expect(await pressedAfter(5_000)).toEqual([])
  await page.evaluate('takeOver(button)')
  expect(await pressedAfter(LONG_AFTER)).toEqual(['Save'])
})

test('an early press is dropped if its button is not hydrated in time', async () => {
  expect(await pressedAfter(LONG_AFTER)).toEqual([])
  await page.evaluate('takeOver(button)')
  expect(await pressedAfter(LONG_AFTER)).toEqual([])
})

test('in a re-rendered page, the press goes to the button with the same label', async () => {
  await page.evaluate(`document.querySelector('main').innerHTML = '<button>Cancel</button><button>Save</button>'
    document.querySelectorAll('button').forEach(takeOver)`)
  expect(await pressedAfter(LONG_AFTER)).toEqual(['Save'])
})

test('among elements with the same label, the press goes to the one with the same role and type', async () => {
  await page.evaluate(`document.querySelector('main').innerHTML = '<button role="tab" id="tab">Save</button><button type="submit" id="sends">Save</button><button id="one">Save</button>'
    document.querySelectorAll('button').forEach(takeOver)`)
  expect(await pressedAfter(LONG_AFTER)).toEqual(['Save one'])
})

test('if two buttons have the same label, neither is pressed: one may concern another person', async () => {
  await page.evaluate(`document.querySelector('main').innerHTML = '<button id="one">Save</button><button id="two">Save</button>'
    document.querySelectorAll('button').forEach(takeOver)`)
  expect(await pressedAfter(LONG_AFTER)).toEqual([])
})

test('among buttons with the same label, the press goes to the one that took the place of the pressed one', async () => {
  await page.evaluate(`document.querySelector('main').innerHTML = '<button id="one">Save</button><button id="two">Save</button>'
    heldPress.succeed(button, document.getElementById('two'))
    document.querySelectorAll('button').forEach(takeOver)`)
  expect(await pressedAfter(LONG_AFTER)).toEqual(['Save two'])
})

test('pressing something else meanwhile cancels the early press', async () => {
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.evaluate('document.querySelectorAll("button").forEach(takeOver)')
  expect(await pressedAfter(LONG_AFTER)).toEqual(['Cancel'])
})
