import { MINIMUM_PRICE_ATTRIBUTE } from '#contract/pages.ts'

/** A built page that tells its scripts the minimum price, in cents, where one is configured. */
export const withMinimumPrice = (html: string, cents: number | null): string =>
  cents === null
    ? html
    : html.replace(/<html(?=[ >])/, `<html ${MINIMUM_PRICE_ATTRIBUTE}="${cents}"`)
