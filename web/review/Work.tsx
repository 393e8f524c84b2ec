import { Clock, FileWarning } from 'lucide-react'
import { TEXT_BEGINNING } from '#contract/text-beginning.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useNow } from '#web/page/use-now.ts'
import { isCopyAwaited } from './copy-state.ts'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import styles from './Stage.module.css'
import { linkOf } from './use-source.ts'
import { VideoStage } from './VideoStage.tsx'

// Most works are films: the other stages load when they are needed.
const TextReader = lazyComponent(
  async () => (await import('#web/deliverables/TextReader.tsx')).TextReader,
  <Loading />,
  'nobody',
)
const PdfStage = lazyComponent(
  async () => (await import('./PdfStage.tsx')).PdfStage,
  <Loading />,
  'nobody',
)
const PictureStage = lazyComponent(
  async () => (await import('./PictureStage.tsx')).PictureStage,
  <Loading />,
  'nobody',
)

/** The version itself: a film, a picture, a page, a text, or the reason why nothing can be shown. */
export function Work() {
  const { version, reader, renewLinks } = useRoom()
  const kind = mediaKind(version.file_type)
  const link = linkOf(version)
  if (link === null || kind === 'other') return <NothingToSee />
  // A text has no smaller preview: its file is the copy that may be seen.
  const read = version.file_url ?? link
  // The fetched copy is kept, so the original needs a new reader.
  const copy = String(version.original_open)
  if (kind === 'text')
    return (
      <TextReader
        key={copy}
        className={styles.text}
        url={read}
        name={version.file_name}
        ending={
          version.original_open ? null : TEXT_BEGINNING[reader === 'guest' ? 'guest' : 'brand']
        }
        onLinkExpired={renewLinks}
      />
    )
  if (kind === 'pdf') return <PdfStage key={copy} url={read} />
  return kind === 'video' ? <VideoStage /> : <PictureStage />
}

/** For a video or picture without a copy (yet). */
function NothingToSee() {
  const { version, room, reader } = useRoom()
  const now = useNow()
  const [Icon, title, text] = isCopyAwaited(version, reader, now)
    ? [Clock, say.preparingTitle, room.reader === 'owner' ? say.preparing : say.preparingOwn]
    : [FileWarning, say.unshownTitle, say.unshown]
  return (
    <div className={styles.nothing} role="status">
      <Icon size={32} aria-hidden="true" />
      <p className={styles.nothingTitle}>{title}</p>
      <p>{text}</p>
    </div>
  )
}
