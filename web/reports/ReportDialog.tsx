import { useMutation } from '@tanstack/react-query'
import { REPORT_REASON_WORDS, REPORT_SUBJECT_WORDS } from '#contract/report-words.ts'
import {
  REPORT_LIMITS,
  REPORT_REASONS,
  type ReportReason,
  reportMessages,
} from '#contract/reports.ts'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ReportAbout } from './report-about.ts'
import { reportWords as words } from './report-words.ts'

const EMPTY = { which: '0', reason: '', body: '' }
type Typed = typeof EMPTY

interface Props {
  /** The possible subjects: the first one, unless the reader chooses another. */
  about: readonly ReportAbout[]
  onClose: () => void
}

/** Asks what is wrong and sends it to our team. Typed text is kept until it is sent. */
export function ReportDialog({ about, onClose }: Props) {
  const [first] = about
  const report = useMutation({
    mutationFn: ({ which, reason, body }: Read) => {
      const { subject, id, picture } = which
      return call('reports.create', { body: { subject, subject_id: id, picture, reason, body } })
    },
  })
  const { form, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `report-${first?.subject}-${first?.id}-${first?.picture ?? ''}`,
    saved: EMPTY,
    read: (typed) => readReport(typed, about),
  })

  const send = submit(async (input) => {
    try {
      await report.mutateAsync(input)
      finish()
      toast.success(words.done, words.doneHint)
      onClose()
    } catch (failure) {
      // The dialog stays open with the typed text.
      if (!showRefusal(failure)) form.setError('body', { message: messageOf(failure) })
    }
  })

  return (
    <FormDialog
      title={words.title(REPORT_SUBJECT_WORDS[first?.subject ?? 'profile'].one)}
      confirm={words.confirm}
      busyText={words.sending}
      busy={busy}
      question={question}
      onSubmit={send}
      onClose={onClose}
    >
      {first?.subject === 'licence' ? <p>{words.otherSide}</p> : null}
      <p className="muted">{words.intro}</p>
      {about.length > 1 ? (
        <Field label={words.which}>
          <Select {...form.register('which')}>
            {about.map(({ subject }, at) => (
              <option key={subject} value={String(at)}>
                {REPORT_SUBJECT_WORDS[subject].chosen}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label={words.reason} required error={sentences.reason}>
        <Select {...form.register('reason')}>
          <option value="">{words.choose}</option>
          {REPORT_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REPORT_REASON_WORDS[reason].label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={words.body} hint={words.bodyHint} error={sentences.body}>
        <TextArea rows={4} maxLength={REPORT_LIMITS.body} {...form.register('body')} />
      </Field>
    </FormDialog>
  )
}

interface Read {
  which: ReportAbout
  reason: ReportReason
  body: string
}

function readReport(typed: Typed, about: readonly ReportAbout[]): Reading<Typed, Read> {
  const which = about[Number(typed.which)] ?? about[0]
  const reason = REPORT_REASONS.find((one) => one === typed.reason)
  if (reason === undefined || which === undefined)
    return { input: null, errors: { reason: reportMessages.reasonRequired } }
  return { input: { which, reason, body: typed.body }, errors: null }
}
