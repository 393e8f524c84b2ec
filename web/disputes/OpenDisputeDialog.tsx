import { useState, type FormEvent } from 'react'
import {
  DISPUTE_ANSWER_DAYS,
  DISPUTE_LIMITS,
  DISPUTE_REASONS,
  type DisputeReason,
  disputeMessages as say,
  reasonsFor,
} from '#contract/disputes.ts'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DisputeReader } from './dispute-words.ts'
import { useOpenDispute } from './use-disputes.ts'

const FORM = 'open-dispute'
const EMPTY = { reason: '', statement: '' }

interface Props {
  payment: Payment
  reader: DisputeReader
  onClose: () => void
}

/** Opens a dispute about held money: the reason, and what happened. Input is kept as a draft. */
export function OpenDisputeDialog({ payment, reader, onClose }: Props) {
  const open = useOpenDispute(payment.id)
  const form = `dispute-${payment.id}`
  const start = useRestored(form, EMPTY)
  const [typed, setTyped] = useState(start)
  const unsaved = useUnsaved(form, EMPTY, typed)
  const [errors, setErrors] = useState<Record<string, string>>({})

  function send(event: FormEvent) {
    event.preventDefault()
    if (open.isPending) return
    const reason = reasonsFor(reader.side).find((one) => one === typed.reason)
    const statement = typed.statement.trim()
    if (reason === undefined || statement === '') {
      setErrors({
        ...(reason === undefined ? { reason: say.reasonRequired } : {}),
        ...(statement === '' ? { statement: say.statementRequired } : {}),
      })
      return focusFirstError()
    }
    setErrors({})
    onSettled(open.mutateAsync({ reason, statement }), {
      onSuccess() {
        unsaved.finish()
        toast.success('Dispute opened', `The money is frozen and ${reader.otherName} is told.`)
        onClose()
      },
      // The dialog stays open with what was typed.
      onError: (failure) =>
        setErrors(
          failure instanceof ApiError && Object.keys(failure.fields).length > 0
            ? failure.fields
            : { statement: messageOf(failure) },
        ),
    })
  }

  return (
    <Dialog
      open
      title="Open a dispute"
      subtitle={`About ${formatUsd(payment.amount)} held in escrow`}
      locked={open.isPending}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={open.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={open.isPending}
            busyText="Opening..."
          >
            Open a dispute
          </Button>
        </>
      }
    >
      {unsaved.question}
      <form id={FORM} className="stack" onSubmit={send} noValidate>
        <p className="muted">
          Until it is over nobody can release or return the money. {reader.otherName} has{' '}
          {DISPUTE_ANSWER_DAYS} working days to answer; then our support decides where it goes. You
          can withdraw the dispute until then.
        </p>
        <Field label="What is it about?" required error={errors['reason'] ?? null}>
          <Select
            value={typed.reason}
            onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
          >
            <option value="">Choose a reason</option>
            {reasonsFor(reader.side).map((reason: DisputeReason) => (
              <option key={reason} value={reason}>
                {DISPUTE_REASONS[reason].label}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="What happened?"
          required
          error={errors['statement'] ?? null}
          hint={`${reader.otherName} and our support read it. Messages, deliverables and everything that happened to the deal are added by themselves.`}
        >
          <TextArea
            rows={6}
            maxLength={DISPUTE_LIMITS.statement}
            value={typed.statement}
            onChange={(event) => setTyped({ ...typed, statement: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
