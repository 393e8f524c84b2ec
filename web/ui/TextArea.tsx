import type { ComponentProps } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'
import { usePasteLimit } from './use-paste-limit.ts'

/** A multi-line text control, resizable downwards. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  const onPaste = usePasteLimit(rest.maxLength, rest.onPaste)
  return (
    <textarea
      {...rest}
      {...wiring}
      onPaste={onPaste}
      className={cx(styles.control, styles.textarea, className)}
    />
  )
}
