import type { ComponentProps } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'

/** The native list; give it `<option>` children. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  return <select {...rest} {...wiring} className={cx(styles.control, styles.select, className)} />
}
