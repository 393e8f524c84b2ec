import { CryptoKeySigner, PDF } from '@libpdf/core'
import { Buffer } from 'node:buffer'
import { webcrypto, X509Certificate } from 'node:crypto'
import { drawQr } from './draw-qr.ts'
import { drawTable } from './draw-grid.ts'
import {
  addPage,
  drawLine,
  drawRule,
  drawText,
  EDGE,
  INK,
  LEADING,
  LINE_WIDTH,
  makeRoom,
  type PageFlow,
} from './page-flow.ts'
import type { PdfBlock, PdfDocument, PdfSignature } from './pdf-document.ts'
import { embedFonts } from './pdf-fonts.ts'
import { drawable, SUBSTITUTE } from './pdf-text.ts'
import { withoutChance } from './same-bytes.ts'

const SMALL = 8
const TEXT = 10
/** The share of the width that the terms of a list of facts take, and the points between them and the values. */
const TERMS = 0.3
const GAP = 12

/** Draws a document and returns the bytes of its PDF, which are the same for the same document. */
export async function drawDocument(document: PdfDocument): Promise<Uint8Array> {
  const pdf = PDF.create()
  const at = new Date(document.date)
  pdf.setTitle(document.title)
  pdf.setAuthor(document.issuer)
  pdf.setCreator(document.issuer)
  pdf.setLanguage('en-US')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  const fonts = await embedFonts(pdf)
  const flow = addPage({ pdf, fonts })
  drawMasthead(flow, document)
  for (const block of document.blocks) drawBlock(flow, block)
  if (fonts.plain.lacks.size + fonts.strong.lacks.size > 0)
    drawText(flow, LACKING, { font: fonts.plain, size: SMALL, ink: INK.muted })
  drawFeet(flow, document.footer)
  for (const { name, type, description, text } of document.attachments ?? [])
    pdf.addAttachment(name, new TextEncoder().encode(text), {
      mimeType: type,
      description,
      createdAt: at,
      modifiedAt: at,
    })
  const saved = await pdf.save({ subsetFonts: true, useXRefStream: false })
  const tags = [fonts.plain, fonts.strong].flatMap(({ font }) => font.subsetTag ?? [])
  const bytes = withoutChance(saved, tags)
  return document.signature === undefined ? bytes : sign(bytes, document.signature, at)
}

const LACKING = `${SUBSTITUTE} stands for a letter that this document’s fonts do not have. Its data has all letters.`

function drawMasthead(flow: PageFlow, { issuer, kind }: PdfDocument): void {
  const { plain, strong } = flow.fonts
  drawLine(flow, drawable(issuer, strong), { font: strong, size: 13 })
  drawLine(flow, drawable(kind, plain), { font: plain, size: 9, ink: INK.muted, align: 'end' })
  flow.y -= 13 * LEADING + 4
  drawRule(flow)
  flow.y -= 26
}

function drawBlock(flow: PageFlow, block: PdfBlock): void {
  const { plain, strong } = flow.fonts
  switch (block.kind) {
    case 'title':
      drawText(flow, block.text, { font: strong, size: 22 })
      if (block.below !== undefined)
        drawText(flow, block.below, { font: plain, size: 11, ink: INK.muted })
      flow.y -= GAP
      break
    case 'heading':
      // Kept together with the first line of what follows.
      makeRoom(flow, 4 * TEXT * LEADING)
      flow.y -= GAP / 2
      drawText(flow, block.text, { font: strong, size: 12 })
      flow.y -= 4
      break
    case 'text':
      drawText(flow, block.text, {
        font: block.tone === 'strong' ? strong : plain,
        size: block.tone === 'muted' ? 8.5 : TEXT,
        ink: block.tone === 'muted' ? INK.muted : INK.plain,
      })
      flow.y -= GAP
      break
    case 'facts':
      for (const [term, value] of block.rows) drawFact(flow, term, value)
      flow.y -= GAP
      break
    case 'table':
      drawTable(flow, block)
      break
    case 'qr':
      drawQr(flow, block)
      break
  }
}

function drawFact(flow: PageFlow, term: string, value: string): void {
  const { plain } = flow.fonts
  const width = LINE_WIDTH * TERMS
  makeRoom(flow, 2 * TEXT * LEADING)
  const { page, y } = flow
  drawText(flow, term, { font: plain, size: TEXT, ink: INK.muted, width })
  const below = flow.y
  Object.assign(flow, { page, y })
  const x = EDGE.left + width + GAP
  drawText(flow, value, { font: plain, size: TEXT, x, width: LINE_WIDTH - width - GAP })
  // A value that continued on the next page is already below its term.
  if (flow.page === page) flow.y = Math.min(flow.y, below)
  flow.y -= 3
}

/** Drawn once all pages exist, since each states the number of pages. */
function drawFeet(flow: PageFlow, footer: string): void {
  const { plain } = flow.fonts
  const pages = flow.pdf.getPages()
  for (const [at, page] of pages.entries()) {
    const foot = { ...flow, page, y: EDGE.bottom - 24 }
    const style = { font: plain, size: SMALL, ink: INK.muted }
    drawLine(foot, drawable(footer, plain), style)
    drawLine(foot, `Page ${at + 1} of ${pages.length}`, { ...style, align: 'end' })
  }
}

/**
 * Signs with the document's own date: a clock would produce different bytes each time. A certificate that is younger
 * than the document signs with the start of its own validity, since readers distrust a signature from before that.
 */
async function sign(
  bytes: Uint8Array,
  { certificates: [own, ...chain], key, reason }: PdfSignature,
  at: Date,
): Promise<Uint8Array> {
  const der = Buffer.from(own, 'base64')
  const privateKey = await webcrypto.subtle.importKey(
    'pkcs8',
    Buffer.from(key, 'base64'),
    { name: RSA, hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const others = chain.map((one) => new Uint8Array(Buffer.from(one, 'base64')))
  const signer = new CryptoKeySigner(privateKey, new Uint8Array(der), 'RSA', RSA, others)
  const from = new X509Certificate(der).validFromDate
  const pdf = await PDF.load(bytes)
  const signingTime = from > at ? from : at
  const estimatedSize = [der, ...others].reduce((sum, { length }) => sum + length, ROOM)
  return (await pdf.sign({ signer, signingTime, reason, estimatedSize })).bytes
}

const RSA = 'RSASSA-PKCS1-v1_5'
/** Bytes of a signature without its certificates; with a 4,096-bit key it has about 1,200. */
const ROOM = 3_000
