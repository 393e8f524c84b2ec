import { PUZZLE_UNSOLVED } from './sign-up-puzzle.ts'

/**
 * The auth service's contract with its clients: paths, limits, error codes. The client is the official auth-js, so
 * names, statuses and sentences are that client's, not those of the API's own catalogue.
 */

/** The service's path under the public address. */
export const AUTH_PATH = '/auth/v1'

/** The one dated version of the error shape; confirmed when a request names it or a later one. */
export const AUTH_API_VERSION = '2024-01-01'

/** Lengths in characters unless stated otherwise. */
export const AUTH_LIMITS = {
  /** SPEC §9: minimum password length. */
  passwordMin: 6,
  /** In bytes of UTF-8: longer passwords are refused, never truncated. */
  passwordMaxBytes: 72,
  email: 255,
  /**
   * The data that a person or an administrator submits for an account, as JSON, in bytes: every access token carries
   * it.
   */
  metadataBytes: 1_024,
  /** The same, including existing data and what we add (id, address). */
  storedMetadataBytes: 1_424,
  /** The account data an administrator may store, including sign-in methods. */
  appMetadataBytes: 512,
  /** An access token, in characters: browsers and proxies accept headers of this size, and no larger cookies. */
  accessToken: 4_096,
  codeChallengeMin: 43,
  codeChallengeMax: 128,
  /** Recovery codes per set, and the characters of one (base32, so 80 bits). */
  recoveryCodes: 10,
  recoveryCodeLength: 16,
  /** Digits of a mailed code, and the number of wrong attempts that invalidates it. */
  codeDigits: 6,
  codeTries: 5,
  /** Second factors per account. */
  factors: 10,
  factorName: 120,
  /** Passkeys per account: one for each phone, computer and security key. */
  passkeys: 10,
} as const

/**
 * A cookie set by a page that signs out without reaching the server: from then on the server renders nothing for that
 * person (decision 0104). It may have any value; scripts set it, and the next sign-in removes it.
 */
export const LEFT_COOKIE = 'signed-out'

/** Lifetimes in seconds. */
export const AUTH_SECONDS = {
  accessToken: 3_600,
  /** How long after the last refresh an older refresh token is still accepted (parallel tabs). */
  refreshReuse: 10,
  /** The lifetime of a link in a mail, and the shorter one of its code. */
  link: 3_600,
  code: 600,
  /** The lifetime of the "It was not me" link in the mail about a new device: a week, for people who are away. */
  notMeLink: 604_800,
  /** Auth codes, and sign-ins that are waiting for a provider. */
  flow: 300,
  /** The interval between mails of one kind to one address. */
  mailInterval: 60,
  /** A password change requires a mailed code when the session is older than this. */
  freshSession: 86_400,
  /** A second factor's or a passkey's challenge, and an unfinished enrolment. */
  challenge: 300,
  /** How long a proof of identity stays fresh enough for calls that could cost someone their account. */
  freshProof: 300,
  unverifiedFactor: 300,
  /** How long a browser that was signed in keeps its own allowance of attempts at the account's password: 180 days. */
  knownDevice: 15_552_000,
  /** How long clients cache the public keys. */
  keysCache: 600,
} as const

/** A token bucket: holds at most `burst`, refilled by `refill` per `seconds`. */
export interface RateRule {
  readonly burst: number
  readonly refill: number
  readonly seconds: number
}

const fiveMinutes = (refill: number): RateRule => ({ burst: 30, refill, seconds: 300 })

/**
 * Per client network, except `mailsToAddress` and the attempts (per account). No limit applies to the whole instance.
 */
export const AUTH_RATES = {
  token: fiveMinutes(150),
  verify: fiveMinutes(30),
  signup: fiveMinutes(30),
  puzzle: fiveMinutes(30),
  recover: fiveMinutes(30),
  resend: fiveMinutes(30),
  otp: fiveMinutes(30),
  magiclink: fiveMinutes(30),
  reauthenticate: fiveMinutes(30),
  user: fiveMinutes(30),
  anonymous: { burst: 30, refill: 30, seconds: 3_600 },
  /** Second-factor challenges and attempts at their codes. */
  factor: { burst: 30, refill: 15, seconds: 60 },
  /** Passkeys: a sign-in takes two calls, and a whole office may share a network. A signature cannot be guessed. */
  passkey: fiveMinutes(150),
  authorize: fiveMinutes(150),
  /** Wrong passwords or codes for one address, existing or not, from one network or one known device. */
  attempts: { burst: 10, refill: 10, seconds: 600 },
  /** The same for all unknown devices together: guessing from many networks slows down to one attempt a minute. */
  attemptsAll: { burst: 100, refill: 60, seconds: 3_600 },
  /**
   * Mails that one network may request, of any kind and to anyone: a whole office or school may sign up from one
   * address.
   */
  mails: { burst: 60, refill: 60, seconds: 3_600 },
  /**
   * Mails of one kind to one address, no matter who requests them. The last link remains valid longer than the hour of
   * refusals.
   */
  mailsToAddress: { burst: 10, refill: 10, seconds: 3_600 },
} as const satisfies Record<string, RateRule>

/**
 * The number of addresses for which mails were requested within an hour: above it, an operator should investigate. No
 * one is refused.
 */
export const AUTH_MAIL_ALERT = 300

export type AuthRate = keyof typeof AUTH_RATES

/** Status and default sentence of every refusal, by its code. */
export const authErrors = {
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  validation_failed: { status: 400, message: 'The request is not valid' },
  request_entity_too_large: { status: 413, message: 'Request body is too large' },
  request_timeout: {
    status: 504,
    message: 'Processing this request timed out, please retry after a moment.',
  },
  unexpected_failure: {
    status: 500,
    message: 'Unexpected failure, please check server logs for more information',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is briefly unavailable, please retry after a moment.',
  },
  not_found: { status: 404, message: 'Not found' },
  conflict: { status: 409, message: 'Too many concurrent requests, please retry after a moment.' },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature, ' },
  not_admin: { status: 403, message: 'User not allowed' },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
  },
  /** The owner was mailed the reason, unless an administrator of the auth service banned them. */
  user_banned: {
    status: 403,
    message:
      'This account is banned. The mail we sent says why; without one, write to our support.',
  },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  refresh_token_not_found: {
    status: 400,
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  email_exists: {
    status: 422,
    message: 'A user with this email address has already been registered',
  },
  weak_password: {
    status: 422,
    message: `Password should be at least ${AUTH_LIMITS.passwordMin} characters.`,
  },
  same_password: {
    status: 422,
    message: 'New password should be different from the old password.',
  },
  user_already_exists: { status: 422, message: 'User already registered' },
  /**
   * Our own code: the sign-in is too old for this call. The call may be repeated after POST /reauthenticate or a second
   * factor.
   */
  proof_needed: { status: 403, message: 'Confirm that it is you to do this.' },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  current_password_required: { status: 400, message: 'Current password is required' },
  current_password_invalid: { status: 400, message: 'Current password is not right' },
  insufficient_aal: {
    status: 401,
    message: 'A code from your authenticator app is required to do this.',
  },
  mfa_factor_not_found: { status: 404, message: 'MFA factor not found' },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'A factor with this friendly name already exists',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of factors reached, remove one to continue',
  },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: 'Set up an authenticator app first: recovery codes only replace a lost one.',
  },
  mfa_verified_factor_exists: {
    status: 422,
    message: 'This account has recovery codes already. Ask for new ones to replace them.',
  },
  mfa_recovery_codes_locked: {
    status: 429,
    message: 'Too many wrong recovery codes. Wait a few minutes, or use your authenticator app.',
  },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_webauthn_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for WebAuthn' },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  mfa_challenge_expired: {
    status: 422,
    message: 'MFA challenge has expired, verify against another challenge or create a new one',
  },
  mfa_ip_address_mismatch: {
    status: 422,
    message: 'Challenge was used already or belongs to another address',
  },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  identity_not_found: { status: 404, message: 'Identity does not exist' },
  identity_already_exists: { status: 422, message: 'Identity is already linked to another user' },
  single_identity_not_deletable: {
    status: 422,
    message: 'User must have at least 1 identity after unlinking',
  },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  /** The product's host is an IP address, and browsers bind passkeys to host names. */
  passkey_disabled: { status: 404, message: 'Passkeys are disabled' },
  too_many_passkeys: {
    status: 422,
    message: 'You have as many passkeys as an account can have. Remove one to add another.',
  },
  webauthn_challenge_not_found: {
    status: 400,
    message: 'This passkey request was used already, or began elsewhere. Please try again.',
  },
  webauthn_challenge_expired: {
    status: 400,
    message: 'That took longer than five minutes. Please try again.',
  },
  webauthn_verification_failed: {
    status: 400,
    message: 'This passkey could not be checked. Please try again, or sign in another way.',
  },
  webauthn_credential_not_found: {
    status: 400,
    message: 'No account here knows this passkey. Sign in another way.',
  },
  webauthn_credential_exists: { status: 422, message: 'This passkey was added already.' },
  passkey_not_found: { status: 404, message: 'Passkey not found' },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
  provider_disabled: { status: 400, message: 'Signing in with an ID token is not enabled' },
  feature_disabled: { status: 404, message: 'This feature is disabled' },
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  phone_provider_disabled: { status: 400, message: 'Unsupported phone provider' },
  /**
   * While sign-ups are unusually frequent: fetch POST /signup/puzzle, and repeat the call with its solution (decision
   * 0106).
   */
  captcha_failed: { status: 400, message: PUZZLE_UNSOLVED },
  signup_disabled: { status: 422, message: 'Signups not allowed for this instance' },
  provider_email_needs_verification: {
    status: 422,
    message: 'Google has not verified this email address, so it cannot be used to sign in.',
  },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  bad_code_verifier: {
    status: 400,
    message: 'code challenge does not match previously saved code verifier',
  },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  over_email_send_rate_limit: { status: 429, message: 'email rate limit exceeded' },
} as const satisfies Record<string, { status: number; message: string }>

export type AuthErrorCode = keyof typeof authErrors

/** Sentences that belong to a field or a form of a call rather than to a code. */
export const authMessages = {
  emailRequired: 'An email address is required',
  emailInvalid: 'Unable to validate email address: invalid format',
  passwordRequired: 'Signup requires a valid password',
  passwordTooLong: `Password cannot be longer than ${AUTH_LIMITS.passwordMaxBytes} characters`,
  recoveryEmailRequired: 'Password recovery requires an email',
  missingEmailOrPhone: 'missing email or phone',
  onlyOneAddress: 'Only an email address or phone number should be provided on signup.',
  unsupportedGrant: 'unsupported_grant_type',
  refreshTokenMalformed: 'Refresh token is not valid',
  verifyNeedsType: 'Verify requires a verification type',
  verifyNeedsToken: 'Verify requires a token or a token hash',
  linkExpired: 'Email link is invalid or has expired',
  emailChangeHalf:
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  reauthenticationNeedsAddress:
    'Reauthentication requires the user to have an email or a phone number',
  passwordTooShort: (characters: number) => `Password should be at least ${characters} characters.`,
  passwordCharacters: (sets: readonly string[]) =>
    `Password should contain at least one character of each: ${sets.join(', ')}.`,
  passwordCommon: 'Password is too common and easy to guess, please choose another one.',
  /** Why a sign-up above the thresholds is refused. */
  puzzle: {
    missing: 'Many sign-ups are arriving right now. Solve the puzzle of /signup/puzzle first.',
    expired: 'Checking your browser took too long. Please try again.',
    used: 'This check of your browser was used already. Please try again.',
    wrong: PUZZLE_UNSOLVED,
  },
  mailInterval: (seconds: number) =>
    `For security purposes, you can only request this after ${seconds} seconds.`,
} as const
