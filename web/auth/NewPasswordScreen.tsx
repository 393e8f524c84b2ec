import { useForm } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useToast } from '#web/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { newPasswordComplaint } from './auth-failures.ts'
import type { AuthState } from './auth-state.ts'
import styles from './AuthScreen.module.css'
import { NewPasswordField } from './NewPasswordField.tsx'
import { changePassword } from './ways-in.ts'

/** Where a recovery mail leads: its reader is signed in and chooses a new password. */
export function NewPasswordScreen() {
  const { status, step, recovering } = useAuth()
  usePageHead({ title: 'Choose a new password' })
  if (status === 'loading') return <Loading page />
  if (step === 'code') {
    const state: AuthState = { returnPath: paths.newPassword }
    return <Navigate to={paths.auth} replace state={state} />
  }
  if (recovering) return <NewPassword />
  if (status === 'signed_out') return <LinkExpired />
  // Signed in some other way: passwords are changed in the settings.
  return <Navigate to={paths.security} replace />
}

function NewPassword() {
  const { user } = useAuth()
  const toast = useToast()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    toast.dismiss()
    try {
      await changePassword(password)
      toast.success('Password changed', 'You are signed in.')
      void navigate(paths.dashboard, { replace: true })
    } catch (error) {
      const complaint = newPasswordComplaint(error)
      if (complaint) form.setError('password', { message: complaint }, { shouldFocus: true })
      else toast.error(messageOf(error))
    }
  })

  return (
    <AuthFrame
      title="Choose a new password"
      lead={`For ${user?.email ?? 'your account'}. Everywhere else you are signed out.`}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={user?.email ?? ''}
          readOnly
          hidden
        />
        <NewPasswordField
          label="New password"
          error={errors.password?.message}
          register={(rules) => form.register('password', rules)}
        />
        <Button
          type="submit"
          variant="primary"
          block
          className={styles.submit}
          busy={isSubmitting}
          busyText="Saving..."
        >
          Save password
        </Button>
      </form>
    </AuthFrame>
  )
}

function LinkExpired() {
  return (
    <AuthFrame
      title="This link no longer works"
      lead="Email link is invalid or has expired. A link works once, for an hour, in the browser that asked for it."
    >
      <div className={styles.form}>
        <ButtonLink variant="primary" block className={styles.submit} to={paths.forgotPassword}>
          Send a new link
        </ButtonLink>
        <ButtonLink variant="quiet" block to={paths.auth}>
          Back to Sign In
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
