import type { Mutation } from './mutation.ts'

const KEYS = { source: 'docs/decisions/0111-keys-have-versions.md' } as const
const RING = {
  ...KEYS,
  file: 'server/keyring/keyring.ts',
  tests: ['server/keyring/keyring.test.ts'],
} as const
const FILES = {
  source: 'docs/decisions/0112-files-are-encrypted-in-chunks.md',
  file: 'server/providers/files/sealed-format.ts',
  tests: ['server/providers/files/sealed-file-store.test.ts'],
} as const
const DRAFTS = {
  ...FILES,
  file: 'server/providers/files/sealed-copies.ts',
  tests: ['server/providers/files/file-sealer.test.ts'],
} as const
const ROTATION = { ...KEYS, tests: ['server/key-versions/rotation.test.ts'] } as const

/** Versions of keys: all of them can open, one creates, and none is removed while something needs it. */
export const KEY_MUTATIONS: readonly Mutation[] = [
  {
    ...RING,
    rule: 'a link is known by whichever version signed it',
    find: 'const expected = linkMac(Number(version), link, text)',
    replace: 'const expected = linkMac(maker, link, text)',
  },
  {
    ...RING,
    rule: 'what is sealed is opened by the version that it names',
    find: 'const version = versionOfBox(box)',
    replace: 'const version = maker + 0 * versionOfBox(box)',
  },
  {
    ...RING,
    rule: 'each sealed thing has a key of its own',
    find: ': `seal ${thing}`',
    replace: ": 'seal ' + thing.slice(0, 0)",
  },
  {
    ...RING,
    rule: 'a rotation gives no one a second set of guesses',
    find: 'lookup: (purpose, ...parts) => certainMac(oldest, purpose, parts)',
    replace: 'lookup: (purpose, ...parts) => certainMac(maker, purpose, parts)',
  },
  {
    ...ROTATION,
    file: 'server/auth/sessions/refresh-token.ts',
    rule: 'a session goes on with a token of any version',
    find: 'keys.versions.some((version) => {\n    const mac',
    replace: '[keys.maker].some((version) => {\n    const mac',
  },
  {
    ...ROTATION,
    file: 'server/auth/sessions/refresh-token.ts',
    rule: 'a lost answer is answered with the same token by a process at another stage',
    find: 'macBy(keys, session.refresh_version, session.refresh_key, signed)',
    replace: 'macBy(keys, keys.maker, session.refresh_key, signed)',
  },
  {
    ...ROTATION,
    file: 'server/auth/records/session-store.ts',
    rule: 'the token before the current one keeps its version needed',
    find: 'refresh_version_before = refresh_version, refresh_version = ${keyVersion}',
    replace: 'refresh_version_before = ${keyVersion}, refresh_version = ${keyVersion}',
  },
  {
    ...ROTATION,
    file: 'server/key-versions/key-versions.ts',
    rule: 'a process without a version that something was made with does not start',
    find: 'if (here === null)',
    replace: "if (here === '')",
  },
  {
    ...ROTATION,
    file: 'server/key-versions/key-versions.ts',
    rule: 'a process with another secret under a version does not start',
    find: 'return here === mark',
    replace: 'return here === mark || here !== null',
  },
  {
    ...ROTATION,
    file: 'server/key-versions/removal.ts',
    rule: 'a version is not removed within an hour after a process made with it',
    find: '...(minutes > 0',
    replace: '...(minutes > 1_000_000',
  },
  {
    ...ROTATION,
    file: 'server/key-versions/removal.ts',
    rule: 'a version is not removed while it makes',
    find: 'if (version >= keys.maker)',
    replace: 'if (version > keys.maker)',
  },
  {
    ...KEYS,
    file: 'server/config/private-text.ts',
    tests: ['server/config/keyring-config.test.ts'],
    rule: 'a key file that others can read is refused',
    find: 'if ((mode & FORBIDDEN_MODE) === 0)',
    replace: 'if ((mode & FORBIDDEN_MODE) !== 0o777)',
  },
  {
    ...FILES,
    rule: 'a file that was cut off between two chunks is not given out',
    find: 'nonce[11] = isLast ? 1 : 0',
    replace: 'nonce[11] = isLast ? 0 : 0',
  },
  {
    ...FILES,
    rule: 'a file in the place of another is not given out',
    find: 'Buffer.concat([beginning, Buffer.from(path)])',
    replace: 'Buffer.concat([beginning, Buffer.from(path.slice(0, 0))])',
  },
  {
    ...FILES,
    rule: 'the chunks of a file stay in their order',
    find: 'nonce.writeUIntBE(number, 5, 6)',
    replace: 'nonce.writeUIntBE(number - number, 5, 6)',
  },
  {
    ...DRAFTS,
    rule: 'a copy that was made while a file arrived is stored once',
    find: 'this.#drafts.delete(fromPath)\n    // A failed draft',
    replace: '// A failed draft',
  },
  {
    ...DRAFTS,
    rule: 'a copy of a file that broke off is not stored',
    find: 'if (!copy.isWhole) await this.dropDraft(fromPath)',
    replace: '',
  },
  {
    ...DRAFTS,
    file: 'server/uploads/incoming-files.ts',
    tests: ['server/uploads/encrypted-uploads.test.ts'],
    rule: 'what a killed process left of an upload goes with it',
    find: 'name === id || name.startsWith(`${id}.`)',
    replace: 'name === id || name === `${id}.json`',
  },
  {
    ...ROTATION,
    file: 'server/key-versions/removal.ts',
    tests: ['server/key-versions/file-resealing.test.ts'],
    rule: 'a version of the key of files is removed only after all files were re-encrypted',
    find: 'await reseal()',
    replace: '',
  },
]
