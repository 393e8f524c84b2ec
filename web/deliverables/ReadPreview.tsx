import { FileText } from 'lucide-react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { TEXT_BEGINNING } from '#contract/text-beginning.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { mediaKind } from './media.ts'

// It loads a whole PDF reader: half a megabyte that most visits never need.
const PdfReader = lazyComponent(
  async () => (await import('./PdfReader.tsx')).PdfReader,
  <Loading />,
  'nobody',
)

const TextReader = lazyComponent(
  async () => (await import('./TextReader.tsx')).TextReader,
  <Loading />,
)

interface Props {
  deliverable: Pick<Deliverable, 'file_name' | 'file_type' | 'original_open'>
  url: string
  onLinkExpired: () => void
}

/** A work that is read, in the page; otherwise a link to open the file. */
export function ReadPreview({ deliverable, url, onLinkExpired }: Props) {
  const { file_name: name, original_open } = deliverable
  const kind = mediaKind(deliverable.file_type)
  // Fetched bytes are kept, so the original needs a new reader.
  const copy = String(original_open)
  if (kind === 'pdf')
    return <PdfReader key={copy} url={url} name={name} onLinkExpired={onLinkExpired} />
  if (kind === 'text')
    return (
      <TextReader
        key={copy}
        url={url}
        name={name}
        ending={original_open ? null : TEXT_BEGINNING.brand}
        onLinkExpired={onLinkExpired}
      />
    )
  return (
    <a
      className={`${styles.media} ${styles.document}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      <FileText size={32} aria-hidden="true" />
      <span className="link">Open file</span>
    </a>
  )
}
