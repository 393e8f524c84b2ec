import {
  type KeyringFile,
  type PlainKeyring,
  UnusableKeyring,
} from '#server/config/keyring-config.ts'
import { inWords, type KeyContext, type KeyService } from '#server/keyring/key-service.ts'
import { openSecret, type WrappedSecret } from '#server/keyring/wrapped-secret.ts'

type Stored = string | WrappedSecret

/** Names of keys in KEYRING_FILE. */
const NAMES = ['server', 'files'] as const

/**
 * Opens every secret of a key file. Throws UnusableKeyring for a plain secret: anyone who reads the file has it, and
 * nothing would reveal that. Throws KeyServiceFailure where the service does not open one.
 */
export function openKeyring(service: KeyService, file: KeyringFile): Promise<PlainKeyring> {
  return eachSecret(file, async (secret, context) => {
    if (typeof secret === 'string')
      throw new UnusableKeyring(
        `has ${inWords(context)} as it is, though KMS_URL is set: npm run keys:wrap writes a file in which all are wrapped`,
      )
    return openSecret(service, context, secret)
  })
}

/** Returns the same file with each secret replaced by something else, one after the other. */
export async function eachSecret<Other extends Stored>(
  file: KeyringFile,
  change: (secret: Stored, context: KeyContext) => Promise<Other>,
) {
  const changed: Partial<
    Record<(typeof NAMES)[number], { makes: number; versions: Record<string, Other> }>
  > = {}
  for (const name of NAMES) {
    const listed = file[name]
    if (listed === undefined) continue
    const versions: Record<string, Other> = {}
    for (const [version, secret] of Object.entries(listed.versions))
      versions[version] = await change(secret, { name, version: Number(version) })
    changed[name] = { makes: listed.makes, versions }
  }
  return changed
}
