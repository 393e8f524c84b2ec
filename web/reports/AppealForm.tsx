import { REPORT_LIMITS, reportMessages } from '#contract/reports.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatTime } from '#web/ui/dates.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { decisionWords as words } from './decision-words.ts'
import { useAppeal } from './use-sanction.ts'

const EMPTY = { body: '' }

interface Props {
  id: string
  /** RFC 3339. */
  until: string
  /** The key from the mail, for someone who cannot sign in. */
  linkKey: string | null
}

/** The form of the one appeal. Typed text is kept until it is sent. */
export function AppealForm({ id, until, linkKey }: Props) {
  const appeal = useAppeal(id, linkKey)
  const { form, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `appeal-${id}`,
    saved: EMPTY,
    read: readAppeal,
  })
  const send = submit(async (body) => {
    try {
      await appeal.mutateAsync(body)
      finish()
      toast.success(words.appealed)
    } catch (failure) {
      if (showRefusal(failure)) return
      const message = messageOf(failure)
      if (mayPass(failure)) form.setError('body', { message })
      // The refetched decision replaces this form, with any sentence in it.
      else toast.error(message)
    }
  })
  return (
    <form className="stack" onSubmit={send} noValidate>
      {question}
      <p className="muted">{words.appealHint(formatTime(until))}</p>
      <Field label={words.appealField} required error={sentences.body}>
        <TextArea rows={5} maxLength={REPORT_LIMITS.appeal} {...form.register('body')} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={busy} busyText={words.appealing}>
          {words.appeal}
        </Button>
      </div>
    </form>
  )
}

function readAppeal({ body }: typeof EMPTY): Reading<typeof EMPTY, string> {
  const typed = body.trim()
  return typed === ''
    ? { input: null, errors: { body: reportMessages.appealRequired } }
    : { input: typed, errors: null }
}
