import type { FirstStep, Visit } from '#contract/first-steps.ts'
import { paths } from '#contract/paths.ts'
import type { Role } from '#contract/profiles.ts'

/** The heading of My Work: a first-time visitor is not welcomed "back". */
export function greeting(visit: Visit | undefined, firstName: string): string {
  const welcome = visit === 'new' || visit === 'first' ? 'Welcome' : 'Welcome back'
  return firstName ? `${welcome}, ${firstName}` : welcome
}

/** The list's heading, for each side. */
export const LIST_TITLE: Readonly<Record<Role, string>> = {
  creator: 'Get ready to be hired',
  seller: 'Get ready to hire',
}

/** Each step: what to do, why, and where it is done. */
export const STEP_WORDS: Readonly<Record<FirstStep, { label: string; why: string; to: string }>> = {
  portrait: {
    label: 'Add your name and picture',
    why: 'Brands see them beside every application.',
    to: paths.editPicture,
  },
  work: {
    label: 'Add your first piece of work',
    why: 'It is what brands look at before they choose.',
    to: paths.editPortfolio,
  },
  payouts: {
    label: 'Set up payouts',
    why: 'Released payments go to your own Stripe account.',
    to: paths.payouts,
  },
  company: {
    label: 'Name your company',
    why: 'Creators see it on your projects.',
    to: paths.editBrand,
  },
  project: {
    label: 'Post your first project',
    why: 'Posting is free. You fund the price after you accept a creator.',
    to: paths.postProject,
  },
  card: {
    label: 'Save a card',
    why: 'Or enter it when you fund escrow.',
    to: paths.cards,
  },
}

/** "1 of 3 done". */
export const progressWords = (done: number, all: number): string => `${done} of ${all} done`

export const HIDE_LIST = 'Hide this list'
export const HIDE_FAILED = 'The list could not be hidden. Please try again.'
