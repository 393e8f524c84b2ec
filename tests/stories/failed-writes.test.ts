import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { amendmentWords } from '#contract/amendment-words.ts'
import { offerWords } from '#contract/offer-words.ts'
import { paths } from '#contract/paths.ts'
import type { Input } from '#contract/schemas.ts'
import { enter, openContext, settled, visit } from '#tests/support/market.ts'
import { applyTo, postProject } from '#tests/support/market-deals.ts'
import { see } from '#tests/support/people.ts'
import { savedBeforeWords as savedPackageWords } from '#web/packages/own/saved-before-words.ts'
import { savedBeforeWords } from '#web/projects/project-form-words.ts'
import { browser, market, stack, storyOnDemoMarket, windowOf } from '#tests/support/market-story.ts'

/** What happens to what someone typed or chose when it could not be sent. */

storyOnDemoMarket()

let page: Page

test('text typed before the session ended is still there after signing in again', async () => {
  const seller = await enter(stack, market.seller)
  page = await windowOf(seller)
  await visit(page, '/post-project')
  await page.getByLabel('Title').fill('A jug, half described')
  const [current] = await seller.call('sessions.list')
  await (
    await enter(stack, market.seller)
  ).call('sessions.end', { params: { id: current?.id ?? '' } })
  // Whatever they do next.
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await page.waitForURL('**/auth')
  await page.getByLabel('Email', { exact: true }).fill(market.seller.email)
  await page.getByLabel('Password', { exact: true }).fill(market.seller.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/post-project')
  expect(await page.getByLabel('Title').inputValue()).toBe('A jug, half described')
  await page.context().close()
})

test('a mail preference that did not reach the server is not shown as changed', async () => {
  const creator = await enter(stack, market.creator)
  page = await windowOf(creator)
  await visit(page, paths.mailSettings)
  const choice = page.getByRole('checkbox').first()
  const before = await choice.isChecked()
  await page.route(/\/api\/notifications\/preferences/, (route) => route.abort())
  await choice.click()
  await see(page, 'Your choice could not be saved. Please try again.')
  await expect.poll(() => choice.isChecked()).toBe(before)
  await page.context().close()
})

test('without a connection an action fails immediately, and works once the connection is back', async () => {
  const seller = await enter(stack, market.seller)
  page = await windowOf(seller)
  await visit(page, '/post-project')
  await page.getByLabel('Title').fill('A bowl, written on a train')
  await page.getByLabel('Category').selectOption('home')
  await page.getByLabel('Description').fill('One still.')
  await page.getByLabel('Budget').fill('10')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Deadline').fill(day)
  await page.context().setOffline(true)
  const save = page.getByRole('button', { name: 'Save as Draft' })
  await save.click()
  await see(page, 'We could not reach the server. Check your connection and try again.')
  await page.context().setOffline(false)
  await save.click()
  await see(page, 'Project saved as draft!')
  const drafts = await seller.call('projects.mine', { query: { status: 'draft' } })
  expect(drafts.filter(({ title }) => title === 'A bowl, written on a train')).toHaveLength(1)
  await page.context().close()
})

test('a project whose response was lost is posted once, even after a reload; other words can become another one', async () => {
  const seller = await enter(stack, market.seller)
  page = await windowOf(seller)
  const title = 'A ladle, posted in a tunnel'
  const own = async () =>
    (await seller.call('projects.mine')).filter((project) => project.title.startsWith(title))
  const post = page.getByRole('button', { name: 'Post', exact: true })

  async function postInTunnel() {
    // Loaded, so that it is another form: the last one may still be on its way out.
    await page.goto('/post-project')
    await settled(page)
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Category').selectOption('home')
    await page.getByLabel('Description').fill('One still.')
    await page.getByLabel('Budget').fill('10')
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Deadline').fill(day)
    await page.route(/\/api\/projects$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await post.click()
    await see(page, 'We could not reach the server. Check your connection and try again.')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  await postInTunnel()
  expect(await own()).toHaveLength(1)
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(title)
  await page.getByLabel('Title').fill(`${title}, twice`)
  await post.click()
  await see(page, 'This project is already saved. Open it in My Projects to change it.')
  const [first] = await own()
  const link = page.getByRole('link', { name: savedBeforeWords.open })
  expect(await link.getAttribute('href')).toBe(paths.project(first?.id ?? ''))
  expect(await page.getByLabel('Title').inputValue()).toBe(`${title}, twice`)
  await page.getByLabel('Title').fill(title)
  await post.click()
  await see(page, 'Project posted successfully!')
  expect(await own()).toMatchObject([{ title, status: 'active' }])

  await postInTunnel()
  await page.getByLabel('Title').fill(`${title}, once more`)
  await post.click()
  await page.getByRole('button', { name: savedBeforeWords.anew }).click()
  await see(page, 'Project posted successfully!')
  const titles = (await own()).map((project) => project.title).toSorted()
  expect(titles).toEqual([title, title, `${title}, once more`])
  await page.context().close()
})

test('a package whose response was lost is saved once, even after a reload; other words can become another one', async () => {
  const creator = await enter(stack, market.creator)
  page = await windowOf(creator)
  const title = 'Two reels, written in a tunnel'
  const own = async () =>
    (await creator.call('packages.mine'))
      .map((one) => one.title)
      .filter((text) => text.startsWith(title))
      .toSorted()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Title')
  const begin = () => page.getByRole('button', { name: 'New package' }).click()
  const save = () => dialog.getByRole('button', { name: 'Save package' }).click()

  async function saveInTunnel() {
    await begin()
    await name.fill(title)
    await dialog.getByLabel('Price (USD)').fill('180')
    await page.route(/\/api\/packages$/, async (route) => {
      await route.fetch()
      return route.abort()
    })
    await save()
    await see(page, 'We could not reach the server. Check your connection and try again.')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  await visit(page, '/profile/packages')
  await saveInTunnel()
  expect(await own()).toEqual([title])
  await page.reload()
  await begin()
  await expect.poll(() => name.inputValue()).toBe(title)
  await save()
  await dialog.waitFor({ state: 'detached' })
  expect(await own()).toEqual([title])

  await saveInTunnel()
  await name.fill(`${title}, once more`)
  await save()
  await see(page, 'This package is already saved. Find it in your packages to change it.')
  await dialog.getByRole('button', { name: savedPackageWords.open }).click()
  await expect.poll(() => name.inputValue()).toBe(title)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await begin()
  await expect.poll(() => name.inputValue()).toBe(`${title}, once more`)
  await save()
  await dialog.getByRole('button', { name: savedPackageWords.anew }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await own()).toEqual([title, title, `${title}, once more`])
  await page.context().close()
})

test('an offer whose response was lost is made once, even after a reload; once it was withdrawn, the draft is another offer', async () => {
  const seller = await enter(stack, market.seller)
  const posted = await postProject(seller, 'A trivet, bargained over in a tunnel')
  const application = await applyTo(await enter(stack, market.creator), posted)
  const params = { id: application.id }
  const offers = async () => (await seller.call('offers.list', { params })).offers
  page = await windowOf(seller)
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel('Price')
  const begin = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await price.waitFor()
  }
  const send = () => dialog.getByRole('button', { name: offerWords.send }).click()
  let sent: Input<'offers.make'>['body'] | undefined

  /** The response is lost; with `late`, the request itself is still on its way. */
  async function sendInTunnel(late: boolean) {
    await page.route(/\/offers$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent = route.request().postDataJSON() as typeof sent
      if (!late) await route.fetch()
      return route.abort()
    })
    await send()
    await see(page, 'We could not reach the server. Check your connection and try again.')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  async function withdraw() {
    const open = (await offers()).find(({ status }) => status === 'open')
    await seller.call('offers.withdraw', { params: { id: open?.id ?? '' } })
  }

  await visit(page, `/projects/${posted.id}?tab=applications`)
  await begin(offerWords.make)
  await price.fill('271')
  await sendInTunnel(true)
  await page.reload()
  await begin(offerWords.make)
  expect(await price.inputValue()).toBe('271')
  expect(sent).toBeDefined()
  if (sent) await seller.call('offers.make', { params, body: sent })
  await send()
  await see(page, offerWords.sent)
  expect(await offers()).toMatchObject([{ price: 271, status: 'open' }])

  await withdraw()
  await begin(offerWords.another)
  await price.fill('272')
  await sendInTunnel(false)
  await withdraw()
  await page.reload()
  await begin(offerWords.another)
  expect(await price.inputValue()).toBe('272')
  await send()
  await dialog.waitFor({ state: 'detached' })
  expect((await offers()).filter((one) => one.price === 272)).toHaveLength(2)
  await page.context().close()
})

test('a change whose response was lost is proposed once, even after a reload', async () => {
  const seller = await enter(stack, market.seller)
  const posted = await postProject(seller, 'A trivet, a little cheaper')
  const application = await applyTo(await enter(stack, market.creator), posted)
  await seller.call('applications.accept', { params: { id: application.id } })
  page = await windowOf(seller)
  const dialog = page.getByRole('dialog')
  const price = dialog.getByRole('textbox', { name: /^Price/ })
  const begin = async () => {
    await page.getByRole('button', { name: amendmentWords.propose }).click()
    await price.waitFor()
  }
  const send = () => dialog.getByRole('button', { name: amendmentWords.send }).click()

  await visit(page, `/projects/${posted.id}`)
  await begin()
  await price.fill('271')
  // The request has not arrived either when the page is loaded again.
  let body: Input<'amendments.propose'>['body'] | undefined
  await page.route(/\/amendments$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    body = route.request().postDataJSON() as typeof body
    return route.abort()
  })
  await send()
  await see(page, 'We could not reach the server. Check your connection and try again.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await begin()
  expect(await price.inputValue()).toBe('271')
  const params = { id: posted.id }
  expect(body).toBeDefined()
  if (body) await seller.call('amendments.propose', { params, body })
  await send()
  await see(page, amendmentWords.sent)
  const { amendments } = await seller.call('amendments.list', { params })
  expect(amendments).toMatchObject([{ price: 271, status: 'proposed' }])
  await page.context().close()
})

test('a page keeps its input when its live-update script fails to load, and the load is retried', async () => {
  page = await (await openContext(browser, stack, await enter(stack, market.seller))).newPage()
  await page.route(/\/assets\/Live-/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/assets/Live-'))
  await visit(page, '/post-project')
  await page.getByLabel('Title').fill('A vase, nearly lost')
  await failed
  const loaded = page.waitForResponse((answer) => answer.url().includes('/assets/Live-'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await loaded
  expect(await page.getByLabel('Title').inputValue()).toBe('A vase, nearly lost')
  await page.context().close()
})

test('a menu script that failed to load is retried until it arrives; if it is gone, a reload is offered', async () => {
  const seller = await enter(stack, market.seller)
  page = await windowOf(seller, { width: 390 })
  const open = () => page.getByRole('button', { name: 'Open menu' }).click()
  const menu = /\/assets\/MobileMenu-/
  await page.route(menu, (route) => route.abort(), { times: 1 })
  await visit(page, '/my-projects')
  await open()
  await page.getByRole('link', { name: 'Find Creators' }).waitFor()

  // However long it takes: the page stays, says why, and continues by itself.
  await page.route(menu, (route) => route.abort())
  await page.goto('/my-projects')
  await open()
  await see(page, /^The connection is gone/)
  expect(await page.getByText('Something came loose').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'Find Creators' }).waitFor()

  // The server responds but no longer has that part: reloading brings what took its place.
  await page.route(menu, (route) => route.fulfill({ status: 404 }))
  await page.goto('/my-projects')
  await open()
  await see(page, 'Something came loose')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Load again' }).click()
  await see(page, 'The connection is gone')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await see(page, 'My Projects')
  await page.context().close()
})
