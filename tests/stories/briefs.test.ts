import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { openContext, settled, type Visitor } from '#tests/support/market.ts'
import { applyTo } from '#tests/support/market-deals.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { browser, creator, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'
import { see } from '#tests/support/people.ts'

/** A brief from a template: posted by keyboard, read by creators, agreed and frozen. */

storyOnDemoMarket()

const pages: Page[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
})

async function open(who: Visitor, path: string, size = {}): Promise<Page> {
  const page = await (await openContext(browser, stack, who, size)).newPage()
  pages.push(page)
  await page.goto(path)
  await settled(page)
  return page
}

/** Presses Tab until the field or button of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate<string>(
      `(() => { const at = document.activeElement; return at.name || at.value || at.textContent.trim() })()`,
    )
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused()) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

const TITLE = 'The folding lid, three openings'

test('a brand posts from a template by keyboard, and its creator is held to the brief that was agreed', async () => {
  const page = await open(seller, '/post-project')
  await page.getByLabel('Just a text').waitFor()
  await tabTo(page, 'start')
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('The one message').waitFor()
  await tabTo(page, 'title')
  await page.keyboard.type(TITLE)
  await tabTo(page, 'category')
  await page.keyboard.type('Home')
  await see(page, 'No message given: viewers may remember anything.')
  await tabTo(page, 'brief.one_message')
  await page.keyboard.type('It fits in a drawer.')
  await page
    .getByText('No message given: viewers may remember anything.')
    .first()
    .waitFor({ state: 'hidden' })
  expect(await violationsOf(page)).toEqual([])

  // What was typed survives a reload, and looking at another template.
  await page.reload()
  await page.getByLabel('Unboxing').check()
  expect(await page.getByLabel('The one message').inputValue()).toBe('It fits in a drawer.')
  await page.getByLabel('UGC ad with hooks').check()

  await tabTo(page, 'budget')
  await page.keyboard.type('300')
  await tabTo(page, 'deadline')
  await page.keyboard.type('01312031')
  await tabTo(page, 'Post')
  await page.keyboard.press('Enter')
  await see(page, 'Project posted successfully!')
  const posted = (await seller.call('projects.mine')).find(({ title }) => title === TITLE)
  if (posted === undefined) throw new Error('Nothing was posted')
  const path = `/projects/${posted.id}`

  const reader = await open(creator, path, { width: 390, height: 844 })
  const table = reader.getByRole('table', { name: 'What you deliver' })
  await table.getByText('3 × Hook variation').waitFor()
  expect(await violationsOf(reader)).toEqual([])
  expect(await reader.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  const application = await applyTo(creator, posted)
  await seller.call('applications.accept', { params: { id: application.id } })
  await reader.reload()
  await see(reader, /^Version 1, agreed /)
  const owner = await open(seller, path)
  await see(owner, /^Version 1, agreed /)
  await owner.getByRole('button', { name: 'Keep as a template' }).click()
  await owner.getByRole('button', { name: 'Keep', exact: true }).click()
  await see(owner, 'Template kept')
  const [{ brief } = { brief: null }] = await seller.call('brief_templates.list')
  expect(brief?.one_message).toBe('It fits in a drawer.')
  const changed = { body: { brief: { items: [{ id: 'ad', what: 'video' as const, count: 9 }] } } }
  await expect(
    seller.call('projects.update', { params: { id: posted.id }, ...changed }),
  ).rejects.toThrow(errors['brief.agreed'].message)
})
