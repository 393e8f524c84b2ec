import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { useSignOut } from './use-sign-out.ts'
import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput, codeRules } from '#web/ui/CodeInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useToast } from '#web/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { recoveryCodeWords } from './recovery-code-words.ts'
import { failureCode } from './auth-failures.ts'
import styles from './AuthScreen.module.css'
import { givePasskey, useAskablePasskey } from './own-passkeys.ts'
import { passkeyWords } from './passkey-words.ts'
import { passkeyFailure } from './passkeys.ts'
import { RecoveryCodeStep } from './RecoveryCodeStep.tsx'
import { authenticatorsOf, giveCode, hasRecoveryCodes } from './second-factors.ts'

/** Asks for the code of the authenticator app: the second step of signing in. */
export function CodeStep() {
  const { user } = useAuth()
  const toast = useToast()
  const signOut = useSignOut()
  const apps = authenticatorsOf(user?.factors)
  const passkey = useAskablePasskey()
  const [byRecovery, setByRecovery] = useState(false)
  const form = useForm({ defaultValues: { code: '', app: apps[0]?.id ?? '' } })
  const { errors, isSubmitting } = form.formState
  usePageHead({ title: 'Enter your code' })

  const submit = form.handleSubmit(async ({ code, app }) => {
    toast.dismiss()
    try {
      await giveCode(app, code)
    } catch (error) {
      if (failureCode(error) !== 'mfa_verification_failed') toast.error(messageOf(error))
      else form.setError('code', { message: messageOf(error) })
      form.setValue('code', '')
      form.setFocus('code')
    }
  })

  async function usePasskey(id: string) {
    toast.dismiss()
    try {
      await givePasskey(id)
    } catch (error) {
      toast.error(passkeyFailure(error, 'notConfirmed'))
    }
  }

  if (byRecovery) return <RecoveryCodeStep onBack={() => setByRecovery(false)} />
  return (
    <AuthFrame
      title="Enter your code"
      lead={`Open your authenticator app and enter the 6 digits it shows for ${brand.name}.`}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {apps.length > 1 ? (
          <Field label="App">
            <Select {...form.register('app')}>
              {apps.map((factor) => (
                <option key={factor.id} value={factor.id}>
                  {factor.friendly_name ?? 'Authenticator app'}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
        <Field label="Code" error={errors.code?.message} required>
          <CodeInput autoFocus {...form.register('code', codeRules)} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          block
          className={styles.submit}
          busy={isSubmitting}
          busyText="Checking..."
        >
          Verify
        </Button>
        {passkey === null ? null : (
          <p className={styles.beside}>
            <button type="button" className="link" onClick={() => void usePasskey(passkey)}>
              {passkeyWords.instead}
            </button>
          </p>
        )}
        {hasRecoveryCodes(user?.factors) ? (
          <p className={styles.beside}>
            <button type="button" className="link" onClick={() => setByRecovery(true)}>
              {recoveryCodeWords.step.use}
            </button>
          </p>
        ) : null}
        <p className={styles.beside}>
          Signed in as {user?.email}.{' '}
          <button type="button" className="link" onClick={signOut}>
            Sign out
          </button>
        </p>
      </form>
    </AuthFrame>
  )
}
