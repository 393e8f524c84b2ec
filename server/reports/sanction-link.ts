import { paths } from '#contract/paths.ts'
import type { Config } from '#server/config/config.ts'

type Keys = Pick<Config, 'keys'>

/**
 * The address of a sanction's page for someone who was banned and therefore cannot sign in: it shows the statement of
 * reasons and accepts the appeal. It does not expire; the time to appeal does.
 */
export const keyedSanctionUrl = (
  config: Keys & Pick<Config, 'publicUrl'>,
  sanctionId: string,
): string =>
  `${config.publicUrl}${paths.sanction(sanctionId)}?key=${config.keys.sign('sanction', signedText(sanctionId))}`

/** Whether we signed this key for this sanction. */
export function isKeyOf(config: Keys, sanctionId: string, key: string | undefined): boolean {
  return key !== undefined && config.keys.isSignatureOf('sanction', signedText(sanctionId), key)
}

const signedText = (sanctionId: string): string => `sanction:${sanctionId}`
