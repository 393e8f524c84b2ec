import {
  type Config,
  ConfigError,
  readConfig,
  readUnkeyedConfig,
  type UnkeyedConfig,
} from '#server/config/config.ts'
import type { KmsConfig } from '#server/config/kms-config.ts'
import {
  type PlainKeyring,
  readKeyringFile,
  UnusableKeyring,
} from '#server/config/keyring-config.ts'
import { KeyServiceFailure, type KeyService } from '#server/keyring/key-service.ts'
import { transitKeyService } from '#server/providers/kms/transit-key-service.ts'
import { openKeyring } from './wrapped-keyring.ts'

/**
 * Parses an environment as `readConfig` does, and unwraps the keys where a KMS wraps them. The KMS is called only here:
 * the keys stay in memory, so a running process does not need it. Throws ConfigError, also when the KMS refuses or does
 * not respond.
 */
export async function openConfig(
  env: Record<string, string | undefined>,
  connect: (kms: KmsConfig) => KeyService = transitKeyService,
): Promise<Config> {
  const config = readUnkeyedConfig(env)
  if (config.kms === null) return readConfig(env)
  try {
    return readConfig(env, await openedKeys(connect(config.kms), config, env))
  } catch (error) {
    if (error instanceof UnusableKeyring)
      throw new ConfigError(`Configuration is wrong:\n  KEYRING_FILE ${error.message}.`)
    if (error instanceof KeyServiceFailure)
      throw new ConfigError(`The keys stay wrapped. ${error.message}`)
    throw error
  }
}

async function openedKeys(
  service: KeyService,
  { keyringFile, dataDir }: UnkeyedConfig,
  { FILE_LINK_SECRET: first }: Record<string, string | undefined>,
): Promise<PlainKeyring> {
  if (first !== undefined && first !== '')
    throw new ConfigError(
      `Configuration is wrong:\n  FILE_LINK_SECRET is a plain key, though KMS_URL is set: npm run keys:wrap puts it into KEYRING_FILE as version 1. Then unset it; \`npm start\` keeps it in ${dataDir}/secrets.json.`,
    )
  if (keyringFile === null)
    throw new ConfigError(
      'Configuration is wrong:\n  KEYRING_FILE is required where KMS_URL is set: npm run keys:wrap writes it.',
    )
  return openKeyring(service, readKeyringFile(keyringFile))
}
