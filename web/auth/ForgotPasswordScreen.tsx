import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { messageOf } from '#web/api/errors.ts'
import { usePageHead } from '#web/page/head.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useToast } from '#web/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { rules } from './auth-form.ts'
import { readAuthState, type AuthState } from './auth-state.ts'
import styles from './AuthScreen.module.css'
import { requestRecovery } from './ways-in.ts'

/**
 * Requests the mail that leads to a new password. The response does not depend on whether the address has an account.
 */
export function ForgotPasswordScreen() {
  const toast = useToast()
  const given = readAuthState(useLocation().state)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: given.email ?? '' } })
  const { errors, isSubmitting } = form.formState
  usePageHead({ title: 'Reset your password' })

  const submit = form.handleSubmit(async ({ email }) => {
    toast.dismiss()
    try {
      await requestRecovery(email.trim())
      setMailedTo(email.trim())
    } catch (error) {
      toast.error(messageOf(error))
    }
  })

  const back: AuthState = { email: useWatch({ control: form.control, name: 'email' }).trim() }
  return (
    <AuthFrame
      title="Reset your password"
      lead="Enter your email. We send you a link to choose a new password."
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {mailedTo ? (
          <Notice title="Check your email" role="status">
            If {mailedTo} has an account, a link to choose a new password is on its way. It works
            once, for an hour. Open it in this browser.
          </Notice>
        ) : null}
        <Field label="Email" error={errors.email?.message} required>
          <TextInput type="email" autoComplete="email" {...form.register('email', rules.email)} />
        </Field>
        <Button
          type="submit"
          variant={mailedTo ? 'secondary' : 'primary'}
          block
          className={styles.submit}
          busy={isSubmitting}
          busyText="Sending..."
        >
          {mailedTo ? 'Send again' : 'Send the link'}
        </Button>
        <p className={styles.beside}>
          <Link className="link" to={paths.auth} state={back}>
            Back to Sign In
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}
