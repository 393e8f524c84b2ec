import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './Tabs.module.css'

interface Props<Value extends string> {
  label: string
  /** `name` is read out when the label is a picture. */
  options: readonly { value: Value; label: ReactNode; name?: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A filter of a few equal choices rendered as segments; it switches no panel. */
export function SegmentedChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: Props<Value>) {
  return (
    <div className={cx(styles.segments, className)} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.segment}
          aria-pressed={option.value === value}
          aria-label={option.name}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
