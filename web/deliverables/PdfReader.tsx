import { useEffect } from 'react'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { PdfPage } from './PdfPage.tsx'
import { usePdf } from './use-pdf.ts'

interface Props {
  url: string
  name: string
  onLinkExpired: () => void
}

/** A PDF, read in the page. We render it ourselves, so that nothing in it runs and every browser shows it alike. */
export function PdfReader({ url, name, onLinkExpired }: Props) {
  const { document, failed, broken } = usePdf(url, onLinkExpired)
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

interface SheetProps {
  url: string
  /** From 1. */
  page: number
  onPages: (pages: number) => void
  /** Called with the page's width-to-height ratio. */
  onRatio: (ratio: number) => void
  onLinkExpired: () => void
}

/**
 * One page of a PDF. It is in the reader's file, because the bundler adds what two lazy parts share to everything that
 * shares anything with them: half a megabyte on every page of a deal.
 */
export function PdfSheet({ url, page, onPages, onRatio, onLinkExpired }: SheetProps) {
  const { document, failed, broken } = usePdf(url, onLinkExpired)
  const pages = document?.numPages
  useEffect(() => {
    if (pages !== undefined) onPages(pages)
  }, [pages, onPages])
  if (failed) return <p className={styles.unread}>The file could not be loaded.</p>
  if (broken) return <p className={styles.unread}>This PDF cannot be shown here.</p>
  if (!document) return <Loading />
  return <PdfPage key={page} document={document} number={page} onRatio={onRatio} />
}
