import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF with a page for each line, as small as a PDF can be that every reader accepts. */
export function pdfOf(...lines: string[]): Buffer {
  const pages = lines.map((line, at) => ({ line, page: 4 + at * 2, content: 5 + at * 2 }))
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map(({ page }) => `${page} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap(({ line, content }) => {
      const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Root 1 0 R/Size ${size}>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
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
