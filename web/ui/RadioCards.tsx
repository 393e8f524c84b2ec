import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldError } from './Field.tsx'
import styles from './RadioCards.module.css'

interface Option {
  value: string
  label: string
  hint: string
  /** A second line that explains the first. */
  more?: string
}

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> & {
  legend: string
  options: readonly Option[]
  error?: string | null
}

/** A real radio group rendered as two boards with a seam. Other props go to every radio. */
export function RadioCards({ legend, options, error, ...input }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label className={styles.card} key={option.value}>
          <input {...input} type="radio" value={option.value} />
          <span className="strong">{option.label}</span>
          <span className={styles.hint}>{option.hint}</span>
          {option.more ? <span className={styles.hint}>{option.more}</span> : null}
          <CircleCheck className={styles.mark} aria-hidden="true" />
        </label>
      ))}
      {error ? (
        <div className={styles.error}>
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  )
}
