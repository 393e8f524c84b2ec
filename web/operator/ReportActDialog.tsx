import { daysText } from '#contract/number-text.ts'
import type { ReportDetail } from '#contract/report-schemas.ts'
import { REPORT_ACT_WORDS, REPORT_REASON_WORDS } from '#contract/report-words.ts'
import {
  REPORT_REASONS,
  type ReportAct,
  type ReportReason,
  reportMessages,
} from '#contract/reports.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { ActDialog } from './ActDialog.tsx'
import { useAct } from './use-console.ts'

/** The possible lengths of a limit or a ban, in days; '' lasts until it is lifted. */
const TERMS: Partial<Record<ReportAct, readonly string[]>> = {
  limit: ['7', '30', '90'],
  ban: ['30', '365', ''],
}

interface Typed {
  /** The rule that was broken. */
  reason: ReportReason
  /** The operator's findings. */
  facts: string
  days: string
}

interface Props {
  report: ReportDetail
  act: ReportAct
  /** What it does. */
  hint: string
  onClose: () => void
}

/** Asks for the rule and the facts, which the person reads, and for the length. */
export function ReportActDialog({ report, act, hint, onClose }: Props) {
  const { label } = REPORT_ACT_WORDS[act]
  const terms = TERMS[act]
  const doIt = useAct('operator.act_on_report')
  const kept = useKeptForm({
    draft: `act-on-report-${report.id}-${act}`,
    saved: { reason: report.reason, facts: '', days: terms?.[0] ?? '' },
    read({ reason, facts, days }: Typed): Reading<Typed, Body> {
      if (facts.trim() === '')
        return { input: null, errors: { facts: reportMessages.factsRequired } }
      const term = days === '' ? null : Number(days)
      return { input: { act, reason, facts, days: term }, errors: null }
    },
  })
  return (
    <ActDialog
      kept={kept}
      title={`${label}: ${report.person.company_name ?? report.person.name}`}
      confirm={label}
      done={`${report.person.name} is notified, with your reason`}
      label="What you found, for the person concerned"
      field="facts"
      destructive={act === 'ban'}
      act={(body) => doIt.mutateAsync({ params: { id: report.id }, body })}
      onClose={onClose}
    >
      <p className="muted">
        {hint} They read the rule, the facts and how to appeal; never who reported.
      </p>
      <Field
        label="The rule"
        hint={REPORT_REASON_WORDS[kept.typed.reason].rule}
        error={kept.sentences.reason}
      >
        <Select {...kept.form.register('reason')}>
          {REPORT_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REPORT_REASON_WORDS[reason].label}
            </option>
          ))}
        </Select>
      </Field>
      {terms === undefined ? null : (
        <Field label="For how long" error={kept.sentences.days}>
          <Select {...kept.form.register('days')}>
            {terms.map((days) => (
              <option key={days} value={days}>
                {days === '' ? 'Until it is lifted' : daysText(Number(days))}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </ActDialog>
  )
}

interface Body {
  act: ReportAct
  reason: ReportReason
  facts: string
  days: number | null
}
