import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { DELIVERABLE_LIMITS, deliverableMessages } from '#contract/deliverables.ts'
import { workName } from '#contract/work-name.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { RoundLine } from '#web/amendments/RoundLine.tsx'
import { Field } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { LookAtNewer, Replaced } from './Replaced.tsx'
import { replacedWords } from './replaced-words.ts'
import { useRequestRevision } from './use-request-revision.ts'

const RefusedChecks = lazyComponent(
  async () => (await import('#web/checks/RefusedChecks.tsx')).RefusedChecks,
  null,
  'nobody',
)

const EMPTY = { reviewer_notes: '' }

/** Returns a deliverable with a note that says what should change (decision P15). */
export function RevisionDialog(props: {
  deliverable: Deliverable
  creatorName: string
  onClose: () => void
}) {
  const { deliverable, creatorName, onClose } = props
  const request = useRequestRevision()
  const kept = useKeptForm({
    // The draft belongs to the project: text typed about a version that is replaced meanwhile is there for the newer
    // one.
    draft: `revision-${deliverable.project_id}`,
    saved: EMPTY,
    read: readNote,
  })
  const { form, typed, sentences, busy, question, submit, finish, takeAlong, showRefusal } = kept

  const send = submit(async (note) => {
    try {
      await request.mutateAsync({ id: deliverable.id, note })
      finish()
      toast.success('Revision requested', `${creatorName} will see your note now.`)
      onClose()
    } catch (failure) {
      // The dialog stays open and keeps what was typed.
      if (!showRefusal(failure)) form.setError('reviewer_notes', { message: messageOf(failure) })
    }
  })

  return (
    <FormDialog
      title="Request revision"
      subtitle={workName(deliverable)}
      confirm="Request revision"
      busyText="Sending..."
      busy={busy}
      question={question}
      intro={<Replaced deliverable={deliverable} text={replacedWords.kept} />}
      instead={
        deliverable.superseded_at === null ? null : (
          <LookAtNewer
            deliverable={deliverable}
            onClick={() => {
              takeAlong()
              onClose()
            }}
          />
        )
      }
      onSubmit={send}
      onClose={onClose}
    >
      {deliverable.brief_version === null ? null : <RefusedChecks delivery={deliverable} />}
      <RoundLine
        projectId={deliverable.project_id}
        creatorName={creatorName}
        typed={typed.reviewer_notes}
      />
      <Field
        label="Note"
        required
        error={sentences.reviewer_notes}
        hint={`${creatorName} sees this note and hands in a new version.`}
      >
        <TextArea
          rows={5}
          autoFocus
          maxLength={DELIVERABLE_LIMITS.reviewer_notes}
          {...form.register('reviewer_notes')}
        />
      </Field>
    </FormDialog>
  )
}

function readNote({ reviewer_notes }: typeof EMPTY): Reading<typeof EMPTY, string> {
  const note = reviewer_notes.trim()
  return note === ''
    ? { input: null, errors: { reviewer_notes: deliverableMessages.noteRequired } }
    : { input: note, errors: null }
}
