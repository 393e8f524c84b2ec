import type { NewApplication } from '#contract/application-schemas.ts'
import { APPLICATION_LIMITS, applicationMessages as say } from '#contract/applications.ts'
import { centsFromText, formatUsd, MAX_AMOUNT_USD, usdFromCents } from '#contract/money.ts'

/** What stands in the two fields. */
export interface ApplicationDraft {
  message: string
  price: string
}

/** Sentences by field. */
export type ApplicationFieldErrors = Partial<Record<'message' | 'proposed_price', string>>

/** The application a draft makes, or what is wrong with it, each at the first field it concerns. */
export function readApplication(
  draft: ApplicationDraft,
): { input: NewApplication; errors: null } | { input: null; errors: ApplicationFieldErrors } {
  const message = draft.message.trim()
  if (message === '') return { input: null, errors: { message: say.fieldsRequired } }
  if (draft.price.trim() === '')
    return { input: null, errors: { proposed_price: say.fieldsRequired } }
  const cents = centsFromText(draft.price)
  if (cents === null)
    return {
      input: null,
      errors: {
        proposed_price: `Enter an amount up to ${formatUsd(MAX_AMOUNT_USD)} with at most two decimals.`,
      },
    }
  const usd = usdFromCents(cents)
  if (usd < APPLICATION_LIMITS.minimumPriceUsd) {
    return { input: null, errors: { proposed_price: `The minimum price is ${formatUsd(1)}.` } }
  }
  return { input: { message, proposed_price: usd }, errors: null }
}
