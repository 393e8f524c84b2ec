import type { UseFormReturn } from 'react-hook-form'
import { messageOf } from '../api/errors.ts'
import { useAuth } from '../api/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useToast } from '../ui/toast.ts'
import { focusFirstError, rules, type AuthForm } from './auth-form.ts'
import styles from './AuthScreen.module.css'
import { GoogleButton, type GoogleProps } from './GoogleButton.tsx'

interface Props {
  form: UseFormReturn<AuthForm>
  google: GoogleProps
  /** Set after a sign-up: the mail that must be opened first. */
  mailedTo: string | null
}

/** Email and password. What the auth service answers to a wrong pair is shown as a toast, word for word. */
export function SignInForm({ form, google, mailedTo }: Props) {
  const auth = useAuth()
  const toast = useToast()
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(
    async ({ email, password }) => {
      toast.dismiss()
      try {
        await auth.signIn(email.trim(), password)
      } catch (error) {
        toast.error(messageOf(error))
      }
    },
    (wrong) => focusFirstError(wrong, form.setFocus),
  )

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {mailedTo ? (
        <Notice title="Check your email" role="status">
          We sent a link to {mailedTo}. Open it once, then sign in here.
        </Notice>
      ) : null}
      <GoogleButton {...google} />
      <div className={styles.or}>or with e-mail</div>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput type="email" autoComplete="email" {...form.register('email', rules.email)} />
      </Field>
      <Field label="Password" error={errors.password?.message} required>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', rules.currentPassword)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        block
        className={styles.submit}
        busy={isSubmitting || (auth.status === 'loading' && form.formState.isSubmitSuccessful)}
        busyText="Signing in..."
      >
        Sign In
      </Button>
    </form>
  )
}
