import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { failureCode } from '#web/auth/auth-failures.ts'
import { givePasskey, useAskablePasskey } from '#web/auth/own-passkeys.ts'
import { passkeyWords } from '#web/auth/passkey-words.ts'
import { passkeyFailure } from '#web/auth/passkeys.ts'
import { authenticatorsOf, giveCode, proveAgain } from '#web/auth/second-factors.ts'
import { mailNonce } from '#web/auth/ways-in.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput, codeRules } from '#web/ui/CodeInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { stepUpWords as words } from './step-up-words.ts'

/** How to prove it: the app if there is one, else the password, or a mailed code for people without one. */
type Way = 'password' | 'app' | 'mailed'

/** The refusals that concern what was typed. */
const WRONG = new Set([
  'invalid_credentials',
  'reauthentication_not_valid',
  'mfa_verification_failed',
])

/** Asks for one proof, and returns whether it was given. */
export function StepUpDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const { user } = useAuth()
  const [app] = authenticatorsOf(user?.factors)
  const passkey = useAskablePasskey()
  const [way, setWay] = useState<Way>(app ? 'app' : 'password')
  const [mailing, setMailing] = useState(false)
  const form = useForm({ defaultValues: { secret: '' } })
  const { errors, isSubmitting } = form.formState
  const others: readonly Way[] = app ? ['app', 'password'] : ['password', 'mailed']

  const submit = form.handleSubmit(async ({ secret }) => {
    try {
      if (way === 'app') await giveCode(app?.id ?? '', secret)
      else await proveAgain(way === 'password' ? { password: secret } : { code: secret })
      onAnswer(true)
    } catch (error) {
      const code = failureCode(error)
      if (code === null || !WRONG.has(code)) return toast.error(messageOf(error))
      form.setValue('secret', '')
      form.setError('secret', { message: messageOf(error) }, { shouldFocus: true })
    }
  })

  async function change(next: Way) {
    setMailing(next === 'mailed')
    try {
      if (next === 'mailed') await mailNonce()
      form.reset()
      setWay(next)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setMailing(false)
  }

  async function confirmByPasskey(id: string) {
    try {
      await givePasskey(id)
      onAnswer(true)
    } catch (error) {
      toast.error(passkeyFailure(error, 'notConfirmed'))
    }
  }

  return (
    <FormDialog
      title={words.title}
      confirm={words.confirm}
      busyText={words.busy}
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => onAnswer(false)}
      intro={<p className="muted">{words.intro}</p>}
    >
      {way === 'password' ? (
        <Field key={way} label={words.password} error={errors.secret?.message} required>
          <PasswordInput
            autoComplete="current-password"
            autoFocus
            {...form.register('secret', { required: words.passwordNeeded })}
          />
        </Field>
      ) : (
        <Field
          key={way}
          label={way === 'app' ? words.code : words.mailed}
          hint={way === 'mailed' ? words.sentTo(user?.email) : undefined}
          error={errors.secret?.message}
          required
        >
          <CodeInput autoFocus {...form.register('secret', codeRules)} />
        </Field>
      )}
      <div>
        {passkey === null ? null : (
          <Button size="sm" variant="quiet" onClick={() => void confirmByPasskey(passkey)}>
            {passkeyWords.instead}
          </Button>
        )}
        {others
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              size="sm"
              variant="quiet"
              busy={mailing}
              onClick={() => void change(other)}
            >
              {words.instead[other]}
            </Button>
          ))}
      </div>
    </FormDialog>
  )
}
