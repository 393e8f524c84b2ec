import { NOTE_LIMITS, reviewMessages } from '#contract/review-notes.ts'
import { errorCode, messageOf } from '#web/api/errors.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './Notes.module.css'
import { roomWords as say } from './room-words.ts'
import type { ShownNote } from './shown-notes.ts'
import { useReply } from './use-review.ts'

/** The form for a reply to a note. It is kept across a reload with its id, so a repeated request stores it only once. */
export function ReplyForm({ note, onClose }: { note: ShownNote; onClose: () => void }) {
  const reply = useReply()
  const kept = useKeptForm({
    draft: `review-reply-${note.id}`,
    saved: { body: '' },
    read: readReply,
  })
  const { form, sentences, busy, question, submit, finish, showRefusal } = kept
  const send = submit(async (body) => {
    try {
      await reply.mutateAsync({ note: note.id, id: kept.idToSend(), body })
      finish()
      onClose()
    } catch (failure) {
      // Sent with other words before, and its response was lost: these become another reply if they are sent again.
      if (errorCode(failure) === 'review.note_sent') {
        kept.forgetId()
        form.setError('body', { message: say.replyArrived })
      } else if (!showRefusal(failure)) form.setError('body', { message: messageOf(failure) })
    }
  })
  return (
    <form className={styles.form} onSubmit={send}>
      <Field label={say.replyLabel} required error={sentences.body}>
        <TextArea rows={2} autoFocus maxLength={NOTE_LIMITS.reply} {...form.register('body')} />
      </Field>
      <div className={styles.acts}>
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          {say.sendReply}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
      </div>
      {question}
    </form>
  )
}

const readReply = ({ body }: { body: string }): Reading<{ body: string }, string> =>
  body.trim() === ''
    ? { input: null, errors: { body: reviewMessages.replyRequired } }
    : { input: body.trim(), errors: null }
