import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#web/api/client.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { useSignOut } from '#web/auth/use-sign-out.ts'
import { mailNonce } from '#web/auth/ways-in.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput, codeRules } from '#web/ui/CodeInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { deletionWords } from './deletion-words.ts'

/**
 * Says what is deleted and what stays, and asks for the password, or for a mailed code if there is none. A refusal (for
 * example because money is held) is shown in the server's words, and nothing has changed.
 */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user, role } = useAuth()
  const signOut = useSignOut()
  const [byCode, setByCode] = useState(false)
  const [mailing, setMailing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({ defaultValues: { password: '', code: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password, code }) => {
    setRefusal(null)
    try {
      await call('account.delete', { body: byCode ? { code } : { password } })
      toast.success('Account deleted')
      signOut()
    } catch (error) {
      const message = messageOf(error)
      if (error instanceof ApiError && error.code === 'account.proof_wrong')
        form.setError(byCode ? 'code' : 'password', { message }, { shouldFocus: true })
      else setRefusal(message)
    }
  })

  async function mailCode() {
    setMailing(true)
    try {
      await mailNonce()
      setByCode(true)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setMailing(false)
  }

  return (
    <FormDialog
      title="Delete account"
      confirm="Delete account"
      busyText="Deleting..."
      busy={isSubmitting}
      destructive
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      intro={
        <>
          <p className="muted">
            {deletionWords.removed[role ?? 'creator']} {deletionWords.stays}
          </p>
          {refusal ? (
            <Notice title="Not deleted" role="alert">
              {refusal}
            </Notice>
          ) : null}
        </>
      }
    >
      {byCode ? (
        <Field
          label="Code from the email"
          hint={`We sent it to ${user?.email ?? 'you'}.`}
          error={errors.code?.message}
          required
        >
          <CodeInput autoFocus {...form.register('code', codeRules)} />
        </Field>
      ) : (
        <>
          <Field label="Your password" error={errors.password?.message} required>
            <PasswordInput
              autoComplete="current-password"
              {...form.register('password', { required: 'Password is required' })}
            />
          </Field>
          <div>
            <Button size="sm" variant="quiet" busy={mailing} onClick={() => void mailCode()}>
              Mail me a code instead
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  )
}
