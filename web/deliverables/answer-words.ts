import { reviewErrors } from '#contract/review-notes.ts'

/** The words a creator reads where a new version answers the requested changes. */
export const answerWords = {
  title: (changes: number) =>
    changes === 1 ? 'What became of the change' : `What became of the ${changes} changes`,
  hint: 'The brand reads your answers beside the new version.',
  done: 'Done',
  notDone: 'Not done',
  choose: (number: number) => `Change ${number}`,
  why: 'Why not?',
  allDone: 'All done',
  room: 'Look at it in the review room',
  missing: reviewErrors['review.unanswered_notes'].message,
  chooseFirst: 'Choose “Done” or “Not done”.',
  failed: 'The changes that were asked for could not be loaded',
} as const
