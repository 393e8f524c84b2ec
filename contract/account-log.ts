/**
 * What happens to an account itself: the log its owner reads under Settings → Security. `signed_in_elsewhere` is a
 * sign-in by a browser that had not signed in to this account before. `addresses_exported`: a brand exported its list
 * of parcels. `address_exported`: a brand exported a list that contains the reader's address.
 */
export const ACCOUNT_ACTS = [
  'signed_in',
  'signed_in_elsewhere',
  'sign_in_disowned',
  'signed_out_everywhere',
  'signed_out_others',
  'password_changed',
  'email_changed',
  'factor_added',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_made',
  'recovery_codes_removed',
  'recovery_code_used',
  'identity_removed',
  'payouts_opened',
  'payouts_changed',
  'data_exported',
  'addresses_exported',
  'address_exported',
  'viewed_by_team',
] as const

/** One of them. */
export type AccountAct = (typeof ACCOUNT_ACTS)[number]

/** How long a log line is kept, in days. Our choice. */
export const ACCOUNT_LOG_DAYS = 90
