import type { OperatorDifference } from '#contract/operator-record-schemas.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { formatUsd, usdFromCents } from '#contract/money.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { ActDialog, reasonProblem } from './ActDialog.tsx'
import { plainWord } from './console-words.ts'
import { useAct } from './use-console.ts'

const EMPTY = { reason: '', paid_amount: '' }

interface Props {
  difference: OperatorDifference
  onClose: () => void
}

/** Asks for the reason why a difference is closed, and for the amount paid out where money is owed. */
export function ResolveDialog({ difference, onClose }: Props) {
  const { id: number, kind, owed_amount: owed } = difference
  const resolve = useAct('operator.resolve_difference')
  const kept = useKeptForm({
    draft: `resolve-${number}`,
    saved: EMPTY,
    read: (typed) => readResolution(typed, owed),
  })
  return (
    <ActDialog
      kept={kept}
      title={`Resolve ${plainWord(kind).toLowerCase()}`}
      confirm="Resolve"
      done="Resolved"
      act={(body) => resolve.mutateAsync({ params: { number }, body })}
      onClose={onClose}
    >
      {owed > 0 ? (
        <>
          <p className="muted">
            {formatUsd(owed)} is owed. Pay it out first, outside of Stripe; it is then booked as
            paid by you and cannot be taken back.
          </p>
          <Field
            label="Paid out"
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
