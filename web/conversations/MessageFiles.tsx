import { FileText } from 'lucide-react'
import type { MessageFile, MessageFileLinks } from '#contract/conversation-schemas.ts'
import { cx } from '#web/ui/cx.ts'
import { megabytes } from '#web/ui/megabytes.ts'
import styles from './MessageFiles.module.css'
import { sentPicture } from './sent-pictures.ts'
import type { FileLinks } from './use-file-links.ts'
import { useKeptSource } from './use-kept-source.ts'

interface Props {
  files: readonly MessageFile[]
  links: FileLinks
  own: boolean
  onLinkExpired: () => void
}

/** A message's files: pictures and videos to view, PDFs to save. */
export function MessageFiles({ files, links, own, onLinkExpired }: Props) {
  return (
    <ul className={cx(styles.files, own && styles.own)} aria-label={own ? 'Your files' : 'Files'}>
      {files.map((file) => (
        <li key={file.id}>
          <FileTile file={file} links={links.get(file.id)} onLinkExpired={onLinkExpired} />
        </li>
      ))}
    </ul>
  )
}

interface TileProps {
  file: MessageFile
  links: MessageFileLinks | undefined
  onLinkExpired: () => void
}

function FileTile({ file, links, onLinkExpired }: TileProps) {
  if (file.file_type.startsWith('image/'))
    return <PictureTile file={file} links={links} onLinkExpired={onLinkExpired} />
  if (file.file_type.startsWith('video/'))
    return <VideoTile file={file} links={links} onLinkExpired={onLinkExpired} />
  return (
    <a className={styles.document} {...opens(links && `${links.file_url}&download=1`)}>
      <FileText size={22} aria-hidden="true" />
      <span className={styles.named}>
        <span className="fname">{file.file_name}</span>
        <span className="xs muted num">{megabytes(file.size)}</span>
      </span>
    </a>
  )
}

/** A link that opens in a new tab; absent until it is known. */
const opens = (href: string | undefined) =>
  href === undefined ? {} : { href, target: '_blank', rel: 'noopener noreferrer' }

function PictureTile({ file, links, onLinkExpired }: TileProps) {
  const newest = links?.poster_url ?? links?.file_url ?? sentPicture(file.id)
  const { source, onError } = useKeptSource(newest, onLinkExpired)
  return (
    <a className={styles.picture} {...opens(links?.file_url)} aria-label={`Open ${file.file_name}`}>
      {source === null ? null : (
        <img src={source} alt={file.file_name} loading="lazy" onError={onError} />
      )}
    </a>
  )
}

/** Plays inline; newer links to the same file must not restart it. */
function VideoTile({ file, links, onLinkExpired }: TileProps) {
  const { source, onError } = useKeptSource(links?.preview_url ?? links?.file_url, onLinkExpired)
  return (
    // Files that people send each other have no captions to show.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      className={styles.video}
      src={source ?? undefined}
      poster={links?.poster_url ?? undefined}
      preload="metadata"
      playsInline
      controls
      aria-label={file.file_name}
      onError={onError}
    />
  )
}
