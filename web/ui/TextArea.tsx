import type { ComponentProps } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'

/** A text control of several lines, resizable downwards. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  return (
    <textarea {...rest} {...wiring} className={cx(styles.control, styles.textarea, className)} />
  )
}
