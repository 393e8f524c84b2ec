import { Clapperboard, FileText, X } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { megabytes, megabytesOf } from '#web/ui/megabytes.ts'
import { Bar } from '#web/ui/UploadProgress.tsx'
import styles from './AttachmentChips.module.css'
import { attachmentWords as words } from './attachment-words.ts'
import type { Attachment } from './kept-attachments.ts'

interface Props {
  files: readonly Attachment[]
  onRetry: (key: string) => void
  /** Absent where the files can no longer be removed. */
  onRemove?: (key: string) => void
  className?: string
}

/** Files being uploaded, one chip each: the progress, or why it failed and what to do about it. */
export function AttachmentChips({ files, onRetry, onRemove, className }: Props) {
  if (files.length === 0) return null
  return (
    <ul className={cx(styles.chips, className)} aria-label="Files on their way">
      {files.map((file) => (
        <li className={cx(styles.chip, file.error !== null && styles.failed)} key={file.key}>
          <Picture file={file} />
          <span className={styles.named}>
            <span className="fname">{file.name}</span>
            <State file={file} />
          </span>
          {file.state === 'failed' ? (
            <button
              type="button"
              className={cx('link', styles.again)}
              aria-label={words.retry(file.name)}
              onClick={() => onRetry(file.key)}
            >
              Try again
            </button>
          ) : null}
          {onRemove ? (
            <Button
              variant="quiet"
              size="sm"
              iconOnly
              aria-label={words.remove(file.name)}
              onClick={() => onRemove(file.key)}
            >
              <X size={16} aria-hidden="true" />
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Picture({ file }: { file: Attachment }) {
  if (file.preview !== null) return <img className={styles.picture} src={file.preview} alt="" />
  const Icon = file.type.startsWith('video/') ? Clapperboard : FileText
  return (
    <span className={styles.picture}>
      <Icon size={18} aria-hidden="true" />
    </span>
  )
}

function State({ file }: { file: Attachment }) {
  if (file.error !== null)
    return (
      <span className={styles.why} role="alert">
        {file.error}
      </span>
    )
  if (file.state === 'done') return <span className="xs muted num">{megabytes(file.size)}</span>
  return (
    <>
      <span className="xs muted num">{megabytesOf(file.sent, file.size)}</span>
      <Bar
        file={{ id: file.key, name: file.name, sent: file.sent, size: file.size, done: false }}
        className={styles.bar}
      />
    </>
  )
}
