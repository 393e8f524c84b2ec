import type { KeyObject } from 'node:crypto'
import type { importJWK, JWK } from 'jose'

type Key = Awaited<ReturnType<typeof importJWK>> | KeyObject

/** One of our keys, ready for use. `privateKey` is null when it was sealed with another secret, or only verifies. */
export interface SigningKey {
  kid: string
  alg: 'ES256' | 'RS256'
  publicJwk: JWK
  publicKey: Key
  privateKey: Key | null
  signFrom: Date
}
