import { useRoom } from './room-context.ts'
import styles from './Timeline.module.css'

/** The still for a moment from the version's storyboard, above the line at the pointer. */
export function StoryboardTile(props: { ms: number; left: string; caption: string }) {
  const { ms, left, caption } = props
  const { version } = useRoom()
  const board = version.media?.storyboard
  const link = version.storyboard_url
  const tile = board ? Math.min(board.tiles - 1, Math.floor(ms / board.every_ms)) : 0
  return (
    <div className={styles.preview} style={{ left }} aria-hidden="true">
      {board && link ? (
        <div
          className={styles.still}
          style={{
            width: board.width,
            height: board.height,
            backgroundImage: `url("${link}")`,
            backgroundPosition: `-${(tile % board.columns) * board.width}px -${Math.floor(tile / board.columns) * board.height}px`,
          }}
        />
      ) : null}
      <span className="num xs">{caption}</span>
    </div>
  )
}
