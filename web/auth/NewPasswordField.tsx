import { use, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { Field } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { newPasswordRules, passwordHint } from './auth-form.ts'

const PasswordStrength = lazyComponent(
  async () => (await import('./PasswordStrength.tsx')).PasswordStrength,
  null,
  'nobody',
)

interface Props {
  label: string
  /** What the service or the password rule objects to. */
  error: string | undefined
  /** Registers the form's field with these rules. */
  register: (rules: ReturnType<typeof newPasswordRules>) => UseFormRegisterReturn
  autoFocus?: boolean
}

/**
 * A new password: states the rule in advance, says how hard the password is to guess once it meets the rule, and is
 * offered to the password manager as new.
 */
export function NewPasswordField({ label, error, register, autoFocus = false }: Props) {
  const [typed, setTyped] = useState('')
  const { passwords } = use(PageFactsContext)
  const field = register(newPasswordRules(passwords))
  return (
    <Field
      label={label}
      hint={passwordHint(passwords)}
      error={error}
      required
      aside={
        // Rendered from the start: screen readers announce only what changes in it.
        <span role="status">
          {typed.length < passwords.min ? null : <PasswordStrength password={typed} />}
        </span>
      }
    >
      <PasswordInput
        autoComplete="new-password"
        autoFocus={autoFocus}
        {...field}
        onChange={(event) => {
          setTyped(event.target.value)
          return field.onChange(event)
        }}
      />
    </Field>
  )
}
