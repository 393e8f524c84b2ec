import { DRAWING_SCALE } from '#contract/review-drawings.ts'
import { FrameDrawings } from './FrameDrawings.tsx'
import { NoteMark } from './NoteMark.tsx'
import { useRoom } from './room-context.ts'
import { noteSpoken } from './room-words.ts'
import { fitted } from './fitted.ts'
import styles from './Stage.module.css'
import { useNaturalRatio } from './use-natural-ratio.ts'
import { useSource } from './use-source.ts'

/** A picture with the places of its notes. */
export function PictureStage() {
  const { version, notes, select, selected, composer, renewLinks } = useRoom()
  const { source, fail } = useSource(version, renewLinks)
  const natural = useNaturalRatio(4 / 3)
  const { ratio } = natural
  const placed = notes.filter(({ place, carried }) => place !== null && !carried)
  const typed = composer?.typed.place
  return (
    <div className={styles.frame} style={fitted(ratio)}>
      <img src={source ?? undefined} alt={version.file_name} {...natural.props} onError={fail} />
      {composer?.tool === 'place'
        ? null
        : placed.map((note) => (
            <button
              key={note.id}
              type="button"
              className={styles.pin}
              style={at(note.place)}
              aria-pressed={note.id === selected?.id}
              aria-label={noteSpoken(note, {
                index: notes.indexOf(note) + 1,
                of: notes.length,
                where: null,
              })}
              onClick={() => select(note)}
            >
              <NoteMark note={note} />
            </button>
          ))}
      {typed ? <span className={styles.newPin} style={at(typed)} aria-hidden="true" /> : null}
      <FrameDrawings ratio={ratio} />
    </div>
  )
}

const at = (place: { x: number; y: number } | null) => ({
  left: `${((place?.x ?? 0) / DRAWING_SCALE) * 100}%`,
  top: `${((place?.y ?? 0) / DRAWING_SCALE) * 100}%`,
})
