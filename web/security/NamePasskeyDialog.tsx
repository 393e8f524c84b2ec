import { useForm } from 'react-hook-form'
import { AUTH_LIMITS } from '#contract/auth.ts'
import { messageOf } from '#web/api/errors.ts'
import { passkeyWords as words } from '#web/auth/passkey-words.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { namePasskey, type OwnPasskey } from '#web/auth/own-passkeys.ts'

interface Props {
  passkey: Pick<OwnPasskey, 'id' | 'name'>
  onNamed: () => void
  onClose: () => void
}

/** Renames a passkey. */
export function NamePasskeyDialog({ passkey, onNamed, onClose }: Props) {
  const form = useForm({ defaultValues: { name: passkey.name } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await namePasskey(passkey.id, name.trim())
      toast.success(words.renamed)
      onNamed()
      onClose()
    } catch (error) {
      form.setError('name', { message: messageOf(error) }, { shouldFocus: true })
    }
  })

  return (
    <FormDialog
      title={words.nameTitle}
      confirm={words.save}
      busyText={words.saving}
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field label={words.name} hint={words.nameHint} error={errors.name?.message} required>
        <TextInput
          autoComplete="off"
          autoFocus
          maxLength={AUTH_LIMITS.factorName}
          {...form.register('name', {
            validate: (name) => name.trim() !== '' || words.nameNeeded,
          })}
        />
      </Field>
    </FormDialog>
  )
}
