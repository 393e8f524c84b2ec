import { expect, test } from 'vitest'
import { settled } from '#tests/support/market.ts'
import { ellen, openPage, seller, storyOnDemoMarket } from '#tests/support/market-story.ts'
import { see } from '#tests/support/people.ts'
import { REASON, refuse } from '#tests/support/refused-calls.ts'

/** Finding more than one creator: selecting several, inviting them together, lists with notes, and the comparison. */

storyOnDemoMarket('windows')

const PEOPLE = ['Priya Raman', 'Kofi Mensah']

async function choose() {
  for (const name of PEOPLE) await ellen.getByLabel(`Select ${name}`, { exact: true }).check()
  const bar = ellen.getByRole('region', { name: 'Selected creators' })
  await bar.getByText('2 selected').waitFor()
  return bar
}

test('a brand invites several creators at once, sees each outcome, and cannot invite anyone twice', async () => {
  for (const [title, group] of [
    ['2 invited', 'Invited (2)'],
    ['0 of 2 invited', 'Invited to this project before (2)'],
  ] as const) {
    await ellen.goto('/find-creators')
    const bar = await choose()
    await bar.getByRole('button', { name: 'Invite' }).click()
    const dialog = ellen.getByRole('dialog', { name: 'Invite 2 creators' })
    // The newest project: no one in the demo applied to it or was invited.
    const project = await seller.call('projects.mine', { query: { status: 'active' } })
    const fresh = project.find(({ application_count: count }) => count === 0)
    await dialog.getByLabel('Project').selectOption(fresh?.id ?? project[0]?.id ?? '')
    await dialog.getByLabel('Message (optional)').fill('We would love to see you in this one.')
    await dialog.getByRole('button', { name: 'Send 2 Invitations' }).click()
    const result = ellen.getByRole('dialog', { name: title, exact: true })
    await result.getByRole('heading', { name: group }).waitFor()
    await result.getByText(PEOPLE.join(', ')).waitFor()
    await result.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => bar.count()).toBe(0)
  }
})

test('a brand keeps creators on a list with notes, and can hire again from the automatic “Worked with” list', async () => {
  await ellen.goto('/find-creators')
  const bar = await choose()
  await bar.getByRole('button', { name: 'Add to list' }).click()
  const dialog = ellen.getByRole('dialog', { name: 'Add 2 creators to a list' })
  const lists = await seller.call('lists.all')
  if (lists.length > 0) await dialog.getByLabel('List').selectOption('new')
  // The list of that name which another window made meanwhile can be chosen at once.
  await dialog.getByLabel('Name').fill('Morning people')
  await seller.call('lists.create', { body: { name: 'Morning people' } })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await see(ellen, 'You already have a list with this name.')
  await dialog.getByRole('option', { name: /Morning people/ }).waitFor({ state: 'attached' })
  await dialog.getByLabel('List').selectOption('new')
  await dialog.getByLabel('Name').fill('Breakfast people')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await see(ellen, '2 creators added to “Breakfast people”.')
  await ellen.goto('/lists')
  await ellen.getByRole('link', { name: /Breakfast people/ }).click()
  await ellen.getByRole('button', { name: 'Add a note on Kofi Mensah' }).click()
  const note = ellen.getByLabel('Note on Kofi Mensah')
  await note.fill('Dry humour, good hands.')
  // A note that another window saves meanwhile does not replace what is typed here, and a reload does not lose it.
  const own = (await seller.call('lists.all')).find(({ name }) => name === 'Breakfast people')
  const params = { id: own?.id ?? '' }
  const kofi = (await seller.call('lists.people', { params, query: {} })).find(
    ({ creator }) => creator.name === 'Kofi Mensah',
  )
  await seller.call('lists.note', {
    params: { ...params, creator_id: kofi?.id ?? '' },
    body: { note: 'Films at home.' },
  })
  const reread = ellen.waitForResponse(/\/api\/creator-lists\/[^/]+\/creators/)
  await ellen.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await reread
  await settled(ellen)
  expect(await note.inputValue()).toBe('Dry humour, good hands.')
  await ellen.reload()
  await see(ellen, 'Films at home.')
  await ellen.getByRole('button', { name: 'Edit note on Kofi Mensah' }).click()
  expect(await note.inputValue()).toBe('Dry humour, good hands.')
  await expect.poll(() => ellen.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
  await ellen.getByRole('button', { name: 'Save note' }).click()
  await see(ellen, 'Dry humour, good hands.')
  await ellen.reload()
  await see(ellen, 'Dry humour, good hands.')
  for (const name of PEOPLE) await ellen.getByLabel(`Select ${name}`, { exact: true }).check()
  await see(ellen, '2 selected')
  await ellen.getByRole('button', { name: 'Remove Priya Raman from the list' }).click()
  await expect.poll(() => ellen.getByRole('listitem').filter({ hasText: 'Priya' }).count()).toBe(0)
  // Whoever left the list is not acted on either.
  await see(ellen, '1 selected')

  // A list that could not be read is not gone.
  await refuse(ellen, 'GET', /^\/api\/creator-lists$/)
  await ellen.reload()
  await see(ellen, REASON)
  await ellen.unrouteAll({ behavior: 'ignoreErrors' })
  await ellen.getByRole('button', { name: 'Try again' }).click()
  await see(ellen, 'Dry humour, good hands.')

  // The list disappears from the others before its own creators have been refetched.
  const isGone = Promise.withResolvers<void>()
  await ellen.route(/\/api\/creator-lists\/[^/]+\/creators/, async (route) => {
    await isGone.promise
    return route.fallback()
  })
  await ellen.getByRole('button', { name: 'Remove list' }).click()
  await ellen.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => ellen.getByRole('link', { name: /Breakfast people/ }).count()).toBe(0)
  isGone.resolve()
  await ellen.waitForURL((url) => url.pathname === '/lists')
  await ellen.unrouteAll({ behavior: 'ignoreErrors' })
  await ellen.getByRole('link', { name: 'Worked with' }).click()
  const again = ellen.getByRole('link', { name: /^Hire again .+ with the same brief/ }).first()
  expect(await again.getAttribute('href')).toMatch(/^\/post-project\?again=.+&invite=.+/)
})

test('on a phone the current list is marked and in view, even at the URL that names no list', async () => {
  const { id } = await seller.call('lists.create', { body: { name: 'People for a cold morning' } })
  for (const path of ['/lists', `/lists/${id}`]) {
    const phone = await openPage(seller, path, { width: 390 })
    const chosen = phone.getByRole('navigation', { name: 'Lists' }).locator('[aria-current=page]')
    await chosen.waitFor()
    await expect
      .poll(async () => {
        const { x, width } = (await chosen.boundingBox()) ?? { x: -1, width: 0 }
        return x >= 0 && x + width <= 390
      })
      .toBe(true)
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  }
  await seller.call('lists.remove', { params: { id } })
})

test('creators are compared side by side; on a phone the columns scroll by keyboard and the labels stay', async () => {
  await ellen.goto('/find-creators')
  const bar = await choose()
  await bar.getByRole('link', { name: 'Compare' }).click()
  await ellen.getByRole('columnheader', { name: /Priya Raman/ }).waitFor()
  await ellen.getByRole('rowheader', { name: 'Price from' }).waitFor()
  const address = new URL(ellen.url())
  const phone = await openPage(seller, `${address.pathname}${address.search}`, { width: 390 })
  const table = phone.getByRole('region', { name: 'Compare Creators' })
  await table.waitFor()
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  // A shade at the edge shows that there is more, until the last column is in view.
  expect(
    await phone.evaluate<string>(
      `getComputedStyle(document.querySelector('[role=region]')).backgroundAttachment`,
    ),
  ).toContain('local')
  const label = phone.getByRole('rowheader', { name: 'Price from' })
  const before = await label.boundingBox()
  await table.focus()
  await expect
    .poll(async () => {
      await phone.keyboard.press('ArrowRight')
      return phone.evaluate<number>(`document.querySelector('[role=region]').scrollLeft`)
    })
    .toBeGreaterThan(20)
  expect((await label.boundingBox())?.x).toBeCloseTo(before?.x ?? -1, 0)
  await phone.getByRole('button', { name: /Remove Priya Raman/ }).click()
  await expect.poll(() => phone.getByRole('columnheader').count()).toBe(1)
})
