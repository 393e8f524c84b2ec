import type { ReactNode } from 'react'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import type { Uploads } from '#web/uploads/use-uploads.ts'
import styles from './Deliverable.module.css'

interface Props {
  label: string
  /** "Screenshot (optional)"; defaults to the label. */
  legend?: ReactNode
  hint: string
  uploads: Uploads
  /** The error of a failed upload. */
  failed?: string
  error: string | undefined
  onChosen: () => void
  /** The number of files it holds; defaults to one. */
  maxFiles?: number
  /** Replaces the rows of uploaded files. */
  children?: ReactNode
}

/** A drop zone for files of a delivery, with the files that were uploaded into it. */
export function FileZone(props: Props) {
  const { label, legend, hint, uploads, failed, error, onChosen, maxFiles = 1, children } = props
  const room = uploads.scope.bucket === 'deliverable-files' ? maxFiles - uploads.items.length : 1
  return (
    <div className={styles.zone}>
      <span className={styles.legend}>{legend ?? label}</span>
      <DropZone
        label={label}
        rule={BUCKET_RULES[uploads.scope.bucket]}
        hint={hint}
        maxFiles={Math.max(1, room)}
        disabled={room < 1}
        refused={error}
        onFiles={(chosen) => {
          onChosen()
          uploads.add(chosen)
        }}
      >
        {children ?? <UploadRows uploads={uploads} failed={failed} />}
      </DropZone>
    </div>
  )
}
