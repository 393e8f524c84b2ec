import { NOTE_LIMITS, reviewMessages } from '#contract/review-notes.ts'
import { messageOf } from '#web/api/errors.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './Notes.module.css'
import { roomWords as say } from './room-words.ts'
import type { ShownNote } from './shown-notes.ts'
import { useAnswerNote } from './use-review.ts'

/** The creator's response to a note: done, or not and why. Kept across a reload. */
export function AnswerForm({ note, onClose }: { note: ShownNote; onClose: () => void }) {
  const answer = useAnswerNote()
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `review-answer-${note.id}`,
    saved: { done: note.answer?.done ?? true, text: note.answer?.text ?? '' },
    read: readAnswer,
  })
  const send = submit(async (input) => {
    try {
      await answer.mutateAsync({ id: note.id, ...input })
      finish()
      onClose()
    } catch (failure) {
      if (!showRefusal(failure)) form.setError('text', { message: messageOf(failure) })
    }
  })
  return (
    <form className={styles.form} onSubmit={send}>
      <SegmentedChoice
        label={say.answers.answer}
        options={[
          { value: 'done', label: say.answers.done },
          { value: 'not', label: say.answers.notDone },
        ]}
        value={typed.done ? 'done' : 'not'}
        onChange={(value) => form.setValue('done', value === 'done')}
      />
      <Field
        label={typed.done ? say.answers.more : say.answers.why}
        required={!typed.done}
        error={sentences.text}
      >
        <TextArea rows={2} autoFocus maxLength={NOTE_LIMITS.answer} {...form.register('text')} />
      </Field>
      <div className={styles.acts}>
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          {say.answers.send}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
      </div>
      {question}
    </form>
  )
}

interface Typed extends Record<string, unknown> {
  done: boolean
  text: string
}

function readAnswer({ done, text }: Typed): Reading<Typed, { done: boolean; text: string | null }> {
  const words = text.trim() === '' ? null : text.trim()
  return !done && words === null
    ? { input: null, errors: { text: reviewMessages.reasonRequired } }
    : { input: { done, text: words }, errors: null }
}
