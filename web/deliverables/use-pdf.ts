import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'
import { startPdfWorker } from './pdf-worker.ts'
import { useFileBytes } from './use-file-bytes.ts'

/** A PDF behind a signed link: `failed` when it could not be fetched, `broken` when it cannot be parsed. */
export function usePdf(url: string, onLinkExpired: () => void) {
  const { bytes, failed } = useFileBytes(url, onLinkExpired)
  return { ...useDocument(bytes), failed }
}

function useDocument(bytes: Uint8Array | null) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    if (bytes === null) return
    // The reader takes ownership of its input; the effect may run twice.
    const port = startPdfWorker()
    const worker = PDFWorker.create({ port })
    const loading = getDocument({ data: bytes.slice(), worker })
    let left = false
    port.addEventListener('error', () => {
      if (!left) setBroken(true)
    })
    loading.promise.then(
      (loaded) => {
        if (!left) setDocument(loaded)
      },
      () => {
        if (!left) setBroken(true)
      },
    )
    return () => {
      left = true
      void loading.destroy().finally(() => {
        worker.destroy()
        port.terminate()
      })
    }
  }, [bytes])
  return { document, broken }
}
