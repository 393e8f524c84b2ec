import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { openBox, sealBox, UNMARKED_VERSION, versionOfBox } from './sealed-box.ts'

/** The kinds of data that are stored encrypted. Each kind has its own key. */
export type SealedThing =
  | 'second factor'
  | 'signing key'
  | 'licence key'
  | 'document key'
  | 'address'
  | 'mail'

/** Links that work for anyone who has them. Each kind is signed with its own key. */
export type SignedLink =
  | 'private file'
  | 'account export'
  | 'statement'
  | 'approved work'
  | 'unsubscribe'
  | 'sanction'

/**
 * The versions of the server key (decision 0111). The current one encrypts and signs; every listed one, including
 * future ones, decrypts and verifies. None of them is in the database: a stolen backup alone can neither sign tokens,
 * nor continue sessions, nor guess mailed codes.
 */
export interface Keyring {
  /** The current version: it encrypts and signs from now on. */
  readonly maker: number
  /** Every listed version, the oldest first. */
  readonly versions: readonly number[]
  /** Encrypts for storage (AES-256-GCM). The result contains its version. */
  seal(thing: SealedThing, plain: string): Buffer
  /** Decrypts what `seal` encrypted; null when no version here decrypts it, or it was tampered with. */
  open(thing: SealedThing, box: Uint8Array): string | null
  /** HMAC-SHA256 of the parts with the current version, under a separate key for each purpose; 32 bytes. */
  mac(purpose: string, ...parts: readonly (string | Uint8Array)[]): Buffer
  /** The same with a given version; null for an unknown version. */
  macBy(version: number, purpose: string, ...parts: readonly (string | Uint8Array)[]): Buffer | null
  /**
   * Whether any version here made this MAC, which may be truncated to half; false for anything shorter than 16 bytes.
   */
  isMacOf(mac: Uint8Array, purpose: string, ...parts: readonly (string | Uint8Array)[]): boolean
  /** The MAC with the oldest version: a lookup key that is stable while versions come and go. */
  lookup(purpose: string, ...parts: readonly (string | Uint8Array)[]): Buffer
  /** Signs the text of a link, for an address: base64url, after the version and a dot unless that is 1. */
  sign(link: SignedLink, text: string): string
  /** Whether any version here signed this text. */
  isSignatureOf(link: SignedLink, text: string, signature: string): boolean
  /** A derived key of 32 bytes for one purpose; null for an unknown version. */
  derive(version: number, label: string): Buffer | null
  /**
   * A fingerprint that distinguishes secrets and reveals nothing else: 16 bytes in hex. Null for an unknown version.
   */
  markOf(version: number): string | null
}

/** The versions with their secrets, and which one is current. */
export interface KeyVersions {
  maker: number
  secrets: ReadonlyMap<number, string>
}

/** In bytes. */
const SHORTEST_MAC = 16

/** Throws Error when the current version has no secret. */
export function createKeyring({ maker, secrets }: KeyVersions): Keyring {
  const versions = [...secrets.keys()].toSorted((one, other) => one - other)
  const [oldest] = versions
  if (oldest === undefined || !secrets.has(maker)) throw new Error('a key has no current version')
  const derived = new Map<string, Buffer>()

  function derive(version: number, label: string): Buffer | null {
    const secret = secrets.get(version)
    if (secret === undefined) return null
    const name = `${version} ${label}`
    const key =
      derived.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', `cartwright ${label}`, 32))
    derived.set(name, key)
    return key
  }

  function known(version: number, label: string): Buffer {
    const key = derive(version, label)
    if (key === null) throw new Error(`the key has no version ${version}`)
    return key
  }

  function macBy(version: number, purpose: string, ...parts: readonly (string | Uint8Array)[]) {
    const key = derive(version, `auth ${purpose}`)
    if (key === null) return null
    const hmac = createHmac('sha256', key)
    // Length prefixes distinguish ('ab', 'c') from ('a', 'bc').
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest()
  }

  function certainMac(version: number, purpose: string, parts: readonly (string | Uint8Array)[]) {
    const mac = macBy(version, purpose, ...parts)
    if (mac === null) throw new Error(`the key has no version ${version}`)
    return mac
  }

  /** Version 1 predates separate keys for links: their texts begin with their purpose. */
  const linkMac = (version: number, link: SignedLink, text: string): string | null => {
    const key =
      version === UNMARKED_VERSION ? secrets.get(version) : derive(version, `link ${link}`)
    return key === undefined || key === null
      ? null
      : createHmac('sha256', key).update(text).digest('base64url')
  }

  return {
    maker,
    versions,
    seal: (thing, plain) => sealBox(maker, known(maker, boxLabel(maker, thing)), plain),
    open(thing, box) {
      const version = versionOfBox(box)
      const key = derive(version, boxLabel(version, thing))
      const opened = key === null ? null : openBox(key, box)
      if (opened !== null || version === UNMARKED_VERSION) return opened
      // One in four billion boxes without the marker begins with it by chance.
      const first = derive(UNMARKED_VERSION, boxLabel(UNMARKED_VERSION, thing))
      return first === null ? null : openBox(first, box, { isUnmarked: true })
    },
    mac: (purpose, ...parts) => certainMac(maker, purpose, parts),
    macBy,
    isMacOf: (mac, purpose, ...parts) =>
      mac.length >= SHORTEST_MAC &&
      mac.length <= 32 &&
      versions.some((version) =>
        timingSafeEqual(certainMac(version, purpose, parts).subarray(0, mac.length), mac),
      ),
    lookup: (purpose, ...parts) => certainMac(oldest, purpose, parts),
    sign(link, text) {
      const mac = linkMac(maker, link, text) ?? ''
      return maker === UNMARKED_VERSION ? mac : `${maker}.${mac}`
    },
    isSignatureOf(link, text, signature) {
      const [, version = String(UNMARKED_VERSION), mac = ''] =
        /^(?:([2-9]|[1-9]\d{1,8})\.)?([\w-]{43})$/.exec(signature) ?? []
      const expected = linkMac(Number(version), link, text)
      return expected !== null && isSame(expected, mac)
    },
    derive,
    markOf(version) {
      const secret = secrets.get(version)
      if (secret === undefined) return null
      const hmac = createHmac('sha256', secret).update('cartwright backup')
      return hmac.digest('hex').slice(0, 32)
    },
  }
}

/** The keyring of an installation that has only FILE_LINK_SECRET, which is version 1. */
export const soleKey = (secret: string): Keyring =>
  createKeyring({ maker: UNMARKED_VERSION, secrets: new Map([[UNMARKED_VERSION, secret]]) })

/** Before versions, one key encrypted everything. */
const boxLabel = (version: number, thing: SealedThing): string =>
  version === UNMARKED_VERSION ? 'auth seal' : `seal ${thing}`

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
