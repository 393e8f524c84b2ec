import { NOTE_LIMITS } from '#contract/review-notes.ts'

/** The texts that a brand's guest reads, and those about guest links for the brand. */
export const guestWords = {
  title: 'Review',
  failed: (message: string) => `The review could not be loaded: ${message}`,
  over: 'This link no longer works',
  overHint: 'Ask the brand for a new one.',
  welcome: (title: string) => title,
  told: (owner: string, creator: string) =>
    `${owner} asks you to look at what ${creator} made. Your notes go to ${owner}, who sends them on.`,
  until: (day: string) => `The link works until ${day}.`,
  name: 'Your name',
  enter: 'Look at it',

  linksTitle: 'Guest links',
  linksTold:
    'A colleague can look and write notes without an account. Their notes come to you as drafts; the creator never sees the link.',
  create: 'Create a link',
  copy: 'Copy',
  copied: 'Link copied',
  notCopied: 'Your browser did not let us copy. Select the link instead.',
  once: `Copy it now: it is shown only this once. It works for ${NOTE_LIMITS.guestLinkDays} days.`,
  none: 'No links yet.',
  made: (day: string) => `Created ${day}`,
  ends: (day: string) => `works until ${day}`,
  used: (day: string) => `last used ${day}`,
  unused: 'not used yet',
  revoked: 'Revoked',
  expired: 'Expired',
  revoke: 'Revoke',
} as const
