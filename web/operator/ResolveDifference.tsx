import { useState } from 'react'
import type { OperatorDifference } from '#contract/operator-record-schemas.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { formatUsd, usdFromCents } from '#contract/money.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { plainWord } from './console-words.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useAct } from './use-console.ts'

/** Closes a difference by hand; where it leaves money owed, the amount paid out is entered and booked. */
export function ResolveDifference({ difference }: { difference: OperatorDifference }) {
  const { id: number, kind, owed_amount: owed } = difference
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const resolve = useAct('operator.resolve_difference')
  const { cents, problem } = readAmount(typed)
  const paid = owed > 0 && cents !== null ? { paid_amount: usdFromCents(cents) } : {}
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Resolve
      </Button>
      {open ? (
        <ReasonDialog
          title={`Resolve ${plainWord(kind).toLowerCase()}`}
          confirm="Resolve"
          done="Resolved"
          act={(reason) => resolve.mutateAsync({ params: { number }, body: { reason, ...paid } })}
          onClose={() => setOpen(false)}
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
                error={problem !== null && typed !== '' ? amountSentence(problem) : null}
                required
              >
                <PriceInput value={typed} onChange={(event) => setTyped(event.target.value)} />
              </Field>
            </>
          ) : (
            <p className="muted">The next comparison writes it down anew if it is still there.</p>
          )}
        </ReasonDialog>
      ) : null}
    </>
  )
}
