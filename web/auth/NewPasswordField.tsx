import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#web/ui/Field.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { MIN_PASSWORD } from './auth-form.ts'

interface Props {
  label: string
  /** What the service or the rule objects to. */
  error: string | undefined
  /** Registered with `rules.newPassword`. */
  field: UseFormRegisterReturn
  autoFocus?: boolean
}

/** A new password: states the rule in advance and is offered to the password manager as new. */
export function NewPasswordField({ label, error, field, autoFocus = false }: Props) {
  return (
    <Field label={label} hint={`At least ${MIN_PASSWORD} characters`} error={error} required>
      <PasswordInput autoComplete="new-password" autoFocus={autoFocus} {...field} />
    </Field>
  )
}
