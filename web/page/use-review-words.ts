import { use } from 'react'
import type { ReviewWords } from '#contract/review-words.ts'
import { PageFactsContext } from './page-facts.ts'

/** The outcome for unanswered deliveries, in the words of this server's configuration. */
export const useReviewWords = (): ReviewWords => use(PageFactsContext).reviewWords
