import type { Mutation } from './mutation.ts'

const PASSKEYS = {
  tests: ['server/auth/passkeys/passkeys.test.ts'],
  source: 'docs/decisions/0098-passkeys.md',
} as const
const SIGNATURE = { ...PASSKEYS, file: 'server/auth/passkeys/passkey-signature.ts' } as const
const STORE = { ...PASSKEYS, file: 'server/auth/records/passkey-store.ts' } as const
const OWN = { ...PASSKEYS, file: 'server/auth/passkeys/own-passkeys.ts' } as const

/** Passkeys: whose signature counts, once, and who may add or remove one. */
export const PASSKEY_MUTATIONS: readonly Mutation[] = [
  {
    ...STORE,
    rule: 'a passkey’s challenge is answered once',
    find: 'sql`delete from auth.passkey_challenges where',
    replace: 'sql`update auth.passkey_challenges set ip = ip where',
  },
  {
    ...STORE,
    rule: 'a passkey’s challenge belongs to the session that asked',
    find: 'and session_id is not distinct from ${sessionId}::uuid',
    replace: 'and (${sessionId}::uuid is null) = (session_id is null)',
  },
  {
    ...STORE,
    rule: 'a passkey’s challenge is answered from the same address',
    find: '::uuid and ip = ${ip}',
    replace: '::uuid and ${ip}::inet is not null',
  },
  {
    ...STORE,
    rule: 'a passkey is removed by its owner alone',
    find: 'sql`delete from auth.passkeys where id = ${id} and user_id = ${userId}`',
    replace: 'sql`delete from auth.passkeys where id = ${id} and ${userId}::uuid is not null`',
  },
  {
    ...STORE,
    rule: 'only one’s own passkey confirms that it is oneself',
    find: 'where credential_id = ${credentialId} and user_id = ${userId} for update',
    replace: 'where credential_id = ${credentialId} and ${userId}::uuid is not null for update',
  },
  {
    ...PASSKEYS,
    file: 'server/auth/factors/pass-second-factor.ts',
    rule: 'a passkey ends no session of an account without a second factor',
    find: 'if (await hasVerifiedFactor(tx, user.id)) await',
    replace: 'await',
  },
  {
    ...STORE,
    rule: 'a passkey’s count is kept, so that a copy is noticed',
    find: 'set sign_count = ${signCount}, last_used_at',
    replace: 'set sign_count = least(sign_count, ${signCount}), last_used_at',
  },
  {
    ...PASSKEYS,
    file: 'server/auth/passkeys/passkey-challenges.ts',
    rule: 'a passkey’s challenge lives for five minutes',
    find: 'if (Date.parse(taken.expires_at) <= now.getTime())',
    replace: 'if (Number.isNaN(now.getTime()))',
  },
  {
    ...PASSKEYS,
    file: 'server/auth/passkeys/passkey-challenges.ts',
    rule: 'a passkey signs the challenge that it was given',
    find: 'timingSafeEqual(challengeHash(signed), taken.challenge_hash)',
    replace: 'timingSafeEqual(challengeHash(signed), challengeHash(signed)) || taken === null',
  },
  {
    ...SIGNATURE,
    rule: 'a passkey is made by someone whom its device recognised',
    find: 'requireUserVerification: true,\n      supportedAlgorithmIDs',
    replace: 'requireUserVerification: false,\n      supportedAlgorithmIDs',
  },
  {
    ...SIGNATURE,
    rule: 'a passkey signs in someone whom its device recognised',
    find: 'requireUserVerification: true,\n      credential',
    replace: 'requireUserVerification: false,\n      credential',
  },
  {
    ...SIGNATURE,
    rule: 'a passkey’s owner is the one it names',
    find: 'if (handle !== undefined && !isHandleOf(handle, passkey.user_id))',
    replace: "if (handle === '' && !isHandleOf(handle, passkey.user_id))",
  },
  {
    ...PASSKEYS,
    file: 'server/auth/passkeys/passkey-registration.ts',
    rule: 'an open browser cannot add a passkey of its own',
    find: '  assertFreshlyProven(ctx.settings, session, now)\n',
    replace: '',
  },
  {
    ...OWN,
    rule: 'an open browser cannot remove a passkey',
    find: '  assertFreshlyProven(ctx.settings, own.session, now)\n',
    replace: '',
  },
  {
    ...OWN,
    rule: 'a password alone changes no passkey of a protected account',
    find: "if (session.aal === 'aal1' && (await",
    replace: "if (session.aal !== 'aal1' && (await",
  },
  {
    ...OWN,
    rule: 'a session that a removed passkey opened is half a sign-in',
    find: "await lowerSessions(tx, user.id, 'passkey')",
    replace: '',
  },
  {
    ...PASSKEYS,
    file: 'server/auth/mailed-links/not-me.ts',
    rule: 'who came in cannot come back by a passkey of their own',
    find: 'await deletePasskeysAddedSince(tx, user.id, found.created_at)',
    replace: '',
  },
]
