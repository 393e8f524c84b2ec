import { useState, type FormEvent } from 'react'
import { DELIVERABLE_LIMITS, deliverableMessages } from '#contract/deliverables.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { BUCKET_RULES, limitText, uploadMessages } from '#contract/uploads.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { failureWords } from '#web/uploads/upload-words.ts'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import { useUploads } from '#web/uploads/use-uploads.ts'
import styles from './Deliverable.module.css'
import { useSubmitDeliverable } from './use-deliverables.ts'

/** The form's texts; files are uploaded separately and resumed when chosen again. */
const EMPTY = { postUrl: '', notes: '' }

/** SPEC §8. */
const failedToSubmit = (message: string) => `Failed to submit deliverable: ${message}`

type FieldErrors = Partial<Record<'file_id' | 'post_url' | 'screenshot_id' | 'notes', string>>

/** Submits work: the file, where it was posted, the proof, notes (SPEC §5). Input survives a failure. */
export function DeliverableForm({ projectId, deadline }: { projectId: string; deadline: string }) {
  const submit = useSubmitDeliverable(projectId)
  const file = useUploads({ bucket: 'deliverable-files', projectId, single: true })
  const screenshot = useUploads({ bucket: 'proof-screenshots', projectId, single: true })
  const form = `deliver-${projectId}`
  const start = useRestored(form, EMPTY)
  const [postUrl, setPostUrl] = useState(start.postUrl)
  const [notes, setNotes] = useState(start.notes)
  const unsaved = useUnsaved(form, EMPTY, { postUrl, notes })
  const [errors, setErrors] = useState<FieldErrors>({})
  const forgive = (field: keyof FieldErrors) => setErrors((now) => ({ ...now, [field]: undefined }))
  const uploading = file.busy || screenshot.busy

  function send(event: FormEvent) {
    event.preventDefault()
    if (submit.isPending || uploading) return
    const uploaded = file.items[0]?.uploaded
    if (!uploaded) {
      setErrors({ file_id: deliverableMessages.fileRequired })
      return focusFirstError()
    }
    setErrors({})
    const [proof] = screenshot.items
    // Chosen but not uploaded: submitted without it the proof would be missing permanently. It can be retried or
    // removed.
    if (proof?.state === 'failed')
      return toast.error(failedToSubmit(failureWords(proof, uploadMessages.screenshotFailed)))
    onSettled(
      submit.mutateAsync({
        file_id: uploaded.id,
        post_url: postUrl,
        screenshot_id: proof?.uploaded?.id ?? null,
        notes,
      }),
      {
        onSuccess() {
          toast.success(
            'Deliverable submitted',
            `The seller has ${REVIEW_WINDOW_TEXT} to review it.`,
          )
          file.clear()
          screenshot.clear()
          setPostUrl('')
          setNotes('')
        },
        onError(error) {
          const fields: FieldErrors = error instanceof ApiError ? error.fields : {}
          const shown: FieldErrors = {
            file_id: fields.file_id,
            post_url: fields.post_url,
            screenshot_id: fields.screenshot_id,
            notes: fields.notes,
          }
          setErrors(shown)
          focusFirstError()
          if (!Object.values(shown).some(Boolean)) toast.error(failedToSubmit(messageOf(error)))
        },
      },
    )
  }

  return (
    <form className={`card ${styles.form}`} onSubmit={send} noValidate>
      {unsaved.question}
      <div className={`row between ${styles.formHead}`}>
        <h2>Deliver your work</h2>
        <span className="sm muted">Due {formatDay(deadline)}</span>
      </div>
      <div className={styles.zone}>
        <span className={styles.legend}>Content file</span>
        <DropZone
          label="Content file"
          rule={BUCKET_RULES['deliverable-files']}
          hint={`Video, image, pdf or text, up to ${limitText(BUCKET_RULES['deliverable-files'].maxBytes)}`}
          onFiles={(chosen) => {
            forgive('file_id')
            file.add(chosen)
          }}
        >
          <UploadRows uploads={file} />
        </DropZone>
        {errors.file_id ? <FieldError>{errors.file_id}</FieldError> : null}
      </div>
      <Field
        label={<Optional>Post link</Optional>}
        hint="Where the work is published."
        error={errors.post_url}
      >
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={DELIVERABLE_LIMITS.post_url}
          value={postUrl}
          onChange={(event) => {
            setPostUrl(event.target.value)
            forgive('post_url')
          }}
        />
      </Field>
      <div className={styles.zone}>
        <span className={styles.legend}>
          <Optional>Screenshot</Optional>
        </span>
        <DropZone
          label="Screenshot"
          rule={BUCKET_RULES['proof-screenshots']}
          hint={`Proof of the post. Max size: ${limitText(BUCKET_RULES['proof-screenshots'].maxBytes)}`}
          onFiles={screenshot.add}
        >
          <UploadRows uploads={screenshot} failed={uploadMessages.screenshotFailed} />
        </DropZone>
        {errors.screenshot_id ? <FieldError>{errors.screenshot_id}</FieldError> : null}
      </div>
      <Field
        label={<Optional>Notes</Optional>}
        hint="What the seller should know."
        error={errors.notes}
      >
        <TextArea
          rows={3}
          maxLength={DELIVERABLE_LIMITS.notes}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={submit.isPending}
          busyText="Submitting..."
          disabled={uploading}
        >
          Submit Deliverable
        </Button>
      </div>
    </form>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}
