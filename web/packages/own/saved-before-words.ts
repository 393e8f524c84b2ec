/** What to do about a package that an earlier attempt has already saved. */
export const savedBeforeWords = {
  text: 'Your first attempt was saved, but the confirmation did not reach you. What you see here is different.',
  open: 'Open the saved package',
  anew: 'Save this as another package',
} as const
