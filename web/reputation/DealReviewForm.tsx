import type { DealReviews, WrittenReview } from '#contract/reputation-schemas.ts'
import { QUESTIONS, reputationWords as words, reviewDay } from '#contract/reputation-words.ts'
import {
  DEAL_REVIEW_LIMITS as limits,
  reputationMessages as say,
  SCORE_NAMES,
} from '#contract/reputation.ts'
import { messageOf } from '#web/api/errors.ts'
import { type Reading, type Sentences, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Reputation.module.css'
import { nameOf } from './review-name.ts'
import { ScoreField } from './ScoreField.tsx'
import { useWriteReview } from './use-reputation.ts'

const EMPTY = { first: '', second: '', third: '', again: '', body: '', note: '' }
type Typed = typeof EMPTY

/** Writes a review, or changes a sealed one. What is typed survives a reload. */
export function DealReviewForm({ reviews, onDone }: { reviews: DealReviews; onDone: () => void }) {
  const { mine, side, other, closes_at: closesAt } = reviews
  const name = nameOf(other)
  const write = useWriteReview(mine.id)
  const isNew = mine.scores === null
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `deal-review-${mine.id}`,
    saved: savedOf(mine),
    read: readReview,
  })
  const send = submit(async (review) => {
    try {
      await write.mutateAsync(review)
      finish()
      toast.success(isNew ? words.sealed : words.changed)
      onDone()
    } catch (failure) {
      if (!showRefusal(failure)) toast.error(messageOf(failure))
    }
  })
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-labelledby="deal-reviews">
      {question}
      <h2 id="deal-reviews">{words.question(name)}</h2>
      <p className="muted">{words.blind(name, reviewDay(closesAt))}</p>
      {SCORE_NAMES.map((one) => (
        <ScoreField
          key={one}
          label={QUESTIONS[side][one].label}
          steps={QUESTIONS[side][one].steps}
          value={typed[one]}
          error={sentences[one]}
          input={form.register(one)}
        />
      ))}
      <fieldset className={styles.question} data-field="">
        <legend>{words.again(name)}</legend>
        <div className={styles.steps}>
          {(['yes', 'no'] as const).map((value) => (
            <label key={value} className={styles.again}>
              <input {...form.register('again')} type="radio" value={value} />
              {value === 'yes' ? words.againYes : words.againNo}
            </label>
          ))}
        </div>
        <p className={styles.stepWord}>{words.againHint}</p>
        {sentences.again ? <FieldError>{sentences.again}</FieldError> : null}
      </fieldset>
      <Field label={words.body} hint={words.bodyHint} error={sentences.body}>
        <TextArea rows={4} maxLength={limits.body} {...form.register('body')} />
      </Field>
      <Field label={words.note(name)} hint={words.noteHint(name)} error={sentences.note}>
        <TextArea rows={2} maxLength={limits.note} {...form.register('note')} />
      </Field>
      <div className="row gap3">
        <Button type="submit" variant="primary" busy={busy} busyText={words.saving}>
          {isNew ? words.write : words.save}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            if (!isNew) finish()
            onDone()
          }}
        >
          {isNew ? words.later : words.keep}
        </Button>
      </div>
    </form>
  )
}

function savedOf({ scores, again, body, note }: DealReviews['mine']): Typed {
  if (scores === null) return EMPTY
  return {
    first: String(scores.first),
    second: String(scores.second),
    third: String(scores.third),
    again: again === true ? 'yes' : 'no',
    body: body ?? '',
    note: note ?? '',
  }
}

function readReview(typed: Typed): Reading<Typed, WrittenReview> {
  const errors: Sentences<Typed> = {}
  for (const name of SCORE_NAMES) if (typed[name] === '') errors[name] = say.scoreRequired
  if (typed.again === '') errors.again = say.againRequired
  if (Object.keys(errors).length > 0) return { input: null, errors }
  const { first, second, third, again, body, note } = typed
  const scores = { first: Number(first), second: Number(second), third: Number(third) }
  return { input: { scores, again: again === 'yes', body, note }, errors: null }
}
