import { type ReactNode, useId } from 'react'
import { AI_PARTS, type AiPart, withPart } from '#contract/ai-parts.ts'
import { AI_PART_WORDS, AI_PARTS_HINT } from '#contract/ai-part-words.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import styles from './AiPartsField.module.css'

interface Props {
  legend: ReactNode
  parts: readonly AiPart[]
  error: string | undefined
  onChange: (parts: AiPart[]) => void
}

/** The parts of the work that AI made. Nothing is ticked beforehand: a preset answer would be no declaration. */
export function AiPartsField({ legend, parts, error, onChange }: Props) {
  const hint = useId()
  return (
    <fieldset className={styles.field} aria-describedby={hint} data-field="">
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {AI_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={AI_PART_WORDS[part]}
            checked={parts.includes(part)}
            onChange={() => onChange(withPart(parts, part))}
          />
        ))}
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
      <p id={hint} className="sm faint">
        {AI_PARTS_HINT}
      </p>
    </fieldset>
  )
}
