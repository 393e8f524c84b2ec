import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useAuth } from '#web/api/session.tsx'
import { ReportButton } from '#web/reports/ReportButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { useModal } from '#web/ui/use-modal.ts'
import type { ShownPiece } from './piece.ts'
import styles from './PieceViewer.module.css'

interface Props {
  pieces: readonly ShownPiece[]
  /** The piece to start with. */
  first: number
  /** The owner of the work. */
  owner: string
  /** The person whose profile shows them, where a piece may be reported from here. */
  profileId?: string | undefined
  onClose: () => void
}

/**
 * Shows pieces of a portfolio large, one at a time. The arrow keys and the buttons lead to the next and the previous
 * one and wrap around; Escape or a press outside the piece closes the viewer. Rendered open; the caller removes it.
 */
export function PieceViewer({ pieces, first, owner, profileId, onClose }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  useModal(ref, true)
  const { user } = useAuth()
  const piece = pieces[at]
  const move = (by: number) => setAt((now) => (now + by + pieces.length) % pieces.length)

  function onKeyDown(event: KeyboardEvent) {
    // A film's own controls use the arrows to seek.
    if (event.target instanceof HTMLVideoElement) return
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(by)
  }
  function onMouseDown({ target }: MouseEvent) {
    if (target instanceof Element && !target.closest('img, video, button')) onClose()
  }

  if (!piece) return null
  return (
    // A press beside the piece closes, as Escape does for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={styles.viewer}
      aria-label={`Work by ${owner}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
    >
      <div className={styles.frame}>
        <div className={styles.bar}>
          <p className={styles.place} role="status">
            {at + 1} of {pieces.length}
            {piece.title ? `: ${piece.title}` : ''}
          </p>
          {profileId !== undefined && user && user.id !== profileId ? (
            <ReportButton
              key={piece.key}
              subject="picture"
              id={profileId}
              picture={piece.key}
              onBoard
            />
          ) : null}
          <Button
            variant="on-board"
            iconOnly
            className={styles.close}
            aria-label="Close"
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
        <div className={styles.stage}>
          {piece.kind === 'image' ? (
            <Picture
              key={piece.key}
              src={piece.href}
              sizes="100vw"
              alt={piece.title ?? `Piece ${at + 1} by ${owner}`}
            />
          ) : (
            // What a creator shows of themselves has no captions of ours to show.
            // oxlint-disable-next-line jsx-a11y/media-has-caption
            <video
              key={piece.key}
              src={piece.href}
              poster={piece.poster ?? undefined}
              controls
              // Only the film that was opened plays automatically: opening it counts as pressing play.
              autoPlay={at === first}
              playsInline
              aria-label={piece.title ?? `Film ${at + 1} by ${owner}`}
            />
          )}
        </div>
        {pieces.length > 1 ? (
          <div className={styles.moves}>
            <Button variant="on-board" iconOnly aria-label="Previous" onClick={() => move(-1)}>
              <ChevronLeft aria-hidden="true" />
            </Button>
            <Button variant="on-board" iconOnly aria-label="Next" onClick={() => move(1)}>
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        ) : null}
      </div>
    </dialog>
  )
}
