import { expect, test } from 'vitest'
import { REVIEW_WINDOW_OUTCOMES } from './deliverables.ts'
import {
  REVIEW_WORDS,
  type ReviewSentence,
  reviewWords,
  withoutAnswer,
  writeReviewWords,
} from './review-words.ts'

const sentences = Object.keys(REVIEW_WORDS) as ReviewSentence[]

test.each(sentences)('%s states this server’s outcome for an unanswered delivery', (sentence) => {
  expect(reviewWords('approve')(sentence)).toMatch(/approved|released/)
  expect(reviewWords('escalate')(sentence)).toMatch(/our support/)
  expect(reviewWords('escalate')(sentence)).not.toMatch(/approved/)
})

test('a placeholder is replaced by the words for each outcome, and other text is unchanged', () => {
  const marked = reviewWords(null)
  for (const outcome of REVIEW_WINDOW_OUTCOMES)
    for (const sentence of sentences)
      expect(writeReviewWords(`<p>${marked(sentence)}</p>`, outcome)).toBe(
        `<p>${REVIEW_WORDS[sentence][outcome]}</p>`,
      )
  expect(writeReviewWords('100%review:nothing% of it', 'approve')).toBe('100%review:nothing% of it')
})

test('a reminder states the configured outcome for an unanswered delivery', () => {
  expect(withoutAnswer({ escalates: false })).toBe('it counts as approved')
  expect(withoutAnswer({ escalates: true })).toBe('our support decides about it')
})
