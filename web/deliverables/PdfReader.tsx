import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the bundler makes its address of it
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { PdfPage } from './PdfPage.tsx'
import { useFileBytes } from './use-file-bytes.ts'

GlobalWorkerOptions.workerSrc = workerUrl

interface Props {
  url: string
  name: string
  onLinkExpired: () => void
}

/** A PDF, read in the page: rendered by us, so that nothing in it runs and every browser shows it alike. */
export function PdfReader({ url, name, onLinkExpired }: Props) {
  const { bytes, failed } = useFileBytes(url, onLinkExpired)
  const { document, broken } = useDocument(bytes)
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.reader} role="region" aria-label={name} tabIndex={0}>
      {document === null && !failed && !broken ? <Loading /> : null}
      {failed ? <p className="muted">The file could not be loaded.</p> : null}
      {broken ? <p className="muted">This PDF cannot be shown here. Download it to read.</p> : null}
      {document
        ? Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage key={index} document={document} number={index + 1} />
          ))
        : null}
    </div>
  )
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
