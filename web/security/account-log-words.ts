import type { AccountAct } from '#contract/account-log.ts'

/** The texts of the account log. */
export const accountLogWords = {
  title: 'Recent activity',
  intro: 'What happened to your account in the last 90 days. Only you see this.',
  failed: 'Your recent activity could not be loaded',
  none: 'Nothing in the last 90 days.',
  /** The network is shown only as far as it does not identify a household. */
  from: (device: string, network: string | null) =>
    network === null ? device : `${device}, network ${network}`,
  warn: 'Something here was not you? Change your password: it signs out every other device.',
} as const

/** The line for each kind of event. */
export const ACCOUNT_ACT_WORDS: Record<AccountAct, string> = {
  signed_in: 'Signed in',
  signed_in_elsewhere: 'Signed in on a new device',
  sign_in_disowned: 'Reported a sign-in as someone else’s',
  signed_out_everywhere: 'Signed out everywhere',
  signed_out_others: 'Signed out all other devices',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  factor_added: 'Authenticator app added',
  factor_removed: 'Authenticator app removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_made: 'New recovery codes made',
  recovery_codes_removed: 'Recovery codes removed',
  recovery_code_used: 'Signed in with a recovery code',
  identity_removed: 'Sign-in method removed',
  payouts_opened: 'Payout account opened',
  payouts_changed: 'Payout account changed',
  data_exported: 'Data exported',
  addresses_exported: 'Shipping list with addresses downloaded',
  address_exported: 'Your address was downloaded by the brand of a running deal',
  viewed_by_team: 'Our team looked at your account, without changing anything',
}
