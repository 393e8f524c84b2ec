import { writeFeeWords } from '#contract/fee-words.ts'
import type { FeeTerms } from '#contract/money.ts'
import { FEE_TERMS_META } from '#contract/pages.ts'
import { escapeHtml } from '#server/html/html.ts'

/** A built page with the current fee terms, both in its sentences and for its scripts. */
export const withFeeTerms = (html: string, terms: FeeTerms): string =>
  writeFeeWords(html, terms).replace(
    `<meta name="${FEE_TERMS_META}" content=""`,
    () => `<meta name="${FEE_TERMS_META}" content="${escapeHtml(JSON.stringify(terms))}"`,
  )
