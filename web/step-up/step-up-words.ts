/** The texts of the proof that is required before an action that could cost someone their account or money. */
export const stepUpWords = {
  title: 'Confirm that it is you',
  intro: 'It has been a while since you signed in. Confirm once, and what you started goes on.',
  confirm: 'Confirm',
  busy: 'Checking...',
  password: 'Your password',
  code: 'Code from your app',
  mailed: 'Code from the email',
  sentTo: (email: string | undefined) => `We sent it to ${email ?? 'you'}.`,
  instead: {
    password: 'Use your password instead',
    app: 'Use your authenticator app instead',
    mailed: 'Mail me a code instead',
  },
  passwordNeeded: 'Password is required',
} as const
