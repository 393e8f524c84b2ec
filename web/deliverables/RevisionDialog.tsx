import { useState, type FormEvent } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { DELIVERABLE_LIMITS, deliverableMessages } from '#contract/deliverables.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useRequestRevision } from './use-deliverables.ts'

const FORM = 'request-revision'
const EMPTY = { note: '' }

/** Returns a deliverable with a note that says what should change (decision P15). */
export function RevisionDialog(props: {
  deliverable: Deliverable
  creatorName: string
  onClose: () => void
}) {
  const { deliverable, creatorName, onClose } = props
  const request = useRequestRevision()
  const form = `revision-${deliverable.id}`
  const start = useRestored(form, EMPTY)
  const [note, setNote] = useState(start.note)
  const unsaved = useUnsaved(form, EMPTY, { note })
  const [error, setError] = useState<string | null>(null)

  function send(event: FormEvent) {
    event.preventDefault()
    if (request.isPending) return
    if (note.trim() === '') {
      setError(deliverableMessages.noteRequired)
      return focusFirstError()
    }
    setError(null)
    onSettled(request.mutateAsync({ id: deliverable.id, note: note.trim() }), {
      onSuccess() {
        unsaved.finish()
        toast.success('Revision requested', `${creatorName} will see your note now.`)
        onClose()
      },
      // The dialog stays open with what was typed.
      onError: (failure) =>
        setError(
          (failure instanceof ApiError && failure.fields.reviewer_notes) || messageOf(failure),
        ),
    })
  }

  return (
    <Dialog
      open
      title="Request revision"
      subtitle={deliverable.file_name}
      locked={request.isPending}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={request.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={request.isPending}
            busyText="Sending..."
          >
            Request revision
          </Button>
        </>
      }
    >
      {unsaved.question}
      <form id={FORM} onSubmit={send} noValidate>
        <Field
          label="Note"
          required
          error={error}
          hint={`${creatorName} sees this note and hands in a new version.`}
        >
          <TextArea
            rows={5}
            autoFocus
            maxLength={DELIVERABLE_LIMITS.reviewer_notes}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
