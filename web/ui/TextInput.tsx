import type { ComponentProps, ReactNode } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'
import { usePasteLimit } from './use-paste-limit.ts'

type Props = ComponentProps<'input'> & {
  /** An 18px icon at the left edge. */
  icon?: ReactNode
}

/** A one-line text control; inside `Field` it takes its id, hint and error from the field. */
export function TextInput({ icon, className, ...rest }: Props) {
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  const onPaste = usePasteLimit(rest.maxLength, rest.onPaste)
  const input = (
    <input
      type="text"
      {...rest}
      {...wiring}
      onPaste={onPaste}
      className={cx(styles.control, icon ? styles.withPre : null, className)}
    />
  )
  if (!icon) return input
  return (
    <span className={styles.affix}>
      <span className={styles.pre} aria-hidden="true">
        {icon}
      </span>
      {input}
    </span>
  )
}
