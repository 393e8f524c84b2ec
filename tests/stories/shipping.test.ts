import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { shippingMessages } from '#contract/shipping-words.ts'
import { paths } from '#contract/paths.ts'
import { csvText, readCsv } from '#server/shipping/csv-text.ts'
import { outcomeWords, sheetWords } from '#web/shipping/sheet-words.ts'
import { shipmentCardWords } from '#web/shipping/shipment-card-words.ts'
import { seatWords } from '#web/seats/seat-words.ts'
import { applyTo, castMember, postProject } from '#tests/support/market-deals.ts'
import { violationsOf } from '#tests/support/axe.ts'
import {
  creator,
  market,
  openPage,
  seller,
  stack,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'
import { see } from '#tests/support/people.ts'
import { refuse } from '#tests/support/refused-calls.ts'
import { ADDRESS } from '#tests/support/shipments.ts'

/** A product from its brand’s promise to its arrival, with a parcel that arrived damaged; and many as a file. */

storyOnDemoMarket()

const product = (page: Page) => page.getByRole('region', { name: 'Product' })
const press = (page: Page, name: string) =>
  product(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}
const fits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

test('a product is promised, addressed, shipped, reported damaged, shipped again and received', async () => {
  const posted = await postProject(seller, 'The lid, in your hands')
  const path = `/projects/${posted.id}`
  const brand = await openPage(seller, path)
  await press(brand, 'Send a product')
  await dialog(brand).getByRole('button', { name: 'Save', exact: true }).click()
  await see(brand, shippingMessages.product)
  await dialog(brand).getByLabel('What you send').fill('A steel lid')
  await dialog(brand).getByLabel('Value').fill('24.50')
  await dialog(brand)
    .getByLabel(/^Days to deliver/)
    .fill('7')
  expect(await violationsOf(brand)).toEqual([])
  await confirm(brand, 'Save')
  await product(brand).getByText('worth $24.50').waitFor()

  const application = await applyTo(creator, posted)
  await seller.call('applications.accept', { params: { id: application.id } })

  const maker = await openPage(creator, path, { width: 390, height: 844 })
  await product(maker).getByText('Address needed').waitFor()
  await refuse(maker, 'GET', /\/shipment\/address$/)
  await press(maker, 'Enter your address')
  await see(maker, 'We could not load the address.')
  expect(await violationsOf(maker)).toEqual([])
  await maker.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog(maker).getByRole('button', { name: 'Try again' }).click()
  await dialog(maker).getByLabel('Name on the parcel').fill(ADDRESS.name)
  await dialog(maker).getByLabel('Street and number').fill(ADDRESS.line1)
  await dialog(maker).getByLabel('Country').fill(ADDRESS.country)
  await dialog(maker).getByRole('button', { name: 'Save', exact: true }).click()
  await see(maker, shippingMessages.city)
  await dialog(maker).getByLabel('City').fill(ADDRESS.city)
  expect(await violationsOf(maker)).toEqual([])
  await fits(maker)
  await confirm(maker, 'Save')
  await product(maker).getByText(ADDRESS.line1).waitFor()

  // Live: the brand has not reloaded.
  await product(brand).getByText(ADDRESS.line1).waitFor()
  await press(brand, 'Mark as shipped')
  await dialog(brand).getByLabel('Carrier').fill('Parcel Post')
  await dialog(brand)
    .getByLabel(/^Tracking link/)
    .fill('http://track.example/1')
  await dialog(brand).getByRole('button', { name: 'Mark as shipped' }).click()
  await see(brand, shippingMessages.link)
  await dialog(brand)
    .getByLabel(/^Tracking link/)
    .fill('https://track.example/1')
  await confirm(brand, 'Mark as shipped')
  await product(brand).getByText('On its way').waitFor()

  const link = product(maker).getByRole('link', { name: 'Track the parcel' })
  await link.waitFor()
  expect(await link.getAttribute('rel')).toContain('noopener')
  await press(maker, 'There’s a problem')
  await dialog(maker).getByLabel('What’s wrong?').selectOption('damaged')
  await dialog(maker).getByLabel('In your words (optional)').fill('The rim is dented.')
  await confirm(maker, 'Tell the brand')
  await product(brand).getByText('The rim is dented.').waitFor()
  expect(await violationsOf(brand)).toEqual([])
  await press(brand, 'Ship it again')
  await dialog(brand).getByLabel('Carrier').fill('Parcel Post')
  await confirm(brand, 'Mark as shipped')
  // The project arrives later than the product, which by then has moved to another place on the page, with its button.
  const isMoved = Promise.withResolvers<void>()
  await maker.route(`**/api/projects/${posted.id}`, async (route) => {
    await isMoved.promise
    return route.fallback()
  })
  await press(maker, 'It arrived')
  await product(maker).getByText('Received').waitFor()
  isMoved.resolve()
  await see(maker, shipmentCardWords.thanks)
  await maker.unrouteAll({ behavior: 'ignoreErrors' })
  await product(brand).getByText('Received').waitFor()
  await fits(maker)

  const talk = await creator.call('conversations.list')
  const about = talk.find(({ project }) => project.id === posted.id)
  expect(about).toBeDefined()
  const thread = await openPage(seller, `/messages/${about?.id}`)
  await see(thread, /reported a problem with the product/)
  await see(thread, /received the product/)

  await expect(
    seller.call('shipping.ship', { params: { id: posted.id }, body: { carrier: 'Late' } }),
  ).rejects.toThrow(errors['shipping.arrived'].message)
})

test('a brand downloads a campaign’s parcels as a file, fills it in, and previews the result before applying it', async () => {
  const jonas = await castMember(stack, market, 'jonas')
  const { id } = await seller.call('projects.create', {
    body: {
      title: 'A lid for two kitchens',
      category: 'home',
      description: 'The lid, in your kitchen.',
      budget: 250,
      deadline: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      product_images: [],
      seats: 2,
      budget_total: 600,
      status: 'active',
    },
  })
  await seller.call('shipping.plan', {
    params: { id },
    body: { product: 'A steel lid', value: 24.5, days: null },
  })
  const people = { 'Maya Okafor': creator, 'Jonas Lindqvist': jonas }
  const application_ids: string[] = []
  for (const one of Object.values(people)) {
    const body = { message: 'I cook by a north window.', proposed_price: 250 }
    application_ids.push((await one.call('applications.submit', { params: { id }, body })).id)
  }
  await seller.call('projects.hire', { params: { id }, body: { application_ids } })
  const hires = await seller.call('projects.hires', { params: { id }, query: {} })
  for (const { project, creator: hired } of hires)
    await people[hired?.name as keyof typeof people].call('shipping.give_address', {
      params: { id: project.id },
      // A spreadsheet would execute it as a formula.
      body: { ...ADDRESS, name: `=1+1 ${hired?.name}` },
    })

  const page = await openPage(seller, paths.hires(id), { width: 390, height: 844 })
  await page.getByRole('button', { name: seatWords.shippingList }).click()
  const arrives = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: sheetWords.download }).click()
  const file = await arrives
  expect(file.suggestedFilename()).toBe('shipping.csv')
  const lines = readCsv(await readFile(await file.path(), 'utf8'))?.map(({ cells }) => cells) ?? []
  expect(await readFile(await file.path(), 'utf8')).toContain(`'=1+1 Maya Okafor`)
  expect(lines[0]?.[2]).toBe('creator')
  const names = lines.slice(1).map((cells) => cells[2])
  expect(names.toSorted()).toEqual(Object.keys(people).toSorted())

  const at = lines[0]?.indexOf('carrier') ?? -1
  const filled = lines.map((cells, line) => (line === 0 ? cells : cells.with(at, 'Parcel Post')))
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'shipping.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csvText(filled)),
    })
  const result = dialog(page).getByRole('list', { name: sheetWords.result })
  await expect.poll(() => result.getByText(outcomeWords.shipped).count()).toBe(2)
  expect(await violationsOf(page)).toEqual([])
  await fits(page)
  // Nothing is stored yet.
  for (const { project } of hires) expect(await statusOf(project.id)).toBe('to_ship')
  await dialog(page)
    .getByRole('button', { name: sheetWords.apply(2) })
    .click()
  await see(page, sheetWords.done(2))
  for (const { project } of hires) expect(await statusOf(project.id)).toBe('shipped')
})

const statusOf = async (id: string) =>
  (await seller.call('shipping.get', { params: { id } }))?.shipment?.status
