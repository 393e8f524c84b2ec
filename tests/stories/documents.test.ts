import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { refundWords } from '#contract/refund-times.ts'
import { documentPageWords as words } from '#web/documents/document-page-words.ts'
import { type DocumentedDeals, playDocumentedDeals } from '#tests/support/documented-deals.ts'
import { newcomer } from '#tests/support/market-deals.ts'
import { enterAsOperator } from '#tests/support/market.ts'
import {
  creator,
  market,
  openPage,
  seller,
  stack,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'
import { textOfPages } from '#tests/support/pdfs.ts'
import { unzipped } from '#tests/support/unzipped.ts'

/** The papers of money for both sides: found, opened, saved, exported, and no one else's. */

storyOnDemoMarket()

/** Making the first PDF starts a process, and a code of the operator counts once in half a minute. */
const PATIENCE_MS = 200_000

let deals: DocumentedDeals
test(
  'a payment that is released, and one that is returned, leave their documents',
  async () => {
    deals = await playDocumentedDeals(seller, creator)
  },
  PATIENCE_MS,
)

/** The newest document of a kind in someone's list, opened; its number. */
async function openNewest(page: Page, kind: string): Promise<string> {
  await page
    .getByRole('link', { name: new RegExp(`^${kind}`) })
    .first()
    .click()
  await page.getByRole('heading', { name: kind, level: 1 }).waitFor()
  return (
    (await page
      .getByText(/^[RPFC]-\d{4}-\d{6}$/)
      .first()
      .textContent()) ?? ''
  )
}

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

describe.each([
  ['the brand', 'Payment receipt', 'R', 'Payment for “A teapot by night”, held in escrow'],
  ['the brand', 'Proof of purchase', 'P', 'Content for “A teapot at noon”, approved and paid'],
  ['the brand', 'Credit note', 'C', 'Correction for “A teapot by night”'],
  ['the creator', 'Proof of purchase', 'P', 'Content for “A teapot at noon”, approved and paid'],
  ['the creator', 'Fee invoice', 'F', 'Platform fee for “A teapot at noon”'],
])('%s finds the %s', (who, kind, series, line) => {
  test(
    'opens it, and saves it as PDF and as JSON',
    async () => {
      const page = await openPage(who === 'the brand' ? seller : creator, paths.documents)
      const number = await openNewest(page, kind)
      expect(number[0]).toBe(series)
      await page.getByRole('cell', { name: line, exact: true }).waitFor()
      const json = await saved(page, words.json)
      expect(json.name).toBe(`${number}.json`)
      expect(JSON.parse(json.bytes.toString())).toMatchObject({ number, lines: [{ text: line }] })
      const pdf = await saved(page, words.pdf)
      expect(pdf.name).toBe(`${number}.pdf`)
      const printed = (await textOfPages(pdf.bytes)).join(' ')
      for (const said of [kind, number, line]) expect(printed).toContain(said)
    },
    PATIENCE_MS,
  )
})

test('a credit note leads to the receipt it corrects and back, and says when the money is there', async () => {
  const page = await openPage(seller, paths.documents)
  const note = await openNewest(page, 'Credit note')
  await page.getByText(refundWords.times).waitFor()
  expect(await page.getByRole('link', { name: refundWords.link }).count()).toBe(1)
  await page.getByRole('link', { name: /^R-/ }).click()
  await page.getByText(words.correctedBy(note, '$540.50')).waitFor()
  await page.getByRole('link', { name: words.openCorrection }).click()
  await page.getByRole('heading', { name: 'Credit note', level: 1 }).waitFor()
})

test('the payment’s own page says when the money is there, to both sides', async () => {
  const { project } = deals.returned
  for (const [side, path] of [
    [seller, paths.projectTab(project, 'payment')],
    [creator, paths.project(project)],
  ] as const) {
    const page = await openPage(side, path)
    await page.getByRole('region', { name: 'Statement' }).getByText(refundWords.times).waitFor()
  }
})

test(
  'an operator finds a document by its number; a stranger finds nothing',
  async () => {
    const [receipt] = await seller.call('documents.list', { query: {} })
    const operator = await enterAsOperator(stack, market.operator)
    const console = await openPage(operator, `${paths.operator}/documents`)
    await console.getByRole('searchbox').fill(receipt?.number ?? '')
    await console
      .getByRole('table')
      .getByRole('link', { name: receipt?.number ?? '' })
      .click()
    await console
      .locator('article')
      .getByText(receipt?.number ?? '', { exact: true })
      .waitFor()

    const tess = await newcomer(stack, 'Tess Stranger')
    const params = { id: receipt?.id ?? '' }
    for (const call of ['documents.get', 'documents.pdf'] as const)
      expect((await tess.ask(call, { params })).status, call).toBe(404)
    const hers = await openPage(tess, paths.document(params.id))
    await hers.getByText(words.missing).waitFor()
  },
  PATIENCE_MS,
)

test('the export of one’s data has one’s documents, and none of the other side’s own', async () => {
  for (const [side, kinds] of [
    [seller, { receipt: true, fee_invoice: false }],
    [creator, { receipt: false, fee_invoice: true }],
  ] as const) {
    const { url } = await side.call('account.export')
    const zip = await (await fetch(new URL(url, stack.url))).arrayBuffer()
    const list = unzipped(Buffer.from(zip)).get('data/documents.json')?.toString() ?? '[]'
    const exported = JSON.parse(list) as { kind: string; number: string }[]
    for (const [kind, has] of Object.entries(kinds))
      expect(
        exported.some((one) => one.kind === kind),
        kind,
      ).toBe(has)
    const own = await side.call('documents.list', { query: {} })
    expect(exported.map(({ number }) => number)).toEqual(
      expect.arrayContaining(own.map(({ number }) => number)),
    )
  }
})
