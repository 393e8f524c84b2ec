import type { UseFormRegisterReturn } from 'react-hook-form'
import { SCORES } from '#contract/reputation.ts'
import { FieldError } from '#web/ui/Field.tsx'
import styles from './Reputation.module.css'

interface Props {
  label: string
  steps: readonly string[]
  /** The chosen score as text; '' for none. */
  value: string
  error?: string | undefined
  input: UseFormRegisterReturn
}

/**
 * One question: a real radio group of five. The word of the chosen step is next to it; before a choice, the words of
 * both ends.
 */
export function ScoreField({ label, steps, value, error, input }: Props) {
  return (
    <fieldset className={styles.question} data-field="" aria-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      <div className={styles.steps}>
        {SCORES.map((score) => (
          <label key={score} className={styles.step}>
            <input {...input} type="radio" value={score} />
            <span className="num" aria-hidden="true">
              {score}
            </span>
            <span className="sr">
              {score}: {steps[score - 1]}
            </span>
          </label>
        ))}
      </div>
      <p className={styles.stepWord} aria-hidden="true">
        {value === '' ? `1 ${steps[0]} … 5 ${steps[4]}` : steps[Number(value) - 1]}
      </p>
      {error ? <FieldError>{error}</FieldError> : null}
    </fieldset>
  )
}
