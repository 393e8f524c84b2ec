import type { GuestRoom } from '#contract/review-note-schemas.ts'
import { reviewMessages } from '#contract/review-notes.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { guestWords as say } from './guest-words.ts'
import styles from './Room.module.css'

interface Props {
  room: GuestRoom
  /** Characters. */
  limit: number
  onName: (name: string) => void
}

/** Asks a guest once for their name. */
export function GuestName({ room, limit, onName }: Props) {
  const { form, sentences, question, submit, takeAlong } = useKeptForm({
    draft: 'guest-name',
    saved: { name: '' },
    read: readName,
  })
  return (
    <form
      className={`page wrap ${styles.guest}`}
      onSubmit={submit((name) => {
        takeAlong()
        onName(name)
      })}
    >
      <h1>{say.welcome(room.title)}</h1>
      <p className="muted">
        {say.told(room.owner_name, room.creator_name)} {say.until(formatDay(room.expires_at))}
      </p>
      <Field label={say.name} required error={sentences.name}>
        <TextInput autoComplete="name" maxLength={limit} autoFocus {...form.register('name')} />
      </Field>
      <Button type="submit" variant="primary">
        {say.enter}
      </Button>
      {question}
    </form>
  )
}

const readName = ({ name }: { name: string }): Reading<{ name: string }, string> =>
  name.trim() === ''
    ? { input: null, errors: { name: reviewMessages.guestName } }
    : { input: name.trim(), errors: null }
