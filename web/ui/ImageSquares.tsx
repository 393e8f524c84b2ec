import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useRef, useState, type DragEvent } from 'react'
import { cx } from './cx.ts'
import styles from './ImageSquares.module.css'
import { Picture } from './Picture.tsx'
import { Bar, type UploadState } from './UploadProgress.tsx'

interface Props {
  images: readonly UploadState[]
  /** The noun for one image when its position is read out. */
  noun?: string
  /** Renders one image; its preview by default. */
  renderPicture?: (image: UploadState, place: number) => ReactNode
  /** The content below each square; squares with something below are larger. */
  renderBelow?: (image: UploadState, place: number) => ReactNode
  onRemove: (id: string) => void
  /** Moves an image to another position, counted from 0 among all. Those that are `fixed` stay in front. */
  onMove: (id: string, place: number) => void
}

const asPicture = ({ name, preview }: UploadState) =>
  preview ? <Picture src={preview} alt={name} sizes="180px" draggable={false} /> : null

/**
 * Chosen pictures as squares, in order: each can be dragged, moved by its arrows (or the arrow keys on them), and
 * removed.
 */
export function ImageSquares(props: Props) {
  const {
    images,
    noun = 'picture',
    renderPicture = asPicture,
    renderBelow,
    onRemove,
    onMove,
  } = props
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  if (images.length === 0) return null
  const first = images.filter((image) => image.fixed).length

  function move(id: string, place: number) {
    const image = images.find((one) => one.id === id)
    if (!image || image.fixed || place < first || place >= images.length) return
    onMove(id, place)
    setAnnouncement(`${image.name} is ${noun} ${place + 1} of ${images.length}`)
  }

  /** An arrow at the end is disabled; focus then moves to the other arrow. */
  function step(id: string, place: number, by: -1 | 1) {
    move(id, place + by)
    requestAnimationFrame(() => {
      const arrows = list.current?.querySelectorAll<HTMLButtonElement>(
        `[data-id="${CSS.escape(id)}"] [data-arrow]`,
      )
      const [back, on] = [arrows?.[0], arrows?.[1]]
      const wanted = by < 0 ? back : on
      ;(wanted?.disabled ? (by < 0 ? on : back) : wanted)?.focus()
    })
  }

  function drop(event: DragEvent, place: number) {
    if (dragged === null) return
    event.preventDefault()
    move(dragged, Math.max(place, first))
    setDragged(null)
    setOver(null)
  }

  return (
    <>
      <ul ref={list} className={cx(styles.squares, renderBelow && styles.large)}>
        {images.map((image, place) => (
          <li key={image.id} data-id={image.id}>
            {/* Dragging is a shortcut: the arrows on each picture do the same for keyboards and touch. */}
            <div
              className={cx(
                styles.square,
                !image.done && styles.waiting,
                dragged === image.id && styles.dragged,
                over === image.id && styles.over,
              )}
              draggable={!image.fixed && images.length > 1}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(image.id)
              }}
              onDragOver={(event) => {
                if (dragged === null || dragged === image.id) return
                event.preventDefault()
                setOver(image.id)
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => drop(event, place)}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
            >
              {renderPicture(image, place)}
              {image.done ? null : <Bar file={image} className={styles.bar} />}
              {image.fixed ? null : (
                <>
                  {images.length > first + 1 ? (
                    <span className={styles.arrows}>
                      {([-1, 1] as const).map((by) => (
                        <button
                          key={by}
                          type="button"
                          data-arrow
                          className={styles.tool}
                          disabled={by < 0 ? place <= first : place === images.length - 1}
                          aria-label={`Move ${image.name} ${by < 0 ? 'earlier' : 'later'}`}
                          onClick={() => step(image.id, place, by)}
                          onKeyDown={(event) => {
                            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                            event.preventDefault()
                            step(image.id, place, event.key === 'ArrowLeft' ? -1 : 1)
                          }}
                        >
                          {by < 0 ? (
                            <ChevronLeft size={16} aria-hidden="true" />
                          ) : (
                            <ChevronRight size={16} aria-hidden="true" />
                          )}
                        </button>
                      ))}
                    </span>
                  ) : null}
                  <button
                    type="button"
                    className={cx(styles.tool, styles.remove)}
                    aria-label={`Remove ${image.name}`}
                    onClick={() => onRemove(image.id)}
                  >
                    <X size={14} aria-hidden="true" />
                  </button>
                </>
              )}
            </div>
            {renderBelow?.(image, place)}
          </li>
        ))}
      </ul>
      <span className="sr" aria-live="polite">
        {announcement}
      </span>
    </>
  )
}
