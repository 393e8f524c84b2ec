import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { DecidedDispute, OperatorDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_LIMITS, type DisputeDecision, disputeMessages as say } from '#contract/disputes.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import {
  centsFromUsd,
  type FeeTerms,
  formatCents,
  formatUsd,
  splitPrice,
  usdFromCents,
} from '#contract/money.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { call } from '#web/api/client.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Console.module.css'

const EMPTY = { outcome: 'release' as DisputeDecision, part: '', reason: '' }

/** Decides a dispute: where the money goes, and why. Input is kept; it asks once more before acting. */
export function DecideDispute(props: { dispute: OperatorDispute; creatorName: string }) {
  const { dispute, creatorName } = props
  const form = `decide-${dispute.id}`
  const [typed, setTyped] = useState(useRestored(form, EMPTY))
  const unsaved = useUnsaved(form, EMPTY, typed)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [asking, setAsking] = useState(false)
  const decide = useDecide(dispute.id)
  const amount = centsFromUsd(dispute.amount)
  const { cents: part, problem } = readAmount(typed.part)
  const returned =
    typed.outcome === 'release' ? 0 : typed.outcome === 'refund' ? amount : (part ?? 0)
  const shares = sharesOf(amount, returned, dispute.fee_terms, creatorName)

  function ask(event: FormEvent) {
    event.preventDefault()
    const isSplit = typed.outcome !== 'split' || (part !== null && part > 0 && part < amount)
    const found: Record<string, string> = {}
    if (!isSplit)
      found['returned_amount'] = problem === null ? say.splitAmount : amountSentence(problem)
    if (typed.reason.trim() === '') found['reason'] = say.decisionReasonRequired
    setErrors(found)
    if (Object.keys(found).length === 0) setAsking(true)
    else focusFirstError()
  }

  function confirm() {
    const body: DecidedDispute = {
      outcome: typed.outcome,
      reason: typed.reason.trim(),
      ...(typed.outcome === 'split' ? { returned_amount: usdFromCents(returned) } : {}),
    }
    onSettled(decide.mutateAsync(body), {
      onSuccess() {
        unsaved.finish()
        toast.success('Decided', 'Both sides are told, with the reason.')
      },
      onError(failure) {
        if (failure instanceof ApiError) setErrors(failure.fields)
        toast.error('The dispute could not be decided', messageOf(failure))
      },
      onSettled: () => setAsking(false),
    })
  }

  return (
    <form className={`card ${styles.decide}`} onSubmit={ask} noValidate>
      {unsaved.question}
      <RadioCards
        legend="Decision"
        name="outcome"
        value={typed.outcome}
        onChange={(event) => setTyped({ ...typed, outcome: event.target.value as DisputeDecision })}
        options={[
          {
            value: 'release',
            label: 'Release',
            hint: `${formatUsd(dispute.amount)} counts as earned`,
          },
          { value: 'refund', label: 'Refund', hint: 'All of it goes back to the card' },
          { value: 'split', label: 'Split', hint: 'A part goes back, the rest is released' },
        ]}
      />
      {typed.outcome === 'split' ? (
        <Field
          label="Back to the card"
          error={errors['returned_amount'] ?? null}
          hint={`Of ${formatUsd(dispute.amount)}`}
        >
          <PriceInput
            value={typed.part}
            onChange={(event) => {
              setTyped({ ...typed, part: event.target.value })
              setErrors({})
            }}
          />
        </Field>
      ) : null}
      <Field
        label="Reason"
        required
        error={errors['reason'] ?? null}
        hint="Both sides read it word for word."
      >
        <TextArea
          rows={5}
          maxLength={DISPUTE_LIMITS.decision_reason}
          value={typed.reason}
          onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
        />
      </Field>
      <p className="sm muted" role="status">
        {shares}
      </p>
      <div>
        <Button type="submit" variant="primary">
          Decide
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Decide this dispute?"
        confirm="Decide"
        busy={decide.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p className="muted">
          {shares} The money moves at once, and a decision cannot be taken back.
        </p>
      </ConfirmDialog>
    </form>
  )
}

/** In one sentence, to the cent, by the function the ledger uses. */
function sharesOf(amount: number, returned: number, terms: FeeTerms, creatorName: string): string {
  const { creatorCents, feeCents } = splitPrice(Math.max(0, amount - returned), terms)
  const back = `${formatCents(returned)} goes back to the card`
  const paid = `${formatCents(creatorCents)} goes to ${creatorName}, ${formatCents(feeCents)} is the platform fee`
  if (returned === amount) return `${back}.`
  return returned === 0 ? `${paid}.` : `${back}, ${paid}.`
}

function useDecide(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: DecidedDispute) => call('operator.decide_dispute', { params: { id }, body }),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('operator.'),
      }),
  })
}
