import { expect, test } from 'vitest'
import { REVIEW_WINDOW_OUTCOMES } from '#contract/deliverables.ts'
import { reviewWords, writeReviewWords } from '#contract/review-words.ts'
import { pageFacts } from '#web/page/page-facts.ts'
import { paths } from '#contract/paths.ts'
import { render } from '#web/start-up/render.tsx'

const SAYS = {
  approve: /counts as approved, and (the|a) payment/,
  escalate: /goes to our support/,
} as const

test.each([paths.home, paths.howItWorks, paths.terms])(
  '%s states the outcome of an unanswered review, identically when built and when hydrated',
  async (path) => {
    const built = (await render(path, pageFacts('', { words: reviewWords(null) }))).markup
    for (const outcome of REVIEW_WINDOW_OUTCOMES) {
      const served = writeReviewWords(built, outcome)
      const facts = pageFacts('', { words: reviewWords(outcome) })
      // The browser hydrates the markup, so the text must match exactly.
      expect(served).toBe((await render(path, facts)).markup)
      expect(served).toMatch(SAYS[outcome])
      expect(served).not.toMatch(SAYS[outcome === 'approve' ? 'escalate' : 'approve'])
    }
  },
)
