import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import styles from './Control.module.css'
import { cx } from './cx.ts'
import { useFieldWiring } from './field-context.ts'

/** A password control with a button that shows what was typed. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const wiring = useFieldWiring({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
  })
  return (
    <span className={styles.affix}>
      <input
        {...rest}
        {...wiring}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cx(styles.control, styles.withPost, className)}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label="Show password"
        aria-pressed={shown}
        aria-controls={wiring.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </button>
    </span>
  )
}
