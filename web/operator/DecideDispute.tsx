import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { splitOfDecision, sumOf } from '#contract/deal-split.ts'
import type { DecidedDispute, OperatorDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { type DisputeDecision } from '#contract/disputes.ts'
import { proposalWords } from '#contract/operator-proposal-words.ts'
import { disputeMessages as say } from '#contract/dispute-words.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { centsFromUsd, formatCents, formatUsd, usdFromCents } from '#contract/money.ts'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Console.module.css'

const EMPTY = { outcome: 'release' as DisputeDecision, returned_amount: '', reason: '' }

const DECIDE = {
  button: 'Decide',
  ask: 'Decide this dispute?',
  text: 'The money moves at once, and a decision cannot be undone.',
  done: 'Decided',
  doneText: 'Both sides are notified, with the reason.',
  refused: 'The dispute could not be decided',
} as const

/** From a configured amount on, another operator confirms it first. */
const PROPOSE: Record<keyof typeof DECIDE, string> = {
  button: proposalWords.propose,
  ask: proposalWords.proposeAsk,
  text: proposalWords.proposedText,
  done: proposalWords.proposed,
  doneText: proposalWords.proposedText,
  refused: proposalWords.refused,
}

/**
 * Decides a dispute: where the money goes, and why. Input is kept; a confirmation is required before the decision is
 * sent.
 */
export function DecideDispute(props: { dispute: OperatorDispute; creatorName: string }) {
  const { dispute, creatorName } = props
  const amount = centsFromUsd(dispute.amount)
  const { form, typed, sentences, question, submit, finish, showRefusal } = useKeptForm({
    draft: `decide-${dispute.id}`,
    saved: EMPTY,
    read: (draft) => readDecision(draft, amount),
  })
  /** The decision to be confirmed. */
  const [asked, setAsked] = useState<DecidedDispute | null>(null)
  const decide = useDecide(dispute.id)
  const words = dispute.second_person ? PROPOSE : DECIDE
  const shares = sharesOf(dispute, returnedBy(typed, amount), creatorName)

  async function confirm(body: DecidedDispute) {
    try {
      await decide.mutateAsync(body)
      finish()
      toast.success(words.done, words.doneText)
    } catch (failure) {
      showRefusal(failure)
      toast.error(words.refused, messageOf(failure))
    } finally {
      setAsked(null)
    }
  }

  return (
    <form className={`card ${styles.decide}`} onSubmit={submit(setAsked)} noValidate>
      {question}
      <RadioCards
        legend="Decision"
        {...form.register('outcome')}
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
          error={sentences.returned_amount}
          hint={`Of ${formatUsd(dispute.amount)}`}
        >
          <PriceInput {...form.register('returned_amount')} />
        </Field>
      ) : null}
      <Field
        label="Reason"
        required
        error={sentences.reason}
        hint="Both sides read it word for word."
      >
        <TextArea
          rows={5}
          maxLength={DISPUTE_LIMITS.decision_reason}
          {...form.register('reason')}
        />
      </Field>
      <p className="sm muted" role="status">
        {shares}
      </p>
      {dispute.second_person ? <p className="sm">{proposalWords.proposeHint}</p> : null}
      <div>
        <Button type="submit" variant="primary">
          {words.button}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={words.ask}
        confirm={words.button}
        busy={decide.isPending}
        onConfirm={() => asked && void confirm(asked)}
        onClose={() => setAsked(null)}
      >
        <p className="muted">
          {shares} {words.text}
        </p>
      </ConfirmDialog>
    </form>
  )
}

type Draft = typeof EMPTY

/** The cents that go back to the card, as the form is currently filled in. */
function returnedBy({ outcome, returned_amount }: Draft, amount: number): number {
  if (outcome === 'split') return readAmount(returned_amount).cents ?? 0
  return outcome === 'refund' ? amount : 0
}

function readDecision(typed: Draft, amount: number): Reading<Draft, DecidedDispute> {
  const { outcome } = typed
  const reason = typed.reason.trim()
  const { cents, problem } = readAmount(typed.returned_amount)
  const isSplit = cents !== null && cents > 0 && cents < amount
  const errors = {
    ...(outcome === 'split' && !isSplit
      ? { returned_amount: problem === null ? say.splitAmount : amountSentence(problem) }
      : {}),
    ...(reason === '' ? { reason: say.decisionReasonRequired } : {}),
  }
  if (Object.keys(errors).length > 0) return { input: null, errors }
  const returned = outcome === 'split' ? { returned_amount: usdFromCents(cents ?? 0) } : {}
  return { input: { outcome, reason, ...returned }, errors: null }
}

/**
 * Describes the shares in one sentence, to the cent, payment by payment as the ledger splits it. `returned` is cents.
 */
export function sharesOf(
  { parts, fee_terms: terms }: Pick<OperatorDispute, 'parts' | 'fee_terms'>,
  returned: number,
  creatorName: string,
): string {
  const held = parts.map(centsFromUsd)
  const { creatorCents, feeCents } = splitOfDecision(held, returned, terms)
  const back = `${formatCents(returned)} goes back to the card`
  const paid = `${formatCents(creatorCents)} goes to ${creatorName}, ${formatCents(feeCents)} is the platform fee`
  if (returned === sumOf(held)) return `${back}.`
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
