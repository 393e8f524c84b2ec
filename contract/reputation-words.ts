import { dayWords } from './notice.ts'
import type { ReviewSide, ScoreName } from './reputation.ts'

/** What people read about reviews after a deal. */

interface Question {
  label: string
  /** What each score from 1 to 5 means. */
  steps: readonly [string, string, string, string, string]
}

const communication: Question = {
  label: 'Communication',
  steps: ['Hard to reach', 'Slow', 'Fine', 'Quick and clear', 'Always there'],
}

/** The three questions by the author's role: a brand about its creator, a creator about their brand. */
export const QUESTIONS: Readonly<Record<ReviewSide, Readonly<Record<ScoreName, Question>>>> = {
  seller: {
    first: {
      label: 'Followed the brief',
      steps: ['Not at all', 'In parts', 'Mostly', 'Closely', 'To the letter'],
    },
    second: {
      label: 'Quality',
      steps: ['Not usable', 'Below what I hoped', 'Good', 'Very good', 'Outstanding'],
    },
    third: communication,
  },
  creator: {
    first: {
      label: 'Clear brief',
      steps: ['I had to guess', 'Vague', 'Clear enough', 'Clear', 'Nothing left to ask'],
    },
    second: {
      label: 'Fair feedback',
      steps: ['Unfair', 'Hard to use', 'Fair', 'Helpful', 'Made the work better'],
    },
    third: communication,
  },
}

/** Formats the day of a moment (RFC 3339) in UTC: "Dec 6, 2026". */
export const reviewDay = (at: string): string => dayWords(at.slice(0, 10))

const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** Formats a mean with its one decimal: "4.0". */
export const meanText = (mean: number): string => oneDecimal.format(mean)

export const reputationWords = {
  question: (name: string) => `How was it with ${name}?`,
  effort: 'Three questions, one minute.',
  blind: (name: string, day: string) =>
    `${name} sees your review when both of you have written, or on ${day}. Until then you can change it.`,
  body: 'In your words',
  bodyHint: 'Optional. Everyone who sees the profile can read it.',
  note: (name: string) => `Private note to ${name}`,
  noteHint: (name: string) => `Optional. Only ${name} reads it, and it never counts.`,
  again: (name: string) => `Would you work with ${name} again?`,
  againYes: 'Yes',
  againNo: 'No',
  againHint: 'Shown as a share of all answers, never yours alone.',
  begin: 'Write a Review',
  later: 'Not Now',
  saving: 'Saving...',
  asking: 'Asking...',
  loading: 'Loading...',
  failed: 'The reviews could not be loaded',
  you: 'You',
  ofFive: (mean: string) => `${mean} of 5`,
  count: (total: number) => `${total} reviews`,
  by: (name: string) => `Review by ${name}`,
  about: (category: string) => `${category.charAt(0).toUpperCase()}${category.slice(1)} project`,
  write: 'Seal Review',
  save: 'Save Changes',
  change: 'Change Your Review',
  keep: 'Keep It as It Is',
  sealed: 'Your review is sealed.',
  changed: 'Your sealed review is changed.',
  theyWrote: (name: string) => `${name} has written.`,
  theyDidNot: (name: string) => `${name} has not written yet.`,
  revealsOn: (day: string) => `Both reviews become public once both are written, or on ${day}.`,
  ask: 'Ask for a Review',
  asked: (name: string) => `${name} was asked.`,
  askedYou: (name: string) => `${name} asks how it was.`,
  reviews: 'Reviews',
  yours: (name: string) => `Your review of ${name}`,
  theirs: (name: string) => `${name}’s review of you`,
  privateNote: (name: string) => `Private note from ${name}`,
  notWritten: 'You did not write one in time.',
  theyNever: (name: string) => `${name} did not write one.`,
  fewReviews: 'An average is shown from three reviews on.',
  noReviews: 'No reviews yet.',
  againShare: (percent: number) => `${percent}% would work together again`,
  answer: 'Answer in Public',
  answerLabel: 'Your answer',
  answerHint: (day: string) =>
    `One answer, until ${day}. Everyone who sees your profile can read it.`,
  post: 'Post Answer',
  answered: 'Your answer is public.',
  answerOf: (name: string) => `${name} answered`,
  removed: (brand: string, day: string, reason: string) =>
    `Removed by ${brand} on ${day}: ${reason}`,
  gone: 'Someone who left',
  more: 'Show More Reviews',
} as const
