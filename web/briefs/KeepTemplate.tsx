import { useState } from 'react'
import { BRIEF_LIMITS, briefMessages } from '#contract/briefs.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { briefFormWords } from './brief-form-words.ts'
import { useKeepTemplate } from './use-templates.ts'

const words = briefFormWords.keep

interface Props {
  projectId: string
  title: string
}

/** Saves a project's brief as one of the brand's own templates. */
export function KeepTemplate(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      {open ? <KeepDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface Named {
  name: string
}

function KeepDialog({ projectId, title, onClose }: Props & { onClose: () => void }) {
  const keep = useKeepTemplate()
  const { form, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `template-${projectId}`,
    saved: { name: title.slice(0, BRIEF_LIMITS.templateName) },
    read: readName,
  })
  const send = submit(async ({ name }) => {
    try {
      await keep.mutateAsync({ project_id: projectId, name })
      finish()
      toast.success(words.kept)
      onClose()
    } catch (failure) {
      if (!showRefusal(failure)) form.setError('name', { message: messageOf(failure) })
    }
  })
  return (
    <FormDialog
      title={words.title}
      confirm={words.save}
      busyText={words.busy}
      busy={busy}
      question={question}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={words.name} required hint={words.hint} error={sentences.name}>
        <TextInput
          maxLength={BRIEF_LIMITS.templateName}
          autoComplete="off"
          {...form.register('name')}
        />
      </Field>
    </FormDialog>
  )
}

function readName({ name }: Named): Reading<Named, Named> {
  return name.trim() === ''
    ? { input: null, errors: { name: briefMessages.templateName } }
    : { input: { name: name.trim() }, errors: null }
}
