import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { failureCode } from '#web/auth/auth-failures.ts'
import { giveCode } from '#web/auth/second-factors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { logFailure } from '#web/page/console-lines.ts'
import { CodeInput, codeRules } from '#web/ui/CodeInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.ts'
import { abandonEnrolment, type Enrolment } from './authenticators.ts'
import styles from './SecurityCard.module.css'

/** Shows the secret to be entered in the app and asks for the app's first code; closing the dialog abandons the app. */
export function EnrolDialog({
  enrolment,
  onAdded,
  onClose,
}: {
  enrolment: Enrolment
  onAdded: () => void
  onClose: () => void
}) {
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ code }) => {
    toast.dismiss()
    try {
      await giveCode(enrolment.id, code)
      toast.success('Authenticator app added', 'Everywhere else you are signed out.')
      onAdded()
    } catch (error) {
      if (failureCode(error) !== 'mfa_verification_failed') toast.error(messageOf(error))
      else form.setError('code', { message: messageOf(error) })
      form.setValue('code', '')
      form.setFocus('code')
    }
  })

  function cancel() {
    abandonEnrolment(enrolment.id).catch((error: unknown) =>
      logFailure('Error giving up an authenticator app', error),
    )
    onClose()
  }

  return (
    <FormDialog
      title="Set up authenticator app"
      confirm="Turn on"
      busyText="Checking..."
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={cancel}
      intro={
        <>
          <div className={styles.enrol}>
            <img className={styles.qr} src={enrolment.qrCode} alt="QR code for your app" />
            <div>
              <p className="muted">
                Scan this with an authenticator app on your phone. Or enter this key there:
              </p>
              <code className={styles.secret} aria-label="Key">
                {inGroups(enrolment.secret)}
              </code>
            </div>
          </div>
        </>
      }
    >
      <Field
        label="Code"
        hint="The 6 digits the app shows now"
        error={errors.code?.message}
        required
      >
        <CodeInput autoFocus {...form.register('code', codeRules)} />
      </Field>
    </FormDialog>
  )
}

/** In groups of four, the way a long key is read aloud. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
