import { amountSentence, readAmount } from '#contract/amount-text.ts'
import type { BriefItem } from '#contract/briefs.ts'
import { PRICE_RULE } from '#contract/applications.ts'
import { usdFromCents } from '#contract/money.ts'
import type { DealTerms } from '#contract/offer-schemas.ts'
import { OFFER_LIMITS, offerMessages as say } from '#contract/offers.ts'
import { type ItemDraft, itemDraftsOf } from '#web/briefs/brief-draft.ts'
import { itemOf, itemProblems } from '#web/briefs/brief-input.ts'
import type { Reading } from '#web/forms/use-kept-form.tsx'

/** The values of an offer's fields; numbers are text. The fields are named as the server names them. */
export interface OfferDraft {
  price: string
  deliver_by: string
  rounds: string
  note: string
  hours: string
  hire_at_once: boolean
  /** Empty leaves the items to the brief. */
  items: ItemDraft[]
}

/** The request made from the fields. */
export interface OfferInput {
  price: number
  deliver_by: string
  rounds: number
  note: string
  hours: number
  hire_at_once: boolean
  items: BriefItem[] | null
}

/** The form's initial values: the terms it counters, so that the author edits only what should change. */
export const draftOf = ({ price, deliver_by, rounds, items }: DealTerms): OfferDraft => ({
  price: String(price),
  deliver_by,
  rounds: String(rounds),
  note: '',
  hours: String(OFFER_LIMITS.hours.usual),
  hire_at_once: true,
  items: itemDraftsOf(items ?? []),
})

/**
 * Names the draft of an offer. The name depends on the offer it counters: a draft begun against an earlier one would
 * bring back that one's terms, in fields that no one touched.
 */
export const draftName = (applicationId: string, countered: { id: string } | undefined): string =>
  `offer-${applicationId}-${countered?.id ?? 'first'}`

/** The offer that a draft yields, or its errors. */
export function readOffer(draft: OfferDraft): Reading<OfferDraft, OfferInput> {
  const { cents, problem } = readAmount(draft.price, PRICE_RULE)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(draft.deliver_by)
  // Its fields show the errors of each piece; this only prevents the form from being sent.
  const [wrong] = Object.values(itemProblems(draft.items))
  if (cents === null || !isDay || wrong !== undefined)
    return {
      input: null,
      errors: {
        ...(problem === null ? {} : { price: amountSentence(problem, PRICE_RULE) }),
        ...(isDay ? {} : { deliver_by: say.date }),
        ...(wrong === undefined ? {} : { items: wrong }),
      },
    }
  const { deliver_by, note, hire_at_once } = draft
  return {
    input: {
      price: usdFromCents(cents),
      deliver_by,
      rounds: Number(draft.rounds),
      note: note.trim(),
      hours: Number(draft.hours),
      hire_at_once,
      items: draft.items.length === 0 ? null : draft.items.map(itemOf),
    },
    errors: null,
  }
}
