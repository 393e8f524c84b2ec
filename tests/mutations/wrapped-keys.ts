import type { Mutation } from './mutation.ts'

const KMS = { source: 'docs/decisions/0113-a-kms-wraps-the-keys.md' } as const
const ENTRY = {
  ...KMS,
  file: 'server/keyring/wrapped-secret.ts',
  tests: ['server/wrapped-keys/open-config.test.ts'],
} as const
const TRANSIT = {
  ...KMS,
  file: 'server/providers/kms/transit-key-service.ts',
  tests: ['server/providers/kms/transit-key-service.test.ts'],
} as const

/**
 * Wrapped keys: each can be opened only in its own place, none is stored beside them in plain text, and a KMS that
 * misbehaves is refused.
 */
export const WRAPPED_KEY_MUTATIONS: readonly Mutation[] = [
  {
    ...ENTRY,
    file: 'server/keyring/key-service.ts',
    rule: 'an entry under another name opens nothing',
    find: '`cartwright key ${name} version ${version}`',
    replace: '`cartwright key ${name.slice(0, 0)} version ${version}`',
  },
  {
    ...ENTRY,
    file: 'server/keyring/key-service.ts',
    rule: 'an entry under another version opens nothing',
    find: '`cartwright key ${name} version ${version}`',
    replace: '`cartwright key ${name} version ${version * 0}`',
  },
  {
    ...ENTRY,
    rule: 'what cannot be opened later is not written',
    find: 'await openSecret(service, context, entry)\n',
    replace: '\n',
  },
  {
    ...ENTRY,
    file: 'server/wrapped-keys/wrapped-keyring.ts',
    rule: 'beside a KMS no secret lies in the file plain',
    find: "if (typeof secret === 'string')\n",
    replace: "if (typeof secret === 'string') return secret\n    if (typeof secret === 'string')\n",
  },
  {
    ...ENTRY,
    file: 'server/wrapped-keys/open-config.ts',
    rule: 'beside a KMS there is no plain FILE_LINK_SECRET',
    find: "if (first !== undefined && first !== '')",
    replace: "if (first !== undefined && first === '')",
  },
  {
    ...ENTRY,
    file: 'server/config/kms-config.ts',
    rule: 'the token travels encrypted, or on this machine',
    find: "(protocol === 'https:' || isHere)",
    replace: "(protocol === 'https:' || isHere || protocol === 'http:')",
  },
  {
    ...TRANSIT,
    rule: 'the KMS is told which key it wraps',
    find: 'Buffer.from(contextText(context))',
    replace: "Buffer.from(contextText({ ...context, name: '', version: 0 }))",
  },
  {
    ...TRANSIT,
    rule: 'the token follows no redirect',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
  },
  {
    ...TRANSIT,
    rule: 'an answer without an end is not read to its end',
    find: 'if (length > ANSWER_BYTES) return null',
    replace: 'if (length > ANSWER_BYTES * 2) return null',
  },
  {
    ...TRANSIT,
    rule: 'a refusal is not asked for again',
    find: 'if (!(error instanceof Passing)) throw error',
    replace: '',
  },
  {
    ...KMS,
    file: 'scripts/keyring-edit.ts',
    tests: ['scripts/wrap-keyring.test.ts'],
    rule: 'a version that is announced beside a KMS is written wrapped',
    find: 'config.kms === null ? made',
    replace: 'config.kms !== null ? made',
  },
]
