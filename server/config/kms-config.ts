import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { withoutSlash } from './environment.ts'

/** A KMS that wraps the keys of KEYRING_FILE: its address, the name of its key, and the file with our token. */
export interface KmsConfig {
  /** Without a trailing slash. */
  url: string
  key: string
  /** Absolute. */
  tokenFile: string
}

/** The variables of the KMS (decision 0113). */
export const kmsEnvironment = {
  KMS_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (text) => URL.canParse(text) && isSafe(new URL(text)),
      'is https, or on this machine; without a user, a query or a fragment',
    )
    .optional()
    .describe(
      'A KMS with the API of Vault’s or OpenBao’s Transit engine, mounted at transit/, such as https://vault.example:8200. KEYRING_FILE then holds wrapped keys only, which it unwraps at the start of a process.',
    ),
  KMS_KEY: z
    .string()
    .regex(/^\w[\w.-]{0,127}$/, 'is the name of a key')
    .optional()
    .describe('The name of its key that wraps ours: of type aes256-gcm96, not derived.'),
  KMS_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('A file (mode 600) with the token that we send it. It is read again for each call.'),
}

/** Returns the configured KMS; null: keys are not wrapped. Returns a problem if only a part is set. */
export function kmsConfig(e: {
  KMS_URL?: string
  KMS_KEY?: string
  KMS_TOKEN_FILE?: string
}): KmsConfig | null | { problem: string } {
  const { KMS_URL: url, KMS_KEY: key, KMS_TOKEN_FILE: tokenFile } = e
  if (url === undefined && key === undefined && tokenFile === undefined) return null
  if (url === undefined || key === undefined || tokenFile === undefined)
    return { problem: 'KMS_URL, KMS_KEY, KMS_TOKEN_FILE: are set together or not at all' }
  return { url: withoutSlash(url), key, tokenFile: resolve(tokenFile) }
}

/** We send a token there, and receive keys from it. */
function isSafe({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isHere =
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  const isBare = username === '' && password === '' && search === '' && hash === ''
  return isBare && (protocol === 'https:' || isHere)
}
