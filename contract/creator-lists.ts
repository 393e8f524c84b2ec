import type { ErrorEntry } from './error-entry.ts'

/**
 * Named lists of creators with a private note on each. They belong to one brand: no other person reads a list, its name
 * or a note (decision 0086). Saving with the heart is independent of them.
 */

/** Limits; texts in characters. Our choice. */
export const CREATOR_LIST_LIMITS = {
  name: 80,
  note: 500,
  /** Lists of one brand. */
  lists: 50,
  /** Creators on one list. */
  people: 200,
} as const

/**
 * The number of brands from which on a creator learns that they are on lists: with fewer, the brands could be guessed.
 */
export const LISTED_FROM = 5

export const creatorListMessages = {
  name: 'Name the list.',
} as const

export const creatorListErrors = {
  'list.too_many': {
    status: 409,
    message: `You have ${CREATOR_LIST_LIMITS.lists} lists already. Remove one first.`,
  },
  'list.name_taken': { status: 409, message: 'You already have a list with this name.' },
  'list.full': {
    status: 409,
    message: `This list has ${CREATOR_LIST_LIMITS.people} creators already. Remove one first.`,
  },
} as const satisfies Record<string, ErrorEntry>
