import { use } from 'react'
import type { FeeWords } from '#contract/fee-words.ts'
import { PageFactsContext } from './page-facts.ts'

/** The words for the current fee, on pages that may be rendered before it is known. */
export const useFeeWords = (): FeeWords => use(PageFactsContext).feeWords
