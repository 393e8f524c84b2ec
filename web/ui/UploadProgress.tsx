import styles from './DropZone.module.css'
import { cx } from './cx.ts'
import { megabytes, megabytesOf } from './megabytes.ts'
import { timeLeftWords } from './time-left.ts'

/** One chosen file, with its upload progress. */
export interface UploadState {
  id: string
  name: string
  /** Bytes sent so far and in total. */
  sent: number
  size: number
  done: boolean
  /** The time left; null or absent while unknown. */
  secondsLeft?: number | null
  /** Cannot be removed. */
  fixed?: boolean
  /** Picture to show for an image: an object URL or the stored address. */
  preview?: string
}

/** A file with its bar, percent, bytes and time left, and "Cancel" or "Remove" on the right. */
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
          {!file.done && file.secondsLeft ? (
            <>
              <span className="sep"> · </span>
              {timeLeftWords(file.secondsLeft)}
            </>
          ) : null}
        </span>
        {onRemove ? (
          <button type="button" className="link" onClick={onRemove}>
            {file.done ? 'Remove' : 'Cancel'}
          </button>
        ) : null}
      </div>
      {/* Announced at quarters only, so that a long upload does not talk all the time (DESIGN §10). */}
      <span className="sr" aria-live="polite">
        {file.done ? `${file.name} uploaded` : `${Math.floor(percent / 25) * 25} percent`}
      </span>
    </div>
  )
}

/** A file's progress, visible and announced to assistive technology. */
export function Bar({ file, className }: { file: UploadState; className?: string }) {
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
