/** Which key is wrapped, so that no other key can be passed off as it. */
export interface KeyContext {
  /** The name of the key in KEYRING_FILE: server, files. */
  name: string
  version: number
}

/**
 * Wraps keys with a key that never leaves it (decision 0113). Each call may make a network request, and throws
 * KeyServiceFailure when it is refused or not answered in time.
 */
export interface KeyService {
  /**
   * Encrypts a key of 32 bytes, bound to its context. The text names the version of the service's own key that
   * encrypted it.
   */
  wrap(key: Uint8Array, context: KeyContext): Promise<string>
  /** The key of 32 bytes that `wrap` encrypted for this context. */
  unwrap(wrapped: string, context: KeyContext): Promise<Buffer>
}

/** Why a key stays wrapped. The message is a sentence that quotes neither a key nor a token. */
export class KeyServiceFailure extends Error {
  override name = 'KeyServiceFailure'
}

/** What a wrapped key is authenticated with, here and at the service. */
export const contextText = ({ name, version }: KeyContext): string =>
  `cartwright key ${name} version ${version}`

/** The same, for people to read. */
export const inWords = ({ name, version }: KeyContext): string =>
  `version ${version} of the key "${name}"`
