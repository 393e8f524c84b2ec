import { use } from 'react'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import { PageFactsContext } from './page-facts.ts'

/**
 * The current fee terms, for calculations. An agreed deal carries its own. Not for prerendered pages: see
 * `useFeeWords`.
 */
export const useFeeTerms = (): FeeTerms => use(PageFactsContext).feeTerms ?? DEFAULT_FEE_TERMS
