import { FileText } from 'lucide-react'
import { NOTHING_TO_SEE } from '#contract/original-words.ts'
import { TEXT_BEGINNING } from '#contract/text-beginning.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { mediaKind } from './media.ts'
import { VideoPlayer } from './VideoPlayer.tsx'

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
  deliverable: Deliverable
  /** The file's signed link expired while it was on screen. */
  onLinkExpired: () => void
}

/** The work itself, in the page: a player, a picture, a reader, or otherwise a link to open the file. */
export function MediaPreview({ deliverable, onLinkExpired }: Props) {
  const { file_url: url, file_name: name, preview_url: preview, original_open } = deliverable
  const kind = mediaKind(deliverable.file_type)
  if (url === null) return <NothingYet deliverable={deliverable} />
  if (kind === 'video')
    return <VideoPlayer deliverable={deliverable} url={url} onLinkExpired={onLinkExpired} />
  if (kind === 'image') {
    return (
      <a className={styles.media} href={url} target="_blank" rel="noopener noreferrer">
        <img src={preview ?? url} alt={name} onError={onLinkExpired} />
      </a>
    )
  }
  // What was fetched is kept, so the original takes a new reader.
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

/** In place of the work, while its marked copy is made, or where none can be. */
function NothingYet({ deliverable: { preview_state: state } }: { deliverable: Deliverable }) {
  return (
    <div className={`${styles.media} ${styles.document}`}>
      <FileText size={32} aria-hidden="true" />
      <span>{NOTHING_TO_SEE[state === 'none' ? state : 'being_prepared']}</span>
    </div>
  )
}
