import { deliveryCheckErrors } from '#contract/delivery-checks.ts'

/** What people read about the checks of a delivery. */
export const checkWords = {
  title: 'Checklist',
  handInHint:
    'The brand goes down the same list. What stays open needs a reason, unless it is a wish.',
  reading: 'Your file is being read. What it shows is filled in by itself.',
  wish: 'Wish',
  sayWhy: 'Say why not',
  sayWhyOf: (text: string) => `Say why not: ${text}`,
  why: 'Why are you handing it in anyway?',
  /** Below the button while it is disabled. */
  waits: 'You can submit as soon as the checklist is here.',
  waitsToApprove: 'You can approve as soon as the checklist is here.',
  missing: deliveryCheckErrors['checks.open'].message,
  failed: 'The checklist could not be loaded',
  notSaved: 'The answer could not be saved',

  /** Heads the column with the file names. */
  file: 'File',
  yes: 'Yes',
  no: 'No',
  none: 'Not answered',
  unread: 'Not read',
  open: 'Open',
  ticked: 'Ticked',
  /** For screen reader users, who do not see the marks. */
  holds: 'Holds:',
  fails: 'Does not hold:',
  found: (found: string) => `Found: ${found}`,
  says: (name: string, word: string) => `${name}: ${word}`,
  answer: (text: string) => `Your answer: ${text}`,
  note: 'What is missing?',
  noteHint: 'It becomes a change you ask for, with the next revision request.',
  draft:
    'Only you see your answers, until you ask for a revision or approve. A dispute shows them.',
  holding: (count: number, all: number) => `${count} of ${all} hold`,

  stillOpen: (count: number) =>
    count === 1 ? 'Still open on the checklist' : `Still open on the checklist: ${count}`,
  goWith: (count: number) =>
    count === 1
      ? 'One check you answered with no goes with it, as a change.'
      : `${count} checks you answered with no go with it, as changes.`,
} as const
