import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { textOfPages } from '#tests/support/pdfs.ts'
import { makePdf, PdfNotMade } from './make-pdf.ts'
import type { PdfBlock, PdfDocument } from './pdf-document.ts'
import { SUBSTITUTE } from './pdf-text.ts'

/** Documents are made in a separate process. They lose no letter, and the same document has the same bytes. */

const NAMES = 'Łódź, Žižek, Ñandú, İstanbul'

const documentOf = (blocks: PdfBlock[], more: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Receipt 7',
  issuer: 'Cartwright',
  kind: 'Receipt',
  date: '2026-03-01T12:00:00.000Z',
  footer: 'cartwright.example',
  blocks,
  ...more,
})
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const table = (rows: number): PdfBlock => ({
  kind: 'table',
  columns: [
    { title: 'Date', width: 1 },
    { title: 'What', width: 3 },
    { title: 'Amount', width: 1, align: 'end' },
  ],
  rows: Array.from({ length: rows }, (_, at) => ['Mar 1, 2026', `Line ${at}`, `$${at}.00`]),
  totals: [['', 'Sum of all lines', '$9.00']],
})

test('no letter of a name is lost in any kind of block, in the issuer or in the footer', async () => {
  const everywhere: PdfBlock[] = [
    { kind: 'title', text: NAMES, below: NAMES },
    { kind: 'heading', text: NAMES },
    { kind: 'text', text: NAMES },
    { kind: 'text', text: NAMES, tone: 'strong' },
    { kind: 'facts', rows: [[NAMES, NAMES]] },
    { kind: 'table', columns: [{ title: NAMES, width: 1 }], rows: [[NAMES]] },
    { kind: 'qr', link: 'https://cartwright.example/licence/CW-8F3K-21QX', text: NAMES },
  ]
  const [page = ''] = await textOfPages(
    await makePdf(documentOf(everywhere, { issuer: NAMES, footer: NAMES, kind: 'x' })),
  )
  expect(page.split(NAMES)).toHaveLength(1 + 11 + 1)
  expect(page).not.toContain(SUBSTITUTE)
})

test('Greek, Cyrillic, Vietnamese, currency signs, a true minus and decomposed letters are rendered', async () => {
  const text = 'Ελλάδα Москва Київ Việt Nam ₺ ₴ € ẞ ș ț Ǻ −$140.00'
  const apart = `${text} Zo\u{301}fia`
  const [page] = await textOfPages(await makePdf(documentOf([{ kind: 'text', text: apart }])))
  expect(page).toContain(`${text} Zófia`)
  expect(page).not.toContain(SUBSTITUTE)
})

test('each letter that no font has is replaced by a substitute, and a note explains it', async () => {
  const text = 'A 中村 B 👩‍👩‍👧 C שלום D'
  const [page = ''] = await textOfPages(await makePdf(documentOf([{ kind: 'text', text }])))
  const drawn = text.replace('👩‍👩‍👧', SUBSTITUTE).replaceAll(/[中村שלום]/g, SUBSTITUTE)
  expect(page).toContain(drawn)
  expect(page).toContain('stands for a letter')
})

test('invisible characters are removed, so that none can reverse a line', async () => {
  const text = 'from\u{202E}evil\u{200B}\u{0}\u{7} to\nnext'
  const [page] = await textOfPages(await makePdf(documentOf([{ kind: 'text', text }])))
  expect(page).toContain('fromevil to next')
})

test('the same document gives identical bytes, and a different one different bytes', async () => {
  const document = documentOf([{ kind: 'text', text: NAMES }, table(3)], {
    attachments: [{ name: 'a.json', type: 'application/json', description: 'Data', text: '{}' }],
  })
  const [one, two] = await Promise.all([makePdf(document), makePdf(document)])
  expect(hash(one)).toBe(hash(two))
  const other = await makePdf({ ...document, footer: 'elsewhere' })
  expect(hash(other)).not.toBe(hash(one))
})

test('the file has its title, author, language, date and attachments', async () => {
  const attachments = [
    {
      name: 'licence.json',
      type: 'application/json',
      description: 'Signed',
      text: `{"a":"${NAMES}"}`,
    },
  ]
  const bytes = await makePdf(documentOf([], { title: NAMES, attachments }))
  const file = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { info } = (await file.getMetadata()) as unknown as { info: Record<string, string> }
  expect(info).toMatchObject({ Title: NAMES, Author: 'Cartwright', Language: 'en-US' })
  expect(info['CreationDate']).toBe('D:20260301120000Z')
  const inside = (await file.getAttachments()) as Record<string, { content: Uint8Array }>
  expect(Buffer.from(Object.values(inside)[0]?.content ?? []).toString()).toBe(`{"a":"${NAMES}"}`)
})

test('a long word wraps, and a long table continues on further pages, each with table head and page number', async () => {
  const word = 'f'.repeat(300)
  const pages = await textOfPages(
    await makePdf(documentOf([{ kind: 'text', text: word }, table(120)])),
  )
  expect(pages.length).toBeGreaterThan(2)
  expect(pages[0]?.replaceAll(' ', '')).toContain(word)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(page).toContain('Date What Amount')
  }
  for (let line = 0; line < 120; line += 1)
    expect(pages.filter((page) => page.includes(`Line ${line} `))).toHaveLength(1)
  expect(pages.at(-1)).toContain('Sum of all lines')
})

test('text stays within the margins of every page, and a paragraph longer than a page loses no word', async () => {
  const wide = 'WWWWWWWWWW '.repeat(80)
  const long = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(' ')
  const bytes = await makePdf(
    documentOf([
      { kind: 'text', text: long },
      { kind: 'text', text: wide },
      { kind: 'facts', rows: [[wide, wide]] },
      {
        kind: 'table',
        columns: [
          { title: wide, width: 1 },
          { title: 'b', width: 9 },
        ],
        rows: [['x', wide]],
      },
    ]),
  )
  const file = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  expect(file.numPages).toBeGreaterThan(3)
  const words = (await textOfPages(bytes)).join(' ').match(/word\d+/g)
  expect(words?.join(' ')).toBe(long)
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      expect(Number(item.transform[4]) + item.width).toBeLessThanOrEqual(595 - 56 + 0.5)
      expect(Number(item.transform[5])).toBeGreaterThanOrEqual(40)
    }
  }
})

test('a document that cannot be made fails alone, and the next one is made', async () => {
  const endless = documentOf([{ kind: 'text', text: '\n'.repeat(20_000) }])
  await expect(makePdf(endless)).rejects.toThrow(PdfNotMade)
  const broken = { ...documentOf([]), blocks: [{ kind: 'title' }] } as unknown as PdfDocument
  await expect(makePdf(broken)).rejects.toThrow(PdfNotMade)
  const hanging = makePdf(documentOf([table(1_000)]), { deadlineMs: 1 })
  await expect(hanging).rejects.toThrow('SIGKILL')
  expect(await textOfPages(await makePdf(documentOf([])))).toHaveLength(1)
})
