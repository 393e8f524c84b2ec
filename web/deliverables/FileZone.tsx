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
  /** What is said of an upload that failed. */
  failed?: string
  error: string | undefined
  onChosen: () => void
}

/** A place for one file of a delivery, with what was uploaded into it. */
export function FileZone({ label, legend, hint, uploads, failed, error, onChosen }: Props) {
  return (
    <div className={styles.zone}>
      <span className={styles.legend}>{legend ?? label}</span>
      <DropZone
        label={label}
        rule={BUCKET_RULES[uploads.scope.bucket]}
        hint={hint}
        onFiles={(chosen) => {
          onChosen()
          uploads.add(chosen)
        }}
      >
        <UploadRows uploads={uploads} failed={failed} />
      </DropZone>
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  )
}
