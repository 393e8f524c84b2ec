import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { postProject } from '#tests/support/market-deals.ts'
import { settled, visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { creator, ellen, maya, seller, storyOnDemoMarket } from '#tests/support/market-story.ts'

/** What every form preserves and what the keyboard reaches: nothing typed is lost, and nothing needs a mouse. */

storyOnDemoMarket('windows')

/** The name of the focused element, or its text. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
  )

describe('nothing typed is lost', () => {
  test('a half-written message survives another page and a reload, and is gone once it is sent', async () => {
    const [conversation] = await creator.call('conversations.list')
    const address = `/messages/${conversation?.id}`
    const line = maya.getByPlaceholder(/^Write to /)
    await visit(maya, address)
    await line.fill('The light was good today, so')
    await visit(maya, '/my-invitations')
    await visit(maya, address)
    expect(await line.inputValue()).toBe('The light was good today, so')
    await maya.reload()
    await settled(maya)
    expect(await line.inputValue()).toBe('The light was good today, so')
    await line.fill('The light was good today.')
    const taken = maya.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.ok(),
    )
    await line.press('Enter')
    await maya.getByRole('log').getByText('The light was good today.').waitFor()
    await taken
    await maya.reload()
    await settled(maya)
    expect(await line.inputValue()).toBe('')
  })

  test('leaving a changed form asks first: staying keeps the input, leaving discards it', async () => {
    await visit(ellen, '/profile/edit')
    const industry = ellen.getByLabel('Industry')
    const before = await industry.inputValue()
    await industry.fill('Stoneware and linen')
    const leave = ellen.getByRole('dialog', { name: 'Leave without saving?' })
    const away = ellen.getByRole('link', { name: 'My Projects' }).first()
    await away.click()
    await leave.waitFor()
    await ellen.keyboard.press('Escape')
    await leave.waitFor({ state: 'hidden' })
    expect(new URL(ellen.url()).pathname).toBe('/profile/edit')
    expect(await industry.inputValue()).toBe('Stoneware and linen')
    await away.click()
    await leave.getByRole('button', { name: 'Leave', exact: true }).click()
    await ellen.getByRole('heading', { level: 1, name: 'My Projects' }).waitFor()
    await visit(ellen, '/profile/edit')
    expect(await industry.inputValue()).toBe(before)
  })

  test('reloading a changed form asks first too, and the input survives', async () => {
    const asked: string[] = []
    ellen.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await ellen.getByLabel('Industry').fill('Stoneware and linen')
    await ellen.reload()
    await settled(ellen)
    expect(asked).toEqual(['beforeunload'])
    expect(await ellen.getByLabel('Industry').inputValue()).toBe('Stoneware and linen')
    // Unchanged again: so there is nothing to ask about.
    const { industry } = await seller.call('profiles.me')
    await ellen.getByLabel('Industry').fill(industry ?? '')
    await visit(ellen, '/my-projects')
    expect(asked).toHaveLength(1)
  })
})

describe('keyboard only', () => {
  test('tabs: arrows cycle, Home and End reach the ends, Tab moves on to the panel', async () => {
    const project = await postProject(seller, 'Tabs by key')
    await visit(ellen, `/projects/${project.id}`)
    const tab = (name: RegExp) => ellen.getByRole('tab', { name })
    const open = () => ellen.getByRole('tab', { selected: true }).innerText()
    await tab(/^Applications/).focus()
    for (const [key, words] of [
      ['ArrowRight', /^Payment/],
      ['ArrowRight', /^Deliverables/],
      ['ArrowRight', /^Applications/],
      ['ArrowLeft', /^Deliverables/],
      ['Home', /^Applications/],
      ['End', /^Deliverables/],
    ] as const) {
      await ellen.keyboard.press(key)
      await expect.poll(open, { message: key }).toMatch(words)
      expect(await focused(ellen), key).toMatch(words)
    }
    await ellen.keyboard.press('Tab')
    expect(await ellen.evaluate<string>('document.activeElement.role')).toBe('tabpanel')
  })

  test('menu: arrows open and navigate it, letters jump, Escape closes it and returns the focus', async () => {
    const button = ellen.getByRole('button', { name: 'Account menu' })
    const menu = ellen.getByRole('menu')
    await button.focus()
    await ellen.keyboard.press('ArrowUp')
    await menu.waitFor()
    await expect.poll(() => focused(ellen)).toBe('Sign out')
    await ellen.keyboard.press('ArrowDown')
    expect(await focused(ellen)).toBe('Profile')
    await ellen.keyboard.press('s')
    expect(await focused(ellen)).toBe('Settings')
    await ellen.keyboard.press('l')
    expect(await focused(ellen)).toBe('Light')
    await ellen.keyboard.press('s')
    expect(await focused(ellen)).toBe('Sign out')
    await ellen.keyboard.press('Home')
    expect(await focused(ellen)).toBe('Profile')
    await ellen.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await focused(ellen)).toBe('Ellen, account menu')
    await ellen.keyboard.press('Enter')
    await expect.poll(() => focused(ellen)).toBe('Profile')
    await ellen.keyboard.press('Enter')
    await ellen.getByRole('heading', { level: 1, name: 'Seller Profile' }).waitFor()
  })

  test('drop zone: Enter and Space open the file chooser; a refused file is announced and describes the zone', async () => {
    await visit(ellen, '/post-project')
    const zone = ellen.getByRole('button', { name: 'Product images' })
    for (const key of ['Enter', 'Space']) {
      const choosing = ellen.waitForEvent('filechooser')
      await zone.press(key)
      const chooser = await choosing
      expect(chooser.isMultiple()).toBe(true)
      await chooser.setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
      await ellen.getByText(/^File type must be one of /).waitFor()
    }
    const describedBy = await zone.getAttribute('aria-describedby')
    expect(await ellen.locator(`[id="${describedBy}"]`).innerText()).toMatch(
      /File type must be one of/,
    )
    await see(ellen, 'Upload failed')
  })
})
