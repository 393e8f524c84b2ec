import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PDF } from '@libpdf/core'
import type { PdfFont } from './pdf-text.ts'

export interface PdfFonts {
  plain: PdfFont
  strong: PdfFont
}

/** Latin, Greek and Cyrillic. Beside the sources, or beside the bundle (scripts/build.mjs copies them there). */
const FILES = {
  plain: 'noto-sans-400.ttf',
  strong: 'noto-sans-700.ttf',
} as const

/** Only these two files, which are TrueType, ever reach the library: another format could crash it. */
export async function embedFonts(pdf: PDF): Promise<PdfFonts> {
  const embed = async (name: string): Promise<PdfFont> => {
    const bytes = await readFile(fileURLToPath(new URL(`./fonts/${name}`, import.meta.url)))
    return { font: pdf.embedFont(new Uint8Array(bytes)), lacks: new Set() }
  }
  return { plain: await embed(FILES.plain), strong: await embed(FILES.strong) }
}
