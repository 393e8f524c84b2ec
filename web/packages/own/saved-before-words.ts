/** What to do about a package that an earlier attempt has already saved. */
export const savedBeforeWords = {
  open: 'Open the saved package',
  anew: 'Save this as another package',
} as const
