import { FileText } from 'lucide-react'
import { NOTHING_TO_SEE } from '#contract/original-words.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { mediaKind } from './media.ts'

// A fixed placeholder for each: its content comes after the page is stable.
const VideoPlayer = lazyComponent(
  async () => (await import('./VideoPlayer.tsx')).VideoPlayer,
  <div className={styles.media} />,
)
const ReadPreview = lazyComponent(
  async () => (await import('./ReadPreview.tsx')).ReadPreview,
  <Loading />,
)
const FilesPreview = lazyComponent(
  async () => (await import('./FilesPreview.tsx')).FilesPreview,
  <Loading />,
)

interface Props {
  deliverable: Deliverable
  /** Called when the file's signed link expired while it was on screen. */
  onLinkExpired: () => void
}

/**
 * The work itself, in the page: a player, a picture, a reader, or otherwise a link to open the file; of several files,
 * any one.
 */
export function MediaPreview({ deliverable, onLinkExpired }: Props) {
  return deliverable.file_count > 1 ? (
    <FilesPreview deliverable={deliverable}>
      {(file) => <FilePreview deliverable={file} onLinkExpired={onLinkExpired} />}
    </FilesPreview>
  ) : (
    <FilePreview deliverable={deliverable} onLinkExpired={onLinkExpired} />
  )
}

function FilePreview({ deliverable, onLinkExpired }: Props) {
  const { file_url: url, file_name: name, preview_url: preview } = deliverable
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
  return <ReadPreview deliverable={deliverable} url={url} onLinkExpired={onLinkExpired} />
}

/** Replaces the work while its marked copy is being made, or where none can be made. */
function NothingYet({ deliverable: { preview_state: state } }: { deliverable: Deliverable }) {
  return (
    <div className={`${styles.media} ${styles.document}`}>
      <FileText size={32} aria-hidden="true" />
      <span>{NOTHING_TO_SEE[state === 'none' ? state : 'being_prepared']}</span>
    </div>
  )
}
