import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CREATOR_LIST_LIMITS } from '#contract/creator-lists.ts'
import { usePlace } from '#web/creator-lists/use-creator-lists.ts'
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
export function KeptNote({ listId, creator, note }: Props) {
  const { note: save, drop } = usePlace(listId, creator.id)
  const [isOpen, setOpen] = useState(false)
  const form = useForm({ values: { note: note ?? '' } })
  const close = () => {
    form.reset()
    setOpen(false)
  }
  if (isOpen) {
    return (
      <form
        className={styles.noteForm}
        onSubmit={(event) => {
          void form.handleSubmit(({ note: words }) => {
            if (!save.isPending) save.mutate(words, { onSuccess: () => setOpen(false) })
          })(event)
        }}
      >
        <Field label={`Note on ${creator.name}`} hint="Only you see it.">
          <TextArea rows={3} maxLength={CREATOR_LIST_LIMITS.note} {...form.register('note')} />
        </Field>
        <div className="row gap3">
          <Button type="submit" variant="tonal" busy={save.isPending} busyText="Saving...">
            Save note
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    )
  }
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
