import { useState } from 'react'
import { NOTE_LIMITS, noteTransitions, type NoteStatus } from '#contract/review-notes.ts'
import { mayMove } from '#contract/transitions.ts'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { shortcut, tip } from './keys.ts'
import styles from './Notes.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import type { ShownNote } from './shown-notes.ts'
import { useDiscardDraft, useEndNote } from './use-review.ts'

// The code that forms need loads when a form is opened.
const AnswerForm = lazyComponent(
  async () => (await import('./AnswerForm.tsx')).AnswerForm,
  null,
  'nobody',
)
const ReplyForm = lazyComponent(
  async () => (await import('./ReplyForm.tsx')).ReplyForm,
  null,
  'nobody',
)

/** The reader's actions on a note; a failure is shown here. */
export function NoteActs({ note }: { note: ShownNote }) {
  const { reader, composer, select } = useRoom()
  const [open, setOpen] = useState<'answer' | 'reply' | null>(null)
  const end = useEndNote()
  const discard = useDiscardDraft()
  const may = (move: keyof typeof noteTransitions) =>
    mayMove(noteTransitions, move, note.status, reader)
  const failure = end.error ?? discard.error
  const isDraft = note.status === 'draft'
  // Once the creator has responded, the request stays on record.
  const untouched = note.answer === null && !note.replies.some(({ author }) => author === 'creator')
  const ends = (['resolve', 'reopen', 'withdraw'] as const).filter(
    (how) => may(how) && (how !== 'withdraw' || untouched),
  )
  const close = () => setOpen(null)
  if (reader === 'guest') return null
  if (open === 'answer') return <AnswerForm note={note} onClose={close} />
  if (open === 'reply') return <ReplyForm note={note} onClose={close} />
  return (
    <div className={styles.acts}>
      {/* Praise requests nothing. */}
      {may('answer') && note.kind !== 'praise' ? (
        <Button
          size="sm"
          variant={note.status === 'open' ? 'tonal' : 'quiet'}
          onClick={() => setOpen('answer')}
        >
          {note.answer ? say.answers.change : say.answers.answer}
        </Button>
      ) : null}
      {ends.map((how) => (
        <Button
          key={how}
          size="sm"
          variant={how === 'resolve' ? 'tonal' : 'quiet'}
          busy={end.isPending && end.variables.how === how}
          aria-keyshortcuts={how === 'resolve' ? shortcut('resolve') : undefined}
          title={how === 'resolve' ? tip('resolve') : undefined}
          onClick={() => end.mutate({ id: note.id, how })}
        >
          {say[how]}
        </Button>
      ))}
      {isDraft && composer && note.guest_name === null ? (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            select(note)
            composer.edit(note)
          }}
        >
          {say.edit}
        </Button>
      ) : null}
      {isDraft ? (
        <Button
          size="sm"
          variant="quiet"
          busy={discard.isPending}
          onClick={() => discard.mutate(note.id)}
        >
          {say.discard}
        </Button>
      ) : null}
      {!isDraft &&
      CAN_BE_REPLIED_TO.includes(note.status) &&
      note.replies.length < NOTE_LIMITS.replies ? (
        <Button size="sm" variant="quiet" onClick={() => setOpen('reply')}>
          {say.reply}
        </Button>
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {messageOf(failure)}
        </p>
      ) : null}
    </div>
  )
}

const CAN_BE_REPLIED_TO: readonly NoteStatus[] = ['open', 'answered', 'resolved']
