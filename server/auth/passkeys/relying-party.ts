import { isIP } from 'node:net'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'

/**
 * The party that a passkey belongs to, as the browser checks it and we check again: the product at its public address.
 */
export interface RelyingParty {
  /** The host name. A passkey made for another host never signs for this one. */
  id: string
  name: string
  /** Scheme, host and port of every page that may use a passkey. */
  origin: string
}

/** Throws passkey_disabled when the product is reached by an IP address, because browsers bind passkeys to names. */
export function relyingParty({
  siteUrl,
  brandName,
}: Pick<AuthSettings, 'siteUrl' | 'brandName'>): RelyingParty {
  const { hostname, origin } = new URL(siteUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new AuthError('passkey_disabled')
  return { id: hostname, name: brandName, origin }
}
