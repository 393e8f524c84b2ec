import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { failureCode } from '#web/auth/auth-failures.ts'
import { giveCode } from '#web/auth/ways-in.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput, codeRules } from '#web/ui/CodeInput.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.ts'
import { abandonEnrolment, type Enrolment } from './authenticators.ts'
import styles from './SecurityCard.module.css'

/** Shows the app its secret and asks for its first code; closing it abandons the app. */
export function EnrolDialog({ enrolment, onClose }: { enrolment: Enrolment; onClose: () => void }) {
  const formId = useId()
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ code }) => {
    toast.dismiss()
    try {
      await giveCode(enrolment.id, code)
      toast.success('Authenticator app added', 'Everywhere else you are signed out.')
      onClose()
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
    <Dialog
      open
      onClose={cancel}
      title="Set up authenticator app"
      locked={isSubmitting}
      actions={
        <>
          <Button variant="quiet" onClick={cancel} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isSubmitting}
            busyText="Checking..."
          >
            Turn on
          </Button>
        </>
      }
    >
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
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Code"
          hint="The 6 digits the app shows now"
          error={errors.code?.message}
          required
        >
          <CodeInput autoFocus {...form.register('code', codeRules)} />
        </Field>
      </form>
    </Dialog>
  )
}

/** In groups of four, as a long key is read aloud. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
