import { MINIMUM_PRICE_ATTRIBUTE } from '#contract/pages.ts'

/** Returns a built page that tells its scripts the minimum price, in cents, if one is configured. */
export const withMinimumPrice = (html: string, cents: number | null): string =>
  cents === null
    ? html
    : html.replace(/<html(?=[ >])/, `<html ${MINIMUM_PRICE_ATTRIBUTE}="${cents}"`)
