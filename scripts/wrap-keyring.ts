import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { KmsConfig } from '#server/config/kms-config.ts'
import { type KeyringFile, readKeyringFile } from '#server/config/keyring-config.ts'
import type { KeyService } from '#server/keyring/key-service.ts'
import { openSecret, wrapSecret } from '#server/keyring/wrapped-secret.ts'
import { transitKeyService } from '#server/providers/kms/transit-key-service.ts'
import { eachSecret } from '#server/wrapped-keys/wrapped-keyring.ts'
import { writeKeyring } from './keyring-edit.ts'
import { type LaunchSettings, Refusal } from './launch-settings.ts'

/**
 * Writes a second key file in which every secret is wrapped, including FILE_LINK_SECRET as version 1, and returns the
 * operator's next steps. Wrapped keys are wrapped again, with the newest version of the KMS's key. The file in use is
 * not changed: processes switch when they are restarted. Throws Refusal and KeyServiceFailure, and then leaves no file.
 */
export async function wrapKeyring(
  { config, env }: Pick<LaunchSettings, 'config' | 'env'>,
  target: string,
  connect: (kms: KmsConfig) => KeyService = transitKeyService,
): Promise<string> {
  if (config.kms === null) throw new Refusal('Set KMS_URL, KMS_KEY and KMS_TOKEN_FILE.')
  const path = resolve(target)
  if (existsSync(path)) throw new Refusal(`${path} is there already: name a new file.`)
  const file = config.keyringFile === null ? {} : readKeyringFile(config.keyringFile)
  const service = connect(config.kms)
  const first = env['FILE_LINK_SECRET']
  const all = first === undefined ? file : await withFirst(service, file, first)
  if (Object.keys(all).length === 0)
    throw new Refusal('There is no key to wrap: set KEYRING_FILE, or FILE_LINK_SECRET.')
  const wrapped = await eachSecret(all, async (secret, context) =>
    wrapSecret(
      service,
      context,
      typeof secret === 'string' ? secret : await openSecret(service, context, secret),
    ),
  )
  writeKeyring(path, wrapped)
  const stale = [
    ...(config.keyringFile === null ? [] : [config.keyringFile]),
    ...(first === undefined
      ? []
      : [`FILE_LINK_SECRET wherever it is set, and in ${join(config.dataDir, 'secrets.json')}`]),
  ]
  return `${path} has every key, wrapped by ${config.kms.key}. Restart all processes one by one with KEYRING_FILE=${path} and the settings of the KMS${first === undefined ? '' : ', and without FILE_LINK_SECRET'}. Once all run, destroy: ${stale.join('; ')}; their copies, and their backups. A key that was stored plain may have been read: npm run keys:announce makes one that never was.`
}

/** FILE_LINK_SECRET as version 1. Throws Refusal where another secret is listed as version 1. */
async function withFirst(
  service: KeyService,
  file: KeyringFile,
  first: string,
): Promise<KeyringFile> {
  const server = file.server ?? { makes: 1, versions: {} }
  const listed = server.versions[1]
  const known =
    listed === undefined || typeof listed === 'string'
      ? (listed ?? first)
      : await openSecret(service, { name: 'server', version: 1 }, listed)
  if (known !== first)
    throw new Refusal(
      'KEYRING_FILE has another version 1 than FILE_LINK_SECRET, which is that version.',
    )
  return { ...file, server: { ...server, versions: { ...server.versions, 1: first } } }
}
