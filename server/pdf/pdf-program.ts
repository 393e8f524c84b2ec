import { text } from 'node:stream/consumers'
import { drawDocument } from './draw-document.ts'
import type { PdfDocument } from './pdf-document.ts'

// The process that makes documents (make-pdf.ts): reads a document as JSON and writes its bytes.

try {
  const bytes = await drawDocument(JSON.parse(await text(process.stdin)) as PdfDocument)
  process.stdout.write(bytes)
} catch (error) {
  process.stderr.write(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
