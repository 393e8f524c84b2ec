import type { AddOn } from '#contract/packages.ts'
import type { Told } from './TellStep.tsx'

/** What the brand types. */
export const TOLD = ['words', 'links', 'question'] as const satisfies readonly (keyof Told)[]

/** The ids of the ticked add-ons that the package still has: its creator may remove one while the form is open. */
export const stillOffered = (
  { add_ons: addOns }: { add_ons: readonly Pick<AddOn, 'id'>[] },
  ticked: readonly string[],
): readonly string[] => ticked.filter((one) => addOns.some(({ id }) => id === one))

/** The card chosen for an order, with the total in USD that was shown beside it. */
export interface Consent {
  card: string
  price: number
}

/**
 * The id of the card to charge, given the total in USD that is shown now. Choosing a card is the consent to one amount:
 * for another amount it is null, which charges nothing, until a card is chosen again.
 */
export const consentedCard = (consent: Consent | null, price: number): string | null =>
  consent?.price === price ? consent.card : null

/**
 * What a refusal says about the fields that the brand typed into. Nothing for a refused price: the step with these
 * fields cannot change it.
 */
export const toldProblems = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).flatMap(([path, message]) => {
    const name = TOLD.find((one) => path.split('.')[0] === one)
    return name === undefined ? [] : [{ name, message }]
  })
