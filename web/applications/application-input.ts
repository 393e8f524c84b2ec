import type { NewApplication } from '#contract/application-schemas.ts'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { applicationMessages as say, PRICE_RULE } from '#contract/applications.ts'
import { usdFromCents } from '#contract/money.ts'
import type { Reading } from '#web/forms/use-kept-form.tsx'

/** The contents of the two fields, with the price as text. */
export interface ApplicationDraft {
  message: string
  proposed_price: string
}

/** An empty form. */
export const emptyDraft: ApplicationDraft = { message: '', proposed_price: '' }

/** The application a draft yields, or what is wrong with it, each problem at the first field it concerns. */
export function readApplication(
  draft: ApplicationDraft,
): Reading<ApplicationDraft, NewApplication> {
  const message = draft.message.trim()
  if (message === '') return { input: null, errors: { message: say.fieldsRequired } }
  if (draft.proposed_price.trim() === '')
    return { input: null, errors: { proposed_price: say.fieldsRequired } }
  const { cents, problem } = readAmount(draft.proposed_price, PRICE_RULE)
  if (problem !== null)
    return { input: null, errors: { proposed_price: amountSentence(problem, PRICE_RULE) } }
  return { input: { message, proposed_price: usdFromCents(cents) }, errors: null }
}
