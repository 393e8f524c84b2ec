import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { keepDraft } from '#web/drafts/draft-store.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PlacedToast } from '#web/ui/PlacedToast.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useToast } from '#web/ui/toast.ts'
import { failureCode } from './auth-failures.ts'
import { AUTH_DRAFT, focusFirstError, rules, type AuthForm } from './auth-form.ts'
import type { AuthState } from './auth-state.ts'
import styles from './AuthScreen.module.css'
import { ConfirmationNotice, type Confirmation } from './ConfirmationNotice.tsx'
import { GoogleButton, type GoogleProps } from './GoogleButton.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { signIn } from './ways-in.ts'

/** The key under which this form reports its failures. */
const SIGN_IN = 'sign-in'
/** What to do, shown beside the service's own sentence for a wrong email or password. */
const WRONG_PAIR = 'Check your email and password, or choose “Forgot password?”.'

interface Props {
  form: UseFormReturn<AuthForm>
  google: GoogleProps
  /** What to say above the form about the confirmation of an address. */
  confirmation: Confirmation | null
  onConfirmation: (confirmation: Confirmation) => void
}

/**
 * Email and password. The auth service's response to a wrong pair is shown verbatim (SPEC §8), in a toast inside the
 * form: in the corner of a wide screen it would be far from the fields.
 */
export function SignInForm({ form, google, confirmation, onConfirmation }: Props) {
  const auth = useAuth()
  const toast = useToast()
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(
    async ({ email, password }) => {
      toast.dismiss()
      try {
        await signIn(email.trim(), password)
        keepDraft(null, AUTH_DRAFT, null)
      } catch (error) {
        const code = failureCode(error)
        const wrong = code === 'invalid_credentials'
        toast.errorAt(SIGN_IN, messageOf(error), wrong ? WRONG_PAIR : undefined)
        if (wrong) form.setFocus('password', { shouldSelect: true })
        if (code === 'email_not_confirmed')
          onConfirmation({ state: 'unconfirmed', email: email.trim() })
      }
    },
    (wrong) => focusFirstError(wrong, form.setFocus),
  )

  async function typedEmail(): Promise<string | null> {
    const good = await form.trigger('email')
    if (!good) form.setFocus('email')
    return good ? form.getValues('email').trim() : null
  }

  const forgetful: AuthState = { email: useWatch({ control: form.control, name: 'email' }).trim() }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onInput={() => toast.dismissAt(SIGN_IN)}
      noValidate
    >
      {confirmation ? (
        <ConfirmationNotice
          confirmation={confirmation}
          typedEmail={typedEmail}
          onSent={(email) => onConfirmation({ state: 'mailed', email })}
        />
      ) : null}
      <GoogleButton {...google} />
      <PasskeyButton onFailure={(sentence) => toast.errorAt(SIGN_IN, sentence)} />
      <div className={styles.or}>or with email</div>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput type="email" autoComplete="email" {...form.register('email', rules.email)} />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        required
        aside={
          <Link className="link" to={paths.forgotPassword} state={forgetful}>
            Forgot password?
          </Link>
        }
      >
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', rules.currentPassword)}
        />
      </Field>
      <PlacedToast place={SIGN_IN} />
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
