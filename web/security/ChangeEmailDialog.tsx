import { use, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { failureCode } from '#web/auth/auth-failures.ts'
import { rules } from '#web/auth/auth-form.ts'
import { changeEmail } from '#web/auth/ways-in.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './SecurityCard.module.css'

/** Asks for the new address, then says which mails have to be opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const current = user?.email ?? ''
  const both = use(PageFactsContext).emailChange === 'both'

  const submit = form.handleSubmit(async ({ email }) => {
    toast.dismiss()
    try {
      await changeEmail(email.trim())
      setMailedTo(email.trim())
    } catch (error) {
      if (failureCode(error) === 'validation_failed')
        form.setError('email', { message: messageOf(error) }, { shouldFocus: true })
      else toast.error(messageOf(error))
    }
  })

  if (mailedTo) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={both ? 'Check both inboxes' : 'Check the new inbox'}
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {both ? (
          <>
            <p className="muted">We sent two links. Open both, in any order:</p>
            <ol className={styles.steps}>
              <li>
                the one sent to <span className="strong">{current}</span>, which says that you agree
              </li>
              <li>
                the one sent to <span className="strong">{mailedTo}</span>, which proves that it is
                yours
              </li>
            </ol>
          </>
        ) : (
          <p className="muted">
            Open the link we sent to <span className="strong">{mailedTo}</span>. It proves that the
            address is yours.
          </p>
        )}
        <p className="muted">Until then you sign in with {current}.</p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Change email"
      confirm={both ? 'Send the links' : 'Send the link'}
      busyText="Sending..."
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      intro={
        <p className="muted">
          {both
            ? `We send a link to the new address and one to ${current}. The change happens when both have been opened.`
            : 'We send a link to the new address. The change happens when it has been opened.'}
        </p>
      }
    >
      <Field label="New email" error={errors.email?.message} required>
        <TextInput
          type="email"
          autoComplete="email"
          autoFocus
          {...form.register('email', {
            ...rules.email,
            validate: (value: string) =>
              value.trim().toLowerCase() !== current || 'This is your email already',
          })}
        />
      </Field>
    </FormDialog>
  )
}
