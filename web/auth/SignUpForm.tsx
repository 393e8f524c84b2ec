import { use, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { PUZZLE_WORDS } from '#contract/sign-up-puzzle.ts'
import { PROFILE_LIMITS } from '#contract/profiles.ts'
import { messageOf } from '#web/api/errors.ts'
import { paths } from '#contract/paths.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useToast } from '#web/ui/toast.ts'
import { newPasswordComplaint } from './auth-failures.ts'
import { focusFirstError, roleOptions, rules, type AuthForm } from './auth-form.ts'
import styles from './AuthScreen.module.css'
import { GoogleButton, type GoogleProps } from './GoogleButton.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { signUp } from './ways-in.ts'

interface Props {
  form: UseFormReturn<AuthForm>
  google: GoogleProps
  onSignedUp: (email: string) => void
}

/**
 * Role, name, email, password. It signs no one in: the address must be confirmed first. Where sign-ups are closed it says
 * so instead.
 */
export function SignUpForm({ form, google, onSignedUp }: Props) {
  const toast = useToast()
  const { errors, isSubmitting } = form.formState
  const [checked, setChecked] = useState(false)
  const { signUps } = use(PageFactsContext)

  const submit = form.handleSubmit(
    async ({ name, email, password, role }) => {
      toast.dismiss()
      try {
        await signUp({ name: name.trim(), email: email.trim(), password, role }, () =>
          setChecked(true),
        )
        toast.info('Account created! Please check your email to verify your account.')
        onSignedUp(email.trim())
      } catch (error) {
        toast.error(messageOf(error))
        const complaint = newPasswordComplaint(error)
        if (complaint) form.setError('password', { message: complaint }, { shouldFocus: true })
      } finally {
        setChecked(false)
      }
    },
    (wrong) => focusFirstError(wrong, form.setFocus),
  )

  if (!signUps)
    return (
      <div className={styles.form}>
        <Notice title="We are not taking new sign-ups right now.">
          If you have an account already, just sign in.
        </Notice>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <GoogleButton {...google} />
      <div className={styles.or}>or with email</div>
      <RadioCards legend="I am a:" options={roleOptions} {...form.register('role')} />
      <Field label="Name" error={errors.name?.message} required>
        <TextInput
          autoComplete="name"
          maxLength={PROFILE_LIMITS.name}
          {...form.register('name', rules.name)}
        />
      </Field>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput type="email" autoComplete="email" {...form.register('email', rules.email)} />
      </Field>
      <NewPasswordField
        label="Password"
        error={errors.password?.message}
        register={(rules) => form.register('password', rules)}
      />
      <Button
        type="submit"
        variant="primary"
        block
        className={styles.submit}
        busy={isSubmitting}
        busyText="Signing up..."
      >
        Sign Up
      </Button>
      {/* Always rendered: a live region that appears together with its text is not announced. */}
      <p className={`sm muted ${styles.checked}`} role="status">
        {checked ? PUZZLE_WORDS : ''}
      </p>
      <p className={`sm faint ${styles.legal}`}>
        By joining you agree to the{' '}
        <Link className="link" to={paths.terms}>
          Terms
        </Link>{' '}
        and{' '}
        <Link className="link" to={paths.privacy}>
          Privacy
        </Link>
        . You must be at least 18.
      </p>
    </form>
  )
}
