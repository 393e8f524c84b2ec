import type { InviteOutcome } from '#contract/invitations.ts'

/** The words about lists of creators and about inviting many. */
export const listWords = {
  title: 'Lists',
  subtitle: 'Only you see your lists and notes.',
  saved: 'Saved',
  worked: 'Worked with',
  again: 'Hire again',
  chosen: (count: number) => `${count} selected`,
  full: 'One act takes at most 50.',
  inviteTitle: (count: number) => (count === 1 ? 'Invite 1 creator' : `Invite ${count} creators`),
  inviteSubtitle:
    'Each gets an invitation of their own. Anyone already invited, and anyone who applied, is skipped.',
  addTitle: (names: readonly string[]) =>
    names.length === 1
      ? `Add ${names[0] ?? ''} to a list`
      : `Add ${names.length} creators to a list`,
  added: (count: number, list: string) =>
    count === 1 ? `Added to “${list}”.` : `${count} creators added to “${list}”.`,
  noLists: 'You have no lists yet. Name the first one.',
  newList: 'New list',
  nameHint: 'Such as “Kitchen people” or “Autumn launch”.',
  remove: (name: string) => `Remove the list “${name}”?`,
  removeText: 'Its notes go with it. The creators stay where they are.',
  compareTitle: 'Compare Creators',
  compareSubtitle: 'Figures come from deals on this site. Press one to read how it is counted.',
} as const

/** The result of an action, outcome by outcome, in this order. */
export const OUTCOME_WORDS: readonly { outcome: InviteOutcome; words: string }[] = [
  { outcome: 'invited', words: 'Invited' },
  { outcome: 'already_invited', words: 'Invited to this project before' },
  { outcome: 'applied', words: 'Applied already' },
  { outcome: 'unavailable', words: 'Cannot be invited' },
  { outcome: 'limited', words: 'Not sent: you reached the limit for now. Please go on later.' },
  { outcome: 'project_closed', words: 'Not sent: the project was closed meanwhile' },
]

/** The text of an empty list. */
export const EMPTY_LISTS = {
  saved: {
    title: 'You have saved no one yet',
    text: 'The heart on a creator’s card keeps them here. Only you see it.',
  },
  worked: {
    title: 'You have paid no one yet',
    text: 'Creators you paid for a deal are listed here by themselves.',
  },
  again: {
    title: 'No one yet',
    text: 'After a deal you say whether you would work with its creator again. A yes puts them here.',
  },
  own: {
    title: 'No one is on this list yet',
    text: 'Select creators in Find Creators and add them, or use “Add to list” on a profile.',
  },
} as const
