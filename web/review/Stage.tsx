import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { mediaKind } from '#web/deliverables/media.ts'
import { cx } from '#web/ui/cx.ts'
import { useRoom, versionOf } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import styles from './Stage.module.css'
import { canBeDrawnOn } from './use-source.ts'
import { Work } from './Work.tsx'

const DrawTools = lazyComponent(
  async () => (await import('./DrawTools.tsx')).DrawTools,
  null,
  'nobody',
)
const OldFrame = lazyComponent(
  async () => (await import('./OldFrame.tsx')).OldFrame,
  null,
  'nobody',
)

/** The work itself: a video, a picture, a page, or the reason why nothing can be shown. */
export function Stage() {
  const { version, composer, selected, room } = useRoom()
  const old = selected?.carried ? versionOf(room, selected) : undefined
  const from = old && canBeDrawnOn(old) ? old : undefined
  return (
    <section className={styles.stage} aria-label={say.stage}>
      <div className={cx(styles.views, from && styles.twoViews)}>
        {from && selected ? <OldFrame key={selected.id} version={from} note={selected} /> : null}
        <div className={styles.current}>
          <div className={styles.view}>
            <Work />
          </div>
          {from ? <span className={styles.caption}>{say.newFrame(version.version)}</span> : null}
        </div>
      </div>
      {composer && (composer.tool !== null || composer.typed.drawing !== null) ? (
        <DrawTools composer={composer} places={mediaKind(version.file_type) === 'image'} />
      ) : null}
    </section>
  )
}
