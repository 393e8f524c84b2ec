import type { ComponentProps } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'

/** An amount in USD as text, "$" in front. Read it with `readAmount` of contract/amount-text.ts. */
export function PriceInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  return (
    <span className={styles.affix}>
      <span className={styles.pre} aria-hidden="true">
        $
      </span>
      <input
        placeholder="0.00"
        autoComplete="off"
        {...rest}
        {...wiring}
        type="text"
        inputMode="decimal"
        className={cx(styles.control, styles.withMoney, className)}
      />
    </span>
  )
}
