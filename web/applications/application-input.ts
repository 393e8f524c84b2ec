import type { NewApplication } from '#contract/application-schemas.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { applicationMessages as say, PRICE_RULE } from '#contract/applications.ts'
import { usdFromCents } from '#contract/money.ts'

/** The two fields' content. */
export interface ApplicationDraft {
  message: string
  price: string
}

/** Sentences by field. */
export type ApplicationFieldErrors = Partial<Record<'message' | 'proposed_price', string>>

/** The application a draft yields, or what is wrong with it, each at the first field it concerns. */
export function readApplication(
  draft: ApplicationDraft,
): { input: NewApplication; errors: null } | { input: null; errors: ApplicationFieldErrors } {
  const message = draft.message.trim()
  if (message === '') return { input: null, errors: { message: say.fieldsRequired } }
  if (draft.price.trim() === '')
    return { input: null, errors: { proposed_price: say.fieldsRequired } }
  const { cents, problem } = readAmount(draft.price, PRICE_RULE)
  if (problem !== null)
    return { input: null, errors: { proposed_price: amountSentence(problem, PRICE_RULE) } }
  return { input: { message, proposed_price: usdFromCents(cents) }, errors: null }
}
