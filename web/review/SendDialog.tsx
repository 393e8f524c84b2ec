import { NOTE_LIMITS, reviewMessages } from '#contract/review-notes.ts'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { mayMove } from '#contract/transitions.ts'
import { messageOf } from '#web/api/errors.ts'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { RefusedChecks } from '#web/checks/RefusedChecks.tsx'
import { useRefused } from '#web/checks/use-checks.ts'
import { RoundLine } from '#web/amendments/RoundLine.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useState } from 'react'
import { KindIcon } from './NoteMark.tsx'
import styles from './Notes.module.css'
import { useRoom } from './room-context.ts'
import { kindWords, roomWords as say } from './room-words.ts'
import type { ShownNote } from './shown-notes.ts'
import { useSendNotes } from './use-review.ts'

/** Sends the drafts together, with or without a revision request. */
export function SendDialog({
  drafts,
  onClose,
}: {
  drafts: readonly ShownNote[]
  onClose: () => void
}) {
  const { version, room } = useRoom()
  const { name } = room.creator
  const send = useSendNotes(version.id)
  const mayAsk = mayMove(deliverableTransitions, 'request_revision', version.status, 'owner')
  // With the request they become notes that must change.
  const refused = useRefused({
    id: version.id,
    brief_version: mayAsk ? version.brief_version : null,
  })
  const hasMust = refused.length > 0 || drafts.some(({ kind }) => kind === 'must')
  const [sending, setSending] = useState<'changes' | 'notes' | null>(null)
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `review-send-${version.id}`,
    saved: { text: '' },
    read: ({ text }) => ({ input: { text: text.trim() || null }, errors: null }),
  })

  const press = (request_changes: boolean) =>
    submit(async ({ text }) => {
      if (request_changes && !hasMust && text === null)
        return form.setError('text', { message: reviewMessages.nothingToSend })
      setSending(request_changes ? 'changes' : 'notes')
      try {
        await send.mutateAsync({ notes: drafts.map(({ id }) => id), request_changes, text })
        finish()
        toast.success(request_changes ? say.send.requested : say.send.sent, say.send.detail(name))
        onClose()
      } catch (failure) {
        // The dialog stays open with the typed text.
        if (!showRefusal(failure)) form.setError('text', { message: messageOf(failure) })
      }
    })()

  return (
    <Dialog
      open
      title={say.send.title(drafts.length)}
      locked={busy}
      onClose={onClose}
      actions={
        <>
          {drafts.length > 0 ? (
            <Button
              variant={mayAsk ? 'secondary' : 'primary'}
              busy={busy && sending === 'notes'}
              onClick={() => press(false)}
            >
              {mayAsk ? say.send.only : say.sendNotes(drafts.length)}
            </Button>
          ) : null}
          {mayAsk ? (
            <Button
              variant="primary"
              busy={busy && sending === 'changes'}
              onClick={() => press(true)}
            >
              {say.send.changes}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="muted">
        {say.send.told(name)} {mayAsk ? say.send.asks(name) : null}
      </p>
      {drafts.length > 0 ? (
        <ul className={styles.toSend}>
          {drafts.map((note) => (
            <li key={note.id}>
              <span className={styles[note.kind]} title={kindWords[note.kind].name}>
                <KindIcon kind={note.kind} />
                <span className="sr">{kindWords[note.kind].name}: </span>
              </span>
              <span>{note.body}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {mayAsk ? <RefusedChecks delivery={version} /> : null}
      {mayAsk ? (
        <RoundLine projectId={room.project.id} creatorName={name} typed={typed.text} />
      ) : null}
      {mayAsk ? (
        <Field
          label={hasMust ? say.send.text : say.send.textNeeded}
          required={!hasMust}
          error={sentences.text}
        >
          <TextArea rows={3} maxLength={NOTE_LIMITS.words} {...form.register('text')} />
        </Field>
      ) : (
        <p className={styles.failure} role="alert">
          {sentences.text}
        </p>
      )}
      {question}
    </Dialog>
  )
}
