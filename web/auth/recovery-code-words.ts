/** What people read about recovery codes. */
export const recoveryCodeWords = {
  title: 'Recovery codes',
  failed: 'Your recovery codes could not be loaded',
  none: 'None yet. With one of them you get in if you lose your phone.',
  left: (count: number) =>
    count === 0
      ? 'All are used. Get new ones, or losing your phone locks you out.'
      : `${count} of 10 left. Each gets you in once if you lose your phone.`,
  get: 'Get codes',
  renew: 'Get new codes',
  busy: 'Making codes...',
  dialog: {
    title: 'Save your recovery codes',
    intro:
      'If you lose your phone, each of these signs you in once, with your password. We show them only now. Keep them where you would keep a spare key, not in your inbox.',
    replaced: 'Your earlier codes no longer work.',
    copy: 'Copy',
    copied: 'Codes copied',
    notCopied: 'Your browser did not let us copy. Select the codes instead.',
    download: 'Download',
    list: 'Your recovery codes',
    done: 'I saved them',
    file: (brand: string, codes: readonly string[]) =>
      `${brand} recovery codes. Each works once.\n\n${codes.join('\n')}\n`,
  },
  /** On the sign-in page. */
  step: {
    title: 'Enter a recovery code',
    lead: 'Enter one of the codes you saved when you set up your authenticator app. It works once.',
    label: 'Recovery code',
    required: 'Enter one of your recovery codes',
    use: 'Lost your phone? Use a recovery code',
    back: 'Use your authenticator app',
    used: 'Recovery code used',
    leftAfter: (count: number) =>
      count === 0
        ? 'It was your last one. Get new ones under Settings, Security.'
        : `${count} left. You can get new ones under Settings, Security.`,
  },
} as const
