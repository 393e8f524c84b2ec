import { use } from 'react'
import type { FeeTerms } from '#contract/money.ts'
import { PageFactsContext } from '../app/page-facts.ts'

/** The terms a deal would be made on now, for texts about deals to come. A deal that was made carries its own. */
export const useFeeTerms = (): FeeTerms => use(PageFactsContext).feeTerms
