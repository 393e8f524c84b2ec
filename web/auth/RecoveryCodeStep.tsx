import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { usePageHead } from '#web/page/head.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { failureCode } from './auth-failures.ts'
import styles from './AuthScreen.module.css'
import { recoveryCodeWords } from './recovery-code-words.ts'
import { giveRecoveryCode } from './second-factors.ts'

const words = recoveryCodeWords.step

/** The second step of signing in for someone without their phone. */
export function RecoveryCodeStep({ onBack }: { onBack: () => void }) {
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  usePageHead({ title: words.title })

  const submit = form.handleSubmit(async ({ code }) => {
    toast.dismiss()
    try {
      toast.info(words.used, words.leftAfter(await giveRecoveryCode(code)))
    } catch (error) {
      if (failureCode(error) !== 'mfa_verification_failed') return toast.error(messageOf(error))
      form.setError('code', { message: messageOf(error) }, { shouldFocus: true })
    }
  })

  return (
    <AuthFrame title={words.title} lead={words.lead}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field label={words.label} error={errors.code?.message} required>
          <TextInput
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...form.register('code', {
              validate: (code) => code.trim() !== '' || words.required,
            })}
          />
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
        <p className={styles.beside}>
          <button type="button" className="link" onClick={onBack}>
            {words.back}
          </button>
        </p>
      </form>
    </AuthFrame>
  )
}
