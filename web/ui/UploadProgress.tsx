import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './DropZone.module.css'
import { cx } from './cx.ts'
import { megabytes, megabytesOf } from './megabytes.ts'

/** One chosen file on its way, as the upload reports it. */
export interface UploadState {
  id: string
  name: string
  /** Bytes sent so far and in all. */
  sent: number
  size: number
  done: boolean
  /** May not be taken away again. */
  fixed?: boolean
  /** Picture to show for an image: an object URL or the stored address. */
  preview?: string
}

/** A file with its bar, percent and bytes, and "Cancel" or "Remove" at the right. */
export function UploadProgress({ file, onRemove }: { file: UploadState; onRemove?: () => void }) {
  const percent = percentOf(file)
  return (
    <div className={styles.file}>
      <div className="row between">
        <span className="fname">{file.name}</span>
        <span className="sm muted num">{file.done ? 'Uploaded' : `${percent}%`}</span>
      </div>
      {file.done ? null : <Bar file={file} />}
      <div className={cx('row between', styles.foot)}>
        <span className="num">
          {file.done ? megabytes(file.size) : megabytesOf(file.sent, file.size)}
        </span>
        {onRemove ? (
          <button type="button" className="link" onClick={onRemove}>
            {file.done ? 'Remove' : 'Cancel'}
          </button>
        ) : null}
      </div>
      {/* Read out at quarters only, so a long upload does not talk all the time (DESIGN §10). */}
      <span className="sr" aria-live="polite">
        {file.done ? `${file.name} uploaded` : `${Math.floor(percent / 25) * 25} percent`}
      </span>
    </div>
  )
}

interface SquaresProps {
  images: readonly UploadState[]
  /** How many there may be: shows "3 of 5" below; leave out where the count stands elsewhere. */
  max?: number
  onRemove?: (id: string) => void
  children?: ReactNode
}

/** Chosen pictures as squares with remove, and how many of how many. */
export function ImageSquares({ images, max, onRemove, children }: SquaresProps) {
  if (images.length === 0) return null
  return (
    <>
      <ul className={styles.squares}>
        {images.map((image) => (
          <li key={image.id} className={cx(styles.square, !image.done && styles.waiting)}>
            {image.preview ? <img src={image.preview} alt={image.name} /> : null}
            {image.done ? null : <Bar file={image} className={styles.squareBar} />}
            {onRemove && !image.fixed ? (
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${image.name}`}
                onClick={() => onRemove(image.id)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {max === undefined ? null : (
        <span className={styles.count}>
          {images.length} of {max} {children}
        </span>
      )}
    </>
  )
}

function Bar({ file, className }: { file: UploadState; className?: string }) {
  const percent = percentOf(file)
  return (
    <div
      className={cx(styles.bar, className)}
      role="progressbar"
      aria-label={`Uploading ${file.name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  )
}

function percentOf(file: UploadState): number {
  if (file.done) return 100
  return file.size > 0 ? Math.min(100, Math.floor((file.sent / file.size) * 100)) : 0
}
