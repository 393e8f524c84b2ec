import { type FormEvent, type ReactNode, useId } from 'react'
import { paths } from '#contract/paths.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import styles from './Editor.module.css'

interface Props {
  title: string
  subtitle: string
  onSubmit: (event: FormEvent) => void
  /** Leaving with unsaved changes needs confirmation. */
  question: ReactNode
  /** A picture is still uploading: saving waits for it. */
  uploading: boolean
  /** A picture did not arrive: saved without it, it would be missing for good. */
  failed: boolean
  saving: boolean
  /** A preview of what others will see, next to the form. */
  preview: { title: string; card: ReactNode }
  children: ReactNode
}

/** The frame of both profile editors: heading, the form with Save Profile and Cancel, a live preview. */
export function EditorFrame({
  title,
  subtitle,
  onSubmit,
  question,
  uploading,
  failed,
  saving,
  preview,
  children,
}: Props) {
  const id = useId()
  return (
    <>
      {question}
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </div>
      </div>
      <div className={styles.grid}>
        <form noValidate onSubmit={onSubmit}>
          {children}
          {failed ? (
            <p id={id} className="sm muted">
              {uploadMessages.notArrived}
            </p>
          ) : null}
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="primary"
              disabled={uploading || failed}
              aria-describedby={failed ? id : undefined}
              busy={saving}
              busyText="Saving..."
            >
              Save Profile
            </Button>
            <ButtonLink variant="quiet" to={paths.profile}>
              Cancel
            </ButtonLink>
          </div>
        </form>
        <aside className={styles.rail} aria-label="Preview">
          <h2>{preview.title}</h2>
          {preview.card}
        </aside>
      </div>
    </>
  )
}
