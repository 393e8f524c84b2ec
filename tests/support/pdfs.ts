import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF of one page with one line, as small as one can be. */
export function pdfOf(line: string): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 6>>\n%%EOF\n`)
}

/** The words of each page of a PDF, in the order they are drawn. */
export async function textOfPages(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  }
  return pages
}
