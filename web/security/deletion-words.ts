import type { Role } from '#contract/profiles.ts'

/** The texts someone reads before they delete their account. */
export const deletionWords = {
  removed: {
    seller:
      'Your profile, picture, links, sessions and saved cards are removed, and open projects are cancelled.',
    creator:
      'Your profile, picture, links, sessions and packages are removed, and open invitations and orders are declined.',
  } satisfies Record<Role, string>,
  stays:
    'Deals that were paid for, their messages and records stay with the other side, with your name as it was. This cannot be undone.',
} as const
