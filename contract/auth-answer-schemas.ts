import { z } from 'zod'
import {
  authChallenge,
  authEnrolment,
  authFactor,
  authGeneratedLink,
  authOldProblem,
  authPasskey,
  authPasskeyChallenge,
  authPasskeyOptions,
  authProblem,
  authRecoveryCodes,
  authRecoveryCodesLeft,
  authSession,
  authUser,
  authUserPage,
} from './auth-schemas.ts'
import { id } from './field-schemas.ts'

/** The service's description of itself. */
export const authHealth = z.object({
  version: z.string(),
  name: z.string(),
  description: z.string(),
})

/** What this instance offers. */
export const authSettings = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
})

const keyUse = { kid: z.string().min(1), use: z.literal('sig') }

/** The public keys: never a private or symmetric member. */
export const authKeys = z.object({
  keys: z.array(
    z.discriminatedUnion('kty', [
      z.object({
        ...keyUse,
        kty: z.literal('EC'),
        alg: z.literal('ES256'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
      }),
      z.object({
        ...keyUse,
        kty: z.literal('RSA'),
        alg: z.literal('RS256'),
        n: z.string(),
        e: z.string(),
      }),
    ]),
  ),
})

const nothing = z.object({})
const halfWay = z.object({ code: z.literal('200'), msg: z.string() })

/** A response that is not JSON: a redirect, one of our pages, or no body at all. */
export type AuthBareAnswer = 'redirect' | 'page' | 'empty'

/**
 * Every successful response of the service, by call and status. An object has exactly these members. The base path is
 * omitted; `:id` matches one segment.
 */
export const authAnswers: Readonly<
  Record<string, Readonly<Record<number, z.ZodType | AuthBareAnswer>>>
> = {
  'GET /health': { 200: authHealth },
  'GET /settings': { 200: authSettings },
  'GET /.well-known/jwks.json': { 200: authKeys },
  'POST /signup/puzzle': {
    200: z.object({ challenge: z.string().nullable(), bits: z.number().int().nullable() }),
  },
  'POST /signup': { 200: z.union([authSession, authUser]) },
  'POST /token': { 200: authSession },
  'POST /otp': { 200: nothing },
  'POST /magiclink': { 200: nothing },
  'POST /recover': { 200: nothing },
  'POST /resend': { 200: nothing },
  'GET /verify': { 200: 'page', 303: 'redirect' },
  'GET /not-me': { 200: 'page' },
  'POST /not-me': { 200: 'page' },
  'POST /verify': { 200: z.union([authSession, halfWay]), 303: 'redirect' },
  'GET /user': { 200: authUser },
  'PUT /user': { 200: authUser },
  'GET /reauthenticate': { 200: nothing },
  'POST /reauthenticate': { 200: nothing },
  'POST /logout': { 204: 'empty' },
  'GET /authorize': { 302: 'redirect' },
  'GET /callback': { 302: 'redirect', 303: 'redirect' },
  'POST /callback': { 303: 'redirect' },
  'GET /user/identities/authorize': { 200: z.object({ url: z.url() }), 302: 'redirect' },
  'DELETE /user/identities/:id': { 200: nothing },
  'POST /factors': { 200: authEnrolment },
  'DELETE /factors/:id': { 200: z.object({ id }) },
  'POST /factors/:id/challenge': { 200: z.union([authChallenge, authPasskeyChallenge]) },
  'POST /factors/:id/verify': { 200: authSession },
  'GET /factors/recovery-codes': { 200: authRecoveryCodesLeft },
  'POST /factors/recovery-codes': { 200: authRecoveryCodes },
  'DELETE /factors/recovery-codes': { 200: z.object({ id }) },
  'POST /factors/recovery-codes/regenerate': { 200: authRecoveryCodes },
  'POST /factors/recovery-codes/verify': { 200: authSession },
  'GET /passkeys': { 200: z.array(authPasskey) },
  'POST /passkeys/registration/options': { 200: authPasskeyOptions },
  'POST /passkeys/registration/verify': { 200: authPasskey },
  'POST /passkeys/authentication/options': { 200: authPasskeyOptions },
  'POST /passkeys/authentication/verify': { 200: authSession },
  'PATCH /passkeys/:id': { 200: authPasskey },
  'DELETE /passkeys/:id': { 204: 'empty' },
  'POST /admin/users': { 200: authUser },
  'GET /admin/users': { 200: authUserPage },
  'GET /admin/users/:id': { 200: authUser },
  'PUT /admin/users/:id': { 200: authUser },
  'DELETE /admin/users/:id': { 200: nothing },
  'GET /admin/users/:id/factors': { 200: z.array(authFactor) },
  'DELETE /admin/users/:id/factors/:id': { 200: authFactor },
  'POST /admin/generate_link': { 200: authGeneratedLink },
  'POST /invite': { 200: authUser },
}

/** Returns the call in `authAnswers` that a request matches, or null. */
export function authCallOf(method: string, path: string): string | null {
  const known = path
    .replace(
      /^\/(factors|passkeys|user\/identities|admin\/users)\/(?!authorize$|recovery-codes|registration\/|authentication\/)[^/]+/,
      '/$1/:id',
    )
    .replace(/^(\/admin\/users\/:id\/factors)\/[^/]+$/, '$1/:id')
  const call = `${method} ${known}`
  return Object.hasOwn(authAnswers, call) ? call : null
}

/** A refusal, in the shape the client asked for. */
export const authRefusals = { new: authProblem, old: authOldProblem } as const
