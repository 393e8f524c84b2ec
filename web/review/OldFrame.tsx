import { useState } from 'react'
import { frameAt, middleOfFrame, momentText } from '#contract/frames.ts'
import { previewRate } from '#contract/media.ts'
import type { ReviewVersion } from '#contract/review-note-schemas.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Drawing } from './Drawing.tsx'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import type { ShownNote } from './shown-notes.ts'
import { fitted } from './fitted.ts'
import styles from './Stage.module.css'
import { useNaturalRatio } from './use-natural-ratio.ts'
import { useSource } from './use-source.ts'

const PdfSheet = lazyComponent(
  async () => (await import('#web/deliverables/PdfReader.tsx')).PdfSheet,
  <Loading />,
  'nobody',
)

/** The frame an earlier note was about, as it was then, next to the one of this version. */
export function OldFrame({ version, note }: { version: ReviewVersion; note: ShownNote }) {
  const { renewLinks } = useRoom()
  const { source, fail } = useSource(version, renewLinks)
  const natural = useNaturalRatio(1)
  const { media } = version
  const rate = media ? previewRate(media) : null
  const ratio = media ? media.width / media.height : natural.ratio
  const at = note.at_ms ?? 0
  const seconds = rate ? middleOfFrame(frameAt(at, rate), rate) : at / 1_000
  const kind = mediaKind(version.file_type)
  const [paper, setPaper] = useState(Math.SQRT1_2)

  if (source === null) return null
  const place =
    note.at_ms === null
      ? note.page === null
        ? null
        : say.page1(note.page)
      : momentText(note.at_ms, rate)
  return (
    <figure className={styles.old}>
      <div className={styles.view}>
        {kind === 'pdf' ? (
          <div className={styles.sheet}>
            <PdfSheet
              url={source}
              page={note.page ?? 1}
              onPages={() => undefined}
              onRatio={setPaper}
              onLinkExpired={renewLinks}
            />
            {note.drawing ? <Drawing drawing={note.drawing} ratio={paper} /> : null}
          </div>
        ) : (
          <div className={styles.frame} style={fitted(ratio)}>
            {kind === 'video' ? (
              <video
                src={source}
                muted
                playsInline
                preload="auto"
                aria-label={say.oldFrame(version.version)}
                ref={(film) => {
                  // It may have loaded before it was shown, when no listener was attached.
                  if (film && film.readyState > 0) film.currentTime = seconds
                }}
                onLoadedMetadata={({ currentTarget }) => (currentTarget.currentTime = seconds)}
                onError={fail}
              />
            ) : (
              <img
                src={source}
                alt={say.oldFrame(version.version)}
                {...natural.props}
                onError={fail}
              />
            )}
            {note.drawing ? <Drawing drawing={note.drawing} ratio={ratio} /> : null}
          </div>
        )}
      </div>
      <figcaption className={styles.caption}>
        {say.oldFrame(version.version)}
        {place === null ? '' : `, ${place}`}
      </figcaption>
    </figure>
  )
}
