import { use } from 'react'
import type { ReviewWords } from '#contract/review-words.ts'
import { PageFactsContext } from './page-facts.ts'

/** What happens to unanswered deliveries, in the words of this server's configuration. */
export const useReviewWords = (): ReviewWords => use(PageFactsContext).reviewWords
