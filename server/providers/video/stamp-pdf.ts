import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The part of @cantoo/pdf-lib that is used here. */
interface PdfLibrary {
  PDFDocument: {
    load(bytes: Uint8Array, options: { updateMetadata: false }): Promise<PdfDocument>
    create(): Promise<PdfDocument>
  }
}
interface PdfDocument {
  getPageCount(): number
  getPageIndices(): number[]
  copyPages(from: PdfDocument, pages: number[]): Promise<PdfPage[]>
  addPage(page: PdfPage): PdfPage
  embedPng(bytes: Uint8Array): Promise<object>
  save(): Promise<Uint8Array>
}
interface PdfPage {
  getCropBox(): { x: number; y: number; width: number; height: number }
  drawImage(image: object, place: { x: number; y: number; width: number; height: number }): void
}

const load = createRequire(import.meta.url)

/** More pages than anyone submits for review; each one costs time. */
const MOST_PAGES = 300

/**
 * Writes a PDF of the same pages with a picture (PNG) over each; attachments, scripts and metadata are left behind.
 * Throws for one that is encrypted, broken or too long. The file comes from a stranger: only the child process that
 * reads videos runs this.
 */
export async function stampPdf(job: { from: string; to: string; mark: string }): Promise<number> {
  const { PDFDocument } = load('@cantoo/pdf-lib') as PdfLibrary
  const source = await PDFDocument.load(await readFile(job.from), { updateMetadata: false })
  const pages = source.getPageCount()
  if (pages === 0 || pages > MOST_PAGES) throw new Error(`pdf: ${pages} pages`)
  const stamped = await PDFDocument.create()
  const mark = await stamped.embedPng(await readFile(job.mark))
  for (const page of await stamped.copyPages(source, source.getPageIndices())) {
    stamped.addPage(page)
    page.drawImage(mark, page.getCropBox())
  }
  await writeFile(job.to, await stamped.save())
  return pages
}
