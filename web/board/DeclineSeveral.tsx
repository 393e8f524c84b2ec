import { useRef } from 'react'
import { REJECT_NOTE } from '#contract/bulk.ts'
import type { DeclinedRow } from '#contract/bulk-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { guarded } from '#web/forms/guarded.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import type { Chosen } from '#web/seats/BulkHire.tsx'
import { Field } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { bulkWords as say } from './bulk-words.ts'
import { useDeclineSeveral } from './use-bulk.ts'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'nobody',
)

const EMPTY = { note: '' }
const read = ({ note }: typeof EMPTY): Reading<typeof EMPTY, string> => ({
  input: note.trim(),
  errors: null,
})

/** Declines everyone who is selected with one text, after a question that names them. */
export function DeclineSeveral(props: {
  projectId: string
  chosen: readonly Chosen[]
  onDone: (rows: readonly DeclinedRow[]) => void
  onClose: () => void
}) {
  const { projectId, chosen, onDone, onClose } = props
  const decline = useDeclineSeveral(projectId)
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `decline-${projectId}`,
    saved: EMPTY,
    read,
  })
  const send = submit(async (note) => {
    try {
      const { rows } = await decline.mutateAsync({
        application_ids: chosen.map(({ id }) => id),
        note,
      })
      finish()
      onDone(rows)
    } catch (failure) {
      // The dialog stays open and keeps what was typed.
      if (!showRefusal(failure)) form.setError('note', { message: messageOf(failure) })
    }
  })
  const guard = useRef<(() => void) | null>(null)
  return (
    <FormDialog
      title={say.declineTitle(chosen.length)}
      confirm={say.decline(chosen.length)}
      busyText={say.declining}
      busy={busy}
      destructive
      question={question}
      onSubmit={(event) => guarded(event, guard, send)}
      onClose={onClose}
    >
      <p>{chosen.map(({ name }) => name).join(', ')}</p>
      <Field label={say.note} hint={say.noteHint} error={sentences.note}>
        <TextArea rows={4} autoFocus maxLength={REJECT_NOTE} {...form.register('note')} />
      </Field>
      <NoteSafety
        guard={guard}
        text={typed.note}
        sender="seller"
        name={say.everyone}
        send={send}
        onEdit={() => form.setFocus('note')}
      />
      <p className="muted">{say.undoable}</p>
    </FormDialog>
  )
}
