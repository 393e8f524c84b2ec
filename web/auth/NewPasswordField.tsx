import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { MIN_PASSWORD } from './auth-form.ts'

const PasswordStrength = lazyComponent(
  async () => (await import('./PasswordStrength.tsx')).PasswordStrength,
  null,
  'nobody',
)

interface Props {
  label: string
  /** What the service or the password rule objects to. */
  error: string | undefined
  /** Registered with `rules.newPassword`. */
  field: UseFormRegisterReturn
  autoFocus?: boolean
}

/**
 * A new password: states the rule in advance, says how hard the password is to guess once it meets the rule, and is
 * offered to the password manager as new.
 */
export function NewPasswordField({ label, error, field, autoFocus = false }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <Field
      label={label}
      hint={`At least ${MIN_PASSWORD} characters`}
      error={error}
      required
      aside={
        // Rendered from the start: screen readers announce only what changes in it.
        <span role="status">
          {typed.length < MIN_PASSWORD ? null : <PasswordStrength password={typed} />}
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
