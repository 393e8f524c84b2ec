import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type {
  PasskeyAuthenticationOptionsResponse,
  PasskeyRegistrationOptionsResponse,
} from '@supabase/auth-js'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What an authenticator or its browser does differently, so that it is refused. */
export interface Deviation {
  /** The page that makes the request. */
  origin?: string
  rpId?: string
  /** Signs this instead of the challenge it was given. */
  challenge?: string
  type?: string
  /** Without a finger, face or PIN. */
  unverified?: boolean
  /** The count it claims, in place of the next one. */
  count?: number
  /** Another credential's name. */
  id?: string
  /** Another person's id. */
  userHandle?: string
  /** Sent as the attestation's format. */
  format?: string
}

/** A passkey it holds: ES256, made for one account. */
interface Key {
  id: string
  privateKey: KeyObject
  userHandle: string
  count: number
}

type NewOptions = PasskeyRegistrationOptionsResponse['options']
type UsedOptions = PasskeyAuthenticationOptionsResponse['options']

/** An authenticator and its browser in software (WebAuthn Level 2): ES256, no attestation. */
export interface SoftwareAuthenticator {
  /** The passkeys it holds, oldest first. */
  keys: Key[]
  /** As `navigator.credentials.create(…).toJSON()`. */
  create(options: NewOptions, deviation?: Deviation): NewPasskey
  /** Like `navigator.credentials.get(…).toJSON()`, with its newest key. */
  get(options: UsedOptions, deviation?: Deviation): UsedPasskey
}

interface Sent<Response> {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Record<string, never>
  response: Response
}
type NewPasskey = Sent<{
  clientDataJSON: string
  attestationObject: string
  transports: 'internal'[]
}>
type UsedPasskey = Sent<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}>

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** Flags of authenticator data: user present, user verified, and a key is attached. */
const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

/**
 * An authenticator used on the pages of `origin`. It counts its signatures unless `synced`, as phones that share keys
 * do not.
 */
export function softwareAuthenticator(
  origin: string,
  { synced = false } = {},
): SoftwareAuthenticator {
  const keys: Key[] = []

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (
    rpId: string,
    flags: number,
    count: number,
    attached: Buffer = Buffer.alloc(0),
  ) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), head, attached])
  }
  const presence = ({ unverified }: Deviation) => PRESENT | (unverified === true ? 0 : VERIFIED)

  return {
    keys,
    create(options, deviation = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = deviation.id ?? base64(randomBytes(16))
      const count = deviation.count ?? 0
      keys.push({ id, privateKey, userHandle: options.user.id, count })
      const idBytes = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(idBytes.length)
      const attached = Buffer.concat([Buffer.alloc(16), length, idBytes, coseOf(publicKey)])
      const data = authenticatorData(
        deviation.rpId ?? options.rp.id ?? '',
        presence(deviation) | HAS_KEY,
        count,
        attached,
      )
      const attestation = new Map<string, unknown>([
        ['fmt', deviation.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return sent(id, {
        clientDataJSON: base64(clientData('webauthn.create', options.challenge, deviation)),
        attestationObject: base64(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    get(options, deviation = {}) {
      const key = keys.at(-1)
      if (key === undefined) throw new Error('the authenticator is empty')
      if (!synced) key.count += 1
      const data = authenticatorData(
        deviation.rpId ?? options.rpId ?? '',
        presence(deviation),
        deviation.count ?? key.count,
      )
      const client = clientData('webauthn.get', options.challenge, deviation)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(key.privateKey)
      return sent(deviation.id ?? key.id, {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
        userHandle: deviation.userHandle ?? key.userHandle,
      })
    },
  }
}

const sent = <Response>(id: string, response: Response): Sent<Response> => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

/** A P-256 key as COSE encodes it (RFC 9053 §7.1.1). */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return isoCBOR.encode(key as never)
}
