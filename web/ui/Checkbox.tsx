import type { ComponentProps, ReactNode } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** A box with its label at the right; a click on the words counts. */
export function Checkbox({ label, hint, className, ...rest }: Props) {
  return (
    <label className={cx(styles.check, className)}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
      {hint ? <span className={cx(styles.checkHint, 'sm faint')}>{hint}</span> : null}
    </label>
  )
}
