import type { Keyring } from '#server/keyring/keyring.ts'

/** The settings needed to sign a link. */
export interface LinkSettings {
  keys: Keyring
  /** The origin of private files; absent or null: the product's own. */
  privateFilesUrl?: string | null
}

/**
 * Returns the address of a signed path: on the origin of private files where there is one, otherwise the path alone.
 */
export const signedAddress = (
  { privateFilesUrl }: Pick<LinkSettings, 'privateFilesUrl'>,
  path: string,
): string => `${privateFilesUrl ?? ''}${path}`
