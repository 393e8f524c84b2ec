import { Play } from 'lucide-react'
import { FrameDrawings } from './FrameDrawings.tsx'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import { fitted } from './fitted.ts'
import styles from './Stage.module.css'
import { usePlayback } from './use-playback.ts'
import { useSource } from './use-source.ts'

/** The aspect ratio of phone videos, until the video's own is known. */
const UPRIGHT = 9 / 16

/** The film, without the browser's controls: the room's controls are for both sides and work by frames. */
export function VideoStage() {
  const { version, player, composer, renewLinks } = useRoom()
  const { source, fail, broken } = useSource(version, renewLinks)
  const playing = usePlayback(player, (state) => state.playing)
  const settled = usePlayback(player, (state) => state.settled)
  const frame = usePlayback(player, (state) => state.frame)
  const ratio = version.media ? version.media.width / version.media.height : UPRIGHT
  const drawing = composer !== null && composer.tool !== null
  return (
    <div className={styles.frame} style={fitted(ratio)}>
      {/* A creator's delivery has no captions that we could show. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={player?.attach}
        src={source ?? undefined}
        poster={version.poster_url ?? undefined}
        preload="auto"
        playsInline
        aria-label={version.file_name}
        data-frame={settled ? frame : undefined}
        onClick={() => player?.toggle()}
        onError={fail}
      />
      {broken ? (
        <p className={styles.lost}>
          {say.lostTitle}. {say.lost}
        </p>
      ) : null}
      {playing || drawing || broken || frame > 0 ? null : (
        <span className={styles.play} aria-hidden="true">
          <Play size={28} />
        </span>
      )}
      <FrameDrawings ratio={ratio} />
    </div>
  )
}
