import { DISPUTE_REASONS, type DisputeReason, reasonsFor } from '#contract/dispute-reasons.ts'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { DISPUTE_ANSWER_DAYS } from '#contract/disputes.ts'
import { disputeMessages as say } from '#contract/dispute-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DisputeReader } from './dispute-words.ts'
import { useOpenDispute } from './use-disputes.ts'

const EMPTY = { reason: '', statement: '' }

interface Props {
  payment: Payment
  reader: DisputeReader
  onClose: () => void
}

/** Opens a dispute about held money: takes the reason, and what happened. Input is kept as a draft. */
export function OpenDisputeDialog({ payment, reader, onClose }: Props) {
  const open = useOpenDispute(payment.id)
  const reasons = reasonsFor(reader.side)
  const { form, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `dispute-${payment.id}`,
    saved: EMPTY,
    read: (typed) => readOpening(typed, reasons),
  })

  const send = submit(async (input) => {
    try {
      await open.mutateAsync(input)
      finish()
      toast.success(
        'Dispute opened',
        `The money is frozen, and we’ve let ${reader.otherName} know.`,
      )
      onClose()
    } catch (failure) {
      // The dialog stays open and keeps what was typed.
      if (!showRefusal(failure)) form.setError('statement', { message: messageOf(failure) })
    }
  })

  return (
    <FormDialog
      title="Open a dispute"
      subtitle={`About ${formatUsd(payment.amount)} held in escrow`}
      confirm="Open a dispute"
      busyText="Opening..."
      busy={busy}
      question={question}
      onSubmit={send}
      onClose={onClose}
    >
      <p className="muted">
        Until it is over nobody can release or return the money. {reader.otherName} has{' '}
        {DISPUTE_ANSWER_DAYS} working days to answer; then our support decides where it goes. You
        can withdraw the dispute until then.
      </p>
      <Field label="What is it about?" required error={sentences.reason}>
        <Select {...form.register('reason')}>
          <option value="">Choose a reason</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {DISPUTE_REASONS[reason].label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="What happened?"
        required
        error={sentences.statement}
        hint={`${reader.otherName} and our support read it. Messages, deliverables and everything that happened in the deal are added automatically.`}
      >
        <TextArea rows={6} maxLength={DISPUTE_LIMITS.statement} {...form.register('statement')} />
      </Field>
    </FormDialog>
  )
}

function readOpening(
  typed: typeof EMPTY,
  reasons: readonly DisputeReason[],
): Reading<typeof EMPTY, { reason: DisputeReason; statement: string }> {
  const reason = reasons.find((one) => one === typed.reason)
  const statement = typed.statement.trim()
  if (reason !== undefined && statement !== '')
    return { input: { reason, statement }, errors: null }
  return {
    input: null,
    errors: {
      ...(reason === undefined ? { reason: say.reasonRequired } : {}),
      ...(statement === '' ? { statement: say.statementRequired } : {}),
    },
  }
}
