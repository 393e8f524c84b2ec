import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { preload } from 'react-dom'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { whenPageStands } from '#web/api/when-page-stands.ts'
import { PlayLength } from '#web/ui/PlayLength.tsx'
import styles from './Media.module.css'
import { clock } from './media.ts'

interface Props {
  deliverable: Deliverable
  /** The delivery's file, or the copy that its reader gets instead. */
  url: string
  onLinkExpired: () => void
}

/** Plays the reduced preview if there is one, otherwise the file itself; shows its poster until then. */
export function VideoPlayer({ deliverable, url, onLinkExpired }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const newest = deliverable.preview_url ?? url
  /** Newer signed links of the same file must not restart playback, so the first one is kept. */
  const [source, setSource] = useState(newest)
  const [poster] = useState(deliverable.poster_url)
  const [started, setStarted] = useState(false)
  /** Until the page stands, its poster is all that is seen of a film: the film's first bytes would delay it. */
  const [waits, setWaits] = useState(poster !== null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [broken, setBroken] = useState(false)
  /** The newest link when nothing would play: only a newer one is worth a retry. */
  const [failed, setFailed] = useState<string | null>(null)
  /** Where the film stopped when its link expired; it resumes there with the next one. */
  const stopped = useRef<{ at: number; playing: boolean } | null>(null)
  // A rendered page names its poster in its head: browsers may find a video's poster only once they have laid it out.
  if (import.meta.env.SSR && poster !== null)
    preload(poster, { as: 'image', fetchPriority: 'high' })
  useEffect(() => {
    const leaving = new AbortController()
    whenPageStands(() => setWaits(false), leaving.signal)
    return () => leaving.abort()
  }, [])
  // A different copy made since the page was opened is used unless someone is watching.
  if (!started && copyOf(newest) !== copyOf(source)) setSource(newest)
  if (failed !== null && failed !== newest) {
    setFailed(null)
    setSource(newest)
  }

  function play() {
    setStarted(true)
    void video.current?.play().catch(() => undefined)
  }

  function fail({ currentTime: at, paused }: HTMLVideoElement) {
    // A link that fails at once has no position of its own: the film resumes where the first one stopped.
    stopped.current ??= { at, playing: !paused }
    // The list renews its links: a newer one is worth a retry, and the file itself may play when its preview does not.
    if (source !== newest && source !== url) return setSource(newest)
    if (source !== url && deliverable.preview_url) return setSource(url)
    setBroken(true)
    setFailed(newest)
    onLinkExpired()
  }

  function goOn(film: HTMLVideoElement) {
    setBroken(false)
    setSeconds(Number.isFinite(film.duration) ? film.duration : null)
    const place = stopped.current
    stopped.current = null
    if (place === null) return
    film.currentTime = place.at
    if (place.playing) void film.play().catch(() => undefined)
  }

  return (
    <div className={styles.media}>
      {/* What a creator hands in has no captions that we could show. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        src={source}
        poster={deliverable.poster_url ?? poster ?? undefined}
        preload={waits && !started ? 'none' : 'metadata'}
        playsInline
        controls={started}
        aria-label={deliverable.file_name}
        onLoadedMetadata={(event) => goOn(event.currentTarget)}
        onError={(event) => fail(event.currentTarget)}
      />
      {broken ? (
        <span className={styles.broken}>
          This browser cannot play the file.
          {deliverable.original_open ? ' Download it to watch.' : null}
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
      {started || broken || seconds === null ? null : <PlayLength>{clock(seconds)}</PlayLength>}
    </div>
  )
}

/** Identifies the copy that a link leads to. */
const copyOf = (url: string) => /rendition=[\w.]+/.exec(url)?.[0]
