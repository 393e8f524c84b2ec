import type { ComponentProps, ReactNode } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** A checkbox with its label on the right; clicking the label toggles it. */
export function Checkbox({ label, hint, className, ...rest }: Props) {
  return (
    <label className={cx(styles.check, className)}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
      {hint ? <span className={cx(styles.checkHint, 'sm faint')}>{hint}</span> : null}
    </label>
  )
}
