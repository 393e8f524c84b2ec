import { use } from 'react'
import type { ReviewWords } from '#contract/review-words.ts'
import { PageFactsContext } from './page-facts.ts'

/** What becomes of a delivery that nobody answers, in the words of this server's configuration. */
export const useReviewWords = (): ReviewWords => use(PageFactsContext).reviewWords
