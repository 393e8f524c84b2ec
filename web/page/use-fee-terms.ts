import { use } from 'react'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import { PageFactsContext } from './page-facts.ts'

/**
 * The terms a deal would be made on now, to compute with. A deal that was made carries its own. Not for pages that are
 * prerendered: see `useFeeWords`.
 */
export const useFeeTerms = (): FeeTerms => use(PageFactsContext).feeTerms ?? DEFAULT_FEE_TERMS
