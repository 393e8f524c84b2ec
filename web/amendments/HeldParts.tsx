import { amendmentWords as say } from '#contract/amendment-words.ts'
import type { AmendmentSide } from '#contract/amendments.ts'
import { centsFromUsd, formatCents } from '#contract/money.ts'

interface Props {
  /** The USD that is held; null: nothing is held, and nothing is shown. */
  held: number | null
  /** The proposed price in cents; null: none, or not a price yet. */
  priceCents: number | null
  reader: AmendmentSide
  otherName: string
  className?: string | undefined
}

/** States in one sentence what a new price does to the money that is held; nothing if the price is the same. */
export function HeldParts({ held, priceCents, reader, otherName, className }: Props) {
  if (held === null || priceCents === null) return null
  const back = centsFromUsd(held) - priceCents
  if (back === 0) return null
  if (back < 0)
    return (
      <p className={className}>
        {say.adds[reader]({ more: formatCents(-back), other: otherName })}
      </p>
    )
  return (
    <p className={className}>
      {say.returns[reader]({
        back: formatCents(back),
        rest: formatCents(priceCents),
        other: otherName,
      })}
    </p>
  )
}
