/** The words of a deal about its licence. */
export const licenceCardWords = {
  none: 'This deal has no licence: the decision returned more than half of the money to the brand.',
  validUntil: 'Valid until',
  copy: 'Copy link',
  copied: 'Link copied',
  hint: 'Anyone with this code can check the licence and compare a file with it, without an account.',
} as const
