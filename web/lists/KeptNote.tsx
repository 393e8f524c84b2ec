import { useState } from 'react'
import { CREATOR_LIST_LIMITS } from '#contract/creator-lists.ts'
import { usePlace } from '#web/creator-lists/use-creator-lists.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './Lists.module.css'

interface Props {
  listId: string
  creator: { id: string; name: string }
  note: string | null
}

/** The brand's note on a creator, edited in place, and the action that removes the creator from the list. */
export function KeptNote(props: Props) {
  const { listId, creator, note } = props
  const { drop } = usePlace(listId, creator.id)
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <NoteForm {...props} onClose={() => setOpen(false)} />
  return (
    <>
      {note === null ? null : <p className={styles.note}>{note}</p>}
      <div className={styles.noteActs}>
        <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
          {note === null ? 'Add a note' : 'Edit note'}
          <span className="sr"> on {creator.name}</span>
        </Button>
        <Button variant="quiet" size="sm" busy={drop.isPending} onClick={() => drop.mutate()}>
          Remove<span className="sr"> {creator.name} from the list</span>
        </Button>
      </div>
    </>
  )
}

/** The form for the note. What is typed is kept until it is saved or cancelled. */
function NoteForm({ listId, creator, note, onClose }: Props & { onClose: () => void }) {
  const { note: save } = usePlace(listId, creator.id)
  // The note as it was when the form opened: one from another window does not replace what is typed.
  const [saved] = useState({ note: note ?? '' })
  const { form, busy, question, submit, finish } = useKeptForm({
    draft: `list-note-${listId}-${creator.id}`,
    saved,
    read: readNote,
  })
  const close = () => {
    finish()
    onClose()
  }
  const send = submit(async (words) => {
    try {
      // Unchanged, it would overwrite a note from another window.
      if (words !== saved.note) await save.mutateAsync(words)
      close()
    } catch {
      // usePlace shows the failure; the form stays open with what was typed.
    }
  })
  return (
    <form className={styles.noteForm} onSubmit={send} noValidate>
      {question}
      <Field label={`Note on ${creator.name}`} hint="Only you see it.">
        <TextArea
          rows={3}
          autoFocus
          maxLength={CREATOR_LIST_LIMITS.note}
          readOnly={busy}
          {...form.register('note')}
        />
      </Field>
      <div className="row gap3">
        <Button type="submit" variant="tonal" busy={busy} busyText="Saving...">
          Save note
        </Button>
        <Button variant="quiet" disabled={busy} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const readNote = ({ note }: { note: string }): Reading<{ note: string }, string> => ({
  input: note,
  errors: null,
})
