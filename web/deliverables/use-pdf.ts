import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the bundler makes its address of it
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { useFileBytes } from './use-file-bytes.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** A PDF behind a signed link: `failed` when it could not be fetched, `broken` when it cannot be read. */
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
    const loading = getDocument({ data: bytes.slice() })
    let left = false
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
      void loading.destroy()
    }
  }, [bytes])
  return { document, broken }
}
