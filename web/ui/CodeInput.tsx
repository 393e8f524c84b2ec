import type { ComponentProps } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'

/** Validates a 6-digit code; spaces are allowed, because apps display them. */
export const codeRules = {
  setValueAs: (value: string) => value.replace(/\s/g, ''),
  validate: (value: string) =>
    /^\d{6}$/.test(value.replace(/\s/g, '')) || 'Enter the 6 digits of the code',
}

/** A control for a 6-digit code from a mail or an app. */
export function CodeInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  return (
    <input
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      spellCheck={false}
      {...rest}
      {...wiring}
      type="text"
      className={cx(styles.control, styles.code, className)}
    />
  )
}
