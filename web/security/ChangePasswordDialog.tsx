import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { failureCode, newPasswordComplaint } from '#web/auth/auth-failures.ts'
import { NewPasswordField } from '#web/auth/NewPasswordField.tsx'
import { changePassword, mailNonce } from '#web/auth/ways-in.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { CodeInput, codeRules } from '#web/ui/CodeInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAccountChanged } from './use-account-changed.ts'

/** What the service requires besides the new password; the error of the first attempt says so. */
interface Asked {
  current: boolean
  nonce: boolean
}

/**
 * Sets a new password for a signed-in person. A session older than a day must prove itself with a mailed code, and the
 * service may require the current password: both fields appear when they are required.
 */
export function ChangePasswordDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { user } = useAuth()
  const changed = useAccountChanged()
  const [asked, setAsked] = useState<Asked>({ current: false, nonce: false })
  const form = useForm({ defaultValues: { password: '', current: '', nonce: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password, current, nonce }) => {
    toast.dismiss()
    try {
      await changePassword(password, {
        ...(asked.current ? { current_password: current } : {}),
        ...(asked.nonce ? { nonce } : {}),
      })
      toast.success('Password changed', 'Everywhere else you are signed out.')
      changed()
      onClose()
    } catch (error) {
      await answer(error).catch((failure: unknown) => toast.error(messageOf(failure)))
    }
  })

  /** Shows a refusal where it can be fixed, and asks for what was missing. */
  async function answer(error: unknown): Promise<void> {
    const complaint = newPasswordComplaint(error)
    const message = messageOf(error)
    if (complaint) return form.setError('password', { message: complaint }, { shouldFocus: true })
    switch (failureCode(error)) {
      case 'reauthentication_needed':
        await mailNonce()
        return setAsked((before) => ({ ...before, nonce: true }))
      case 'reauthentication_not_valid':
        return form.setError('nonce', { message: 'This code is incorrect or has expired.' })
      case 'current_password_required':
        return setAsked((before) => ({ ...before, current: true }))
      case 'current_password_invalid':
        return form.setError('current', { message })
      default:
        toast.error(message)
    }
  }

  return (
    <FormDialog
      title={title}
      confirm={title}
      busyText="Saving..."
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {asked.current ? (
        <Field label="Current password" error={errors.current?.message} required>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current', { required: 'Current password is required' })}
          />
        </Field>
      ) : null}
      <NewPasswordField
        label="New password"
        error={errors.password?.message}
        register={(rules) => form.register('password', rules)}
        autoFocus
      />
      {asked.nonce ? (
        <>
          <Notice title="Check your email" role="status">
            You signed in more than a day ago, so we sent a code to {user?.email}.
          </Notice>
          <Field label="Code from the email" error={errors.nonce?.message} required>
            <CodeInput autoFocus {...form.register('nonce', codeRules)} />
          </Field>
        </>
      ) : null}
    </FormDialog>
  )
}
