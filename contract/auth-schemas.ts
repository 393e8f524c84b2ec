import { z } from 'zod'
import { id, timestamp } from './field-schemas.ts'

/** Clients send null for a missing value; null and undefined both mean absent. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/** Sign-up data the user controls. Nothing is ever authorised by it. */
const metadata = z.record(z.string().max(200), z.unknown())

const challenge = {
  code_challenge: optional(z.string()),
  code_challenge_method: optional(z.string()),
}

/** Where the official client puts `options.captchaToken`: the solution of a sign-up's puzzle. */
const solved = {
  gotrue_meta_security: optional(z.object({ captcha_token: optional(z.string()) })),
}

const credential = {
  id: z.string().min(1),
  rawId: z.string(),
  type: z.literal('public-key'),
}

const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: optional(z.string()),
  }),
})

/** Bodies of the auth service. Unknown fields are ignored, never stored. */
export const authBodies = {
  signup: z.object({
    email: optional(z.string()),
    phone: optional(z.string()),
    password: optional(z.string()),
    data: optional(metadata),
    ...challenge,
    ...solved,
  }),
  signupPuzzle: z.object({ email: optional(z.string()) }),
  passwordGrant: z.object({
    email: optional(z.string()),
    phone: optional(z.string()),
    password: optional(z.string()),
  }),
  refreshGrant: z.object({ refresh_token: optional(z.string()) }),
  pkceGrant: z.object({ auth_code: optional(z.string()), code_verifier: optional(z.string()) }),
  verify: z.object({
    type: optional(z.string()),
    email: optional(z.string()),
    phone: optional(z.string()),
    token: optional(z.string()),
    token_hash: optional(z.string()),
  }),
  recover: z.object({ email: optional(z.string()), ...challenge }),
  resend: z.object({
    type: optional(z.string()),
    email: optional(z.string()),
    phone: optional(z.string()),
    ...challenge,
  }),
  otp: z.object({
    email: optional(z.string()),
    phone: optional(z.string()),
    create_user: optional(z.boolean()),
    data: optional(metadata),
    ...challenge,
    ...solved,
  }),
  enrolFactor: z.object({
    factor_type: optional(z.string()),
    friendly_name: optional(z.string()),
    issuer: optional(z.string()),
  }),
  verifyFactor: z.object({
    challenge_id: optional(z.string()),
    code: optional(z.string()),
    /** A passkey's signature in place of a code. */
    webauthn: optional(z.object({ credential_response: usedCredential })),
  }),
  /** The output of a browser's `PublicKeyCredential.toJSON()`, limited to the checked fields. */
  newPasskey: z.object({
    challenge_id: optional(z.string()),
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: z.string(),
        attestationObject: z.string(),
        transports: optional(z.array(z.string().max(40)).max(10)),
      }),
    }),
  }),
  usedPasskey: z.object({
    challenge_id: optional(z.string()),
    credential: usedCredential,
  }),
  renamePasskey: z.object({ friendly_name: optional(z.string()) }),
  makeRecoveryCodes: z.object({ friendly_name: optional(z.string()) }),
  verifyRecoveryCode: z.object({ code: optional(z.string()) }),
  proveAgain: z.object({ password: optional(z.string()), code: optional(z.string()) }),
  adminUser: z.object({
    id: optional(z.uuid()),
    email: optional(z.string()),
    phone: optional(z.string()),
    password: optional(z.string()),
    password_hash: optional(z.string()),
    email_confirm: optional(z.boolean()),
    user_metadata: optional(metadata),
    app_metadata: optional(metadata),
    role: optional(z.string().regex(/^[a-z_]{0,40}$/)),
    ban_duration: optional(z.string()),
  }),
  adminDelete: z.object({ should_soft_delete: optional(z.boolean()) }),
  invite: z.object({ email: optional(z.string()), data: optional(metadata) }),
  generateLink: z.object({
    type: optional(z.string()),
    email: optional(z.string()),
    new_email: optional(z.string()),
    password: optional(z.string()),
    data: optional(metadata),
  }),
  updateUser: z.object({
    email: optional(z.string()),
    phone: optional(z.string()),
    password: optional(z.string()),
    current_password: optional(z.string()),
    nonce: optional(z.string()),
    data: optional(metadata),
    app_metadata: z.unknown().optional(),
    ...challenge,
  }),
} as const

/** One of a user's sign-in methods. */
export const authIdentity = z.object({
  identity_id: id,
  id: z.string(),
  user_id: id,
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  email: z.string().optional(),
  last_sign_in_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})

/** A person's second factor. Its secret is shown once, at enrolment. */
export const authFactor = z.object({
  id,
  status: z.enum(['verified', 'unverified']),
  friendly_name: z.string().optional(),
  factor_type: z.enum(['totp', 'recovery_code']),
  phone: z.null(),
  created_at: timestamp,
  updated_at: timestamp,
  last_challenged_at: timestamp.nullable(),
})

/** A user as their own session sees them, without hashes and tokens. */
export const authUser = z.object({
  id,
  aud: z.literal('authenticated'),
  /**
   * `authenticated` unless an administrator set another value; empty only in the response to a sign-up with a confirmed
   * address.
   */
  role: z.string(),
  email: z.string(),
  phone: z.literal(''),
  email_confirmed_at: timestamp.optional(),
  confirmed_at: timestamp.optional(),
  confirmation_sent_at: timestamp.optional(),
  recovery_sent_at: timestamp.optional(),
  reauthentication_sent_at: timestamp.optional(),
  invited_at: timestamp.optional(),
  new_email: z.string().optional(),
  email_change_sent_at: timestamp.optional(),
  last_sign_in_at: timestamp.optional(),
  banned_until: timestamp.optional(),
  deleted_at: timestamp.optional(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(authIdentity),
  /** Absent if there is none. */
  factors: z.array(authFactor).optional(),
  created_at: timestamp,
  updated_at: timestamp,
  is_anonymous: z.boolean(),
})

/** The response to an enrolment. `qr_code` is an SVG to which clients add the data: prefix. */
export const authEnrolment = z.object({
  id,
  type: z.literal('totp'),
  friendly_name: z.string(),
  totp: z.object({
    qr_code: z.string().startsWith('<svg'),
    secret: z.string().min(26),
    uri: z.string().startsWith('otpauth://totp/'),
  }),
})

/** The response to a challenge request. `expires_at` in seconds since 1970. */
export const authChallenge = z.object({ id, type: z.literal('totp'), expires_at: z.int() })

/** What a browser needs to create or use a passkey, as WebAuthn's JSON. `expires_at` in seconds since 1970. */
export const authPasskeyOptions = z.object({
  challenge_id: id,
  options: z.record(z.string(), z.unknown()).and(z.object({ challenge: z.string().min(43) })),
  expires_at: z.int(),
})

/** The same for a signed-in person, in the client's shape for second factors. */
export const authPasskeyChallenge = z.object({
  id,
  type: z.literal('webauthn'),
  webauthn: z.object({
    type: z.literal('request'),
    credential_options: z.object({ publicKey: authPasskeyOptions.shape.options }),
  }),
  expires_at: z.int(),
})

/** A passkey as its owner sees it, never with its key. `last_used_at` is absent until it has been used. */
export const authPasskey = z.object({
  id,
  friendly_name: z.string().min(1),
  created_at: timestamp,
  last_used_at: timestamp.optional(),
})

/** The number of recovery codes a person has left; never the codes. */
export const authRecoveryCodesLeft = z.object({
  id,
  type: z.literal('recovery_code'),
  total: z.int(),
  remaining: z.int(),
})

/** A new set of recovery codes, shown only this once. In lower case, without separators. */
export const authRecoveryCodes = z.object({
  id,
  type: z.literal('recovery_code'),
  friendly_name: z.string(),
  total: z.int(),
  codes: z.array(z.string()),
})

/** The response of every grant. `expires_at` in seconds since 1970. */
export const authSession = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bearer'),
  expires_in: z.number().positive(),
  expires_at: z.number().positive(),
  refresh_token: z.string().min(12),
  user: authUser,
  weak_password: z.object({ message: z.string(), reasons: z.array(z.string()) }).optional(),
})

/** A page of accounts, newest first; the total is in the headers. */
export const authUserPage = z.object({
  users: z.array(authUser),
  aud: z.literal('authenticated'),
})

/** A link for an administrator to pass on, together with the fields of its user. */
export const authGeneratedLink = authUser.extend({
  action_link: z.url(),
  email_otp: z.string().regex(/^\d{6}$/),
  hashed_token: z.string().min(32),
  redirect_to: z.url(),
  verification_type: z.string(),
})

/** A refusal in the shape for clients that send the version header. */
export const authProblem = z.object({
  code: z.string(),
  message: z.string(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})

/** The same for clients that do not send it: the status as a number, with the code beside it. */
export const authOldProblem = z.object({
  code: z.number(),
  error_code: z.string(),
  msg: z.string(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
  /** Identifies the request in the log; present only when something failed on our side. */
  error_id: z.string().optional(),
})

export type AuthUser = z.output<typeof authUser>
export type AuthFactor = z.output<typeof authFactor>
export type AuthIdentity = z.output<typeof authIdentity>
export type AuthPasskey = z.output<typeof authPasskey>
export type AuthPasskeyChallenge = z.output<typeof authPasskeyChallenge>
export type AuthPasskeyOptions = z.output<typeof authPasskeyOptions>
export type AuthRecoveryCodes = z.output<typeof authRecoveryCodes>
export type AuthRecoveryCodesLeft = z.output<typeof authRecoveryCodesLeft>
export type AuthSession = z.output<typeof authSession>
