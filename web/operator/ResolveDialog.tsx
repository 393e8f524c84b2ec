import type { OperatorDifference } from '#contract/operator-record-schemas.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { formatUsd, usdFromCents } from '#contract/money.ts'
import { proposalWords } from '#contract/operator-proposal-words.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { ActDialog, reasonProblem } from './ActDialog.tsx'
import { plainWord } from './console-words.ts'
import { useAct } from './use-console.ts'

const EMPTY = { reason: '', paid_amount: '' }

const RESOLVE = {
  title: (kind: string) => `Resolve ${kind}`,
  confirm: 'Resolve',
  done: 'Resolved',
  owed: (owed: string) =>
    `${owed} is owed. Pay it out first, outside of Stripe; it is then booked as paid by you and cannot be taken back.`,
  amount: 'Paid out',
} as const

/** From a configured amount on, another operator confirms it first: only then is it paid out and booked. */
const PROPOSE = {
  title: proposalWords.payoutTitle,
  confirm: proposalWords.propose,
  done: proposalWords.proposed,
  doneText: proposalWords.proposedText,
  owed: proposalWords.payoutHint,
  amount: proposalWords.payoutAmount,
} as const

interface Props {
  difference: OperatorDifference
  onClose: () => void
}

/**
 * Asks for the reason why a difference is closed, and for the amount paid out where money is owed. Where that needs a
 * second person, it is only proposed, and the dialog says so before anything is paid.
 */
export function ResolveDialog({ difference, onClose }: Props) {
  const { id: number, kind, owed_amount: owed } = difference
  const { title, owed: hint, amount, ...said } = difference.second_person ? PROPOSE : RESOLVE
  const resolve = useAct('operator.resolve_difference')
  const kept = useKeptForm({
    draft: `resolve-${number}`,
    saved: EMPTY,
    read: (typed) => readResolution(typed, owed),
  })
  return (
    <ActDialog
      kept={kept}
      title={title(plainWord(kind).toLowerCase())}
      {...said}
      act={(body) => resolve.mutateAsync({ params: { number }, body })}
      onClose={onClose}
    >
      {owed > 0 ? (
        <>
          <p className="muted">{hint(formatUsd(owed))}</p>
          <Field
            label={amount}
            hint={`Exactly ${formatUsd(owed)}`}
            error={kept.sentences.paid_amount}
            required
          >
            <PriceInput {...kept.form.register('paid_amount')} />
          </Field>
        </>
      ) : (
        <p className="muted">The next comparison records it again if it is still there.</p>
      )}
    </ActDialog>
  )
}

/** The server refuses a paid amount that is missing or too low. */
function readResolution(
  typed: typeof EMPTY,
  owed: number,
): Reading<typeof EMPTY, { reason: string; paid_amount?: number }> {
  const { reason } = typed
  const { cents, problem } = readAmount(typed.paid_amount)
  const isUnreadable = owed > 0 && problem !== null && typed.paid_amount !== ''
  const errors = {
    ...(isUnreadable ? { paid_amount: amountSentence(problem) } : {}),
    ...reasonProblem(reason),
  }
  if (Object.keys(errors).length > 0) return { input: null, errors }
  const paid = owed > 0 && cents !== null ? { paid_amount: usdFromCents(cents) } : {}
  return { input: { reason, ...paid }, errors: null }
}
