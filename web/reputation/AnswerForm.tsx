import { reputationWords as words, reviewDay } from '#contract/reputation-words.ts'
import { DEAL_REVIEW_LIMITS, reputationMessages as say } from '#contract/reputation.ts'
import { messageOf } from '#web/api/errors.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Reputation.module.css'
import { useAnswerReview } from './use-reputation.ts'

const EMPTY = { body: '' }

/** The form for the subject's one public answer to a review. */
export function AnswerForm({
  review,
  until,
  onDone,
}: {
  review: string
  until: string
  onDone: () => void
}) {
  const answer = useAnswerReview(review)
  const { form, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `review-answer-${review}`,
    saved: EMPTY,
    read: ({ body }): Reading<typeof EMPTY, string> =>
      body.trim() === ''
        ? { input: null, errors: { body: say.answerRequired } }
        : { input: body, errors: null },
  })
  const send = submit(async (body) => {
    try {
      await answer.mutateAsync(body)
      finish()
      toast.success(words.answered)
      onDone()
    } catch (failure) {
      if (!showRefusal(failure)) toast.error(messageOf(failure))
    }
  })
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={words.answer}>
      {question}
      <Field
        label={words.answerLabel}
        hint={words.answerHint(reviewDay(until))}
        error={sentences.body}
      >
        <TextArea rows={3} maxLength={DEAL_REVIEW_LIMITS.answer} {...form.register('body')} />
      </Field>
      <div className="row gap3">
        <Button type="submit" size="sm" variant="primary" busy={busy} busyText={words.saving}>
          {words.post}
        </Button>
        <Button size="sm" variant="quiet" onClick={onDone}>
          {words.later}
        </Button>
      </div>
    </form>
  )
}
