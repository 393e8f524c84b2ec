import { useEffect, useMemo } from 'react'
import { previewRate } from '#contract/media.ts'
import type { ReviewVersion } from '#contract/review-note-schemas.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import { fitted } from './fitted.ts'
import { follow } from './linked-players.ts'
import { Player } from './player.ts'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import styles from './Stage.module.css'
import { usePlayback } from './use-playback.ts'
import { useNaturalRatio } from './use-natural-ratio.ts'
import { useSource } from './use-source.ts'

/** Another version that plays along with the one on the stage, `shift` frames of that one later. Silent. */
export function OtherVersion({ version, shift }: { version: ReviewVersion; shift: number }) {
  const { player, renewLinks } = useRoom()
  const { source, fail } = useSource(version, renewLinks)
  const { media } = version
  const natural = useNaturalRatio(4 / 3)
  const own = useMemo(
    () => new Player(media ? previewRate(media) : null, media?.duration_ms ?? null),
    [media],
  )
  const { attach } = own
  const frame = usePlayback(own, (state) => state.frame)
  const settled = usePlayback(own, (state) => state.settled)
  useEffect(() => {
    if (!player) return
    return follow(player, own, (shift * 1_000 * player.rate.den) / player.rate.num)
  }, [player, own, shift])

  if (source === null) return <p className={styles.nothing}>{say.unshownTitle}</p>
  if (mediaKind(version.file_type) === 'video')
    return (
      <div className={styles.frame} style={fitted(media ? media.width / media.height : 9 / 16)}>
        <video
          ref={attach}
          src={source}
          muted
          playsInline
          preload="auto"
          aria-label={say.oldFrame(version.version)}
          data-frame={settled ? frame : undefined}
          onError={fail}
        />
      </div>
    )
  return (
    <div className={styles.frame} style={fitted(natural.ratio)}>
      <img src={source} alt={say.oldFrame(version.version)} {...natural.props} onError={fail} />
    </div>
  )
}
