import type { ReactNode } from 'react'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import type { Uploads } from '#web/uploads/use-uploads.ts'
import styles from './Deliverable.module.css'

interface Props {
  label: string
  /** "Screenshot (optional)"; the label unless said otherwise. */
  legend?: ReactNode
  hint: string
  uploads: Uploads
  /** The error of a failed upload. */
  failed?: string
  error: string | undefined
  onChosen: () => void
  /** How many it holds; one unless said otherwise. */
  maxFiles?: number
  /** In place of the rows of what was uploaded. */
  children?: ReactNode
}

/** A place for files of a delivery, with what was uploaded into it. */
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
        onFiles={(chosen) => {
          onChosen()
          uploads.add(chosen)
        }}
      >
        {children ?? <UploadRows uploads={uploads} failed={failed} />}
      </DropZone>
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  )
}
