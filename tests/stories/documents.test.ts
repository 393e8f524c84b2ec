import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { REFUND_PAGE, refundWords } from '#contract/refund-times.ts'
import { documentPageWords as words } from '#web/documents/document-page-words.ts'
import { type DocumentedDeals, playDocumentedDeals } from '#tests/support/documented-deals.ts'
import { newcomer } from '#tests/support/market-deals.ts'
import { enterAsOperator, type Visitor } from '#tests/support/market.ts'
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

/** What is of no use on paper. */
const NOT_ON_PAPER =
  'body > header, #root > header, #root > footer, nav, form, button, input, select, textarea, [role="tablist"], #connection'
/** What a page of A4 has between its margins, in px. */
const PAPER_WIDTH = 673

let deals: DocumentedDeals
test('a released and a returned payment produce their documents', async () => {
  deals = await playDocumentedDeals(seller, creator)
})

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
  test('opens it, and saves it as PDF and as JSON', async () => {
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
  })
})

test('a credit note and its receipt link to each other, and the note says when the money arrives', async () => {
  const page = await openPage(seller, paths.documents)
  const note = await openNewest(page, 'Credit note')
  await page.getByText(refundWords.times).waitFor()
  expect(await page.getByRole('link', { name: refundWords.link }).count()).toBe(1)
  await page.getByRole('link', { name: /^R-/ }).click()
  await page.getByText(words.correctedBy(note, '$540.50')).waitFor()
  await page.getByRole('link', { name: words.openCorrection }).click()
  await page.getByRole('heading', { name: 'Credit note', level: 1 }).waitFor()
})

test('the payment’s own page tells both sides when the refund arrives', async () => {
  const { project } = deals.returned
  for (const [side, path] of [
    [seller, paths.projectTab(project, 'payment')],
    [creator, paths.project(project)],
  ] as const) {
    const page = await openPage(side, path)
    await page.getByRole('region', { name: 'Statement' }).getByText(refundWords.times).waitFor()
  }
})

test('an operator finds a document by its number; a stranger finds nothing', async () => {
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
})

/** Everything that is printed of money and rights: who opens it, its address, and words that must be on the paper. */
const papers = async (): Promise<[Visitor, string, string[]][]> => {
  const { released, returned } = deals
  const idOf = async (who: Visitor, kind: string) =>
    (await who.call('documents.list', { query: {} })).find((one) => one.kind === kind)?.id ?? ''
  const document = async (who: Visitor, kind: string) => paths.document(await idOf(who, kind))
  return [
    [seller, await document(seller, 'receipt'), ['Payment receipt', 'Total', '$540.50']],
    [seller, await document(seller, 'proof_of_purchase'), ['Proof of purchase', 'Total']],
    [seller, await document(seller, 'credit_note'), ['Credit note', REFUND_PAGE]],
    [creator, await document(creator, 'fee_invoice'), ['Fee invoice', '$81.07']],
    [seller, paths.documents, ['Payment receipt', 'Every movement', 'Held', 'What comes next']],
    [creator, paths.documents, ['Fee invoice', 'Every movement', 'Sent to you']],
    [seller, paths.licence(released.code), [released.code, 'What it allows', 'Valid since']],
    [seller, paths.projectTab(released.project, 'payment'), ['Statement', 'Licence', '$459.43']],
    [seller, paths.projectTab(returned.project, 'payment'), ['Back to the card', REFUND_PAGE]],
    [creator, paths.project(released.project), ['Receipt', 'You received', 'Licence']],
  ]
}

test('every document prints black on white in either theme, without controls, and with nothing cut off', async () => {
  for (const [who, path, said] of await papers()) {
    const page = await openPage(who, path, { width: PAPER_WIDTH })
    // Cards load what they show by themselves.
    const shown = said.filter((word) => word !== REFUND_PAGE)
    for (const word of shown)
      await expect.poll(() => page.locator('main').innerText(), { message: path }).toContain(word)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme })
      expect(await page.locator(NOT_ON_PAPER).filter({ visible: true }).count(), path).toBe(0)
      const { ink, ...paper } = await page.evaluate<Record<'ink', string>>(`(() => {
          const of = (selector) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one))
          return {
            ink: of('main h1')[0].color,
            behind: of('html')[0].backgroundColor,
            width: document.documentElement.scrollWidth,
            // The names of columns begin each page; a total ends its table, once.
            heads: of('main thead').every(({ display }) => display === 'table-header-group'),
            totals: of('main tfoot').every(({ display }) => display === 'table-row-group'),
          }
        })()`)
      const white = {
        behind: 'rgb(255, 255, 255)',
        width: PAPER_WIDTH,
        heads: true,
        totals: true,
      }
      expect(paper, path).toEqual(white)
      // Of the theme's own ink in the light; in the dark it is near 1.
      expect(Number(/oklch\(([\d.]+)/.exec(ink)?.[1]), `${path} ${ink}`).toBeLessThan(0.4)
    }
    const printed = (await textOfPages(await page.pdf({ format: 'A4' }))).join(' ')
    // Letters that are set apart are words of their own to a reader of PDF.
    const joined = (text: string) => text.replaceAll(/\s/g, '')
    for (const word of said) expect(joined(printed), path).toContain(joined(word))
  }
})

test('a data export contains the person’s own documents, and none that belong only to the other side', async () => {
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
