/** What people read about passkeys. */
export const passkeyWords = {
  title: 'Passkeys',
  failed: 'Your passkeys could not be loaded',
  none: 'None yet. With one, your fingerprint, face or screen lock signs you in, without a password.',
  some: 'Your fingerprint, face or screen lock signs you in, without a password.',
  add: 'Add a passkey',
  waiting: 'Waiting for your device...',
  added: 'Passkey added',
  addedNote: 'Sign in with it from now on, or with your password as before.',
  rename: 'Rename',
  nameTitle: 'Name this passkey',
  renamed: 'Passkey renamed',
  save: 'Save name',
  saving: 'Saving...',
  name: 'Name',
  nameHint: 'So that you recognise it: “Work laptop”, “Blue key”.',
  nameNeeded: 'Give it a name',
  remove: 'Remove',
  removeTitle: 'Remove passkey',
  removing: (name: string) =>
    `“${name}” will no longer sign you in. Your other ways to sign in stay. The device may still offer it: delete it there, too.`,
  removingWithApp: 'You may be asked for a code of your app right after.',
  removed: 'Passkey removed',
  /** On the sign-in page. */
  signIn: 'Sign in with a passkey',
  /** In place of a code, or of a password that is requested again. */
  instead: 'Use a passkey instead',
  failures: {
    unsupported: 'This browser cannot use passkeys. Try another one, or your password.',
    notUsed: 'No passkey was used. Try again, or sign in another way.',
    notConfirmed: 'No passkey was used. Try again, or confirm it another way.',
    notAdded: 'No passkey was added. You can try again whenever you like.',
    known: 'This device has a passkey for your account already.',
  },
} as const
