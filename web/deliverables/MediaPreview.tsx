import { FileText, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import styles from './Deliverable.module.css'
import { clock, mediaKind } from './media.ts'

interface Props {
  deliverable: Deliverable
  onLinkExpired: () => void
}

/** The work itself: a player, a picture, or the way to open the file. */
export function MediaPreview({ deliverable, onLinkExpired }: Props) {
  const kind = mediaKind(deliverable.file_type)
  if (kind === 'video')
    return <VideoPlayer deliverable={deliverable} onLinkExpired={onLinkExpired} />
  if (kind === 'image') {
    return (
      <a
        className={styles.media}
        href={deliverable.file_url}
        target="_blank"
        rel="noopener noreferrer"
      >
        <img src={deliverable.file_url} alt={deliverable.file_name} onError={onLinkExpired} />
      </a>
    )
  }
  return (
    <a
      className={`${styles.media} ${styles.document}`}
      href={deliverable.file_url}
      target="_blank"
      rel="noopener noreferrer"
    >
      <FileText size={32} aria-hidden="true" />
      <span className="link">Open file</span>
    </a>
  )
}

function VideoPlayer({ deliverable, onLinkExpired }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  /** Newer signed links of the same file must not restart what is playing, so the first one is kept. */
  const [source, setSource] = useState(deliverable.file_url)
  const [started, setStarted] = useState(false)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [broken, setBroken] = useState(false)

  function play() {
    setStarted(true)
    void video.current?.play().catch(() => undefined)
  }

  function fail() {
    // The list renews its links: with a newer one it is worth another try.
    if (source !== deliverable.file_url) return setSource(deliverable.file_url)
    setBroken(true)
    onLinkExpired()
  }

  return (
    <div className={styles.media}>
      {/* What a creator hands in has no captions of ours to show. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        src={source}
        preload="metadata"
        playsInline
        controls={started}
        aria-label={deliverable.file_name}
        onLoadedMetadata={(event) => {
          setBroken(false)
          setSeconds(
            Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration : null,
          )
        }}
        onError={fail}
      />
      {broken ? (
        <span className={styles.broken}>
          This browser cannot play the file. Download it to watch.
        </span>
      ) : null}
      {started || broken ? null : (
        <button
          type="button"
          className={styles.play}
          aria-label={`Play ${deliverable.file_name}`}
          onClick={play}
        >
          <Play aria-hidden="true" />
        </button>
      )}
      {started || broken || seconds === null ? null : (
        <span className={styles.duration}>{clock(seconds)}</span>
      )}
    </div>
  )
}
